import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { promisify } from "node:util";

/**
 * The folder of an installed PostgreSQL 15 or 16, which is older than the embedded one, with its contrib modules and a `pg_dump` in PATH;
 * absent where there is none. Tests that need two versions are skipped then.
 */
export const olderBin = await findOlder();

async function findOlder(): Promise<string | undefined> {
  const base = "/usr/lib/postgresql";
  const hasDump = await promisify(execFile)("pg_dump", ["--version"]).catch(() => undefined);
  if (!hasDump || !existsSync(base)) return undefined;
  const versions = readdirSync(base).map(Number);
  const older = versions.filter((version) => version >= 15 && version < 17).sort((one, other) => other - one)[0];
  const folder = `${base}/${older}/bin`;
  return older !== undefined && existsSync(`${folder}/initdb`) ? folder : undefined;
}
