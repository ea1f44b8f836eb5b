import { isObject, ownObject, type JsonValue } from "../../../document/json-value.js";
import { referencedSchema } from "../../../document/reference.js";
import { subschemas } from "../../../document/visitor.js";
import { createSecretSearch, type SecretSearch } from "../../../json-schema/secrets.js";
import type { Contract, Operation } from "../../../model/contract.js";

/** The secrets that a contract declares. */
export interface SecretSchemas extends SecretSearch {
  /** Names of properties that are secret throughout the contract. */
  readonly names: ReadonlySet<string>;
}

/** Collects the secrets that a contract declares. */
export function createSecretSchemas(contract: Contract): SecretSchemas {
  const { schemas } = contract;
  const search = createSecretSearch({ resolve: (schema) => referencedSchema(schema, schemas) });
  return { names: secretNames(contract, search), ...search };
}

/** A name that is only sometimes secret is not conclusive. */
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

/** Returns the schemas of a contract: those of its components, and those of its operations, actions and service requests. */
function schemasIn({ schemas, operations, sentRequests }: Contract): Set<JsonValue> {
  const all = [...operations, ...sentRequests.map(({ operation }) => operation)];
  return new Set([...schemas.values(), ...all.flatMap(schemasOf)]);
}

function schemasOf({ parameters, body, responses }: Operation): JsonValue[] {
  const content = [...(body?.content ?? []), ...responses.flatMap((response) => response.content)];
  const parts = [...parameters, ...content, ...responses.flatMap(({ headers }) => headers)];
  return parts.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
}
