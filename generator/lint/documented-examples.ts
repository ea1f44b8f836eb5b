import { contentOf } from "../document/media-kind.js";
import { itemSchemaOf, sequenceMark } from "../document/item-schemas.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import type { Direction } from "../json-schema/interpreter.js";
import { schemasIn } from "../json-schema/schema.js";
import { readSerializedBody, readSerializedParameter, type ReadExample } from "../json-schema/serialized-example.js";
import { describeParameter } from "./parameter-nodes.js";
import { isMarked, isNamedReveal } from "./revealing.js";
import type { RuleContext } from "./rule.js";

/** An example outside of Action Objects, and its schema. */
interface DocumentedExample {
  /** Absent if an example needs no name. */
  readonly name?: string;
  readonly value: JsonValue;
  readonly schema: JsonValue;
  readonly direction?: Direction;
  /** The object or list that contains the value, and its key there. */
  readonly holder: JsonObject | JsonValue[];
  readonly key: string;
}

/** An example in serialized form. */
interface SerializedExample {
  readonly name: string;
  /** What its text says. */
  readonly read: NonNullable<ReadExample>;
  /** What it is a form of. */
  readonly data: JsonValue | undefined;
  readonly holder: JsonObject;
}

interface FoundExample extends Omit<DocumentedExample, "value"> {
  /** Absent if there is only a text from which nothing can be read. */
  readonly value: JsonValue | undefined;
  readonly serialized?: SerializedExample | undefined;
}

type Visit = (example: FoundExample) => void;

/** Reads the serialized form of an example. */
type Read = (text: string) => ReadExample;

/** Visits the examples of media types, parameters, headers and schemas. Without data, the value is what the serialized form says. */
export function visitExamples(context: RuleContext, visit: (example: DocumentedExample) => void): void {
  visitAll(context, ({ value, serialized: _, ...example }) => {
    if (value !== undefined) visit({ ...example, value });
  });
}

/** Visits the examples whose serialized form is read. */
export function visitSerialized(context: RuleContext, visit: (example: SerializedExample) => void): void {
  visitAll(context, ({ serialized }) => {
    if (serialized) visit(serialized);
  });
}

function visitAll(context: RuleContext, visit: Visit): void {
  const holder = { schemas: schemasIn(context.upgraded).components };
  const directions = unusualDirections(context);
  for (const [kind, usual] of [["requestBody", "request"] as const, ["response", "response"] as const]) {
    for (const { value } of context.partsOf(kind)) {
      visitContent(context, value, directions.has(value) ? directions.get(value) : usual, visit);
    }
  }
  const readParameter = (parameter: JsonValue): Read => {
    const node = describeParameter(parameter);
    return (text) => node && readSerializedParameter(text, { ...node, mediaType: undefined }, holder);
  };
  for (const { value } of context.partsOf("parameter")) {
    const [content] = contentOf(value, context.document);
    visitBeside(context, value, { direction: "request", read: readParameter(value), content: content?.schema }, visit);
    visitContent(context, value, "request", visit);
  }
  for (const { value } of context.partsOf("header")) {
    const [content] = contentOf(value, context.document);
    visitBeside(context, value, { read: readParameter({ ...value, name: "", in: "header" }), content: content?.schema }, visit);
    visitContent(context, value, undefined, visit);
  }
  for (const { schema } of context.schemas) visitOwn(context, schema, visit);
}

/**
 * Returns the bodies with another direction than usual: those of webhooks and callbacks are reversed, and responses
 * that may reveal secrets have none, because their examples contain all properties.
 */
function unusualDirections(context: RuleContext): Map<JsonValue | undefined, Direction | undefined> {
  const directions = new Map<JsonValue | undefined, Direction | undefined>();
  for (const node of context.operations) {
    const { operation, role } = node;
    if (role !== "api") directions.set(context.resolve(own(operation, "requestBody")), "response");
    const mayReveal = role === "api" && (isMarked(context, node) || isNamedReveal(context, node));
    for (const [status, response] of Object.entries(ownObject(operation, "responses") ?? {})) {
      if (role !== "api") directions.set(context.resolve(response), "request");
      else if (mayReveal && status.startsWith("2")) directions.set(context.resolve(response), undefined);
    }
  }
  return directions;
}

function visitContent(context: RuleContext, holder: JsonObject, direction: Direction | undefined, visit: Visit): void {
  const schemas = schemasIn(context.upgraded).components;
  for (const { kind, schema, object: media } of contentOf(holder, context.document)) {
    if (!isObject(media)) continue;
    const isShownOnly = Object.hasOwn(media, sequenceMark) || Object.hasOwn(media, "encoding");
    const read: Read = (text) => readSerializedBody(text, { kind, schema, isShownOnly }, { schemas });
    visitBeside(context, media, { direction, read }, (example) => {
      // A string for XML or a form is the whole document as text.
      if (typeof example.value !== "string" || kind === "json") visit(example);
    });
  }
}

/** Visits `example` and `examples` next to `schema`, or to the `content` that has it. */
function visitBeside(
  context: RuleContext,
  holder: JsonObject,
  {
    direction,
    read,
    content,
  }: { readonly direction?: Direction | undefined; readonly read: Read; readonly content?: JsonValue | undefined },
  visit: Visit,
): void {
  const schema = own(holder, "schema") ?? content ?? listOfItems(holder);
  if (schema === undefined) return;
  const common = { schema, ...(direction && { direction }) };
  if (Object.hasOwn(holder, "example")) visit({ ...common, value: holder["example"]!, holder, key: "example" });
  for (const [name, item] of Object.entries(ownObject(holder, "examples") ?? {})) {
    const example = context.resolve(item);
    if (!isObject(example)) continue;
    const [data, text] = [own(example, "value"), ownString(example, "serializedValue")];
    const found = text === undefined ? undefined : read(text);
    const serialized = found && { name, read: found, data, holder: example };
    const key =
      data === undefined ? "serializedValue" : context.locations.span(example)?.entry("dataValue") ? "dataValue" : "value";
    const value = data ?? (found && "value" in found ? found.value : undefined);
    if (value !== undefined || serialized) visit({ ...common, name, value, holder: example, key, serialized });
  }
}

/**
 * Returns a schema of the list of a sequence's items; none for events with JSON, which examples contain as they are
 * sent.
 */
function listOfItems(mediaType: JsonObject): JsonObject | undefined {
  const items = mediaType[sequenceMark] === false ? itemSchemaOf(mediaType) : undefined;
  return items === undefined ? undefined : { type: "array", items };
}

/** Visits the `examples` and the `example` of a schema. */
function visitOwn({ version, locations }: RuleContext, schema: JsonObject, visit: Visit): void {
  const examples = own(schema, "examples");
  // OpenAPI 3.0 has a single `example`, which the upgrade turned into a list.
  const isOne = version === "3.0" && locations.span(schema)?.entry("example") !== undefined;
  if (Array.isArray(examples)) {
    const place = (index: number) => (isOne ? { holder: schema, key: "example" } : { holder: examples, key: String(index) });
    examples.forEach((value, index) => visit({ value, schema, ...place(index) }));
  }
  if (Object.hasOwn(schema, "example")) visit({ value: schema["example"]!, schema, holder: schema, key: "example" });
}
