import { defineConfig } from "vitest/config";
import tests from "../../vitest.config.js";

const { projects: _, ...common } = tests.test!;

/** `npm run test:robustness`: what takes minutes. */
export default defineConfig({
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
    teardownTimeout: 60_000,
  },
});
