import { typesOf } from "../../templates/runtime/json.js";
import type { Location } from "../diagnostics/diagnostic.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { forEachSubschema, reachable } from "../document/visitor.js";
import { createMeanings } from "../json-schema/containment/meaning.js";
import { createProver } from "../json-schema/containment/prover.js";
import { createView } from "../json-schema/containment/view.js";
import type { RuleContext } from "./rule.js";

/** A regular expression of a schema: the value of `pattern`, or a key of `patternProperties`. */
export interface SchemaPattern {
  readonly pattern: string;
  readonly schema: JsonObject;
  /** Whether it is matched against the names of properties. */
  readonly isForNames: boolean;
  /** Asked for where there is something to report only: looking it up takes longer than most checks. */
  readonly locate: () => Location | undefined;
  /** True if it can judge what a caller sends. */
  readonly isInput: boolean;
}

/** Every regular expression of a contract's schemas. */
export function schemaPatterns({ schemas, locations }: RuleContext): SchemaPattern[] {
  return schemas.flatMap(({ schema, isInput }) => {
    const found: SchemaPattern[] = [];
    const pattern = own(schema, "pattern");
    if (typeof pattern === "string")
      found.push({ pattern, schema, isForNames: false, locate: () => locations.value(schema, "pattern"), isInput });
    const byName = ownObject(schema, "patternProperties") ?? {};
    for (const name of Object.keys(byName))
      found.push({ pattern: name, schema, isForNames: true, locate: () => locations.key(byName, name), isInput });
    return found;
  });
}

/** How long a text may be, in characters, to be matched against patterns of a contract. */
export interface TextLimits {
  /** What the schema of a pattern allows at most, by what it refers to and its `allOf` too; infinite where it allows any. */
  inSchema(pattern: SchemaPattern): number;
  /** The same, with what the schemas around it say about the same text, and `propertyNames` about names. */
  overall(pattern: SchemaPattern): number;
}

/** Finds how long texts may be. */
export function createTextLimits({ schemas, resolve }: RuleContext): TextLimits {
  const around = new Map<JsonValue, number>();
  for (const { schema } of schemas) {
    forEachSubschema(schema, (part, { subject }) => {
      const most = subject === "value" ? Math.min(limitOf(schema), around.get(schema) ?? Infinity) : Infinity;
      // Whatever stands in several places is limited by the loosest.
      around.set(part, Math.max(most, around.get(part) ?? 0));
    });
  }

  function limitOf(schema: JsonValue | undefined, seen = new Set<JsonValue>()): number {
    if (!isObject(schema) || seen.has(schema)) return Infinity;
    seen.add(schema);
    const parts = own(schema, "allOf");
    const limits = ["maxLength", "x-max-utf8-bytes"].map((keyword) => own(schema, keyword));
    return Math.min(
      ...limits.filter((limit) => typeof limit === "number"),
      ...(Array.isArray(parts) ? parts : []).map((part) => limitOf(part, seen)),
      own(schema, "$ref") === undefined ? Infinity : limitOf(resolve(schema), seen),
    );
  }

  return {
    inSchema: ({ schema, isForNames }) => (isForNames ? Infinity : limitOf(schema)),
    overall: ({ schema, isForNames }) =>
      isForNames ? limitOf(own(schema, "propertyNames")) : Math.min(limitOf(schema), around.get(schema) ?? Infinity),
  };
}

/**
 * The length of the longest text that a schema's own `type`, `enum` and `const` allow. Unlike a `maxLength`, they keep no longer
 * text from the pattern beside them.
 */
export function longestValue(schema: JsonObject): number {
  if (typesOf(schema)?.includes("string") === false) return 0;
  const constant = own(schema, "const");
  const values = constant === undefined ? own(schema, "enum") : [constant];
  if (!Array.isArray(values)) return Infinity;
  return values.reduce<number>((most, value) => (typeof value === "string" ? Math.max(most, value.length) : most), 0);
}

/**
 * The schemas whose failure can make a value valid: what `not`, `if`, a `contains` with a maximum, and alternatives of a
 * `oneOf` that a value can fit together reach.
 */
export function invertedSchemas({ schemas, upgraded }: RuleContext): ReadonlySet<JsonObject> {
  const overlapping = createOverlapFinder(upgraded);
  const roots = schemas.flatMap(({ schema }) => [
    own(schema, "not"),
    own(schema, "if"),
    own(schema, "maxContains") === undefined ? undefined : own(schema, "contains"),
    ...overlapping(own(schema, "oneOf")),
  ]);
  const reached = [
    ...reachable(
      upgraded,
      roots.map((value) => ({ value, kind: "schema" }) as const),
    ),
  ];
  return new Set(reached.map(({ value }) => value));
}

/** Finds the alternatives of a list that a value can fit together with another of them. */
function createOverlapFinder(document: JsonObject): (list: JsonValue | undefined) => readonly JsonValue[] {
  const schemas = ownObject(ownObject(document, "components"), "schemas") ?? {};
  const meaning = createMeanings(schemas, schemas).before;
  const prover = createProver();
  // What must be there differs between requests and responses, so what tells alternatives apart does too.
  const views = (["request", "response"] as const).map((direction) => createView(schemas, meaning, direction).strict);
  return (list) => {
    if (!Array.isArray(list)) return [];
    const overlap = (one: JsonValue, other: JsonValue) =>
      !views.every((view) => prover.areDisjoint(view.node([one]), view.node([other])));
    const found = new Set<JsonValue>();
    for (const [index, one] of list.entries()) {
      for (const other of list.slice(index + 1)) {
        if ((!found.has(one) || !found.has(other)) && overlap(one, other)) found.add(one).add(other);
      }
    }
    return [...found];
  };
}
