/**
 * Shows a change of a complete contract except for its head: lines begin with `- ` if only the contract before has them, with
 * `+ ` if only the contract after has them, and with two spaces if both do. Common indentation is ignored.
 */
export function inContract(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const indent = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indent)).join("\n");
}

/** Shows a change of an operation that invokes an action. */
export function inEndpoint(text: string): string {
  const head = ["paths:", "  /services/{service_id}/actions/{action}:", "    post:", "      operationId: invokeAction"];
  const actions = ["      x-platform-postgres-actions:", "        add_ip: { label: Add an address }"];
  return [...[...head, ...actions].map((line) => `  ${line}`), below(["    post:"], text).split("\n").slice(1).join("\n")].join(
    "\n",
  );
}

/** Shows a change of the actions of a service type. */
export function inActions(text: string, responses = '"200": { description: Done. }'): string {
  return below(
    [
      "paths:",
      "  /services/{service_id}/actions/{action}:",
      "    post:",
      `      responses: { ${responses} }`,
      "      x-platform-postgres-actions:",
    ],
    text,
  );
}

/** Shows a change of an action. */
export function inAction(text: string): string {
  return inActions(below(["add_ip:"], text));
}

/** Shows a change of an action that may complete asynchronously. */
export function inLongAction(text: string): string {
  return inActions(below(["add_ip:"], text), '"200": { description: Done. }, "202": { description: Accepted. }');
}

/** Shows a change of the schema of an action's body. */
export function inBody(text: string): string {
  return inAction(below(["body:"], text));
}

/** Shows a change of the schema of an action's result. */
export function inResult(text: string): string {
  return inAction(below(["result:"], text));
}

/** Shows a change of the schema of a property that clients send. */
export function kindInBody(before: string, after: string): string {
  return inBody(kindProperty(before, after));
}

/** Shows a change of the schema of a property that servers send. */
export function kindInResult(before: string, after: string): string {
  return inResult(kindProperty(before, after));
}

function kindProperty(before: string, after: string): string {
  return below(["type: object", "additionalProperties: false", "properties:"], `- kind: { ${before} }\n+ kind: { ${after} }`);
}

/** Nests lines below others that both contracts have; the last of those is their key. */
function below(lines: readonly string[], text: string): string {
  const indent = " ".repeat(lines.at(-1)!.search(/\S/) + 2);
  const inner = inContract(text).split("\n");
  return [...lines.map((line) => `  ${line}`), ...inner.map((line) => line.slice(0, 2) + indent + line.slice(2))].join("\n");
}

/** Returns the contracts before and after the change that an example shows. */
export function contractsOf(example: string): { readonly before: string; readonly after: string } {
  const head = "openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\n";
  const lines = example.split("\n");
  const without = (mark: string) => lines.flatMap((line) => (line.startsWith(mark) ? [] : `${line.slice(2)}\n`)).join("");
  return { before: head + without("+ "), after: head + without("- ") };
}
