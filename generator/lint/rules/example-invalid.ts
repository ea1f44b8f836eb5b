import { quote } from "../../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject } from "../../document/json-value.js";
import { createExampleCheck } from "../example-check.js";
import { misfitDetails, maxMisfits, locationBelow } from "../misfits.js";
import { defineRule } from "../rule.js";

/** Examples are copied, so they must work: each body and result of an action's examples must be valid. */
export const exampleInvalid = defineRule({
  code: "example-invalid",
  severity: "error",
  adjustable: true,
  message: ({ example, pointer, problem }: { example: string; pointer: string; problem: string }) =>
    `${quote(pointer)} of the example ${quote(example)} is invalid: ${problem}`,
  cause: "Readers copy the examples of actions, and tests use them as fixtures. This one would be rejected.",
  bad: `
      add_ip:
        body: { type: object, additionalProperties: false, properties: { cidr: { type: string, maxLength: 43 } } }
        examples: { usual: { body: { cdir: 203.0.113.0/24 } } }`,
  good: `
      add_ip:
        body: { type: object, additionalProperties: false, properties: { cidr: { type: string, maxLength: 43 } } }
        examples: { usual: { body: { cidr: 203.0.113.0/24 } } }`,
  at: "actions",

  check(context, report) {
    const { actions, locations, isWhole } = context;
    const check = createExampleCheck(context);
    for (const { action } of actions) {
      for (const [name, example] of Object.entries(ownObject(action, "examples") ?? {})) {
        if (!isObject(example)) continue;
        for (const part of ["body", "result"] as const) {
          if (!Object.hasOwn(example, part) || !isWhole(own(action, part))) continue;
          const errors = check(own(action, part) ?? absent[part], example[part]!);
          for (const error of errors.slice(0, maxMisfits)) {
            const place = locationBelow(locations, locations.value(example, part), example[part]!, error.pointer);
            const parameters = { example: name, pointer: `/${part}${error.pointer}`, problem: error.message };
            report(parameters, place, misfitDetails(locations, error));
          }
        }
      }
    }
  },
});

/** The body and the result of an action that declares no schema. */
const absent: Readonly<Record<"body" | "result", JsonObject>> = {
  body: { type: "object", maxProperties: 0 },
  result: { type: "object" },
};
