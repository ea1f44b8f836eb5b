const names = [
  "authorize",
  "body",
  "call",
  "create-client",
  "errors",
  "follow",
  "pages",
  "parameters",
  "retry",
  "secret",
  "time",
  "transport",
  "validate",
];

/** Files of the runtime that a client is made of. */
export const runtimeFiles: readonly string[] = names.map((name) => `runtime/client/${name}.ts`);
