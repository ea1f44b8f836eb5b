import { equal } from "../../../templates/runtime/validators/guard.js";
import type { Direction, Verdict } from "../interpreter.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import type { TypeSet } from "./type-set.js";

/** What a schema's keyword says, and where it stands. */
export interface Source {
  readonly schema: JsonObject;
  /** Absent: the schema as a whole. */
  readonly keyword?: string;
}

/** The value of a keyword. */
export interface Constraint<Value> extends Source {
  readonly value: Value;
}

/** Keywords that set a bound; of several the tightest counts. */
export const upperBounds = ["exclusiveMaximum", "maxItems", "maxLength", "maxProperties", "maximum", "x-max-utf8-bytes"] as const;
export const lowerBounds = ["exclusiveMinimum", "minItems", "minLength", "minProperties", "minimum"] as const;

export type Bound = (typeof upperBounds)[number] | (typeof lowerBounds)[number];

/** What one schema says about an object's properties; each schema counts as additional what itself doesn't name. */
export interface ObjectFacet extends Source {
  readonly properties: JsonObject;
  readonly patterns: JsonObject;
  /** Absent: anything. */
  readonly additional: JsonValue | undefined;
}

/** What one schema says about a list's items. */
export interface ListFacet extends Source {
  readonly prefix: readonly JsonValue[];
  readonly items: JsonValue | undefined;
}

/** Something that holds if something else does. */
export type Condition = Source & { readonly text: string } & (
    | { readonly kind: "if"; readonly if: Conjunction; readonly then: Conjunction; readonly else: Conjunction }
    | { readonly kind: "dependent"; readonly property: string; readonly names: readonly string[]; readonly node: Conjunction }
    | { readonly kind: "contains"; readonly node: Conjunction; readonly least: number; readonly most: number }
    | { readonly kind: "opaque" }
  );

/** A schema without alternatives: every part holds. */
export interface Shape {
  readonly types: TypeSet;
  /** Whether numbers are whole. */
  readonly isInteger: boolean;
  readonly typeSource: Source | undefined;
  /** The only values, from `enum` and `const`. */
  readonly values: Constraint<readonly JsonValue[]> | undefined;
  readonly bounds: ReadonlyMap<Bound, Constraint<number>>;
  readonly multiples: readonly Constraint<number>[];
  readonly patterns: readonly Constraint<string>[];
  readonly formats: readonly Constraint<string>[];
  readonly unique: Source | undefined;
  /** Schemas that say what a text holds. */
  readonly contents: readonly Source[];
  readonly objects: readonly ObjectFacet[];
  readonly lists: readonly ListFacet[];
  readonly required: ReadonlyMap<string, Source>;
  /** Schemas of property names. */
  readonly names: readonly Constraint<JsonValue>[];
  /** What no value fits: `not`, and the other alternatives of `oneOf`. */
  readonly excluded: readonly Constraint<Conjunction>[];
  readonly conditions: readonly Condition[];
  /** The alternatives that were taken on the way here. */
  readonly branches: readonly JsonValue[];
}

/** The shape of values that fit both, or nothing where their types or values rule each other out. */
export function meet(a: Shape, b: Shape): Shape | undefined {
  const types = a.types & b.types;
  const values = meetValues(a.values, b.values);
  if (types === 0 || values?.value.length === 0) return undefined;
  return {
    types,
    values,
    isInteger: a.isInteger || b.isInteger,
    typeSource: b.typeSource && (a.typeSource === undefined || types !== a.types) ? b.typeSource : a.typeSource,
    bounds: meetBounds(a.bounds, b.bounds),
    multiples: join(a.multiples, b.multiples),
    patterns: join(a.patterns, b.patterns),
    formats: join(a.formats, b.formats),
    unique: a.unique ?? b.unique,
    contents: join(a.contents, b.contents),
    objects: join(a.objects, b.objects),
    lists: join(a.lists, b.lists),
    required: a.required.size === 0 ? b.required : b.required.size === 0 ? a.required : new Map([...b.required, ...a.required]),
    names: join(a.names, b.names),
    excluded: join(a.excluded, b.excluded),
    conditions: join(a.conditions, b.conditions),
    branches: join(a.branches, b.branches),
  };
}

function join<Item>(a: readonly Item[], b: readonly Item[]): readonly Item[] {
  return a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];
}

function meetValues(a: Shape["values"], b: Shape["values"]): Shape["values"] {
  if (!a || !b) return a ?? b;
  const value = a.value.filter((one) => b.value.some((other) => equal(one, other)));
  return { ...(a.value.length <= b.value.length ? a : b), value };
}

function meetBounds(a: Shape["bounds"], b: Shape["bounds"]): Shape["bounds"] {
  if (a.size === 0 || b.size === 0) return a.size === 0 ? b : a;
  const both = new Map(a);
  for (const [bound, other] of b) {
    const mine = both.get(bound);
    const isTighter = !mine || (isUpper(bound) ? other.value < mine.value : other.value > mine.value);
    if (isTighter) both.set(bound, other);
  }
  return both;
}

function isUpper(bound: Bound): boolean {
  return (upperBounds as readonly Bound[]).includes(bound);
}

/** Schemas that all apply to a value. Of one view and one list of schemas there is one node. */
export interface Conjunction {
  readonly view: SchemaView;
  /** References that stand alone are followed; schemas that accept everything are left out. */
  readonly schemas: readonly (JsonObject | false)[];
  /** Equal for nodes whose schemas say the same, in whichever version. */
  readonly meaning: string;
  /** What `alternativesOf` found. */
  readonly alternatives: Map<Operand, readonly Shape[] | undefined>;
}

/** Which operand of "is contained in" a node is. What can't be told exactly is taken as more on the left, as less on the right. */
export type Operand = "left" | "right";

/** The views that two nodes or shapes belong to. */
export type ViewPair = readonly [left: SchemaView, right: SchemaView];

/** The schemas of one version, as one party reads them. */
export interface SchemaView {
  readonly direction: Direction | undefined;
  /** Objects may have properties that they don't declare, and one alternative is enough: so are answers read. */
  readonly isOpen: boolean;
  /** The same taken word by word; the view itself unless it is open. */
  readonly strict: SchemaView;
  node(schemas: readonly JsonValue[]): Conjunction;
  /** What the `$ref` of a schema leads to. */
  resolve(schema: JsonObject): JsonValue | undefined;
  /** Whether what a schema describes is sent by the other party only, and so is not there. */
  isAbsent(schema: JsonValue): boolean;
  /** Whether a value fits all schemas of a node. */
  evaluate(node: Conjunction, value: JsonValue): Verdict["fits"];
}
