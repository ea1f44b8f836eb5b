import { compare } from "../../diagnostics/diagnostic.js";
import { own, ownObject, ownString } from "../../document/json-value.js";
import { componentName } from "../../document/reference.js";
import { createSecretSearch } from "../../json-schema/secrets.js";
import type { Contract, Operation } from "../../model/contract.js";
import { mediaKind } from "../../model/media-kind.js";
import { successes } from "./operation-types.js";

/**
 * Names of the fields in what an operation reveals that hold secrets, sorted; `""` is the whole response. Empty unless it
 * reveals anything.
 */
export function findSecrets(operation: Operation, { document }: Contract): string[] {
  if (!operation.reveals) return [];
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  const search = createSecretSearch(document, {
    resolve: (schema) => own(schemas, componentName(ownString(schema, "$ref") ?? "", "schemas") ?? ""),
  });
  const content = successes(operation).flatMap((response) => response.content);
  const bodies = content.flatMap(({ name, schema }) => (mediaKind(name) === "json" ? [schema] : []));
  return [...search.fields(bodies)].sort(compare);
}
