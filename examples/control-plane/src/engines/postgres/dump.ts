import { execFile } from "node:child_process";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { giveToServer, makeServerFolder, runProgram } from "../../postgres-server/run-program.js";
import type { ClientPrograms } from "./installation.js";

/** A database and the role to reach it as: never the platform's, as dumps run code of whoever owns the database. */
export interface DumpSide {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly sslMode: string;
  /** Where the host is, if that was found out before. */
  readonly address?: string;
  /** The file of the certificate authority to trust. */
  readonly certificate?: string | undefined;
}

/** Writes a dump to a file, whole or not at all, and returns its size in bytes. */
export async function dump(programs: ClientPrograms, from: DumpSide, file: string, options: readonly string[]): Promise<number> {
  const draft = `${file}.draft`;
  await makeServerFolder(dirname(file));
  await rm(draft, { force: true });
  await runProgram(programs.dump, ["--no-password", "--file", draft, ...options], { env: environmentOf(from) });
  await rename(draft, file);
  return (await stat(file)).size;
}

/**
 * Restores a dump in custom format into a database. Extensions that only the platform may make are there already, so
 * comments on them are left out.
 */
export async function restore(programs: ClientPrograms, file: string, to: DumpSide): Promise<void> {
  const { stdout } = await promisify(execFile)(programs.restore, ["--list", file], { maxBuffer: 64 * 1024 * 1024 });
  const list = `${file}.list`;
  const lines = stdout.split("\n").filter((line) => !/ COMMENT - EXTENSION /.test(line));
  await writeFile(list, lines.join("\n"), { mode: 0o600 });
  await giveToServer(list);
  try {
    const parameters = ["--no-password", "--no-owner", "--no-privileges", "--exit-on-error", "--use-list", list];
    await runProgram(programs.restore, [...parameters, "--dbname", to.database, file], { env: environmentOf(to) });
  } finally {
    await rm(list, { force: true });
  }
}

/** Passwords go by the environment, which others can't read, not by parameters, which they can. */
function environmentOf({
  host,
  port,
  user,
  password,
  database,
  sslMode,
  address,
  certificate,
}: DumpSide): Record<string, string> {
  return {
    PGHOST: host,
    ...(address === undefined ? {} : { PGHOSTADDR: address }),
    ...(certificate === undefined ? {} : { PGSSLROOTCERT: certificate }),
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGSSLMODE: sslMode,
    PGCONNECT_TIMEOUT: "10",
    PGAPPNAME: "control-plane-dump",
    // No .pgpass, no .pg_service.conf: what is given here counts.
    HOME: "/nonexistent",
  };
}
