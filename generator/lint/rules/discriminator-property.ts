import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonValue } from "../../document/json-value.js";
import { defineRule, type RuleContext } from "../rule.js";

/** A discriminator works only if each alternative has the property and requires it. */
export const discriminatorProperty = defineRule({
  code: "discriminator-property",
  severity: "warning",
  message: ({ property, problem }: { property: string; problem: string }) => `the discriminator ${quote(property)} ${problem}`,
  hint: "Require the property in each alternative, with a `const` or `enum` of its own.",
  cause:
    "A discriminator distinguishes alternatives by a property. An alternative that doesn't have or doesn't require the property can't be recognized.",
  bad: `
      Shape:
        discriminator: { propertyName: kind }
        oneOf:
          - { type: object, required: [kind], properties: { kind: { const: circle } } }
          - { type: object, properties: { kind: { const: square } } }`,
  good: `
      Shape:
        discriminator: { propertyName: kind }
        oneOf:
          - { type: object, required: [kind], properties: { kind: { const: circle } } }
          - { type: object, required: [kind], properties: { kind: { const: square } } }`,
  at: "schemas",

  check(context, report) {
    for (const { schema } of context.schemas) {
      const discriminator = ownObject(schema, "discriminator");
      const property = ownString(discriminator, "propertyName");
      if (!discriminator || property === undefined || !context.isWhole(schema)) continue;
      const alternatives = context.schemaOf(schema).choices.map(({ node }) => node);
      // Without the property a value is one of the schema that `defaultMapping` names.
      const [ignored] = own(discriminator, "defaultMapping") === undefined ? [] : (["requirement"] as const);
      const problems = alternatives
        .flatMap((branch) => problemIn(context, branch, property) ?? [])
        .filter(({ lacks }) => lacks !== ignored);
      if (problems.length === 0) continue;
      const isMissing = problems.some(({ lacks }) => lacks === "property");
      const problem = isMissing ? "is not a property of each alternative" : "is not required by each alternative";
      const meant = suggest(property, commonlyRequired(context, alternatives));
      report({ property, problem }, context.locations.value(discriminator, "propertyName"), {
        ...(meant !== undefined && { hint: `Did you mean ${quote(meant)}?` }),
        related: problems
          .flatMap(({ lacks, branch }) => {
            const location = isObject(branch) ? context.locations.value(branch) : undefined;
            const message = `this alternative does not ${lacks === "property" ? "have" : "require"} it`;
            return location ? [{ message, location }] : [];
          })
          .sort(({ location: one }, { location: other }) => one.line - other.line || one.column - other.column),
      });
    }
  },
});

/** The properties that each alternative requires. */
function commonlyRequired(context: RuleContext, alternatives: readonly JsonValue[]): string[] {
  const [first = [], ...others] = alternatives.map((branch) =>
    context.schemaOf(branch).all.flatMap((part) => ownStrings(part, "required")),
  );
  return first.filter((name) => others.every((names) => names.includes(name)));
}

/** An alternative that a discriminator doesn't distinguish, and what it lacks. */
interface Untold {
  readonly branch: JsonValue;
  readonly lacks: "property" | "requirement";
}

function problemIn(context: RuleContext, branch: JsonValue, property: string): Untold | undefined {
  const parts = context.schemaOf(branch).all;
  // Alternatives that are unions themselves are checked at their own discriminator.
  if (parts.some((part) => context.schemaOf(part).choices.length > 0)) return undefined;
  if (!parts.some((part) => own(ownObject(part, "properties"), property) !== undefined)) return { branch, lacks: "property" };
  const isRequired = parts.some((part) => ownStrings(part, "required").includes(property));
  return isRequired ? undefined : { branch, lacks: "requirement" };
}
