import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";

/** An id of which the characters that names can't have are replaced, and that is then another one. */
export const operationIdRenamed = defineRule({
  code: "operation-id-renamed",
  severity: "warning",
  message: ({ written, id }: { written: string; id: string }) =>
    `the operationId ${quote(written)} becomes ${quote(id)}, because another operation has that name without the number`,
  hint: "Rename one of the two: the number depends on the other ids of the contract.",
  cause:
    "The `operationId` becomes the name of a handler, a method and files, so characters that names can't have become `_`, and only the first 128 are kept. Two ids that would be the same get a number.",
  bad: `
      /ping:
        get: { operationId: ping_all, responses: { "204": { description: Here. } } }
        head: { operationId: ping$all, responses: { "204": { description: Here. } } }`,
  good: `
      /ping:
        get: { operationId: ping_all, responses: { "204": { description: Here. } } }
        head: { operationId: ping$quietly, responses: { "204": { description: Here. } } }`,
  at: "paths",

  check({ renamed, locations }, report) {
    for (const { operation, written, id, isTaken } of renamed)
      if (isTaken) report({ written, id }, locations.value(operation, "operationId"));
  },
});
