import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    // As in the bundle: openapi-typescript works with the TypeScript that ts-morph carries.
    alias: { typescript: fileURLToPath(new URL("generator/typescript/typescript.ts", import.meta.url)) },
  },
  test: {
    include: ["test/**/*.test.ts"],
    // Minutes long: npm run test:robustness. With the registry: npm run test:package.
    exclude: ["test/robustness/**", "test/corpus/documents.test.ts", "test/package/registry/**"],
    globalSetup: ["test/support/build.ts", "test/support/own-temporary-folder.ts"],
    server: { deps: { inline: [/openapi-typescript/] } },
    testTimeout: 60_000,
    maxWorkers: 2,
    // A snapshot that is missing fails here too, not only in CI; `-u` still writes it.
    update: "none",
  },
});
