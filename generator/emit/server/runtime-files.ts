const names = [
  "access", "application", "availability", "awaitable", "bearer-token", "call", "capabilities", "check-answer", "check-body",
  "check-parameters", "create-server", "describe-errors", "errors", "explain-failure", "fetch", "find-service", "handler-types",
  "http", "media-type", "node", "not-implemented", "parameter-styles", "parse-json", "parse-text", "read-body", "read-parameters",
  "refusal", "request-id", "request-target", "respond", "route", "router", "run-handler", "server-contract", "steps",
];

/** Files of the runtime that a server is made of. */
export const runtimeFiles: readonly string[] = names.map((name) => `runtime/server/${name}.ts`);
