import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    // As in the bundle: openapi-typescript works with the TypeScript that ts-morph carries.
    alias: { typescript: fileURLToPath(new URL("generator/typescript/typescript.ts", import.meta.url)) },
  },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/build.ts",
    server: { deps: { inline: [/openapi-typescript/] } },
    testTimeout: 60_000,
    maxWorkers: 2,
  },
});
