import type { Diagnostic, Location } from "../../diagnostics/diagnostic.js";
import { quote } from "../../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { createInstanceCheck } from "../../json-schema/interpreter.js";
import { createSecretSearch, isPlaceholder } from "../../json-schema/secrets.js";
import { visitExamples } from "../documented-examples.js";
import { locationBelow } from "../misfits.js";
import { defineRule, type RuleContext } from "../rule.js";

/** A value in the contract itself. */
interface WrittenValue {
  /** In words. */
  readonly what: string;
  readonly value: JsonValue;
  readonly schema: JsonValue | undefined;
  /** The object that contains the value, and its key there. */
  readonly holder: JsonObject | JsonValue[];
  readonly key: string;
}

/** Values such as `example-token` and `https://app:pass@db.example/` can't be mistaken for real ones. */
const madeUp = /(?<![a-z])(?:example|sample|dummy|fake|not-a-real)(?![a-z])/i;

/** Schemas that the values of a document may be validated against. */
const maxSteps = 2_000_000;

/** The value of a secret in the contract is known to everybody who reads it. */
export const secretExample = defineRule({
  code: "secret-example",
  severity: "warning",
  message: ({ what, pointer }: { what: string; pointer: string }) =>
    pointer === "" ? `${what} is the value of a secret` : `${what} contains the value of a secret at ${quote(pointer)}`,
  hint: 'Leave it out, or write a placeholder such as "********" or "example-token".',
  cause:
    "The contract contains the value of something that it marks as a secret (`format: password`, even mistyped). The docs publish it. If it is real, replace it.",
  bad: "Login: { type: object, properties: { password: { type: string, format: password, example: hunter2 } } }",
  good: 'Login: { type: object, properties: { password: { type: string, format: password, example: "********" } } }',
  at: "schemas",

  check(context, report) {
    const { upgraded, locations } = context;
    const check = createInstanceCheck(upgraded);
    const search = createSecretSearch({
      resolve: (schema) => context.schemaOf(schema).target?.node,
      choose: (branches, value) => {
        const fitting = branches.filter((branch) => check(branch, value).length === 0);
        return fitting.length > 0 ? fitting : branches;
      },
      steps: maxSteps,
    });
    // A value that is referenced several times is reported once.
    const told = new Set<string>();
    for (const { what, value, schema, holder, key } of writtenValues(context)) {
      search.visit(schema, value, (text, pointer) => {
        if (isPlaceholder(text) || madeUp.test(text)) return;
        const place = locationBelow(locations, locations.value(holder, key), value, pointer);
        const finding = JSON.stringify([place?.path, place?.line, place?.column]);
        if (told.has(finding)) return;
        told.add(finding);
        report({ what, pointer }, place && withoutText(place));
      });
    }
  },
});

/** Removes the text of lines that contain the value of a secret from all diagnostics. */
export function hideSecretLines(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const lineOf = ({ path, line }: Location) => `${line} ${path}`;
  const found = diagnostics.filter(({ code }) => code === secretExample.code);
  const lines = new Set(found.flatMap(({ location }) => (location ? lineOf(location) : [])));
  const hide = (location: Location) => (lines.has(lineOf(location)) ? withoutText(location) : location);
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    ...(diagnostic.location && { location: hide(diagnostic.location) }),
    related: diagnostic.related.map((one) => ({ ...one, location: hide(one.location) })),
  }));
}

/** The line is not shown, because printed text ends up in logs. */
function withoutText({ lineText: _, ...place }: Location): Location {
  return place;
}

/** Examples, defaults and allowed values. */
function writtenValues(context: RuleContext): WrittenValue[] {
  const values: WrittenValue[] = [];
  visitExamples(context, ({ name, ...example }) => {
    values.push({ ...example, what: name === undefined ? "the example" : `the example ${quote(name)}` });
  });
  for (const { schema } of context.schemas) {
    if (Object.hasOwn(schema, "default"))
      values.push({ what: "the default", value: schema["default"]!, schema, holder: schema, key: "default" });
    if (Object.hasOwn(schema, "const"))
      values.push({ what: '"const"', value: schema["const"]!, schema, holder: schema, key: "const" });
    const allowed = own(schema, "enum");
    if (!Array.isArray(allowed)) continue;
    for (const [index, value] of allowed.entries())
      values.push({ what: '"enum"', value, schema, holder: allowed, key: String(index) });
  }
  for (const { action } of context.actions) {
    for (const [name, example] of Object.entries(ownObject(action, "examples") ?? {})) {
      if (!isObject(example)) continue;
      for (const key of ["body", "result"] as const) {
        const what = `the example ${quote(name)}`;
        if (Object.hasOwn(example, key))
          values.push({ what, value: example[key]!, schema: own(action, key), holder: example, key });
      }
    }
  }
  return values;
}
