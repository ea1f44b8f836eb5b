import { compare } from "../../diagnostics/diagnostic.js";
import { referencedSchema } from "../../document/reference.js";
import { createSecretSearch } from "../../json-schema/secrets.js";
import type { Contract, Operation } from "../../model/contract.js";
import { successesOf } from "../../model/action-responses.js";

/**
 * Names of the fields that contain secrets in the response of a revealing operation, sorted; `""` is the whole response, as for
 * text. Empty for other operations.
 */
export function findSecrets(operation: Operation, { schemas }: Contract): string[] {
  if (!operation.reveals) return [];
  const search = createSecretSearch({ resolve: (schema) => referencedSchema(schema, schemas) });
  const content = successesOf(operation).flatMap((response) => response.content);
  const kinds = new Set(content.map(({ kind }) => kind));
  const fields = search.fields(content.flatMap(({ kind, schema }) => (kind === "json" ? [schema] : [])));
  // Text has no fields, and an undeclared response may be text.
  if (content.length === 0 || kinds.has("text") || kinds.has("any")) fields.add("");
  return [...fields].sort(compare);
}
