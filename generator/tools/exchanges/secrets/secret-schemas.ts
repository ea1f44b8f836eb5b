import { createSecretSearch, type SecretSearch } from "../../../json-schema/secret-search.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { componentName } from "../../../document/reference.js";
import { isSecret } from "../../../json-schema/secret.js";
import type { Contract } from "../../../model/contract.js";

/** What a contract says about its secrets. */
export interface SecretSchemas extends SecretSearch {
  /** Names of properties that are secret wherever the contract has them. */
  readonly names: ReadonlySet<string>;
}

/** Finds out what a contract marks as secret: `format: password` and `writeOnly`. */
export function createSecretSchemas({ schemas, document }: Contract): SecretSchemas {
  const resolve = (schema: JsonObject) => {
    const ref = ownString(schema, "$ref");
    return ref === undefined ? undefined : schemas.get(componentName(ref, "schemas") ?? "");
  };
  return { names: secretNames(document), ...createSecretSearch(document, { resolve }) };
}

/** References that lead on to references. */
const mostSteps = 200;

/** A name that is a secret here and something else there says nothing. */
function secretNames(document: JsonObject): Set<string> {
  const secret = new Set<string>();
  const open = new Set<string>();
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const properties = ownObject(value, "properties");
    for (const [name, schema] of Object.entries(properties ?? {})) {
      if (isObject(schema)) (isSecretProperty(schema, document) ? secret : open).add(name);
    }
    Object.values(value).forEach(visit);
  };
  visit(document);
  return new Set([...secret].filter((name) => !open.has(name)));
}

function isSecretProperty(schema: JsonObject, document: JsonObject): boolean {
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  let current: JsonValue | undefined = schema;
  for (let steps = 0; isObject(current) && steps < mostSteps; steps++) {
    if (isSecret(current)) return true;
    const ref = ownString(current, "$ref");
    current = ref === undefined ? undefined : own(schemas, componentName(ref, "schemas") ?? "");
  }
  return false;
}
