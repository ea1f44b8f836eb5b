// A span and a duration for each call, by OpenTelemetry's semantic conventions for HTTP servers.
//     createServer({ ...application, onCall: observeWithOpenTelemetry() })
import { type Attributes, SpanKind, SpanStatusCode, context, metrics, propagation, trace } from "@opentelemetry/api";
import type { CallEnd, CallStart } from "../generated/server/index.js";

const methods = new Set(["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"]);

/** Returns the hook. Call it after the SDK has started: before, there are no meters. `scheme` is that of the public URL. */
export function observeWithOpenTelemetry({ scheme = "https" } = {}): (
  call: CallStart,
  next: () => Promise<CallEnd>,
) => Promise<void> {
  const tracer = trace.getTracer("openapi-actions");
  const duration = metrics.getMeter("openapi-actions").createHistogram("http.server.request.duration", {
    description: "Duration of HTTP server requests.",
    unit: "s",
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] },
  });
  return async (call, next) => {
    const isKnown = methods.has(call.method);
    const begin: Attributes = {
      "http.request.method": isKnown ? call.method : "_OTHER",
      "url.scheme": scheme,
      ...(call.route !== undefined && { "http.route": call.route, "api.operation": call.operation }),
    };
    const name = [isKnown ? call.method : "HTTP", call.route].filter(Boolean).join(" ");
    // The trace of the caller, from `traceparent`.
    const parent = propagation.extract(context.active(), call.headers);
    const attributes = {
      ...begin,
      // Without the query, which may contain credentials.
      "url.path": call.url.replace(/^[a-z]+:\/\/[^/?#]*|[?#].*$/gis, ""),
      "api.request_id": call.requestId,
      ...(!isKnown && { "http.request.method_original": call.method }),
    };
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    // Handlers run within the span.
    const end = await context.with(trace.setSpan(parent, span), next);
    const errorType = end.status >= 500 ? String(end.status) : end.isAborted ? "aborted" : undefined;
    const known: Attributes = {
      "http.response.status_code": end.status,
      ...(end.action !== undefined && { "api.service_type": end.serviceType, "api.action": end.action }),
      ...(errorType !== undefined && { "error.type": errorType }),
    };
    duration.record(end.duration / 1000, { ...begin, ...known });
    span.setAttributes({
      ...known,
      ...(end.code !== undefined && { "api.error_code": end.code }),
      ...(end.requestBytes !== undefined && { "http.request.body.size": end.requestBytes }),
      "http.response.body.size": end.responseBytes,
      ...(end.isInvalidResponse && { "api.invalid_response": true }),
    });
    if (end.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
}
