import { SpanKind, SpanStatusCode, context, metrics, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { AsyncLocalStorage } from "node:async_hooks";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { observeWithOpenTelemetry } from "../../recipes/opentelemetry.js";
import { createMetricsServer, observeWithPrometheus } from "../../recipes/prometheus.js";
import type { Application } from "../../generated/server/index.js";
import { everywhere, startEverywhere } from "../server/everywhere.js";
import { serve } from "../server/listen.js";

const start = startEverywhere(`openapi: 3.1.0
info: { title: Jobs, version: "1" }
paths:
  /jobs/{job}:
    get:
      operationId: getJob
      parameters: [{ name: job, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: OK, content: { application/json: { schema: { type: object } } } } }
  /services/{service_id}/actions/{action}:
    post:
      operationId: invoke
      parameters:
        - { name: service_id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { "200": { description: OK, content: { application/json: { schema: { type: object } } } } }
x-platform-cache-actions:
  flush: { label: Flush, body: { type: object, additionalProperties: false } }
`);

const spans = new InMemorySpanExporter();
const measured = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 });
const ownContext = new AsyncLocalStorage<string>();

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
});
afterAll(() => {
  for (const api of [context, propagation, trace, metrics]) api.disable();
});
beforeEach(() => spans.reset());

/** What a handler finds active. */
const found: (string | undefined)[] = [];
const application = {
  findResource: () => ({ type: "cache", status: "active" }),
  handlers: {
    operations: {
      getJob: async ({ path }: { path: { job: string } }) => {
        await new Promise((resolve) => setImmediate(resolve));
        found.push(trace.getActiveSpan()?.spanContext().spanId, ownContext.getStore());
        if (path.job === "broken") throw new Error("broken");
        return { status: 200, body: {} };
      },
    },
    actions: { cache: { flush: () => ({ status: "ok", result: {} }) } },
  },
};

/** The recipes fit into an application. */
const fits = (hook: ReturnType<typeof observeWithOpenTelemetry>): Pick<Application<object>, "onCall"> => ({ onCall: hook });

test.each(everywhere)("OpenTelemetry: spans and durations of calls (%s, %s)", async (source, place) => {
  found.length = 0;
  measured.reset();
  const hook = observeWithOpenTelemetry({ scheme: "http" });
  const onCall: typeof hook = (call, next) => hook(call, () => ownContext.run(call.requestId, next));
  const address = await start(source, place, { ...application, ...(fits(onCall) as object) } as never);
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, "x-request-id": "r-1" };
  await fetch(`${address}/jobs/7?token=geheim`, { headers });
  await fetch(`${address}/jobs/broken`);
  await fetch(`${address}/nowhere`);
  const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  await fetch(`${address}/services/1/actions/flush`, init);
  await expect.poll(() => spans.getFinishedSpans().length).toBe(4);
  const [read, broken, nothing, action] = spans.getFinishedSpans();
  expect(read).toMatchObject({
    name: "GET /jobs/{job}",
    kind: SpanKind.SERVER,
    parentSpanContext: { traceId, spanId: "b7ad6b7169203331" },
    attributes: {
      "http.request.method": "GET",
      "http.route": "/jobs/{job}",
      "url.scheme": "http",
      "http.response.status_code": 200,
      "http.response.body.size": 2,
      "api.operation": "getJob",
    },
  });
  expect(read!.spanContext().traceId).toBe(traceId);
  expect(String(read!.attributes["url.path"])).toMatch(/\/jobs\/7$/);
  expect(found.slice(0, 2)).toEqual([read!.spanContext().spanId, "r-1"]);
  expect(broken).toMatchObject({
    status: { code: SpanStatusCode.ERROR },
    attributes: { "error.type": "500", "api.error_code": "internal" },
  });
  expect([nothing!.name, nothing!.attributes["http.route"], nothing!.status.code]).toEqual(["GET", undefined, 0]);
  expect(action).toMatchObject({
    name: "POST /services/{service_id}/actions/{action}",
    attributes: { "api.service_type": "cache", "api.action": "flush" },
  });
  expect(JSON.stringify(spans.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain("geheim");
  await reader.forceFlush();
  const [metric] = measured.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  expect(metric!.descriptor).toMatchObject({ name: "http.server.request.duration", unit: "s" });
  expect(metric!.dataPoints.map(({ attributes }) => attributes)).toContainEqual({
    "http.request.method": "GET",
    "http.route": "/jobs/{job}",
    "url.scheme": "http",
    "api.operation": "getJob",
    "http.response.status_code": 500,
    "error.type": "500",
  });
  const { buckets } = metric!.dataPoints[0]!.value as { buckets: { boundaries: number[] } };
  expect(buckets.boundaries.slice(0, 3)).toEqual([0.005, 0.01, 0.025]);
});

test("OpenTelemetry: the recipe takes methods and paths of any kind", async () => {
  const hook = observeWithOpenTelemetry();
  const end = { status: 404, duration: 1, responseBytes: 0, isInvalidResponse: false, isAborted: true };
  for (const [method, url] of [
    ["BREW", "//"],
    ["GET", "http://[/x?y"],
    ["GET", ""],
  ] as const)
    await hook({ method, url, headers: {}, requestId: "r" }, () => Promise.resolve(end));
  expect(
    spans.getFinishedSpans().map(({ name, attributes }) => [name, attributes["url.path"], attributes["error.type"]]),
  ).toEqual([
    ["HTTP", "//", "aborted"],
    ["GET", "/x", "aborted"],
    ["GET", "", "aborted"],
  ]);
});

test.each(everywhere)("Prometheus: durations of calls (%s, %s)", async (source, place) => {
  const register = new Registry();
  const address = await start(source, place, { ...application, onCall: observeWithPrometheus(register) } as never);
  for (const path of ["/jobs/7", "/jobs/8", "/nowhere/1", "/nowhere/2"]) await fetch(`${address}${path}`);
  await fetch(`${address}/services/1/actions/flush`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  const { port } = await serve(createMetricsServer(register));
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.headers.get("content-type")).toContain("text/plain");
  const counts = (await response.text()).split("\n").filter((line) => line.includes("_count"));
  const count = (method: string, route: string, status: number, action: string, calls: number) =>
    `http_server_request_duration_seconds_count{http_request_method="${method}",http_route="${route}",http_response_status_code="${status}",` +
    `error_type="",api_service_type="${action && "cache"}",api_action="${action}"} ${calls}`;
  expect(counts).toEqual([
    count("GET", "/jobs/{job}", 200, "", 2),
    count("GET", "", 404, "", 2),
    count("POST", "/services/{service_id}/actions/{action}", 200, "flush", 1),
  ]);
});
