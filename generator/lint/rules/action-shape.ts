import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { schemaKeywords } from "../../document/schema-keywords.js";
import { defineRule, type RuleContext, type RuleReport } from "../rule.js";

/** A condition on a value, and how messages describe it. */
interface Expectation {
  readonly words: string;
  readonly holds: (value: JsonValue) => boolean;
  /** Returns the probably intended value for one of another kind. */
  readonly hint?: (value: JsonValue) => string | undefined;
}

type Fields = Readonly<Record<string, Expectation>>;

const text: Expectation = { words: "a string", holds: (value) => typeof value === "string" };
const flag: Expectation = {
  words: "true or false",
  holds: (value) => typeof value === "boolean",
  hint: (value) => {
    if (typeof value !== "string") return undefined;
    if (/^(?:true|yes|on)$/i.test(value)) return "Write true, without quotes.";
    return /^(?:false|no|off)$/i.test(value) ? "Write false, without quotes." : undefined;
  },
};
const map: Expectation = { words: "a map", holds: isObject };
const list: Expectation = { words: "a list", holds: Array.isArray };
const any: Expectation = { words: "a value", holds: () => true };
const names: Expectation = {
  words: "a non-empty list of different strings",
  holds: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === "string" && item !== "") &&
    new Set(value).size === value.length,
  hint: (value) => (typeof value === "string" && value !== "" ? `Write a list: [${quote(value)}]` : undefined),
};
const examples: Expectation = {
  ...map,
  hint: (value) => (Array.isArray(value) ? "Give each example a name: `examples: { default: { body: … } }`." : undefined),
};
const errorCode: Expectation = {
  words: "a name such as not_ready",
  holds: (value) => typeof value === "string" && value.length <= 64 && /^[A-Za-z][A-Za-z0-9]*([_.-][A-Za-z0-9]+)*$/.test(value),
};
const errorStatus: Expectation = {
  words: "a status from 400 to 599",
  holds: (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
};

const actionFields: Fields = {
  label: text,
  summary: text,
  description: text,
  tags: names,
  body: any,
  result: any,
  statuses: names,
  scopes: names,
  readOnly: flag,
  idempotent: flag,
  destructive: flag,
  async: flag,
  availability: map,
  errors: list,
  deprecated: flag,
  examples,
};
const availabilityFields: Fields = { states: names, plans: names };
const errorFields: Fields = { code: errorCode, status: errorStatus, description: text };
const exampleFields: Fields = { summary: text, body: any, status: text, result: any };

/** An Action Object has only the fields that the extension defines, of the right types, and `x-` fields. */
export const actionShape = defineRule({
  code: "action-shape",
  severity: "error",
  message: ({ problem }: { problem: string }) => problem,
  cause: "An unknown key would be ignored silently, and is usually a typo. A value of the wrong type can't be compiled.",
  bad: `
      add_ip:
        lable: Allow address
        scopes: service:write`,
  good: `
      add_ip:
        label: Allow address
        scopes: [service:write]`,
  at: "actions",

  check(context, report) {
    for (const { action } of context.actions) {
      checkFields(context, report, action, "an action", actionFields);
      const { availability, errors, examples } = action;
      if (isObject(availability)) checkFields(context, report, availability, "an availability", availabilityFields);
      if (Array.isArray(errors)) checkErrors(context, report, errors);
      if (!isObject(examples)) continue;
      for (const name of Object.keys(examples)) checkEntry(context, report, examples, name, "an example", exampleFields);
    }
  },
});

type ReportProblem = RuleReport<{ problem: string }>;

function checkErrors(context: RuleContext, report: ReportProblem, errors: readonly JsonValue[]): void {
  const codes = new Map<string, JsonObject>();
  for (const [index, error] of errors.entries()) {
    if (!checkEntry(context, report, errors, String(index), "an error", errorFields) || !isObject(error)) continue;
    for (const field of Object.keys(errorFields)) {
      if (Object.hasOwn(error, field)) continue;
      report({ problem: `an error must have "${field}"` }, context.locations.value(error));
    }
    const code = error["code"];
    if (typeof code !== "string") continue;
    const other = codes.get(code);
    const location = other && context.locations.value(other, "code");
    const related = [location && { message: "the other error", location }];
    if (other)
      report({ problem: "two errors have the same code" }, context.locations.value(error, "code"), {
        related,
      });
    else codes.set(code, error);
  }
}

/** Checks an entry of a map or list; false if it's not a map. */
function checkEntry(
  context: RuleContext,
  report: ReportProblem,
  holder: object,
  key: string,
  what: string,
  fields: Fields,
): boolean {
  const value = (holder as JsonObject)[key];
  if (isObject(value)) checkFields(context, report, value, what, fields);
  else report({ problem: `${what} must be a map` }, context.locations.value(holder, key));
  return isObject(value);
}

function checkFields({ locations }: RuleContext, report: ReportProblem, value: JsonObject, what: string, fields: Fields): void {
  for (const [key, item] of Object.entries(value)) {
    const expected = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (expected) {
      const problem = `"${key}" of ${what} must be ${expected.words}`;
      const hint = expected.hint?.(item);
      if (!expected.holds(item)) report({ problem }, locations.value(value, key), { ...(hint && { hint }) });
    } else if (!key.startsWith("x-")) {
      const near = suggest(key, Object.keys(fields));
      let hint = `Use ${Object.keys(fields).join(", ")}, or a key that starts with x-.`;
      if (fields === actionFields && schemaKeywords.has(key)) hint = "Indent it if it is part of `body` or `result`.";
      else if (near) hint = `Did you mean "${near}"?`;
      report({ problem: `unknown key ${quote(key)} in ${what}` }, locations.key(value, key), { hint });
    }
  }
}
