import { isObject, ownObject, type JsonValue } from "../../../document/json-value.js";
import { referencedSchema } from "../../../document/reference.js";
import { subschemas } from "../../../document/visitor.js";
import { createSecretSearch, type SecretSearch } from "../../../json-schema/secrets.js";
import type { Contract, Operation } from "../../../model/contract.js";

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

/** The schemas of a contract: those of its components, and what operations and the requests of its service have besides. */
function schemasIn({ schemas, operations, sentRequests }: Contract): Set<JsonValue> {
  const all = [...operations, ...sentRequests.map(({ operation }) => operation)];
  return new Set([...schemas.values(), ...all.flatMap(schemasOf)]);
}

function schemasOf({ parameters, body, responses }: Operation): JsonValue[] {
  const content = [...(body?.content ?? []), ...responses.flatMap((response) => response.content)];
  const parts = [...parameters, ...content, ...responses.flatMap(({ headers }) => headers)];
  return parts.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
}
