import { createInstanceCheck } from "../../json-schema/interpreter.js";
import { visitExamples } from "../documented-examples.js";
import { misfitDetails, mostMisfits, placeBelow } from "../misfits.js";
import type { Rule } from "../rule.js";

/** Examples of media types, parameters, headers and schemas that do not fit mislead readers, but nothing is made of them. */
export const exampleMismatch: Rule = {
  code: "example-mismatch",
  check(context) {
    const { upgraded, integers, places, report } = context;
    const check = createInstanceCheck(upgraded, integers);
    // What is referred to from several places may be wrong in the same way each time.
    const told = new Set<string>();
    visitExamples(context, ({ name, value, schema, direction, holder, key }) => {
      for (const error of check(schema, value, direction).slice(0, mostMisfits)) {
        const { pointer, message } = error;
        const place = placeBelow(places, places.value(holder, key), value, pointer);
        const finding = JSON.stringify([place?.path, place?.line, place?.column, pointer, message]);
        if (told.has(finding)) continue;
        told.add(finding);
        report("example-mismatch", { example: name, pointer, problem: message }, place, misfitDetails(places, error));
      }
    });
  },
};
