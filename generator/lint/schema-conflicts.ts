import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { forEachSubschema, subschemasAt } from "../document/visitor.js";
import { createMeanings } from "../json-schema/containment/meaning.js";
import { createProver } from "../json-schema/containment/prover.js";
import { createConflictFinder } from "../json-schema/containment/satisfiable.js";
import type { Conjunction } from "../json-schema/containment/shape.js";
import { createView } from "../json-schema/containment/view.js";
import type { RuleContext } from "./rule.js";

/** A schema that no value is valid for. */
export interface SchemaConflict {
  readonly schema: JsonObject;
  readonly problem: string;
}

/** Keywords whose schemas may be false on purpose. */
const conditional = new Set(["then", "else", "dependentSchemas", "propertyNames"]);

/**
 * Finds the schemas of requests that no value is valid for, by their parts and references: each cause once, at the innermost schema.
 * `known` has schemas that are reported already.
 */
export function findConflicts(context: RuleContext, known: ReadonlySet<JsonObject>): SchemaConflict[] {
  const components = ownObject(ownObject(context.upgraded, "components"), "schemas") ?? {};
  const view = createView(components, createMeanings(components, components).before, "request", context.integers).strict;
  const { conflictOf } = createConflictFinder(createProver());
  const order = new Map(context.schemas.map(({ schema }, index) => [schema, index]));
  const found = new Map<JsonObject, SchemaConflict>();

  const isRejecting = (schema: JsonValue) => conflictOf(view.node([schema])) !== undefined;
  const isDeliberate = (schema: JsonValue) => rejectsOpenly(view.node([schema]).schemas[0]);

  /** Returns the schema of the same value, or of a needed part, that explains why nothing is valid; or why there is none. */
  const step = (node: Conjunction, schema: JsonObject): { next?: JsonObject; problem: string } => {
    const target = view.resolve(schema);
    const inPlace = [...(target === undefined ? [] : [target]), ...subschemasAt(schema, "allOf")];
    const all = ["anyOf", "oneOf"].map((keyword) => subschemasAt(schema, keyword)).find((list) => list.every(isRejecting)) ?? [];
    const inner = [...inPlace, ...all].find((part) => isRejecting(part) && !isDeliberate(part));
    const { overlaps, part } = conflictOf(node)!;
    if (inner !== undefined) return { next: view.node([inner]).schemas[0] as JsonObject, problem: "" };
    if (!part) return { problem: overlaps ? overlapping(schema) : "the schemas that apply to it exclude each other" };
    const problem = `no value is valid for ${part.label}`;
    if (part.node.schemas.includes(false)) return { problem };
    const next = part.node.schemas.find((one) => one !== false && isRejecting(one) && !isDeliberate(one));
    return next ? { next, problem } : { problem };
  };

  const explain = (value: JsonObject): void => {
    if (isDeliberate(value) || !context.isWhole(value) || !isRejecting(value)) return;
    const path: JsonObject[] = [];
    let schema = view.node([value]).schemas[0] as JsonObject;
    for (;;) {
      if (known.has(schema) || found.has(schema)) return;
      path.push(schema);
      const { next, problem } = step(view.node([schema]), schema);
      if (!next) return void found.set(schema, { schema, problem });
      const start = path.indexOf(next);
      schema = next;
      if (start === -1) continue;
      const cycle = path.slice(start);
      const first = cycle.reduce((one, other) => ((order.get(other) ?? Infinity) < (order.get(one) ?? Infinity) ? other : one));
      if (!found.has(first)) found.set(first, { schema: first, problem: "it requires itself, without an end" });
      return;
    }
  };

  const excused = excusedSchemas(context);
  for (const { schema, isInput } of context.schemas) if (isInput && !excused.has(schema)) explain(schema);
  return [...found.values()];
}

function overlapping(schema: JsonObject): string {
  return Object.hasOwn(schema, "oneOf")
    ? "every value that matches an alternative of `oneOf` matches another one, too"
    : "`not` excludes what the schema allows";
}

/** Returns whether a schema says that nothing is valid: `false` or `not: {}`. */
function rejectsOpenly(schema: JsonValue | undefined): boolean {
  if (!isObject(schema)) return true;
  const negated = own(schema, "not");
  return negated === true || (isObject(negated) && Object.keys(negated).length === 0);
}

/** Returns the schemas below keywords that needn't match, or that may reject everything on purpose. */
function excusedSchemas({ schemas }: RuleContext): ReadonlySet<JsonValue> {
  const excused = new Set<JsonValue>();
  // A schema comes before its parts.
  for (const { schema } of schemas) {
    forEachSubschema(schema, (part, { asserts }, { key }) => {
      if (!asserts || conditional.has(key) || excused.has(schema)) excused.add(part);
    });
  }
  return excused;
}
