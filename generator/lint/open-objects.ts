import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { subschemasAt } from "../document/visitor.js";
import { allowedTypes } from "./allowed-types.js";
import type { RuleContext, RuleReport } from "./rule.js";
import { referredSchema } from "./schemas.js";

/** Reports objects in the bodies, or in the results, of all actions that are implicitly open, each once. */
export function reportOpenObjects(
  context: RuleContext,
  part: "body" | "result",
  report: RuleReport<{ readonly action: string }>,
): void {
  const reported = new Set<JsonObject>();
  const openObject = createOpenObject(context);
  for (const { name, action } of context.actions) {
    if (!context.isWhole(own(action, part))) continue;
    const open = openObject(own(action, part));
    if (!open || reported.has(open)) continue;
    reported.add(open);
    const location = context.locations.value(action, part);
    const isElsewhere = open !== action[part];
    report({ action: name }, context.locations.value(open), {
      related: [isElsewhere && location ? { message: `the ${part} of the action`, location } : undefined],
    });
  }
}

/** Returns a function that returns the first schema of an object without `additionalProperties` and `unevaluatedProperties`. */
function createOpenObject(context: RuleContext): (schema: JsonValue | undefined) => JsonObject | undefined {
  const known = new Map<JsonObject, JsonObject | undefined>();
  const openObject = (schema: JsonValue | undefined): JsonObject | undefined => {
    if (!isObject(schema)) return undefined;
    if (known.has(schema)) return known.get(schema);
    // A schema within itself adds nothing.
    known.set(schema, undefined);
    const found = find(schema);
    known.set(schema, found);
    return found;
  };
  const find = (schema: JsonObject): JsonObject | undefined => {
    if (!allowedTypes(context, schema).has("object")) return undefined;
    if (closing.some((keyword) => Object.hasOwn(schema, keyword))) return undefined;
    // One closed part closes the whole; alternatives must all be closed.
    const parts = [...subschemasAt(schema, "allOf")];
    const target = referredSchema(context, schema);
    if (target !== undefined) parts.push(target);
    const open = parts.map(openObject);
    for (const keyword of ["anyOf", "oneOf"] as const) {
      const list = subschemasAt(schema, keyword);
      if (list.length > 0) open.push(list.map(openObject).find((branch) => branch !== undefined));
    }
    if (open.length === 0) return schema;
    return open.every((part) => part !== undefined) ? open[0] : undefined;
  };
  return openObject;
}

const closing = ["additionalProperties", "unevaluatedProperties", "const", "enum"];
