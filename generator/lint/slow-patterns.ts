import { own, type JsonObject } from "../document/json-value.js";
import { growthOf, type Growth, type PowerGrowth } from "../json-schema/pattern/growth.js";
import { patternFlags } from "../json-schema/pattern/match-pattern.js";
import { linearPatternKey, matchingOf } from "../json-schema/pattern/matching.js";
import { reachableSchemas } from "./reachable-schemas.js";
import { responsesOf, resultOf } from "./revealing.js";
import type { RuleContext } from "./rule.js";
import { createTextLimits, invertedSchemas, longestValue, schemaPatterns, type SchemaPattern } from "./schema-patterns.js";

/** The number of a matcher's steps that take only some milliseconds. */
const harmlessSteps = 10_000_000;

/** A pattern that can keep a matcher busy. */
export interface SlowPattern extends SchemaPattern {
  readonly growth: Growth;
  /**
   * The length of the longest text that it is matched against; longer texts are invalid. Absent: it is matched against
   * none.
   */
  readonly longest: number | undefined;
  /** Whether a text that is too long to match could still make a value valid: below `not`, for example. */
  readonly isInverted: boolean;
}

/** Returns the patterns that texts of the allowed lengths can keep busy. */
export function slowPatterns(context: RuleContext): SlowPattern[] {
  const slow = schemaPatterns(context).flatMap((found): (SchemaPattern & { growth: Growth })[] => {
    const { flags } = patternFlags(found.pattern);
    if (flags === undefined) return [];
    const growth = growthOf(found.pattern, flags);
    const isLinear = typeof growth === "object" && growth.degree === 1 && !growth.hasBackreference;
    return isLinear ? [] : [{ ...found, growth }];
  });
  if (slow.length === 0) return [];

  const limits = createTextLimits(context);
  const inverted = invertedSchemas(context);
  const key = linearPatternKey(context.extensionPrefix);
  let sent: ReadonlySet<JsonObject> | undefined;
  return slow.flatMap((found): SlowPattern[] => {
    const { schema, growth, isInput, isForNames } = found;
    const { longest, tree } = matchingOf(found.pattern);
    // Values that only the server itself sends may take longer.
    const isSentOnly = () => !isInput && (sent ??= sentSchemas(context)).has(schema);
    const isMatched = longest !== undefined && (tree === undefined || own(schema, key) === true || isSentOnly());
    const isInverted = isMatched && inverted.has(schema);
    if (isMatched) {
      if (limits.overall(found) <= longest) return [];
      if (!isForNames && longestValue(schema) <= longest) return [];
      const fitsNone = !isForNames && leastLength(schema) > longest;
      if (!isInverted && !fitsNone) return [{ ...found, longest, isInverted }];
    }
    if (typeof growth === "object" && limits.inSchema(found) ** growth.degree <= harmlessSteps) return [];
    return isInverted || !isSentOnly() ? [{ ...found, longest: undefined, isInverted }] : [];
  });
}

function sentSchemas(context: RuleContext): Set<JsonObject> {
  const sent = [...context.operations.flatMap((node) => responsesOf(context, node, "all")), ...context.actions.map(resultOf)];
  return new Set([...reachableSchemas(context, sent)].map(({ schema }) => schema));
}

function leastLength(schema: JsonObject): number {
  const least = own(schema, "minLength");
  return typeof least === "number" ? least : 0;
}

/** Returns the cost of a pattern whose time grows with a power of the text's length. */
export function powerOf({ degree, hasBackreference }: PowerGrowth): string {
  if (degree > 1) return `can take time that grows with the power ${degree} of the length`;
  return hasBackreference ? "has a back reference" : "takes time that grows with the length";
}
