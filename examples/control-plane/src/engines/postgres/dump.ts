import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import pg, { type Client } from "pg";
import { type Job, PermanentFailure } from "../../operations/work.js";
import { programsRole } from "../../postgres-server/cluster.js";
import { runProgram, writeServerFile } from "../../postgres-server/run-program.js";
import { makePassword, scramVerifier } from "../../postgres-server/scram.js";
import type { StoredService } from "../../services/service.js";
import { writeOnce } from "../write-once.js";
import { programDefaults } from "./connections.js";
import { credentialKey } from "./credential.js";
import { databaseOf } from "./databases.js";
import type { ClientPrograms } from "./installation.js";
import type { PostgresParts } from "./parts.js";
import type { Connect } from "./pool-users.js";
import { versionOf } from "./why-off.js";

const { escapeIdentifier, escapeLiteral } = pg;

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
  /** Settings of the session, as `PGOPTIONS`. */
  readonly settings?: string;
}

/** How to run a program that makes or reads a dump. */
interface DumpRun {
  readonly programs: ClientPrograms;
  /** The number of the attempt, which is part of the names of incomplete files. */
  readonly job: Pick<Job, "operation" | "signal">;
}

/** How much address space `pg_dump` may take, in KiB: what it reads can be a stranger's. */
const maxMemory = 2 * 1024 * 1024;

/** The longest list of what is in a dump, in bytes. */
const maxList = 64 * 1024 * 1024;

/** Writes a dump to a file, whole or not at all, and returns its size in bytes. An existing file is left untouched. */
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
 * Restores a dump in custom format into a database. Extensions that only the platform may make are there already, so
 * comments on them are left out.
 */
export async function restore({ programs, job }: DumpRun, file: string, to: DumpSide, keepsPrivileges = false): Promise<void> {
  const list = `${file}.${job.operation.attempt}.list`;
  const { signal } = job;
  try {
    await writeServerFile(list, "");
    await runProgram(programs.restore, ["--list", "--file", list, file], { signal, maxMemory });
    if ((await stat(list)).size > maxList) throw new PermanentFailure("The dump has too many objects.");
    await filterLines(list, `${list}.kept`, (line) => !/ COMMENT - EXTENSION /.test(line));
    const parameters = ["--no-password", "--no-owner", "--exit-on-error", "--use-list", `${list}.kept`];
    if (!keepsPrivileges) parameters.push("--no-privileges");
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
  settings,
}: DumpSide): Record<string, string> {
  return {
    PGHOST: host,
    ...(address === undefined ? {} : { PGHOSTADDR: address }),
    ...(certificate === undefined ? {} : { PGSSLROOTCERT: certificate }),
    ...(settings === undefined ? {} : { PGOPTIONS: settings }),
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

/**
 * Runs work on a service's database with the rights of its main role. On a server of its own an allowlist may keep the main
 * role out of this machine, so the program connects there as a role that is made for this work alone: it has no rights but
 * those of the main role, and the rules always admit it.
 */
export async function asOwner<Result>(
  parts: PostgresParts,
  service: StoredService,
  name: string | undefined,
  work: (side: DumpSide) => Promise<Result>,
): Promise<Result> {
  const { connections, credentials, database } = parts;
  const { host, port, sslMode } = await connections.addressOf(database, service);
  const own = await databaseOf(database, service);
  const side = {
    host,
    port,
    sslMode,
    database: name ?? own.database_name,
    settings: `-c role=${own.username} ${programDefaults(versionOf(parts.installation, service))}`,
  };
  if (service.plan === "shared") {
    const current = await credentials.readCurrent(database, service.id, credentialKey);
    return work({ ...side, user: own.username, password: current!.secret });
  }
  const connect: Connect = (to, inner) => connections.asPlatform(service, to, inner);
  return asMember(connect, [own.username], (user, password) => work({ ...side, user, password }));
}

/** Runs work with a role that is made for it alone, and has the rights of those that are given. */
export async function asMember<Result>(
  connect: Connect,
  roles: readonly string[],
  work: (user: string, password: string) => Promise<Result>,
): Promise<Result> {
  const user = `${programsRole}_${randomBytes(8).toString("hex")}`;
  const password = makePassword();
  await connect(undefined, (server) => makeProgramRole(server, user, password, roles));
  try {
    return await work(user, password);
  } finally {
    await connect(undefined, (server) => dropProgramRoles(server, [user])).catch(() => undefined);
  }
}

async function makeProgramRole(server: Client, name: string, password: string, roles: readonly string[]): Promise<void> {
  const [role, group] = [escapeIdentifier(name), escapeIdentifier(programsRole)];
  // A process that died leaves its role behind; nobody knows the password.
  const { rows } = await server.query<{ name: string }>(
    "select rolname as name from pg_roles where starts_with(rolname, $1) and rolvaliduntil < now()",
    [`${programsRole}_`],
  );
  await dropProgramRoles(
    server,
    rows.map((row) => row.name),
  );
  const { rowCount } = await server.query("select from pg_roles where rolname = $1", [programsRole]);
  if (rowCount === 0)
    await server.query(`create role ${group} nologin`).catch((error: { code?: string }) => {
      // duplicate_object, unique_violation: other work has made it at the same moment.
      if (error.code !== "42710" && error.code !== "23505") throw error;
    });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await server.query(
    `create role ${role} login inherit in role ${[group, ...roles.map(escapeIdentifier)].join(", ")}
     password ${escapeLiteral(scramVerifier(password))} valid until ${escapeLiteral(tomorrow)}`,
  );
}

/** A role that was granted privileges by callers can't be dropped; it can't log in either. */
async function dropProgramRoles(server: Client, names: readonly string[]): Promise<void> {
  for (const role of names.map(escapeIdentifier)) {
    await server.query(`alter role ${role} nologin`);
    await server.query(`drop role ${role}`).catch(() => undefined);
  }
}
