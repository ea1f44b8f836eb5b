import type { SequenceRule } from "../../templates/runtime/sequence.js";
import { foldSchemas, type Question } from "./fold-schema.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { essenceOf } from "./media-kind.js";
import { referencedSchema, resolveSchema } from "./reference.js";

/** Marks a media type whose item schema has an effect. Its value: the events whose `data` is JSON, `true` for all. */
export const sequenceMark = "x-openapi-actions-sequence";

/** Returns how a media type separates the items of a sequence; `undefined` if it has none. */
export function sequenceFormat(mediaType: string): SequenceRule["format"] | undefined {
  const type = essenceOf(mediaType);
  if (type === "text/event-stream") return "events";
  if (/^application\/(?:jsonl|x-ndjson|ndjson|x-jsonlines)$/.test(type)) return "lines";
  return /^[^/]+\/(?:[^/]+\+)?json-seq$/.test(type) ? "records" : undefined;
}

/** The schemas of a document, and where copies are registered. */
interface ItemContext {
  readonly schemas: JsonObject | undefined;
  readonly locations: Locations;
  readonly kindsOf: (schema: JsonValue | undefined) => readonly EventKind[];
  /** The copy of each schema, regardless of the number of paths to it. */
  readonly copies: Map<JsonObject, JsonValue>;
}

/**
 * Returns a response or a request body with its item schemas of sequential media types marked; elsewhere item schemas have no effect. In those of
 * events, `data` that is JSON gets the schema of its value.
 */
export function markSequences(holder: JsonObject, document: JsonObject, locations: Locations): JsonObject {
  const content = ownObject(holder, "content");
  if (!content || !Object.values(content).some((mediaType) => own(mediaType, "itemSchema") !== undefined)) return holder;
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  const context = { schemas, locations, kindsOf: foldSchemas(aboutKinds(schemas), schemas), copies: new Map() };
  return markContent(holder, content, locations, (mediaType, name) => {
    const itemSchema = own(mediaType, "itemSchema");
    const format = sequenceFormat(name);
    if (itemSchema === undefined || format === undefined) return undefined;
    return { ...mediaType, ...(format === "events" ? eventItems(itemSchema, context) : { [sequenceMark]: false }) };
  });
}

/** Returns a response or a request body with its media types as `mark` returns them; `undefined`: unchanged. */
export function markContent(
  holder: JsonObject,
  content: JsonObject,
  locations: Locations,
  mark: (mediaType: JsonObject, name: string) => JsonObject | undefined,
): JsonObject {
  const entries = Object.entries(content).map(([name, mediaType]): [string, JsonValue] => {
    const marked = isObject(mediaType) ? mark(mediaType, name) : undefined;
    if (!marked) return [name, mediaType];
    locations.copy(mediaType as JsonObject, marked);
    return [name, marked];
  });
  const copy = { ...holder, content: Object.fromEntries(entries) };
  locations.copy(content, copy.content);
  locations.copy(holder, copy);
  return copy;
}

function eventItems(itemSchema: JsonValue, context: ItemContext): JsonObject {
  const json = jsonEvents(context.kindsOf(itemSchema));
  if (json === undefined) return { [sequenceMark]: false };
  return { itemSchema: withValues(itemSchema, context), [sequenceMark]: json };
}

/** Returns the schema of the items of a marked media type. */
export function itemSchemaOf(mediaType: JsonValue): JsonValue | undefined {
  return own(mediaType, sequenceMark) === undefined ? undefined : own(mediaType, "itemSchema");
}

/** One kind of events: their names and their data. Absent: anything. */
interface EventKind {
  readonly names?: readonly string[];
  readonly data?: "json" | "text";
}

/** The limit on combinations of alternatives; more are not distinguished. */
const maxAlternatives = 500;

/** Returns the events whose data is JSON; `undefined`: none, or they can't be identified by their names. */
function jsonEvents(kinds: readonly EventKind[]): true | string[] | undefined {
  const json = kinds.filter(({ data }) => data === "json");
  if (json.length === 0 || kinds.length > maxAlternatives) return undefined;
  if (json.length === kinds.length) return true;
  const names = new Set(json.flatMap((kind) => kind.names ?? []));
  const isTold = json.every((kind) => kind.names) && kinds.every((kind) => json.includes(kind) || isOther(kind, names));
  return isTold ? [...names].sort() : undefined;
}

/** An event without a name is a `message`. */
function isOther({ names: own = ["message"] }: EventKind, names: ReadonlySet<string>): boolean {
  return own.every((name) => !names.has(name));
}

/** The kinds of events that a schema describes. */
function aboutKinds(schemas: JsonObject | undefined): Question<readonly EventKind[]> {
  const mayBeText = foldSchemas(aboutText, schemas);
  return {
    own(schema) {
      const properties = ownObject(schema, "properties");
      return [{ ...namesOf(own(properties, "event"), schemas), ...dataOf(own(properties, "data"), schemas, mayBeText) }];
    },
    all: (lists) =>
      lists.reduce((kinds, others) =>
        kinds.flatMap((kind) => others.map((other) => merge(kind, other))).slice(0, maxAlternatives + 1),
      ),
    any: (lists) => lists.flat(),
    anything: [{}],
    nothing: [{}],
    unknown: [{}],
  };
}

/**
 * Whether a schema accepts strings. Data is sent as text, so a schema that accepts no strings describes the parsed
 * value.
 */
const aboutText: Question<boolean> = {
  own: (schema) => [own(schema, "type") ?? "string"].flat().includes("string"),
  all: (answers) => answers.every(Boolean),
  any: (answers) => answers.some(Boolean),
  anything: true,
  nothing: true,
  unknown: true,
};

/**
 * Prefers the more specific description of the data: a schema that all events share may only define that it is a
 * string.
 */
function merge(one: EventKind, other: EventKind): EventKind {
  const names = one.names && other.names ? one.names.filter((name) => other.names!.includes(name)) : (one.names ?? other.names);
  const data = one.data === "json" || other.data === "json" ? "json" : (one.data ?? other.data);
  return { ...(names && { names }), ...(data && { data }) };
}

function namesOf(event: JsonValue | undefined, schemas: JsonObject | undefined): Pick<EventKind, "names"> {
  const schema = resolveSchema(event, schemas);
  const values = [own(schema, "const"), ...listOf(schema, "enum")].filter((value) => typeof value === "string");
  return values.length > 0 ? { names: values } : {};
}

function dataOf(
  data: JsonValue | undefined,
  schemas: JsonObject | undefined,
  mayBeText: (data: JsonValue) => boolean,
): Pick<EventKind, "data"> {
  if (data === undefined) return {};
  return { data: contentOf(data, schemas) !== undefined || !mayBeText(data) ? "json" : "text" };
}

/** Returns the schema of the value in a string that contains JSON; `undefined` for any other string. */
function contentOf(data: JsonValue, schemas: JsonObject | undefined): JsonValue | undefined {
  const schema = resolveSchema(data, schemas);
  const mediaType = ownString(schema, "contentMediaType") ?? "";
  return /^application\/(?:[^/;]+\+)?json *(?:;|$)/i.test(mediaType) ? (own(schema, "contentSchema") ?? true) : undefined;
}

/**
 * Returns the schema of an event with its data as a value instead of text. Copies the schemas that describe the data.
 */
function withValues(schema: JsonValue, context: ItemContext): JsonValue {
  if (!isObject(schema) || context.kindsOf(schema).every(({ data }) => data === undefined)) return schema;
  let copy = context.copies.get(schema);
  if (copy === undefined) context.copies.set(schema, (copy = copyWithValues(schema, context)));
  return copy;
}

function copyWithValues(schema: JsonObject, context: ItemContext): JsonValue {
  const { $ref: _, ...copy } = schema;
  const target = referencedSchema(schema, context.schemas);
  if (target === undefined) copy["$ref"] = schema["$ref"]!;
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const branches = listOf(schema, keyword);
    const isText = (branch: JsonValue) => context.kindsOf(branch).every(({ data }) => data === "text");
    if (branches.length === 0) continue;
    copy[keyword] = branches.map((branch) => (keyword !== "allOf" && isText(branch) ? branch : withValues(branch, context)));
  }
  const properties = ownObject(schema, "properties");
  const data = own(properties, "data");
  if (properties && data !== undefined) copy["properties"] = { ...properties, data: valueSchema(data, context) };
  if (copy["$ref"] === undefined) delete copy["$ref"];
  if (target !== undefined) {
    const parts = [withValues(target, context), ...(listOf(copy, "allOf") as JsonValue[])];
    if (Object.keys(copy).length === 0) return parts[0]!;
    copy["allOf"] = parts;
  }
  context.locations.copy(schema, copy);
  return copy;
}

/** Drops a plain string schema if other schemas describe the values of some events. */
function valueSchema(data: JsonValue, context: ItemContext): JsonValue {
  const content = contentOf(data, context.schemas);
  if (content !== undefined) return content;
  const isPlain = isObject(data) && Object.keys(data).every((key) => key === "type" || key === "description");
  return isPlain && data["type"] === "string" ? {} : data;
}

function listOf(schema: JsonValue | undefined, keyword: string): readonly JsonValue[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}
