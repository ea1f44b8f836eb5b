import { compare } from "../../diagnostics/diagnostic.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { componentName } from "../../document/reference.js";
import { isSecret } from "../../json-schema/secret.js";
import { subschemas } from "../../document/visitor.js";
import type { Contract, Operation } from "../../model/contract.js";
import { mediaKind } from "../../model/media-kind.js";
import { successes } from "./operation-types.js";

/**
 * Names of the fields in what an operation reveals that hold secrets, sorted: of strings with `format: password` or
 * `writeOnly`, at any depth, also inside JSON text whose shape `contentSchema` gives. Empty unless it reveals anything.
 */
export function findSecrets(operation: Operation, contract: Contract): string[] {
  if (!operation.reveals) return [];
  const names = new Set<string>();
  const seen = new Set<JsonValue>();
  const walk = (schema: JsonValue | undefined): void => {
    if (!isObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    for (const [name, property] of Object.entries(ownObject(schema, "properties") ?? {})) {
      if (isSecretProperty(property, contract)) names.add(name);
    }
    [referredSchema(schema, contract), ...subschemas(schema)].forEach(walk);
  };
  for (const { content } of successes(operation)) {
    for (const { name, schema } of content) if (mediaKind(name) === "json") walk(schema);
  }
  return [...names].sort(compare);
}

/** A secret text, or a list of them, also in one branch. */
function isSecretProperty(schema: JsonValue | undefined, contract: Contract, seen = new Set<JsonValue>()): boolean {
  if (!isObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((key) => own(schema, key) ?? []);
  const parts = [referredSchema(schema, contract), own(schema, "items"), ...branches];
  return isSecret(schema) || parts.some((part) => isSecretProperty(part, contract, seen));
}

/** What the `$ref` of a schema names, one step on: keywords beside a `$ref` on the way count too. */
function referredSchema(schema: JsonObject, { document }: Contract): JsonValue | undefined {
  const name = componentName(ownString(schema, "$ref") ?? "", "schemas");
  return name === undefined ? undefined : own(ownObject(ownObject(document, "components"), "schemas"), name);
}
