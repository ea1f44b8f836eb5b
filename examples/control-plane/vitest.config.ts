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
        testTimeout: 90_000,
        hookTimeout: 90_000,
        maxWorkers: 2,
      },
    })),
  },
});
