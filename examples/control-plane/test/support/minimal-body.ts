import { readFileSync } from "node:fs";
import { actions as guards } from "../../../../generated/validators/index.js";

interface Example {
  readonly examples: { readonly default: { readonly body?: unknown } };
}

/** The contract as one closed document. */
export const contract = JSON.parse(readFileSync(new URL("../../../../generated/openapi.json", import.meta.url), "utf8")) as {
  readonly "x-platform-lifecycle": unknown;
  readonly paths: Readonly<Record<string, { readonly post: Readonly<Record<string, Readonly<Record<string, Example>>>> }>>;
};

/** A body that the contract takes: the example of the action. */
export function minimalBody(type: string, action: string): unknown {
  const operation = contract.paths["/v1/projects/{project_id}/services/{service_id}/actions/{action}"]!.post;
  const body = operation[`x-platform-${type}-actions`]![action]!.examples.default.body ?? {};
  const groups: Readonly<Record<string, Readonly<Record<string, { body(value: unknown): boolean }>>>> = guards;
  if (!groups[type]![action]!.body(body)) throw new Error(`The example of ${action} does not fit`);
  return body;
}
