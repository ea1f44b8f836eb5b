import { defineConfig } from "vitest/config";
import tests from "../../vitest.config.js";

/** `npm run test:clients`: third-party clients, from the registry or from the system. */
export default defineConfig({
  ...tests,
  test: { ...tests.test, isolate: true, include: ["test/clients/**/*.test.ts"], exclude: [] },
});
