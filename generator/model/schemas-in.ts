import type { JsonValue } from "../document/json-value.js";
import type { Contract, Operation } from "./contract.js";

/** The schemas of a contract: those of its components, and what operations and the requests of its service have besides. */
export function schemasIn({ schemas, operations, sentRequests }: Contract): Set<JsonValue> {
  const all = [...operations, ...sentRequests.map(({ operation }) => operation)];
  return new Set([...schemas.values(), ...all.flatMap(schemasOf)]);
}

function schemasOf({ parameters, body, responses }: Operation): JsonValue[] {
  const content = [...(body?.content ?? []), ...responses.flatMap((response) => response.content)];
  const parts = [...parameters, ...content, ...responses.flatMap(({ headers }) => headers)];
  return parts.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
}
