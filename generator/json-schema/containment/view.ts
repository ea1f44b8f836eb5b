import { type Direction, type Verdict, createInstanceEvaluator } from "../interpreter.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { Integers } from "../../document/load-contract.js";
import { createHasMark, foreignMarks } from "../../document/property-mark.js";
import { componentPointer, referencedName, referencedSchema, resolveSchema } from "../../document/reference.js";
import { mapChildren, subschemasAt } from "../../document/visitor.js";
import { isAnnotation } from "./keywords.js";
import type { Meaning } from "./meaning.js";
import type { Conjunction, SchemaView } from "./shape.js";

/** The maximum number of schemas to validate one value against, and all values of a view together. */
const evaluationLimits = { steps: 20_000, stepsInAll: 3_000_000, errors: 1 };

/** Creates a view of the schemas below `components`, and its open counterpart. */
export function createView(
  components: JsonObject,
  meaning: Meaning,
  direction?: Direction,
  integers?: Integers,
): { strict: SchemaView; open: SchemaView } {
  const strict = createOneView(components, meaning, direction, integers);
  return { strict, open: createOneView(components, meaning, direction, integers, strict) };
}

function createOneView(
  components: JsonObject,
  meaning: Meaning,
  direction: Direction | undefined,
  integers: Integers | undefined,
  strict?: SchemaView,
): SchemaView {
  const nodes = new Map<string, Conjunction>();
  const numbers = new Map<JsonObject | false, number>();
  const isForeign = direction === undefined ? () => false : createHasMark(foreignMarks[direction], components);
  const isOpen = strict !== undefined;
  let evaluator: ((schemas: readonly JsonValue[], value: JsonValue) => Verdict["isValid"]) | undefined;

  const numberOf = (schema: JsonObject | false): number => {
    const known = numbers.get(schema);
    if (known !== undefined) return known;
    numbers.set(schema, numbers.size);
    return numbers.size - 1;
  };
  const createEvaluator = () => {
    const opening = isOpen ? createOpening(components) : undefined;
    const schemas = opening?.components ?? components;
    const evaluate = createInstanceEvaluator({ components: { schemas } }, evaluationLimits, integers);
    return (list: readonly JsonValue[], value: JsonValue) =>
      evaluate({ allOf: list.map((schema) => opening?.open(schema) ?? schema) }, value, direction).isValid;
  };

  const view: SchemaView = {
    direction,
    isOpen,
    get strict() {
      return strict ?? view;
    },
    resolve: (schema) => referencedSchema(schema, components),
    node(schemas) {
      const list = [...new Set(schemas.map((schema) => target(schema, components)).filter((schema) => schema !== true))];
      const key = list.map(numberOf).join();
      let node = nodes.get(key);
      if (!node) {
        let text: string | undefined;
        node = {
          view,
          schemas: list,
          // Most nodes are never asked.
          get meaning() {
            return (text ??= [...new Set(list.map(meaning))].sort().join());
          },
          alternatives: new Map(),
        };
        nodes.set(key, node);
      }
      return node;
    },
    isForeign,
    isAbsent: (schema) => direction === "response" && isForeign(schema),
    evaluate: (node, value) => (evaluator ??= createEvaluator())(node.schemas, value),
  };
  return view;
}

/** Returns the schema, or the target of a lone reference. Anything that is not a schema accepts everything. */
function target(schema: JsonValue, components: JsonObject): JsonObject | boolean {
  const found = resolveSchema(schema, components, isLone);
  return isObject(found) ? found : found !== false;
}

/** `readOnly` next to a reference is evaluated where a property is required. */
function isLone(reference: JsonObject): boolean {
  return Object.keys(reference).every((key) => key === "$ref" || key === "readOnly" || key === "writeOnly" || isAnnotation(key));
}

/** Keywords whose schemas are conditions rather than descriptions: they stay unchanged. */
const deciding = new Set(["not", "if", "contains", "propertyNames"]);

const closing = new Set(["additionalProperties", "unevaluatedProperties"]);

/** Schemas as readers interpret them, next to the strict ones. */
interface Opening {
  /** All components, and each again under another name, opened. */
  readonly components: JsonObject;
  open(schema: JsonValue): JsonValue;
}

/**
 * Rewrites schemas so that objects may have undeclared or excluded properties, and a value may match several alternatives.
 * The result accepts everything that the original accepts.
 */
export function createOpening(components: JsonObject): Opening {
  const opened = new Map<JsonObject, JsonObject>();

  const open = (schema: JsonValue): JsonValue => {
    if (!isObject(schema)) return schema;
    const known = opened.get(schema);
    if (known) return known;
    const copy = mapChildren(schema, "schema", (part, kind, { key }) => {
      if (kind !== "schema" || deciding.has(key)) return part;
      return key === "properties" && part === false ? true : open(part);
    });
    for (const key of closing) if (copy[key] === false) delete copy[key];
    const name = referencedName(copy);
    if (name !== undefined) copy["$ref"] = componentPointer("schemas", openName(name));
    loosenAlternatives(copy);
    opened.set(schema, copy);
    return copy;
  };

  const all: JsonObject = { ...components };
  for (const [name, schema] of Object.entries(components)) all[openName(name)] = open(schema);
  return { components: all, open };
}

/** Turns `oneOf` into `anyOf`, which the schema may already have. */
function loosenAlternatives(schema: JsonObject): void {
  if (!Array.isArray(schema["oneOf"])) return;
  schema["allOf"] = [...subschemasAt(schema, "allOf"), { anyOf: schema["oneOf"] }];
  delete schema["oneOf"];
}

/** Component names contain no spaces. */
function openName(name: string): string {
  return `${name} open`;
}
