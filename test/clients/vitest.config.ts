import { defineConfig } from "vitest/config";
import tests from "../../vitest.config.js";

/** `npm run test:clients`: clients of other makers, which are installed from the registry. */
export default defineConfig({
  ...tests,
  test: { ...tests.test, isolate: true, include: ["test/clients/**/*.test.ts"], exclude: [] },
});
