// The duration of each call for Prometheus, under the names that OpenTelemetry's conventions have there.
//     createServer({ ...application, onCall: observeWithPrometheus(register) })
import http from "node:http";
import { Histogram, type Registry } from "prom-client";
import type { CallEnd, CallStart } from "../generated/server/index.js";

const methods = new Set(["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"]);

/** Returns the hook. */
export function observeWithPrometheus(register: Registry): (call: CallStart, next: () => Promise<CallEnd>) => Promise<void> {
  const duration = new Histogram({
    name: "http_server_request_duration_seconds",
    help: "Duration of HTTP server requests.",
    labelNames: [
      "http_request_method",
      "http_route",
      "http_response_status_code",
      "error_type",
      "api_service_type",
      "api_action",
    ],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    registers: [register],
  });
  return async ({ method, route = "" }, next) => {
    const { status, serviceType = "", action = "", isAborted, duration: milliseconds } = await next();
    const labels = {
      // Callers must not create series: other methods and unknown paths share one.
      http_request_method: methods.has(method) ? method : "_OTHER",
      http_route: route,
      http_response_status_code: status,
      error_type: status >= 500 ? String(status) : isAborted ? "aborted" : "",
      api_service_type: serviceType,
      api_action: action,
    };
    duration.observe(labels, milliseconds / 1000);
  };
}

/** A server for Prometheus; on a port that callers of the API don't reach. */
export function createMetricsServer(register: Registry): http.Server {
  return http.createServer((_request, response) => {
    register.metrics().then(
      (text) => response.writeHead(200, { "content-type": register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
