import { successResponses } from "../../binding/action-binding.js";
import { responsesOf } from "../../binding/binding.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { bodyKind, defaultType } from "../../document/media-kind.js";
import { componentAt, referenceOf, resolveComponent, valueAt } from "../../document/reference.js";
import { schemasIn } from "../../json-schema/schema.js";
import { member, query, type EntryContext } from "./entry.js";

/** A value of the document, and the query that selects it. */
export interface Part {
  readonly value: JsonValue;
  readonly at: string;
}

/** The content of a request body or a response. */
export interface Content {
  readonly kind: "json" | "form" | "text" | "other";
  /** Its media types of this kind that have the schema; each is sufficient. */
  readonly mediaTypes: readonly string[];
  /** Its other media types: those of this kind have another schema. */
  readonly unlike: readonly string[];
  /** Its schema, if there is one. */
  readonly part: Part | undefined;
}

/** JSON first, because it is fully supported. */
const kinds = ["json", "form", "text", "other"] as const;

/** Returns the kind of a media type. Below a range the schema decides, as in the model; without one it is JSON. */
function kindOf(name: string, schema: JsonValue | undefined, document: JsonObject): Content["kind"] {
  const kind = bodyKind(name, schema, ownObject(own(document, "components"), "schemas"));
  if (kind === "json" || kind === "any") return "json";
  if (kind === "form") return "form";
  return kind === "text" || /[/+]xml\b/i.test(name) ? "text" : "other";
}

/** Returns the media type for one that may be a range: its default. */
function concreteType(name: string, kind: Content["kind"]): string {
  return (kind === "json" || kind === "text" ? defaultType({ name, kind }) : undefined) ?? name;
}

/** Returns the content of a request body or a response that actions support; nothing if there is none. */
export function contentOf(holder: JsonValue | undefined, at: string, document: JsonObject): Content | undefined {
  const content = ownObject(resolveComponent(holder, document), "content");
  const types = Object.keys(content ?? {});
  const schemaOf = (type: string) => own(own(content, type), "schema");
  const [found] = kinds.flatMap((kind) => {
    const [first, ...others] = types.filter((type) => kindOf(type, schemaOf(type), document) === kind);
    return first === undefined ? [] : [{ kind, first, others }];
  });
  if (!found) return undefined;
  const { kind, first, others } = found;
  const value = schemaOf(first);
  const same = others.filter((type) => JSON.stringify(schemaOf(type)) === JSON.stringify(value));
  const mediaTypes = [first, ...same].map((type) => concreteType(type, kind));
  const start = componentQuery(holder, document) ?? at;
  const part = isObject(value) ? { value, at: `${start}.content${member(first)}.schema` } : undefined;
  return { kind, mediaTypes, unlike: types.filter((type) => type !== first && !same.includes(type)), part };
}

/** Returns the query for the component that an object refers to, through other components; nothing if it is no reference. */
export function componentQuery(value: JsonValue | undefined, document: JsonObject): string | undefined {
  let current = value;
  let target: string | undefined;
  for (let steps = 0; steps < maxSteps; steps++) {
    const ref = referenceOf(current);
    if (ref === undefined) return target;
    const component = componentAt(ref);
    if (!component) return undefined;
    target = query("components", component.section, component.name);
    current = valueAt(document, ref);
  }
  return undefined;
}

/** The loader rejects longer chains and cycles. */
const maxSteps = 100;

/** Returns whether a schema is only a reference. */
export function isReference(value: JsonValue): boolean {
  return referenceOf(value) !== undefined && Object.keys(value as JsonObject).length === 1;
}

/** Returns the success statuses, as the binding of an endpoint with these responses has them. */
export function successesOf(
  operation: JsonObject,
  { document, extensionPrefix }: Pick<EntryContext, "document" | "extensionPrefix">,
): string[] {
  return successResponses(responsesOf(operation, document), document, extensionPrefix).map(({ status }) => status);
}

/** Returns the response of an operation for a status. */
export function responseOf(operation: JsonObject, status: string): JsonValue | undefined {
  return own(ownObject(operation, "responses"), status);
}

/** Returns the facts of an action that its operation defines. */
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

/** Returns whether some member of a response is restricted to listed strings. */
export function isFixed(response: JsonValue | undefined, document: JsonObject): boolean {
  const content = Object.values(ownObject(resolveComponent(response, document), "content") ?? {});
  const seen = new Map<JsonObject, number>();
  const listsTexts = (schema: JsonValue | undefined, depth: number): boolean => {
    if (depth > maxFailureDepth) return false;
    const parts = schemasIn(document)
      .of(schema)
      .pieces.filter((part) => (seen.get(part) ?? Infinity) > depth);
    for (const part of parts) seen.set(part, depth);
    return parts.some((part) => {
      const listed = own(part, "enum");
      const isListed = Array.isArray(listed) && listed.some((item) => typeof item === "string");
      return (
        isListed ||
        typeof own(part, "const") === "string" ||
        Object.values(ownObject(part, "properties") ?? {}).some((member) => listsTexts(member, depth + 1))
      );
    });
  };
  return content.some((media) => listsTexts(own(media, "schema"), 0));
}

/** The maximum nesting of members to search for the listed strings of a failure. */
const maxFailureDepth = 6;
