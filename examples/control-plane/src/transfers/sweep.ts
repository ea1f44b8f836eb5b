import { rm } from "node:fs/promises";
import type { Pool } from "pg";
import type { Config } from "../config.js";
import { describeError, type Log } from "../log.js";
import { transferPath, transfers } from "./transfer.js";

/** How often expired files are looked for, in milliseconds. */
const pause = 60_000;

/** Removes files that nobody may fetch any more, every now and then until it is stopped. */
export function startSweep(database: Pool, config: Pick<Config, "dataDir">, log: Log): { stop(): void } {
  const sweep = () =>
    sweepTransfers(database, config).catch((error: unknown) =>
      log("warning", "Expired files are still there", describeError(error)),
    );
  const timer = setInterval(() => void sweep(), pause);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Removes files that nobody may fetch any more. */
export async function sweepTransfers(database: Pool, config: Pick<Config, "dataDir">): Promise<void> {
  for (const expired of await transfers.removeExpired(database)) await rm(transferPath(config, expired), { force: true });
}
