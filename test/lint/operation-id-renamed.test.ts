import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("operation-id-renamed", () => {
  it("gives different ids different names, and says which got a number", () => {
    const ids = ["task$a", "task(a", "task_a", "task_a2", "x$"];
    const paths = ids.map((id, index) => `/${index}: { get: { operationId: ${JSON.stringify(id)} } }`).join("\n");
    expect(findings("operation-id-renamed", contract({ paths })).map((line) => line.replace(/, because.*/, ""))).toEqual([
      '["task$a"] warning the operationId "task$a" becomes "task_a3"',
      '["task(a"] warning the operationId "task(a" becomes "task_a4"',
    ]);
    expect(findings("operation-id-unique", contract({ paths }))).toEqual([]);
  });
});
