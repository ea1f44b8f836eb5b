import { createInstanceJudge } from "../interpreter.js";
import type { Verdict } from "../../../templates/runtime/json-schema/interpreter.js";
import type { Direction } from "../../../templates/runtime/json-schema/walk.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { Integers } from "../../document/load-contract.js";
import { foreignMarks, hasMark } from "../../document/property-mark.js";
import { componentName } from "../../document/reference.js";
import { isAnnotation } from "./keywords.js";
import type { Meaning } from "./meaning.js";
import { createOpening } from "./open-schema.js";
import type { Shape } from "./shape.js";

/** Schemas that all apply to a value. Of one view and one list of schemas there is one node. */
export interface Node {
  readonly view: SchemaView;
  /** References that stand alone are followed; schemas that accept everything are left out. */
  readonly schemas: readonly (JsonObject | false)[];
  /** Equal for nodes whose schemas say the same, in whichever version. */
  readonly meaning: string;
  /** What `alternativesOf` found. */
  readonly alternatives: Map<Side, readonly Shape[] | undefined>;
}

/** Which side of "is contained in" a node stands on. What can't be told exactly is taken as more on the left, as less on the right. */
export type Side = "left" | "right";

/** The schemas of one version, as one party reads them. */
export interface SchemaView {
  readonly direction: Direction | undefined;
  /** Objects may have properties that they don't declare, and one alternative is enough: so are answers read. */
  readonly isOpen: boolean;
  /** The same taken word by word; the view itself unless it is open. */
  readonly strict: SchemaView;
  node(schemas: readonly JsonValue[]): Node;
  /** What a `$ref` leads to. */
  resolve(ref: string): JsonValue;
  /** Whether what a schema describes is sent by the other side only, and so is not there. */
  isAbsent(schema: JsonValue): boolean;
  /** Whether a value fits all schemas of a node. */
  judge(node: Node, value: JsonValue): Verdict["fits"];
}

/** Schemas that one value may be held against, and all values of a view together. */
const judgeLimits = { steps: 50_000, stepsInAll: 20_000_000, errors: 1 };

/** A view of the schemas below `components`, and the open one that belongs to it. */
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
  const nodes = new Map<string, Node>();
  const numbers = new Map<JsonObject | false, number>();
  const absent = new WeakMap<JsonObject, boolean>();
  const isOpen = strict !== undefined;
  let judging: ((schemas: readonly JsonValue[], value: JsonValue) => Verdict["fits"]) | undefined;

  const numberOf = (schema: JsonObject | false): number => {
    const known = numbers.get(schema);
    if (known !== undefined) return known;
    numbers.set(schema, numbers.size);
    return numbers.size - 1;
  };
  const createJudge = () => {
    const opening = isOpen ? createOpening(components) : undefined;
    const schemas = opening?.components ?? components;
    const judge = createInstanceJudge({ components: { schemas } }, judgeLimits, integers);
    return (list: readonly JsonValue[], value: JsonValue) =>
      judge({ allOf: list.map((schema) => opening?.open(schema) ?? schema) }, value, direction).fits;
  };

  const view: SchemaView = {
    direction,
    isOpen,
    get strict() {
      return strict ?? view;
    },
    resolve: (ref) => own(components, componentName(ref, "schemas") ?? "") ?? true,
    node(schemas) {
      const list = [...new Set(schemas.map((schema) => target(schema, view)).filter((schema) => schema !== true))];
      const key = list.map(numberOf).join();
      let node = nodes.get(key);
      if (!node) {
        const text = [...new Set(list.map(meaning))].sort().join();
        node = { view, schemas: list, meaning: text, alternatives: new Map() };
        nodes.set(key, node);
      }
      return node;
    },
    isAbsent(schema) {
      if (direction !== "response" || !isObject(schema)) return false;
      let found = absent.get(schema);
      if (found === undefined) absent.set(schema, (found = hasMark(schema, foreignMarks.response, view.resolve)));
      return found;
    },
    judge: (node, value) => (judging ??= createJudge())(node.schemas, value),
  };
  return view;
}

/** The schema, or where it is a lone reference what that leads to. What is no schema accepts everything. */
function target(schema: JsonValue, view: SchemaView): JsonObject | boolean {
  let current = schema;
  // The loader refuses references that go round in circles.
  while (isObject(current) && typeof current["$ref"] === "string" && isLone(current)) current = view.resolve(current["$ref"]);
  return isObject(current) ? current : current !== false;
}

/** `readOnly` beside a reference counts where a property is required, and is looked up there. */
function isLone(reference: JsonObject): boolean {
  return Object.keys(reference).every((key) => key === "$ref" || key === "readOnly" || key === "writeOnly" || isAnnotation(key));
}
