import { quote } from "../../../diagnostics/escape.js";
import type { Change } from "../change.js";
import type { Rule } from "../rule.js";
import { annotationRules } from "../rules/schema/annotations.js";
import type { SchemaChange } from "./schema-comparer.js";

/** Says what changed where: `"cidr" in the body of "add_ip" of postgres must be sent now`. */
export function describeSchemaChange(change: SchemaChange): Omit<Change, "severity"> {
  const { rule, path, says, before, after, pointer, uses, witness } = change;
  const [first = "", ...others] = uses;
  const more = others.length === 0 ? "" : ` and ${others.length} other ${others.length === 1 ? "place" : "places"}`;
  const subject = path === "" ? `${first}${more}` : `${quote(path)} in ${first}${more}`;
  return {
    rule,
    message: `${subject} ${says}`,
    before,
    after,
    pointer,
    uses,
    ...(witness !== undefined && { witness }),
    isCertain: witness !== undefined || !isAboutValues(rule),
  };
}

/** Rules about keywords that restrict no values have nothing to show. */
function isAboutValues(rule: Rule): boolean {
  return rule.breaks !== "nobody" && !annotationRules.some(({ id }) => id === rule.id);
}
