import { isJsonType } from "../../templates/runtime/server/http.js";
import { itemSchemaOf, sequenceMark } from "../document/item-schemas.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import type { Direction } from "../json-schema/interpreter.js";
import { isMarked, isNamedReveal } from "./revealing.js";
import type { RuleContext } from "./rule.js";

/** An example outside Action Objects, and the schema beside it. */
interface DocumentedExample {
  /** Absent where an example needs no name. */
  readonly name?: string;
  readonly value: JsonValue;
  readonly schema: JsonValue;
  readonly direction?: Direction;
  /** What has the value, and its key there. */
  readonly holder: JsonObject | JsonValue[];
  readonly key: string;
}

type Visit = (example: DocumentedExample) => void;

/** Visits the examples of media types, parameters, headers and schemas. */
export function visitExamples(context: RuleContext, visit: Visit): void {
  const directions = unusualDirections(context);
  for (const [kind, usual] of [["requestBody", "request"] as const, ["response", "response"] as const]) {
    for (const { value } of context.partsOf(kind)) {
      visitContent(context, value, directions.has(value) ? directions.get(value) : usual, visit);
    }
  }
  for (const { value } of context.partsOf("parameter")) {
    visitBeside(context, value, "request", visit);
    visitContent(context, value, "request", visit);
  }
  for (const { value } of context.partsOf("header")) {
    visitBeside(context, value, undefined, visit);
    visitContent(context, value, undefined, visit);
  }
  for (const { schema } of context.schemas) visitOwn(context, schema, visit);
}

/** Where requests come from the service, and what may hold secrets, which has all that is written. */
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
  for (const [type, media] of Object.entries(ownObject(holder, "content") ?? {})) {
    if (!isObject(media)) continue;
    visitBeside(context, media, direction, (example) => {
      // A text beside XML or a form is the whole document, written out.
      if (typeof example.value !== "string" || isJsonType(type)) visit(example);
    });
  }
}

/** `example` and `examples` beside `schema`. */
function visitBeside(context: RuleContext, holder: JsonObject, direction: Direction | undefined, visit: Visit): void {
  const schema = own(holder, "schema") ?? listOfItems(holder);
  if (schema === undefined) return;
  const common = { schema, ...(direction && { direction }) };
  if (Object.hasOwn(holder, "example")) visit({ ...common, value: holder["example"]!, holder, key: "example" });
  for (const [name, item] of Object.entries(ownObject(holder, "examples") ?? {})) {
    const example = context.resolve(item);
    if (!isObject(example) || !Object.hasOwn(example, "value")) continue;
    visit({ ...common, name, value: example["value"]!, holder: example, key: "value" });
  }
}

/** The schema of all items of a sequence. Not of events with JSON: in examples these are as they are sent. */
function listOfItems(mediaType: JsonObject): JsonObject | undefined {
  const items = mediaType[sequenceMark] === false ? itemSchemaOf(mediaType) : undefined;
  return items === undefined ? undefined : { type: "array", items };
}

/** The `examples` and the `example` of a schema. */
function visitOwn({ version, locations }: RuleContext, schema: JsonObject, visit: Visit): void {
  const examples = own(schema, "examples");
  // OpenAPI 3.0 has one `example`, of which the upgrade made a list.
  const isOne = version === "3.0" && locations.span(schema)?.entry("example") !== undefined;
  if (Array.isArray(examples)) {
    const place = (index: number) => (isOne ? { holder: schema, key: "example" } : { holder: examples, key: String(index) });
    examples.forEach((value, index) => visit({ value, schema, ...place(index) }));
  }
  if (Object.hasOwn(schema, "example")) visit({ value: schema["example"]!, schema, holder: schema, key: "example" });
}
