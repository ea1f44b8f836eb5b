import { expect, test } from "vitest";
import { listSnapshotTests } from "../scripts/accept.mjs";

test("npm run accept finds every test with snapshots, and runs them", () => {
  const tests = listSnapshotTests();
  expect(tests).toContain("test/cases.slow.test.ts");
  expect(tests).toContain("test/cli/schemas/shipped.test.ts");
  // A helper with a snapshot would belong to tests that don't name it, and the projects don't run what has a command of its own.
  const isRun = (file: string) =>
    file.endsWith(".test.ts") && !/^test\/(?:robustness|clients|package\/registry)\/|^test\/corpus\/documents/.test(file);
  expect(tests.filter((file) => !isRun(file))).toEqual([]);
});
