import { equal } from "../../../templates/runtime/validators/guard.js";
import type { Direction, Verdict } from "../interpreter.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import type { TypeSet } from "./type-set.js";

/** The source of a constraint: a schema and its keyword. */
export interface Source {
  readonly schema: JsonObject;
  /** Absent: the schema as a whole. */
  readonly keyword?: string;
}

/** The value of a keyword. */
export interface Constraint<Value> extends Source {
  readonly value: Value;
}

/** A schema that excludes its values: that of `not`, or another alternative of `oneOf`. */
export interface Exclusion extends Constraint<Conjunction> {
  /** The alternative that applies instead. */
  readonly instead?: Conjunction;
}

/** Keywords that set a limit; the tightest of several applies. */
export const upperBounds = ["exclusiveMaximum", "maxItems", "maxLength", "maxProperties", "maximum", "x-max-utf8-bytes"] as const;
export const lowerBounds = ["exclusiveMinimum", "minItems", "minLength", "minProperties", "minimum"] as const;

export type Bound = (typeof upperBounds)[number] | (typeof lowerBounds)[number];

/** One schema's constraints of an object's properties; each schema has its own additional properties. */
export interface ObjectFacet extends Source {
  readonly properties: JsonObject;
  readonly patterns: JsonObject;
  /** Absent: anything. */
  readonly additional: JsonValue | undefined;
}

/** One schema's constraints of a list's items. */
export interface ListFacet extends Source {
  readonly prefix: readonly JsonValue[];
  readonly items: JsonValue | undefined;
}

/** A constraint that depends on a condition. */
export type Condition = Source & { readonly text: string } & (
    | { readonly kind: "if"; readonly if: Conjunction; readonly then: Conjunction; readonly else: Conjunction }
    | { readonly kind: "dependent"; readonly property: string; readonly names: readonly string[]; readonly node: Conjunction }
    | { readonly kind: "contains"; readonly node: Conjunction; readonly least: number; readonly most: number }
    | { readonly kind: "opaque" }
  );

/** A schema without alternatives: every part applies. */
export interface Shape {
  readonly types: TypeSet;
  /** Whether numbers are integers. */
  readonly isInteger: boolean;
  readonly typeSource: Source | undefined;
  /** The only values, from `enum` and `const`. */
  readonly values: Constraint<readonly JsonValue[]> | undefined;
  readonly bounds: ReadonlyMap<Bound, Constraint<number>>;
  readonly multiples: readonly Constraint<number>[];
  readonly patterns: readonly Constraint<string>[];
  readonly formats: readonly Constraint<string>[];
  readonly unique: Source | undefined;
  /** Schemas of a string's content. */
  readonly contents: readonly Source[];
  readonly objects: readonly ObjectFacet[];
  readonly lists: readonly ListFacet[];
  readonly required: ReadonlyMap<string, Source>;
  /** Schemas of property names. */
  readonly names: readonly Constraint<JsonValue>[];
  /** Nodes that no value matches: `not`, and the other alternatives of `oneOf`. */
  readonly excluded: readonly Exclusion[];
  readonly conditions: readonly Condition[];
  /** The alternatives that led to this shape. */
  readonly branches: readonly JsonValue[];
}

/** Returns the shape of values that match both, or nothing if their types or values are incompatible. */
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

/** What several paths lead to counts once. */
function join<Item>(a: readonly Item[], b: readonly Item[]): readonly Item[] {
  return a.length === 0 ? b : b.length === 0 ? a : [...new Set([...a, ...b])];
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

/** Schemas that all apply to a value. There is one node for each view and list of schemas. */
export interface Conjunction {
  readonly view: SchemaView;
  /** Lone references are resolved; schemas that accept everything are left out. */
  readonly schemas: readonly (JsonObject | false)[];
  /** Equal for nodes with equivalent schemas, in either version. */
  readonly meaning: string;
  /** The result of `alternativesOf`. */
  readonly alternatives: Map<Operand, readonly Shape[] | undefined>;
}

/** The operand of "is contained in". Inexact parts are taken as more on the left, and as less on the right. */
export type Operand = "left" | "right";

/** The views of two nodes or shapes. */
export type ViewPair = readonly [left: SchemaView, right: SchemaView];

/** The schemas of one version, as one party reads them. */
export interface SchemaView {
  readonly direction: Direction | undefined;
  /** Whether objects may have undeclared properties, and one alternative is sufficient: this is how responses are read. */
  readonly isOpen: boolean;
  /** The strict counterpart of an open view, otherwise the view itself. */
  readonly strict: SchemaView;
  node(schemas: readonly JsonValue[]): Conjunction;
  /** Returns the target of a schema's `$ref`. */
  resolve(schema: JsonObject): JsonValue | undefined;
  /** Returns whether only the other party sends the values of a schema. */
  isForeign(schema: JsonValue): boolean;
  /** Returns whether a schema's value is absent because only the other party sends it: requests may contain it, unvalidated. */
  isAbsent(schema: JsonValue): boolean;
  /** Returns whether a value is valid for all schemas of a node. */
  evaluate(node: Conjunction, value: JsonValue): Verdict["isValid"];
}
