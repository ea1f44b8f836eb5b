import { withoutMargin, type Part } from "../../generator/diagnostics/code-record.js";

/** A small contract without findings; an entry gives way to one of the same name in the example. */
const operation = [
  "operationId: invokeAction",
  "parameters: [{ name: service_id, in: path, required: true, schema: { type: string, maxLength: 64 } }, { name: action, in: path, required: true, schema: { type: string, maxLength: 64 } }]",
  "requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: true } } } }",
  'responses: { "200": { description: Done. }, default: { description: Failed., content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } } }',
];
const root = ["openapi: 3.1.0", 'info: { title: Shop, version: "1" }', "security: [{ token: [] }]"];
const actions = ["restart: { summary: Restart. }"];
const schemas = [
  "Failure: { type: object, required: [error], properties: { error: { type: string } }, additionalProperties: false }",
  "Credential: { type: object, additionalProperties: false, properties: { password: { type: string, format: password } } }",
];
const components = ["securitySchemes: { token: { type: http, scheme: bearer } }"];

/** The contract that an example of an explanation is a part of. */
export function exampleContract(part: Part, example: string): string {
  const lines = withoutMargin(example);
  if (part === "document") return lines.join("\n");
  const names = new Set(lines.flatMap((line) => /^(?:"([^"]*)"|([^\s#"][^:]*)):/.exec(line)?.slice(1) ?? []));
  const at = (where: Part, indent: number, entries: readonly string[]) => {
    const kept = where === part ? entries.filter((entry) => !names.has(entry.slice(0, entry.indexOf(":")))) : entries;
    const shown = where === part ? [...kept, ...lines] : kept;
    return shown.map((line) => `${" ".repeat(indent)}${line}`);
  };
  return [
    ...at("root", 0, root),
    "paths:",
    ...at("paths", 2, []),
    "  /services/{service_id}/actions/{action}:",
    "    post:",
    ...at("operation", 6, operation),
    "      x-platform-postgres-actions:",
    ...at("actions", 8, actions),
    "components:",
    ...at("components", 2, components),
    "  schemas:",
    ...at("schemas", 4, schemas),
    "",
  ].join("\n");
}
