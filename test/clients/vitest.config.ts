import { defineConfig } from "vitest/config";
import tests from "../../vitest.config.js";

const { projects: _, ...common } = tests.test!;

/** `npm run test:clients`: third-party clients, from the registry or from the system. */
export default defineConfig({
  ...tests,
  test: { ...common, isolate: true, include: ["test/clients/**/*.test.ts"], exclude: [] },
});
