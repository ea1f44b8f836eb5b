import { availableParallelism } from "node:os";
import { currentTenant } from "./database/tenant.js";
import { createLimiter } from "./limiter.js";

/**
 * A process has four threads for files and password hashes. Three of them may be taken for long, by one tenant never as many as
 * there are cores: reading a file never waits for a hash.
 */
const limit = createLimiter({ total: 3, perKey: Math.max(1, Math.min(2, availableParallelism() - 1)) });

/** Runs work that takes a thread for long: hashing a password, or waiting for a disk. Tenants take turns. */
export function onThread<Result>(work: () => Promise<Result>): Promise<Result> {
  return limit(currentTenant() ?? "", work);
}
