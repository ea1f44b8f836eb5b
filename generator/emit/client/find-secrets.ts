import { compare } from "../../diagnostics/diagnostic.js";
import { isObject, own, ownObject, ownString, type JsonValue } from "../../load/json-value.js";
import { resolveComponent } from "../../load/resolve-component.js";
import type { Contract, Operation } from "../../model/contract.js";
import { mediaKind } from "../../model/media-kind.js";
import { successes } from "./successes.js";

/**
 * Names of the fields in what an operation reveals that hold secrets, sorted: of strings with `format: password` or
 * `writeOnly`, at any depth, also inside JSON text whose shape `contentSchema` gives. Empty unless it reveals anything.
 */
export function findSecrets(operation: Operation, contract: Contract): string[] {
  if (!operation.reveals) return [];
  const names = new Set<string>();
  const seen = new Set<JsonValue>();
  const walk = (value: JsonValue | undefined): void => {
    const schema = resolveComponent(value, contract.document);
    if (!isObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    for (const [name, property] of Object.entries(ownObject(schema, "properties") ?? {})) {
      if (isSecret(property, contract)) names.add(name);
      walk(property);
    }
    for (const keyword of ["items", "additionalProperties", "contentSchema"]) walk(own(schema, keyword));
    for (const keyword of ["allOf", "anyOf", "oneOf", "prefixItems"]) {
      const branches = own(schema, keyword);
      if (Array.isArray(branches)) branches.forEach(walk);
    }
  };
  for (const { content } of successes(operation)) {
    for (const { name, schema } of content) if (mediaKind(name) === "json") walk(schema);
  }
  return [...names].sort(compare);
}

/** A secret text, or a list of them. */
function isSecret(property: JsonValue, { document }: Contract): boolean {
  const schema = resolveComponent(property, document);
  return [schema, resolveComponent(own(schema, "items"), document)].some(
    (part) => ownString(part, "format") === "password" || own(part, "writeOnly") === true,
  );
}
