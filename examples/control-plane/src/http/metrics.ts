/** Counts answers, and how long they took, for Prometheus. */
export interface Metrics {
  /** One answer. */
  observe(method: string, status: number, seconds: number): void;
  /** All figures as text. */
  print(gauges: Readonly<Record<string, number>>): string;
}

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Figures of one process. */
export function createMetrics(): Metrics {
  const answers = new Map<string, number>();
  const buckets = bounds.map(() => 0);
  let count = 0;
  let sum = 0;
  return {
    observe(method, status, seconds) {
      const labels = `method="${method}",status="${status}"`;
      answers.set(labels, (answers.get(labels) ?? 0) + 1);
      for (let index = bounds.length - 1; index >= 0 && seconds <= bounds[index]!; index--) buckets[index]!++;
      count++;
      sum += seconds;
    },
    print: (gauges) =>
      [
        "# TYPE http_requests_total counter",
        ...[...answers].sort(byLabels).map(([labels, value]) => `http_requests_total{${labels}} ${value}`),
        "# TYPE http_request_duration_seconds histogram",
        ...bounds.map((bound, index) => `http_request_duration_seconds_bucket{le="${bound}"} ${buckets[index]}`),
        `http_request_duration_seconds_bucket{le="+Inf"} ${count}`,
        `http_request_duration_seconds_sum ${sum}`,
        `http_request_duration_seconds_count ${count}`,
        ...Object.entries(gauges).flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]),
        "",
      ].join("\n"),
  };
}

function byLabels([first]: readonly [string, number], [second]: readonly [string, number]): number {
  return first < second ? -1 : 1;
}
