import type { Pool } from "pg";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { CallEnd, CallStart } from "../../../../generated/server/index.js";

/** Figures of one process for Prometheus: its responses, its connections, and those of Node.js. */
export interface Metrics {
  readonly contentType: string;
  /** Counts one response. */
  observe(method: string, status: number, seconds: number): void;
  /** Counts one call of the API: the hook of its server. */
  observeCall(call: CallStart, next: () => Promise<CallEnd>): Promise<void>;
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
  const calls = new Counter({
    name: "api_calls_total",
    help: "Calls by operation, action, status and code of the error.",
    labelNames: ["operation", "action", "status", "code"],
    registers,
  });
  const invalid = new Counter({
    name: "api_invalid_responses_total",
    help: "Responses that the contract doesn't allow.",
    labelNames: ["operation", "action"],
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
    async observeCall({ operation = "" }, next) {
      const { serviceType, action: name, status, code = "", isInvalidResponse } = await next();
      // Names of the contract only: callers can't add series.
      const action = name === undefined ? "" : `${serviceType}.${name}`;
      calls.inc({ operation, action, status, code });
      if (isInvalidResponse) invalid.inc({ operation, action });
    },
    print: () => registry.metrics(),
  };
}
