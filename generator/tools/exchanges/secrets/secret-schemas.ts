import { isObject, ownObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { referencedSchema } from "../../../document/reference.js";
import { createSecretSearch, type SecretSearch } from "../../../json-schema/secrets.js";
import type { Contract } from "../../../model/contract.js";

/** What a contract says about its secrets. */
export interface SecretSchemas extends SecretSearch {
  /** Names of properties that are secret wherever the contract has them. */
  readonly names: ReadonlySet<string>;
}

/** Finds out what a contract marks as secret. */
export function createSecretSchemas({ schemas, document }: Contract): SecretSchemas {
  const search = createSecretSearch(document, { resolve: (schema) => referencedSchema(schema, schemas) });
  return { names: secretNames(document, search), ...search };
}

/** A name that is a secret here and something else there says nothing. */
function secretNames(document: JsonObject, { isSecretText }: SecretSearch): Set<string> {
  const secret = new Set<string>();
  const open = new Set<string>();
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const properties = ownObject(value, "properties");
    for (const [name, schema] of Object.entries(properties ?? {})) {
      if (isObject(schema)) (isSecretText(schema) ? secret : open).add(name);
    }
    Object.values(value).forEach(visit);
  };
  visit(document);
  return new Set([...secret].filter((name) => !open.has(name)));
}
