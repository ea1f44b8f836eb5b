import { defineConfig } from "vitest/config";
import tests from "../../../vitest.config.js";

/** `npm run test:package`: what installs packages from the registry. */
export default defineConfig({
  ...tests,
  test: {
    ...tests.test,
    isolate: true,
    include: ["test/package/registry/**/*.test.ts"],
    exclude: [],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
