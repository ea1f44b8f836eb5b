import { defineConfig } from "vitest/config";

/** The same tests twice: on the embedded server, and on one that is given by DATABASE_URL. */
const targets = ["embedded", "given"] as const;

/**
 * What a target leaves out, because a second run would only repeat it: poolers, upgrades and what fences off late workers bring servers
 * of their own or need a `pg_dump`; clients, attackers, and who may do what don't depend on the server, nor do locks and turns.
 */
const leftOut = {
  embedded: ["concurrency", "fences", "locks", "pooler", "transactions", "upgrades"],
  given: [
    "access",
    "admin",
    "audit",
    "auth-address",
    "auth-clients",
    "auth-endpoint",
    "auth-mail",
    "auth-robustness",
    "auth-service",
    "auth-users",
    "bundle",
    "canary",
    "conformance",
    "conformance-faults",
    "connections",
    "copies",
    "crash",
    "dedicated-actions",
    "docs",
    "failed",
    "gating",
    "http",
    "idempotency",
    "objects-awscli",
    "objects-crash",
    "objects-full",
    "objects-keys",
    "objects-multipart",
    "objects-presigned",
    "objects-security",
    "objects-store",
    "objects-transfers",
    "objects-writes",
    "proxy",
    "readme",
    "search-hostile",
    "search-keys",
    "shared-move",
    "slices",
    "storage-full",
    "through-proxy",
    "units",
  ],
};

export default defineConfig({
  test: {
    projects: targets.map((target) => ({
      test: {
        name: target,
        include: ["test/**/*.test.ts"],
        exclude: leftOut[target].map((name) => `test/${name}.test.ts`),
        // Files that share a process load the platform once. Each has a control plane and a database of its own.
        isolate: false,
        globalSetup: "test/support/set-up.ts",
        setupFiles: ["test/support/no-network-in-transactions.ts"],
        env: { TARGET: target },
        // A slow machine is no fault: limits are for what never comes.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 240_000 } },
        // More than the cores of a small machine: these tests wait for servers half of the time.
        maxWorkers: 3,
      },
    })),
  },
});
