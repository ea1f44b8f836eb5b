import type { Location } from "../diagnostics/diagnostic.js";
import { own, ownObject, type JsonObject } from "../document/json-value.js";
import type { RuleContext } from "./rule.js";

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
export function schemaPatterns({ schemas, locations }: RuleContext): SchemaPattern[] {
  return schemas.flatMap(({ schema, isInput }) => {
    const found: SchemaPattern[] = [];
    const pattern = own(schema, "pattern");
    const maxLength = own(schema, "maxLength");
    if (typeof pattern === "string") {
      found.push({
        pattern,
        schema,
        locate: () => locations.value(schema, "pattern"),
        isInput,
        maxLength: typeof maxLength === "number" ? maxLength : Infinity,
      });
    }
    const byName = ownObject(schema, "patternProperties") ?? {};
    for (const name of Object.keys(byName))
      found.push({ pattern: name, schema, locate: () => locations.key(byName, name), isInput, maxLength: Infinity });
    return found;
  });
}
