import { defineConfig } from "vitest/config";
import tests from "../../../vitest.config.js";

const { projects: _, ...common } = tests.test!;

/** `npm run test:package`: what installs packages from the registry. */
export default defineConfig({
  ...tests,
  test: {
    ...common,
    isolate: true,
    include: ["test/package/registry/**/*.test.ts"],
    exclude: [],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
