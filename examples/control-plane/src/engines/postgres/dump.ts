import { createReadStream, createWriteStream } from "node:fs";
import { link, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { type Job, PermanentFailure } from "../../operations/work.js";
import { makeServerFolder, runProgram, writeServerFile } from "../../postgres-server/run-program.js";
import type { StoredService } from "../../services/service.js";
import { credentialKey } from "./credential.js";
import { databaseOf } from "./databases.js";
import type { ClientPrograms } from "./installation.js";
import type { PostgresParts } from "./parts.js";

/** A database and the role to reach it as: never the platform's, as dumps run code of whoever owns the database. */
interface DumpSide {
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

/** How to run a program that makes or reads a dump. */
interface DumpRun {
  readonly programs: ClientPrograms;
  /** Which attempt it is: files that are not ready have its number in their name. */
  readonly job: Pick<Job, "operation" | "signal">;
}

/** How much address space `pg_dump` may take, in KiB: what it reads can be a stranger's. */
const maxMemory = 2 * 1024 * 1024;

/** The longest list of what is in a dump, in bytes. */
const maxList = 64 * 1024 * 1024;

/** Writes a dump to a file, whole or not at all, and returns its size in bytes. A file that is there already stays. */
export async function dump(
  { programs, job }: DumpRun,
  from: DumpSide,
  file: string,
  options: readonly string[],
): Promise<number> {
  return writeOnce(job, file, async (draft) => {
    const parameters = ["--no-password", "--file", draft, ...options];
    await runProgram(programs.dump, parameters, { env: environmentOf(from), signal: job.signal, maxMemory });
  });
}

/**
 * Makes a file that only the platform may read, whole or not at all, and returns its size in bytes. What an earlier attempt has
 * finished stays as it is: an attempt that was paused must not replace what others rely on.
 */
export async function writeOnce(
  { operation }: Pick<Job, "operation">,
  file: string,
  write: (draft: string) => Promise<void>,
): Promise<number> {
  const draftOf = (attempt: number) => `${file}.${attempt}.draft`;
  const draft = draftOf(operation.attempt);
  await makeServerFolder(dirname(file));
  for (let attempt = 1; attempt < operation.attempt; attempt++) await rm(draftOf(attempt), { force: true });
  try {
    await writeServerFile(draft, "");
    await write(draft);
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await stat(file)).size;
}

/**
 * Restores a dump in custom format into a database. Extensions that only the platform may make are there already, so
 * comments on them are left out.
 */
export async function restore({ programs, job }: DumpRun, file: string, to: DumpSide): Promise<void> {
  const list = `${file}.${job.operation.attempt}.list`;
  const { signal } = job;
  try {
    await writeServerFile(list, "");
    await runProgram(programs.restore, ["--list", "--file", list, file], { signal, maxMemory });
    if ((await stat(list)).size > maxList) throw new PermanentFailure("The dump has too many objects.");
    await filterLines(list, `${list}.kept`, (line) => !/ COMMENT - EXTENSION /.test(line));
    const parameters = ["--no-password", "--no-owner", "--no-privileges", "--exit-on-error", "--use-list", `${list}.kept`];
    const options = { env: environmentOf(to), signal, maxMemory };
    await runProgram(programs.restore, [...parameters, "--dbname", to.database, file], options);
  } finally {
    await rm(list, { force: true });
    await rm(`${list}.kept`, { force: true });
  }
}

/** Line by line: the contents of a dump can be of any length. */
async function filterLines(from: string, to: string, isKept: (line: string) => boolean): Promise<void> {
  await writeServerFile(to, "");
  async function* kept(lines: AsyncIterable<string>) {
    for await (const line of lines) if (isKept(line)) yield `${line}\n`;
  }
  await pipeline(createInterface({ input: createReadStream(from) }), kept, createWriteStream(to, { flags: "r+" }));
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

/** A service's database as its main role reaches it. */
export async function ownSide(parts: PostgresParts, service: StoredService, name?: string): Promise<DumpSide> {
  const { connections, credentials, database } = parts;
  const { host, port, sslMode } = await connections.addressOf(database, service);
  const own = await databaseOf(database, service);
  const current = await credentials.readCurrent(database, service.id, credentialKey);
  return { host, port, sslMode, user: own.username, password: current!.secret, database: name ?? own.database_name };
}
