import { defineConfig } from "vitest/config";

/** The same tests twice: on the embedded server, and on one that is given by DATABASE_URL. */
const targets = ["embedded", "given"] as const;

/** What a second run would only repeat: poolers and upgrades bring servers of their own, clients and attackers don't see which server it is. */
const once = {
  embedded: ["test/pooler.test.ts", "test/upgrades.test.ts"],
  given: [
    "test/auth-clients.test.ts",
    "test/auth-robustness.test.ts",
    "test/copies.test.ts",
    "test/objects-awscli.test.ts",
    "test/objects-crash.test.ts",
    "test/objects-security.test.ts",
    "test/search-hostile.test.ts",
    "test/shared-move.test.ts",
  ],
};

export default defineConfig({
  test: {
    projects: targets.map((target) => ({
      test: {
        name: target,
        include: ["test/**/*.test.ts"],
        exclude: once[target],
        globalSetup: "test/support/set-up.ts",
        env: { TARGET: target },
        // A slow machine is no fault: limits are for what never comes.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 60_000 } },
        maxWorkers: 2,
      },
    })),
  },
});
