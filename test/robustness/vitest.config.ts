import { defineConfig } from "vitest/config";
import tests from "../../vitest.config.js";

const { projects: _, ...common } = tests.test!;

const robustness = {
  ...tests,
  test: {
    ...common,
    isolate: true,
    include: ["test/robustness/**/*.test.ts", "test/corpus/**/*.test.ts"],
    exclude: [],
    globalSetup: ["test/support/build.ts", "test/support/own-temporary-folder.ts"],
    // Limits are for what never ends, on the busiest machine.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
  },
};

/** `npm run test:robustness`: what takes minutes. The whole has a run of the control plane, too. */
export default process.env["ROBUSTNESS"] === "whole"
  ? defineConfig({
      test: {
        projects: [
          { ...robustness, test: { ...robustness.test, name: "robustness" } },
          "examples/control-plane/vitest.whole.config.ts",
        ],
      },
    })
  : defineConfig({ ...robustness, test: { ...robustness.test, teardownTimeout: 60_000 } });
