const names = [
  "access",
  "application",
  "body",
  "call",
  "contract",
  "create-server",
  "errors",
  "fetch",
  "http",
  "multipart",
  "node",
  "parameters",
  "router",
  "run-handler",
  "steps",
  "text",
];

/** Files of the runtime that a server is made of. */
export const runtimeFiles: readonly string[] = names.map((name) => `runtime/server/${name}.ts`);
