import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../load/json-value.js";
import type { Direction } from "../instance/walk.js";
import { partsOf } from "./parts.js";
import type { RuleContext } from "./rule.js";

/** An example outside Action Objects, and the schema that it stands beside. */
export interface DocumentedExample {
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
  for (const { value } of partsOf(context, "requestBody")) visitContent(context, value, "request", visit);
  for (const { value } of partsOf(context, "response")) visitContent(context, value, "response", visit);
  for (const { value } of partsOf(context, "parameter")) {
    visitBeside(context, value, "request", visit);
    visitContent(context, value, "request", visit);
  }
  for (const { value } of partsOf(context, "header")) {
    visitBeside(context, value, undefined, visit);
    visitContent(context, value, undefined, visit);
  }
  for (const { schema } of context.schemas) visitOwn(context, schema, visit);
}

function visitContent(context: RuleContext, holder: JsonObject, direction: Direction | undefined, visit: Visit): void {
  for (const [type, media] of Object.entries(ownObject(holder, "content") ?? {})) {
    if (!isObject(media)) continue;
    visitBeside(context, media, direction, (example) => {
      // A text beside XML or a form is the whole document, written out.
      if (typeof example.value !== "string" || /[/+]json *(;|$)/i.test(type)) visit(example);
    });
  }
}

/** `example` and `examples` beside `schema`. */
function visitBeside(context: RuleContext, holder: JsonObject, direction: Direction | undefined, visit: Visit): void {
  const schema = own(holder, "schema");
  if (schema === undefined) return;
  const common = { schema, ...(direction && { direction }) };
  if (Object.hasOwn(holder, "example")) visit({ ...common, value: holder["example"]!, holder, key: "example" });
  for (const [name, item] of Object.entries(ownObject(holder, "examples") ?? {})) {
    const example = context.resolve(item);
    if (!isObject(example) || !Object.hasOwn(example, "value")) continue;
    visit({ ...common, name, value: example["value"]!, holder: example, key: "value" });
  }
}

/** The `examples` and the `example` of a schema. */
function visitOwn({ version, places }: RuleContext, schema: JsonObject, visit: Visit): void {
  const examples = own(schema, "examples");
  // OpenAPI 3.0 has one `example`, of which the upgrade made a list.
  const isOne = version === "3.0" && places.origin(schema)?.entries.has("example");
  if (Array.isArray(examples)) {
    const place = (index: number) => (isOne ? { holder: schema, key: "example" } : { holder: examples, key: String(index) });
    examples.forEach((value, index) => visit({ value, schema, ...place(index) }));
  }
  if (Object.hasOwn(schema, "example")) visit({ value: schema["example"]!, schema, holder: schema, key: "example" });
}
