import { isObject, ownObject, type JsonValue } from "../../../document/json-value.js";
import { referencedSchema } from "../../../document/reference.js";
import { subschemas } from "../../../document/visitor.js";
import { createSecretSearch, type SecretSearch } from "../../../json-schema/secrets.js";
import { schemasIn } from "../../../model/schemas-in.js";
import type { Contract } from "../../../model/contract.js";

/** What a contract says about its secrets. */
export interface SecretSchemas extends SecretSearch {
  /** Names of properties that are secret wherever the contract has them. */
  readonly names: ReadonlySet<string>;
}

/** Finds out what a contract marks as secret. */
export function createSecretSchemas(contract: Contract): SecretSchemas {
  const { schemas } = contract;
  const search = createSecretSearch(schemas, { resolve: (schema) => referencedSchema(schema, schemas) });
  return { names: secretNames(contract, search), ...search };
}

/** A name that is a secret here and something else there says nothing. */
function secretNames(contract: Contract, { isSecretText }: SecretSearch): Set<string> {
  const secret = new Set<string>();
  const open = new Set<string>();
  const visit = (schema: JsonValue): void => {
    if (!isObject(schema)) return;
    for (const [name, property] of Object.entries(ownObject(schema, "properties") ?? {})) {
      if (isObject(property)) (isSecretText(property) ? secret : open).add(name);
    }
    subschemas(schema).forEach(visit);
  };
  for (const schema of schemasIn(contract)) visit(schema);
  return new Set([...secret].filter((name) => !open.has(name)));
}
