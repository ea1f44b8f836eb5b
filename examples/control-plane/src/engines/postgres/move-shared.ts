import { rename, rm, stat } from "node:fs/promises";
import pg, { type Client } from "pg";
import { all, first, statement } from "../../database/query.js";
import { sharedSettings } from "../../database/embedded.js";
import { PermanentFailure, TakenOver, step, type Job, type Work } from "../../operations/work.js";
import type { Binaries } from "../../postgres-server/binaries.js";
import { createCluster, findFreePort, startServer } from "../../postgres-server/cluster.js";
import type { StoredService } from "../../services/service.js";
import { completeBackup, findBackup } from "./backups.js";
import { closeAndCopy } from "./copy-database.js";
import { applyDescription, copyPlatformExtensions, copySettings, describeDatabase } from "./copy-server.js";
import { credentialKey } from "./credential.js";
import { databaseOf, ownName, type StoredDatabase } from "./databases.js";
import { asOwner, dump, restore } from "./dump.js";
import { connectionLimit, majorOf } from "./installation.js";
import { createOwned, dropOwned } from "./make-database.js";
import type { PostgresParts } from "./parts.js";
import { fencedStatements, fencedTransaction } from "./fence.js";
import type { Connect } from "./pool-users.js";
import { allowConnections, draftName, preparedBlocker, reopenDatabase } from "./replace-database.js";
import { clusterOf, removeFolder } from "./servers.js";
import { type SharedServer, sharedServers } from "./shared-servers.js";
import { noteVersions } from "./supervisor.js";
import { backupPath } from "./take-backup.js";
import { beginUpgrade, failSafetyBackups } from "./upgrade.js";
import { presentVersion, targetsOf } from "./upgrades.js";

const { escapeIdentifier, escapeLiteral } = pg;

const setEndpoint = statement("set-endpoint-of-moved", "update services set endpoint = $2 where id = $1");
const expireCopies = statement(
  "expire-copies",
  `update postgres_backups set status = 'expired'
   where service_id = $1 and method = 'physical' and status = 'completed' and split_part(postgres_version, '.', 1)::int < $2`,
);

/**
 * Moves a service to the shared server of another version. Its database is closed and copied, the copy is dumped, and the dump
 * is restored on the other server, where it gets the name of the database in the step that makes it the service's. Whatever
 * fails before that opens the former one again; only then is it dropped.
 */
export function movingShared(parts: PostgresParts): Work {
  const { database } = parts;
  return {
    // Whichever server the service is on when the work is given up has all the data.
    moves: { done: ["done_or_rolled_back"], failed: ["done_or_rolled_back"] },
    async run(job) {
      const { service, operation } = job;
      const version = Number(operation.input["target_version"]);
      const safety = await beginUpgrade(parts, job, "logical");
      // Otherwise an attempt before this one has moved it.
      if ((await sharedServers.ofService(database, service.id))?.version !== version) await move(parts, job, version, safety);
      await step("The former database could not be removed.", () => removeFormer(parts, job, version));
      await noteVersions(parts);
    },
    async giveUp({ service }, client) {
      await all(client, failSafetyBackups, service.id);
      const own = await databaseOf(client, service);
      const open = (server: Client) => allowConnections(server, own, true);
      await parts.connections.asPlatform(service, undefined, open, client).catch(() => undefined);
    },
  };
}

/** Where the service was when the move was requested. */
async function formerServer({ database }: PostgresParts, { operation }: Job): Promise<SharedServer | undefined> {
  const version = operation.input["from"];
  return typeof version === "number" ? sharedServers.find(database, version) : undefined;
}

/**
 * Makes the shared server of a version, or starts the one that is there. Several attempts may make one at the same time, each
 * in a folder of its own; the first to be done is kept.
 */
async function ensureSharedServer(parts: PostgresParts, job: Job, target: Binaries): Promise<SharedServer> {
  const { config, connections, database, installation } = parts;
  const { binaries } = installation;
  const version = majorOf(target.version);
  const folderOf = (attempt: number) => `shared-${version}-${job.operation.id.slice(0, 8)}-${attempt}`;
  const there = await sharedServers.find(database, version);
  for (let attempt = 1; attempt < job.operation.attempt; attempt++)
    if (folderOf(attempt) !== there?.folder) await removeFolder(config, binaries, folderOf(attempt));
  if (there) {
    await startServer(clusterOf(config, binaries, there));
    return there;
  }
  const made = { version, folder: folderOf(job.operation.attempt), port: await findFreePort() };
  let kept: SharedServer | undefined;
  try {
    const cluster = { ...clusterOf(config, binaries, made), binaries: target };
    await createCluster(cluster, { ...sharedSettings, port: made.port });
    await startServer(cluster);
    await connections.toShared(made, undefined, (client) =>
      client.query("revoke connect on database postgres, template1 from public"),
    );
    kept = await job.fenced((client) => sharedServers.insert(client, made));
  } finally {
    if (!kept) await removeFolder(config, binaries, made.folder).catch(() => undefined);
  }
  return kept ?? (await sharedServers.find(database, version))!;
}

async function move(parts: PostgresParts, job: Job, version: number, safety: string): Promise<void> {
  const { connections, database, installation } = parts;
  const { service, operation } = job;
  const programs = installation.clientPrograms;
  const present = await presentVersion(parts, database, service);
  const target = targetsOf(parts, present).find((binaries) => majorOf(binaries.version) === version);
  if (!target || !programs) throw new PermanentFailure("The version is not among the targets any more.");
  const server = await step("A shared server of the other version could not be made.", () =>
    ensureSharedServer(parts, job, target),
  );
  const former = await formerServer(parts, job);
  const from: Connect = (name, work) => connections.toShared(former, name, work, service.id);
  const to: Connect = (name, work) => connections.toShared(server, name, work, service.id);
  const own = await databaseOf(database, service);
  const [blocker] = await findBlockers(from, to, own);
  if (blocker !== undefined) throw new PermanentFailure(blocker);

  const copy = draftName(job, "copy");
  const draft = { ...own, database_name: draftName(job, "new") };
  const backup = (await findBackup(database, service.id, safety))!;
  const file = `${backupPath(parts, backup)}.${operation.attempt}.move`;
  for (let attempt = 1; attempt < operation.attempt; attempt++)
    await rm(`${backupPath(parts, backup)}.${attempt}.move`, { force: true });
  try {
    await step("The database could not be closed and copied.", () => closeAndCopy(parts, job, copy, own.username));
    await step("The database could not be dumped.", async () => {
      await from(undefined, (client) => client.query(`alter database ${escapeIdentifier(copy)} allow_connections true`));
      await asOwner(parts, service, copy, (side) => dump({ programs, job }, side, file, ["--format=custom"]));
    });
    job.progress(40);
    await step("The dump could not be restored on the other server.", async () => {
      await makeRole(job, from, to, own);
      const described = await from(undefined, (client) => describeDatabase(client, own.database_name));
      const [encoding, collate, ctype] = [described.encoding, described.collate, described.ctype].map(escapeLiteral);
      await to(undefined, async (client) => {
        await createOwned(client, draft, `encoding ${encoding} lc_collate ${collate} lc_ctype ${ctype}`);
        await applyDescription(client, draft.database_name, described);
      });
      await copyPlatformExtensions(from, to, copy, draft.database_name);
      const { secret } = (await parts.credentials.readCurrent(database, service.id, credentialKey))!;
      const side = { host: "127.0.0.1", port: server.port, user: own.username, password: secret, sslMode: "disable" };
      await restore({ programs, job }, file, { ...side, database: draft.database_name });
    });
    job.progress(90);
    await step("The restored database could not be put in place.", () => putInPlace());
  } catch (error) {
    // This attempt owns only its drafts, not what is in place.
    await to(undefined, (client) => dropOwned(client, draft)).catch(() => undefined);
    if (!(error instanceof TakenOver)) await undo().catch(() => undefined);
    throw error;
  } finally {
    await from(undefined, (client) => dropOwned(client, { ...own, database_name: copy })).catch(() => undefined);
    await rm(file, { force: true });
  }

  async function undo(): Promise<void> {
    await reopenDatabase(parts, job);
    const drop = `drop role if exists ${escapeIdentifier(own.username)}`;
    // If it owns the database there, the service has moved after all: PostgreSQL keeps it.
    await fencedTransaction(to, job, (client) => client.query(drop));
  }

  /** The dump becomes the backup that was asked for: the service can go back to what it had. */
  async function putInPlace(): Promise<void> {
    const { size } = await stat(file);
    await fencedTransaction(to, job, async (client, state) => {
      await client.query(
        `alter database ${escapeIdentifier(draft.database_name)} rename to ${escapeIdentifier(own.database_name)}`,
      );
      const toServer: Connect = (_name, work) => work(client);
      await copySettings({ fromServer: from, toServer }, [own.database_name], [own.username]);
      await sharedServers.moveService(state, service.id, server.version);
      await first(state, setEndpoint, service.id, `127.0.0.1:${server.port}`);
      await rename(file, backupPath(parts, backup));
      await completeBackup(state, backup.id, size);
    });
  }
}

/** Why a service can't move to the shared server of a version now. */
export async function blockersOfMove(parts: PostgresParts, service: StoredService, version: number): Promise<string[]> {
  const { connections, database } = parts;
  const server = await sharedServers.find(database, version);
  const from: Connect = (name, work) => connections.asPlatform(service, name, work);
  const to: Connect | undefined = server && ((name, work) => connections.toShared(server, name, work, service.id));
  return findBlockers(from, to, await databaseOf(database, service));
}

async function findBlockers(from: Connect, to: Connect | undefined, own: StoredDatabase): Promise<string[]> {
  const found = await from(undefined, async (client) => {
    const { rows } = await client.query<{ provider: string }>(
      "select datlocprovider as provider from pg_database where datname = $1",
      [own.database_name],
    );
    return { prepared: await preparedBlocker(client, own.database_name), provider: rows[0]?.provider };
  });
  const isTaken = to && (await to(undefined, (client) => isNameTaken(client, own)));
  return [
    ...(found.prepared === undefined ? [] : [found.prepared]),
    ...(found.provider !== undefined && found.provider !== "c"
      ? ["The database has a locale that is not one of the C library."]
      : []),
    ...(isTaken ? ["Another database of the server has the name of this one: rename it first."] : []),
  ];
}

/** Databases of the same role don't count: an earlier attempt has left them. */
async function isNameTaken(client: Client, { database_name, username }: StoredDatabase): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_database where datname = $1 and pg_get_userbyid(datdba) <> $2", [
    database_name,
    username,
  ]);
  return rowCount === 1;
}

/** Makes the main role anew on the other server, with its password. Until the service is there, all that it has is a draft. */
async function makeRole(job: Job, from: Connect, to: Connect, { username }: StoredDatabase): Promise<void> {
  const { rows } = await from(undefined, (client) =>
    client.query<{ verifier: string }>("select rolpassword as verifier from pg_authid where rolname = $1", [username]),
  );
  const limit = connectionLimit(sharedSettings.maxConnections, sharedSettings.reservedConnections);
  const role = escapeIdentifier(username);
  await fencedStatements(to, job, async (client) => {
    const left = await client.query<{ name: string }>(
      "select datname as name from pg_database where pg_get_userbyid(datdba) = $1",
      [username],
    );
    for (const { name } of left.rows) await dropOwned(client, { database_name: name, username });
    await client.query("begin");
    await client.query(`drop role if exists ${role}`);
    await client.query(`create role ${role} login connection limit ${limit} password ${escapeLiteral(rows[0]!.verifier)}`);
    await client.query("commit");
  });
}

/** Removes what a service has left on its former server: databases, copies that were backups, the role. */
async function removeFormer(parts: PostgresParts, job: Job, version: number): Promise<void> {
  const { connections, database } = parts;
  const { service } = job;
  const own = await databaseOf(database, service);
  const former = await formerServer(parts, job);
  await connections.toShared(former, undefined, async (client) => {
    const { rows } = await client.query<StoredDatabase>(
      `select datname as database_name, pg_get_userbyid(datdba) as username from pg_database
       where pg_get_userbyid(datdba) = $1 or starts_with(datname, $2) and pg_get_userbyid(datdba) = current_user`,
      [own.username, `${ownName(service)}_`],
    );
    for (const left of rows) await dropOwned(client, left);
    // Callers may have granted it privileges elsewhere: then it stays, and nobody can log in as it.
    const role = escapeIdentifier(own.username);
    const there = await client.query("select from pg_roles where rolname = $1", [own.username]);
    if (there.rowCount === 0) return;
    await client.query(`alter role ${role} nologin password null`);
    await client.query(`drop role ${role}`).catch(() => undefined);
  });
  await all(database, expireCopies, service.id, version);
}
