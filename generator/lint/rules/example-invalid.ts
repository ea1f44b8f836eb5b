import { isObject, own, ownObject, type JsonObject } from "../../document/json-value.js";
import { createInstanceCheck } from "../../json-schema/interpreter.js";
import { misfitDetails, mostMisfits, placeBelow } from "../misfits.js";
import type { Rule } from "../rule.js";

/** Examples are copied, so they must work: each body and result of an action's examples fits its schema. */
export const exampleInvalid: Rule = {
  code: "example-invalid",
  check({ upgraded, integers, actions, places, report }) {
    const check = createInstanceCheck(upgraded, integers);
    for (const { action } of actions) {
      for (const [name, example] of Object.entries(ownObject(action, "examples") ?? {})) {
        if (!isObject(example)) continue;
        for (const part of ["body", "result"] as const) {
          if (!Object.hasOwn(example, part)) continue;
          const errors = check(own(action, part) ?? absent[part], example[part]!);
          for (const error of errors.slice(0, mostMisfits)) {
            const place = placeBelow(places, places.value(example, part), example[part]!, error.pointer);
            const parameters = { example: name, pointer: `/${part}${error.pointer}`, problem: error.message };
            report("example-invalid", parameters, place, misfitDetails(places, error));
          }
        }
      }
    }
  },
};

/** What an action takes and returns that declares no schema. */
const absent: Readonly<Record<"body" | "result", JsonObject>> = {
  body: { type: "object", maxProperties: 0 },
  result: { type: "object" },
};
