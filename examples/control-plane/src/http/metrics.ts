import type { Pool } from "pg";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Figures of one process for Prometheus: its responses, its connections, and what Node.js says about itself. */
export interface Metrics {
  readonly contentType: string;
  /** Counts one response. */
  observe(method: string, status: number, seconds: number): void;
  /** All figures as text. */
  print(): Promise<string>;
}

/** Figures of a server that keeps its state in `database`. Each has a registry of its own: several may run in one process. */
export function createMetrics(database: Pick<Pool, "totalCount" | "idleCount" | "waitingCount">): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const responses = new Counter({
    name: "http_requests_total",
    help: "Responses by method and status.",
    labelNames: ["method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request to the end of its response.",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("db_connections", "Connections to the database.", () => database.totalCount);
  gauge("db_connections_idle", "Connections that nobody uses.", () => database.idleCount);
  gauge("db_connections_waited_for", "Callers that wait for a connection.", () => database.waitingCount);
  return {
    contentType: registry.contentType,
    observe(method, status, seconds) {
      responses.inc({ method, status });
      durations.observe(seconds);
    },
    print: () => registry.metrics(),
  };
}
