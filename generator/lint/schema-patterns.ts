import { typesOf } from "../../templates/runtime/json.js";
import type { Location } from "../diagnostics/diagnostic.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { forEachSubschema, reachable } from "../document/visitor.js";
import { createDisjointCheck } from "../json-schema/containment/disjoint-check.js";
import type { AskAbout } from "../json-schema/schema-questions.js";
import type { RuleContext } from "./rule.js";

/** A regular expression of a schema: the value of `pattern`, or a key of `patternProperties`. */
export interface SchemaPattern {
  readonly pattern: string;
  readonly schema: JsonObject;
  /** Whether it is matched against property names. */
  readonly isForNames: boolean;
  /** Returns its location; called only to report something, as it takes longer than most checks. */
  readonly locate: () => Location | undefined;
  /** Whether it validates the input of callers. */
  readonly isInput: boolean;
}

const known = new WeakMap<RuleContext, readonly SchemaPattern[]>();

/** Returns every regular expression in a contract's schemas. */
export function schemaPatterns(context: RuleContext): readonly SchemaPattern[] {
  let patterns = known.get(context);
  if (!patterns) known.set(context, (patterns = findPatterns(context)));
  return patterns;
}

function findPatterns({ schemas, locations }: RuleContext): SchemaPattern[] {
  const found: SchemaPattern[] = [];
  for (const { schema, isInput } of schemas) {
    const pattern = own(schema, "pattern");
    if (typeof pattern === "string")
      found.push({ pattern, schema, isForNames: false, locate: () => locations.value(schema, "pattern"), isInput });
    const byName = ownObject(schema, "patternProperties");
    if (!byName) continue;
    for (const name of Object.keys(byName))
      found.push({ pattern: name, schema, isForNames: true, locate: () => locations.key(byName, name), isInput });
  }
  return found;
}

/** The maximum lengths, in characters, of texts that are matched against the patterns of a contract. */
export interface TextLimits {
  /** Returns the limit of the pattern's own schema, including its references and `allOf`; infinite without a limit. */
  inSchema(pattern: SchemaPattern): number;
  /**
   * Returns the limit of the schemas around it as well, which validate the same text, and of `propertyNames` for names.
   */
  overall(pattern: SchemaPattern): number;
}

/** Determines the maximum lengths of texts. */
export function createTextLimits({ schemas, schemaOf }: RuleContext): TextLimits {
  const around = new Map<JsonValue, number>();
  for (const { schema } of schemas) {
    forEachSubschema(schema, (part, { subject }) => {
      const most = subject === "value" ? Math.min(limitOf(schema), around.get(schema) ?? Infinity) : Infinity;
      // A schema in several locations has the largest of their limits.
      around.set(part, Math.max(most, around.get(part) ?? 0));
    });
  }

  function limitOf(schema: JsonValue | undefined): number {
    return schemaOf(schema).ask(aboutTextLimits);
  }

  return {
    inSchema: ({ schema, isForNames }) => (isForNames ? Infinity : limitOf(schema)),
    overall: ({ schema, isForNames }) =>
      isForNames ? limitOf(own(schema, "propertyNames")) : Math.min(limitOf(schema), around.get(schema) ?? Infinity),
  };
}

const aboutTextLimits: AskAbout<number> = () => ({
  own(schema) {
    const limits = ["maxLength", "x-max-utf8-bytes"].map((keyword) => own(schema, keyword));
    return Math.min(...limits.filter((limit) => typeof limit === "number"));
  },
  all: (limits) => Math.min(...limits),
  any: () => Infinity,
  anything: Infinity,
  nothing: Infinity,
  unknown: Infinity,
});

/**
 * Returns the length of the longest text that a schema's own `type`, `enum` and `const` allow. Unlike `maxLength`, they
 * don't prevent the match of a longer text against the pattern.
 */
export function longestValue(schema: JsonObject): number {
  if (typesOf(schema)?.includes("string") === false) return 0;
  const constant = own(schema, "const");
  const values = constant === undefined ? own(schema, "enum") : [constant];
  if (!Array.isArray(values)) return Infinity;
  return values.reduce<number>((most, value) => (typeof value === "string" ? Math.max(most, value.length) : most), 0);
}

/**
 * Returns the schemas whose failure can make a value valid: those reachable from `not`, `if`, a `contains` with a
 * maximum, and alternatives of a `oneOf` that overlap.
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

/** Returns a function that finds the alternatives of a list that overlap with another one. */
function createOverlapFinder(document: JsonObject): (list: JsonValue | undefined) => readonly JsonValue[] {
  // Requests and responses require different properties, so different properties distinguish alternatives.
  const areDisjoint = createDisjointCheck(document, ["request", "response"]);
  return (list) => {
    if (!Array.isArray(list)) return [];
    const found = new Set<JsonValue>();
    for (const [index, one] of list.entries()) {
      for (const other of list.slice(index + 1)) {
        if ((!found.has(one) || !found.has(other)) && !areDisjoint(one, other)) found.add(one).add(other);
      }
    }
    return [...found];
  };
}
