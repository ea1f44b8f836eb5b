import { own, type JsonObject } from "../document/json-value.js";
import { aboutTypes, type AskAbout } from "../json-schema/schema-questions.js";
import type { RuleContext, RuleReport } from "./rule.js";

/** Reports objects in the bodies, or in the results, of all actions that are implicitly open, each once. */
export function reportOpenObjects(
  context: RuleContext,
  part: "body" | "result",
  report: RuleReport<{ readonly action: string }>,
): void {
  const reported = new Set<JsonObject>();
  for (const { name, action } of context.actions) {
    if (!context.isWhole(own(action, part))) continue;
    const open = context.schemaOf(own(action, part)).ask(aboutOpenObjects);
    if (!open || reported.has(open)) continue;
    reported.add(open);
    const location = context.locations.value(action, part);
    const isElsewhere = open !== action[part];
    report({ action: name }, context.locations.value(open), {
      related: [isElsewhere && location ? { message: `the ${part} of the action`, location } : undefined],
    });
  }
}

/** Finds the first schema of an object without `additionalProperties` and `unevaluatedProperties`. */
const aboutOpenObjects: AskAbout<JsonObject | undefined> = (schemas) => ({
  own: (schema) => {
    const isClosed = closing.some((keyword) => Object.hasOwn(schema, keyword));
    return isClosed || !schemas.ask(aboutTypes, schema).has("object") ? undefined : schema;
  },
  // One closed part closes the whole; alternatives must all be closed.
  all: ([itself, ...others]) => {
    if (itself === undefined) return itself;
    return others.includes(undefined) ? undefined : others[0];
  },
  any: (answers) => answers.find((open) => open !== undefined),
  anything: undefined,
  nothing: undefined,
  unknown: undefined,
});

const closing = ["additionalProperties", "unevaluatedProperties", "const", "enum"];
