import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { referenceOf, resolveComponent } from "../../document/reference.js";
import { subschemas } from "../../document/visitor.js";
import { isPassword } from "../../json-schema/secrets.js";
import { member, query } from "./entry.js";

/** A value of the document and the query that selects it. */
export interface Part {
  readonly value: JsonValue;
  readonly at: string;
}

/** The schema of JSON that a request body or a response has; `other` where it has another kind of content only. */
export function jsonSchema(holder: JsonValue | undefined, at: string, document: JsonObject): Part | "other" | undefined {
  const ref = referenceOf(holder);
  const content = ownObject(resolveComponent(holder, document), "content");
  const types = Object.keys(content ?? {});
  const media = types.find((type) => /[/+](?:json|x-amz-json-[\d.]+)/i.test(type)) ?? types.find((type) => type === "*/*");
  if (types.length === 0) return undefined;
  if (media === undefined) return "other";
  const value = own(own(content, media), "schema");
  const [, section, name] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(ref ?? "") ?? [];
  const start = section === undefined ? at : query("components", section, name!.replaceAll("~1", "/").replaceAll("~0", "~"));
  return isObject(value) ? { value, at: `${start}.content${member(media)}.schema` } : undefined;
}

/** Whether a schema refers to another and says nothing else. */
export function isReference(value: JsonValue): boolean {
  return referenceOf(value) !== undefined && Object.keys(value as JsonObject).length === 1;
}

/** The first status of success. */
export function successOf(operation: JsonObject): string | undefined {
  return Object.keys(ownObject(operation, "responses") ?? {}).find((status) => /^2(?:\d\d|XX)$/.test(status));
}

/** What an operation has for a status. */
export function responseOf(operation: JsonObject, status: string): JsonValue | undefined {
  return own(ownObject(operation, "responses"), status);
}

/** What an operation says about its action. */
export function factsOf(operation: JsonObject): JsonObject {
  const text = ownString(operation, "summary") ?? ownString(operation, "description") ?? "";
  const plain = text
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const sentence = /^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
  const summary = sentence.length > 120 ? `${sentence.slice(0, 117).trimEnd()}...` : sentence;
  return { ...(summary !== "" && { summary }), ...(own(operation, "deprecated") === true && { deprecated: true }) };
}

/** The parameters in the query and in headers, but the header that names the action. */
export function parameterNames(operation: JsonObject, document: JsonObject): string[] {
  const parameters = (own(operation, "parameters") as JsonValue[] | undefined) ?? [];
  return parameters.flatMap((parameter) => {
    const resolved = resolveComponent(parameter, document);
    const name = ownString(resolved, "name");
    return name === undefined || ownString(resolved, "in") === "path" || /^(?:x-amz-target|action)$/i.test(name) ? [] : [name];
  });
}

/** Whether a value of a schema may hold something that is marked as a secret. */
export function reachesSecret(start: JsonValue | undefined, document: JsonObject): boolean {
  const seen = new Set<JsonValue | undefined>();
  const open = [start];
  while (open.length > 0) {
    const schema = resolveComponent(open.pop(), document);
    if (!isObject(schema) || seen.has(schema)) continue;
    if (isPassword(schema)) return true;
    seen.add(schema);
    open.push(...subschemas(schema));
  }
  return false;
}

/** Whether a response has members of which the texts are listed. */
export function isFixed(response: JsonValue | undefined, document: JsonObject): boolean {
  const content = Object.values(ownObject(resolveComponent(response, document), "content") ?? {});
  const listsTexts = (value: JsonValue | undefined, depth: number): boolean => {
    const schema = resolveComponent(value, document);
    if (!isObject(schema) || depth > maxFailureDepth) return false;
    const listed = own(schema, "enum");
    if (typeof own(schema, "const") === "string" || (Array.isArray(listed) && listed.some((item) => typeof item === "string")))
      return true;
    const parts = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => own(schema, keyword) ?? []).flat();
    return [...parts, ...Object.values(ownObject(schema, "properties") ?? {})].some((part) =>
      listsTexts(part as JsonValue, depth + 1),
    );
  };
  return content.some((media) => listsTexts(own(media, "schema"), 0));
}

/** Schemas within each other in which a failure's texts are looked for. */
const maxFailureDepth = 6;
