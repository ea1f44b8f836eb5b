import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../load/json-value.js";
import { componentName } from "../../load/reference.js";
import type { Contract } from "../../model/contract.js";

/** What a contract says about its secrets. */
export interface SecretSchemas {
  /** Names of properties that are secret wherever the contract has them. */
  readonly names: ReadonlySet<string>;
  /** Whether a secret may stand in a value of the schema. */
  mayHold(schema: JsonValue | undefined): boolean;
  /** Calls back with each text of a value that stands where a schema has a secret. */
  visit(schema: JsonValue | undefined, value: JsonValue, found: (text: string) => void): void;
}

/** Finds out what a contract marks as secret: `format: password` and `writeOnly`. */
export function createSecretSchemas({ schemas, document }: Contract): SecretSchemas {
  const holding = new WeakMap<JsonObject, boolean>();
  const resolve = (schema: JsonObject) => {
    const ref = ownString(schema, "$ref");
    return ref === undefined ? undefined : schemas.get(componentName(ref, "schemas") ?? "");
  };
  const mayHold = (schema: JsonValue | undefined): boolean => {
    if (!isObject(schema)) return false;
    let answer = holding.get(schema);
    if (answer === undefined) holding.set(schema, (answer = reaches(schema, resolve, new Set())));
    return answer;
  };

  const visit = (schema: JsonValue | undefined, value: JsonValue, found: (text: string) => void, depth = 0): void => {
    if (!isObject(schema) || depth > mostNesting || !mayHold(schema)) return;
    if (isSecretSchema(schema) && typeof value === "string") found(value);
    for (const part of [resolve(schema), ...sameValue.flatMap((key) => listOf(own(schema, key)))])
      visit(part, value, found, depth + 1);
    if (Array.isArray(value)) {
      const prefix = listOf(own(schema, "prefixItems"));
      value.forEach((item, index) => visit(prefix[index] ?? own(schema, "items"), item, found, depth + 1));
    } else if (isObject(value)) {
      const properties = ownObject(schema, "properties");
      for (const [name, item] of Object.entries(value)) {
        visit(own(properties, name) ?? own(schema, "additionalProperties"), item, found, depth + 1);
      }
    } else if (typeof value === "string" && own(schema, "contentSchema") !== undefined) {
      visit(own(schema, "contentSchema"), parse(value), found, depth + 1);
    }
  };
  return { names: secretNames(document), mayHold, visit: (schema, value, found) => visit(schema, value, found) };
}

const mostNesting = 200;

/** Keywords whose schemas speak about the same value. */
const sameValue = ["allOf", "anyOf", "oneOf", "then", "else"];

function isSecretSchema(schema: JsonObject): boolean {
  return own(schema, "format") === "password" || own(schema, "writeOnly") === true;
}

function reaches(
  schema: JsonValue | undefined,
  resolve: (schema: JsonObject) => JsonValue | undefined,
  seen: Set<JsonValue>,
): boolean {
  if (!isObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  if (isSecretSchema(schema)) return true;
  const single = ["items", "additionalProperties", "contentSchema"].map((key) => own(schema, key));
  const lists = [...sameValue, "prefixItems"].flatMap((key) => listOf(own(schema, key)));
  const properties = Object.values(ownObject(schema, "properties") ?? {});
  return [resolve(schema), ...single, ...lists, ...properties].some((part) => reaches(part, resolve, seen));
}

/** A name that is a secret here and something else there says nothing. */
function secretNames(document: JsonObject): Set<string> {
  const secret = new Set<string>();
  const open = new Set<string>();
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const properties = ownObject(value, "properties");
    for (const [name, schema] of Object.entries(properties ?? {})) {
      if (isObject(schema)) (isSecret(schema, document) ? secret : open).add(name);
    }
    Object.values(value).forEach(visit);
  };
  visit(document);
  return new Set([...secret].filter((name) => !open.has(name)));
}

function isSecret(schema: JsonObject, document: JsonObject): boolean {
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  let current: JsonValue | undefined = schema;
  for (let steps = 0; isObject(current) && steps < mostNesting; steps++) {
    if (isSecretSchema(current)) return true;
    const ref = ownString(current, "$ref");
    current = ref === undefined ? undefined : own(schemas, componentName(ref, "schemas") ?? "");
  }
  return false;
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
