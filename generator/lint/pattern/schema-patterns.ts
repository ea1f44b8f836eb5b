import type { Location } from "../../diagnostics/diagnostic.js";
import { own, ownObject, type JsonObject } from "../../load/json-value.js";
import type { RuleContext } from "../rule.js";

/** A regular expression of a schema: the value of `pattern`, or a key of `patternProperties`. */
export interface SchemaPattern {
  readonly pattern: string;
  readonly schema: JsonObject;
  /** Asked for where there is something to report only: looking it up takes longer than most checks. */
  readonly locate: () => Location | undefined;
  /** True if it can judge what a caller sends. */
  readonly isInput: boolean;
  /** The `maxLength` that stands beside it, else infinite. */
  readonly maxLength: number;
}

/** Every regular expression of a contract's schemas. */
export function schemaPatterns({ schemas, places }: RuleContext): SchemaPattern[] {
  return schemas.flatMap(({ schema, isInput }) => {
    const found: SchemaPattern[] = [];
    const pattern = own(schema, "pattern");
    const maxLength = own(schema, "maxLength");
    if (typeof pattern === "string") {
      found.push({
        pattern,
        schema,
        locate: () => places.value(schema, "pattern"),
        isInput,
        maxLength: typeof maxLength === "number" ? maxLength : Infinity,
      });
    }
    const byName = ownObject(schema, "patternProperties") ?? {};
    for (const name of Object.keys(byName))
      found.push({ pattern: name, schema, locate: () => places.key(byName, name), isInput, maxLength: Infinity });
    return found;
  });
}

/** How validators run a pattern. */
export type PatternFlags =
  | { readonly flags: "" | "u"; readonly problem?: string }
  | { readonly flags: undefined; readonly problem: string };

/** With the flag `u` as JSON Schema has it, without where only that compiles, or not at all; and the engine's objection. */
export function patternFlags(pattern: string): PatternFlags {
  const problem = objection(pattern, "u");
  if (problem === undefined) return { flags: "u" };
  const withoutFlag = objection(pattern, "");
  return withoutFlag === undefined ? { flags: "", problem } : { flags: undefined, problem: withoutFlag };
}

function objection(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (problem) {
    // "Invalid regular expression: /[/u: Unterminated character class": the engine's words after the pattern.
    const message = problem instanceof Error ? problem.message : "";
    return message.slice(message.lastIndexOf(": ") + 2) || "it cannot be compiled";
  }
}

/** True for a pattern of another dialect that starts with flags, such as `(?i)`. */
export function startsWithFlags(pattern: string): boolean {
  return /^\^?\(\?[a-zA-Z]+\)/.test(pattern);
}
