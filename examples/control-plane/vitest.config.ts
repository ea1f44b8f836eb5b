import { defineConfig } from "vitest/config";

/** The same tests twice: on the embedded server, and on one that is given by DATABASE_URL. */
const targets = ["embedded", "given"] as const;

export default defineConfig({
  test: {
    projects: targets.map((target) => ({
      test: {
        name: target,
        include: ["test/**/*.test.ts"],
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
