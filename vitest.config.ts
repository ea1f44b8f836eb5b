import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Minutes long: npm run test:robustness. With the registry: npm run test:package, npm run test:clients.
const exclude = ["test/robustness/**", "test/clients/**", "test/corpus/documents.test.ts", "test/package/registry/**"];

export default defineConfig({
  resolve: {
    // As in the bundle: openapi-typescript works with the TypeScript that ts-morph carries.
    alias: { typescript: fileURLToPath(new URL("generator/typescript/typescript.ts", import.meta.url)) },
  },
  test: {
    projects: [
      { extends: true, test: { name: "quick", include: ["test/**/*.test.ts"], exclude: [...exclude, "**/*.slow.test.ts"] } },
      { extends: true, test: { name: "slow", include: ["test/**/*.slow.test.ts"], exclude } },
      // The same servers, clients and validators without generated files.
      {
        extends: true,
        test: {
          name: "live",
          include: [
            "test/{features,binding,selectors}/**/*.slow.test.ts",
            "test/client/{follow-resource,follow-sockets,service-handles}.slow.test.ts",
          ],
          env: { OUTPUT: "live" },
        },
      },
    ],
    globalSetup: ["test/support/build.ts", "test/support/own-temporary-folder.ts"],
    server: { deps: { inline: [/openapi-typescript/] } },
    // A slow machine is no fault: limits are for what never comes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    maxWorkers: 2,
    // Files share the modules that a worker has loaded: loading them took as long as the tests. Mocks don't outlive a test.
    isolate: false,
    setupFiles: ["test/support/leaves-no-trace.ts", "test/support/repeatable.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    // A snapshot that is missing fails here too, not only in CI; `-u` still writes it.
    update: "none",
  },
});
