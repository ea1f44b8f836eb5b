import { own, type JsonObject } from "../document/json-value.js";
import { growthIn } from "../json-schema/pattern/growth-in.js";
import type { Growth, PowerGrowth } from "../json-schema/pattern/growth.js";
import { patternFlags } from "../json-schema/pattern/match-pattern.js";
import type { RuleContext } from "./rule.js";
import { createTextLimits, invertedSchemas, longestValue, schemaPatterns, type SchemaPattern } from "./schema-patterns.js";

/** Steps of a matcher that nobody notices: some milliseconds. */
const harmlessSteps = 10_000_000;

/** A pattern that can keep a matcher busy. */
export interface SlowPattern extends SchemaPattern {
  readonly growth: Growth;
  /** The length of the longest text that it is matched against: longer ones are invalid. Absent: it is safe for none. */
  readonly longest: number | undefined;
  /** Whether a text that is not matched could be valid for it: below `not`, for example. */
  readonly isInverted: boolean;
}

/** The patterns that texts of the lengths that schemas allow can keep busy. */
export function slowPatterns(context: RuleContext): SlowPattern[] {
  const slow = schemaPatterns(context).flatMap((found): (SchemaPattern & { growth: Growth })[] => {
    const { flags } = patternFlags(found.pattern);
    if (flags === undefined) return [];
    const growth = growthIn(context.upgraded, found.pattern, flags);
    const isLinear = typeof growth === "object" && growth.degree === 1 && !growth.hasBackreference;
    return isLinear ? [] : [{ ...found, growth }];
  });
  if (slow.length === 0) return [];

  const limits = createTextLimits(context);
  const inverted = invertedSchemas(context);
  return slow.flatMap((found): SlowPattern[] => {
    const { schema, growth } = found;
    if (typeof growth === "string") return [{ ...found, longest: undefined, isInverted: false }];
    const { longestText = 0, degree } = growth;
    if (limits.overall(found) <= longestText) return [];
    if (longestText > 0 && !found.isForNames && longestValue(schema) <= longestText) return [];
    const isInverted = inverted.has(schema);
    const fitsNone = !found.isForNames && leastLength(schema) > longestText;
    if (longestText > 0 && !isInverted && !fitsNone) return [{ ...found, longest: longestText, isInverted }];
    if (limits.inSchema(found) ** degree <= harmlessSteps) return [];
    return [{ ...found, longest: undefined, isInverted: isInverted && longestText > 0 }];
  });
}

function leastLength(schema: JsonObject): number {
  const least = own(schema, "minLength");
  return typeof least === "number" ? least : 0;
}

/** What a pattern costs whose time grows with a power of the text's length. */
export function powerOf({ degree, hasBackreference }: PowerGrowth): string {
  if (degree > 1) return `can take time that grows with the power ${degree} of a text's length`;
  return hasBackreference ? "has a back reference" : "takes time that grows with a text's length";
}
