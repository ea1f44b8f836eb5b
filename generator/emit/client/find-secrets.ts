import { compare } from "../../diagnostics/diagnostic.js";
import { referencedSchema } from "../../document/reference.js";
import { createSecretSearch } from "../../json-schema/secrets.js";
import type { Contract, Operation } from "../../model/contract.js";
import { mediaKind } from "../../model/media-kind.js";
import { successesOf } from "../../model/action-responses.js";

/**
 * Names of the fields in what an operation reveals that hold secrets, sorted; `""` is the whole response, as text always is.
 * Empty unless it reveals anything.
 */
export function findSecrets(operation: Operation, { schemas }: Contract): string[] {
  if (!operation.reveals) return [];
  const search = createSecretSearch({ resolve: (schema) => referencedSchema(schema, schemas) });
  const content = successesOf(operation).flatMap((response) => response.content);
  const kinds = new Set(content.map(({ name }) => mediaKind(name)));
  const fields = search.fields(content.flatMap(({ name, schema }) => (mediaKind(name) === "json" ? [schema] : [])));
  // Text has no fields, and where nothing is declared, text may come.
  if (content.length === 0 || kinds.has("text") || kinds.has("any")) fields.add("");
  return [...fields].sort(compare);
}
