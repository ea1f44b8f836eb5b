import { quote } from "../../diagnostics/escape.js";
import { visitExamples } from "../documented-examples.js";
import { createExampleCheck } from "../example-check.js";
import { misfitDetails, maxMisfits, locationBelow } from "../misfits.js";
import { defineRule } from "../rule.js";

/** Invalid examples of media types, parameters, headers and schemas mislead readers, but no code depends on them. */
export const exampleMismatch = defineRule({
  code: "example-mismatch",
  severity: "warning",
  message: ({ example, pointer, problem }: { example: string | undefined; pointer: string; problem: string }) =>
    `${pointer === "" ? "" : `${quote(pointer)} of `}the example${example === undefined ? "" : ` ${quote(example)}`} is invalid: ${problem}`,
  cause: "The schema rejects its example, which misleads readers.",
  bad: "Size: { type: integer, examples: [large] }",
  good: "Size: { type: integer, examples: [3] }",
  at: "schemas",

  check(context, report) {
    const { locations } = context;
    const check = createExampleCheck(context);
    // An example that is referenced several times has the same mistake each time.
    const told = new Set<string>();
    visitExamples(context, ({ name, value, schema, direction, holder, key }) => {
      if (!context.isWhole(schema)) return;
      for (const error of check(schema, value, direction).slice(0, maxMisfits)) {
        const { pointer, message } = error;
        const place = locationBelow(locations, locations.value(holder, key), value, pointer);
        const finding = JSON.stringify([place?.path, place?.line, place?.column, pointer, message]);
        if (told.has(finding)) continue;
        told.add(finding);
        report({ example: name, pointer, problem: message }, place, misfitDetails(locations, error));
      }
    });
  },
});
