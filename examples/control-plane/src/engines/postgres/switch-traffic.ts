import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { CallError } from "../../../../../generated/server/index.js";
import { type Database, all, first, statement } from "../../database/query.js";
import { type Job, type Work, step } from "../../operations/work.js";
import { programsRole } from "../../postgres-server/cluster.js";
import { lockService } from "../../services/lock-service.js";
import { findServiceById } from "../../services/service.js";
import { databaseOf, findDatabase, listDatabases } from "./databases.js";
import type { PostgresParts } from "./parts.js";
import { poolUsers } from "./pool-users.js";
import { type Querying, fencedOnServer } from "./fence.js";
import { servers } from "./servers.js";

const { escapeIdentifier, escapeLiteral } = pg;

/** Rounds of changing roles and database in one attempt, and the time of each, in milliseconds. */
const rounds = { max: 10, lockTimeout: 2_000 };

const rememberLimit = statement(
  "remember-database-limit",
  "update postgres_databases set limit_before_suspension = $2 where service_id = $1 and limit_before_suspension is null",
);
const readLimit = statement<{ limit: number | null }>(
  "read-database-limit",
  "select limit_before_suspension as limit from postgres_databases where service_id = $1",
);
const forgetLimit = statement(
  "forget-database-limit",
  "update postgres_databases set limit_before_suspension = null where service_id = $1",
);

/**
 * Closes a service whose status is suspended, or opens it again: whichever of several runs is last is right. Its roles may not
 * log in. Its database on a shared server takes no connections of other roles either, which its owner may have admitted, but
 * those of the platform. While that changes, the sessions of the service are ended, and whoever else stands in the way.
 */
export function switchingTraffic(parts: PostgresParts): Work {
  const { connections, database } = parts;
  return {
    // Over four hours: a service that was not closed remains in use.
    attempts: 14,
    async run(job) {
      const { service } = job;
      // It failed before it got one.
      if (!(await findDatabase(database, service))) return;
      await step("The traffic of the service could not be switched.", async () => {
        if ((await change(parts, job)) !== "suspended") return;
        const traffic = await trafficOf(parts, job);
        await connections.asPlatform(service, undefined, (server) => untilCut(server, traffic));
        for (const replica of await servers.listReplicas(database, service.id))
          if (replica.status === "online") await connections.toServer(replica, undefined, (server) => untilCut(server, traffic));
      });
    },
  };
}

/** Whose sessions belong to a service, and in which databases all do. */
interface Traffic {
  readonly roles: readonly string[];
  readonly databases: readonly string[];
}

async function trafficOf({ connections, database }: PostgresParts, { service }: Job): Promise<Traffic> {
  const own = await databaseOf(database, service);
  const users = await poolUsers.list(database, service.id);
  const databases = await connections.asPlatform(service, undefined, (server) => listDatabases(server, service, own));
  return { roles: [own.username, ...users.map(({ username }) => username)], databases };
}

/** Changes roles and database to match the status, and returns it. Each round holds the service only for a moment. */
async function change(parts: PostgresParts, job: Job): Promise<string | undefined> {
  for (let round = 1; ; round++) {
    const prepared: Prepared[] = [];
    try {
      return await changeOnce(parts, job, prepared);
    } catch (error) {
      if (round === rounds.max || !isInTheWay(error)) throw error;
    }
    for (const { gid, database } of prepared)
      await parts.connections.asPlatform(job.service, database, (client) =>
        client.query(`rollback prepared ${escapeLiteral(gid)}`),
      );
  }
}

/** Another transaction has the row of the role or the database, or has changed it meanwhile: `connections.ts` translates the error. */
function isInTheWay(error: unknown): boolean {
  return error instanceof CallError;
}

/** A prepared transaction: no session has it, and none has to be ended. */
interface Prepared {
  readonly gid: string;
  readonly database: string;
}

/** Collects in `prepared` which prepared transactions block this. */
async function changeOnce(parts: PostgresParts, job: Job, prepared: Prepared[]): Promise<string | undefined> {
  const { connections, database } = parts;
  const { service } = job;
  const traffic = await trafficOf(parts, job);
  const isShared = service.plan === "shared";
  let status: string | undefined;
  let changing: number | undefined;
  const changed = new AbortController();

  const ending = async (server: Querying) => {
    while (!changed.signal.aborted) {
      await endSessions(server, traffic);
      if (changing !== undefined) await endBlockers(server, changing, prepared);
      await sleep(50, undefined, { signal: changed.signal }).catch(() => undefined);
    }
  };
  const changes = async () => {
    // Written down before the database is closed: the server may keep no operations.
    if (isShared && (await isSuspended()))
      await fencedOnServer(parts, job, async (server, client) => {
        await all(client, rememberLimit, service.id, await limitOf(server, traffic.databases[0]!));
      });
    await fencedOnServer(parts, job, async (server, client) => {
      status = await lockService(client, service.id);
      const isClosed = status === "suspended";
      await server.query(`set local lock_timeout = ${rounds.lockTimeout}`);
      changing = (await server.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;
      if (isShared) await setLimit(server, client, job, isClosed);
      await setLogin(server, traffic.roles, !isClosed);
      changing = undefined;
    });
  };
  const isSuspended = async () => (await findServiceById(database, service.id))?.status === "suspended";

  const ends = (await isSuspended()) ? connections.asPlatform(service, undefined, ending) : undefined;
  await Promise.all([changes().finally(() => changed.abort()), ends]);
  return status;
}

/** Closes the database for all but the platform, or gives it the limit that it had. */
async function setLimit(server: Querying, client: Database, { service }: Job, isClosed: boolean): Promise<void> {
  const { database_name } = await databaseOf(client, service);
  const { limit } = (await first(client, readLimit, service.id))!;
  // It was resumed before it was closed, or it is closed for the next run, which writes the limit down.
  if (limit === null) return;
  const wanted = isClosed ? 0 : limit;
  if ((await limitOf(server, database_name)) !== wanted)
    await server.query(`alter database ${escapeIdentifier(database_name)} connection limit ${wanted}`);
  if (!isClosed) await all(client, forgetLimit, service.id);
}

async function limitOf(server: Querying, name: string): Promise<number> {
  const query = "select datconnlimit as limit from pg_database where datname = $1";
  return (await server.query<{ limit: number }>(query, [name])).rows[0]!.limit;
}

/** Decides whether roles may log in. Sessions that are open stay. */
export async function setLogin(server: Querying, roles: readonly string[], isAllowed: boolean): Promise<void> {
  const { rows } = await server.query<{ name: string }>(
    "select rolname as name from pg_roles where rolname = any($1) and rolcanlogin <> $2",
    [roles, isAllowed],
  );
  for (const { name } of rows) await server.query(`alter role ${escapeIdentifier(name)} ${isAllowed ? "login" : "nologin"}`);
}

/**
 * Ends the sessions of a service, and returns how many there were. Clients can make the beginning of a session last, in which it
 * is not listed with its role and database yet: by its lock of the database it is found.
 */
async function endSessions(server: Querying, { roles, databases }: Traffic): Promise<number> {
  const { rowCount } = await server.query(
    `select pg_terminate_backend(pid)
     from (select pid from pg_stat_activity where usename = any($1) or datname = any($2)
       union select pid from pg_locks join pg_database d on d.oid = objid
       where locktype = 'object' and classid = 'pg_database'::regclass and datname = any($2)) sessions
     left join pg_stat_activity using (pid) left join pg_roles r on r.oid = usesysid
     where pid is not null and coalesce(backend_type, 'client backend') = 'client backend' and rolsuper is not true
       and not starts_with(coalesce(usename, ''), $3)`,
    [roles, databases, `${programsRole}_`],
  );
  return rowCount ?? 0;
}

/** Ends sessions of callers that a session of the platform waits for, whichever service they are of. */
async function endBlockers(server: Querying, waiting: number, prepared: Prepared[]): Promise<void> {
  await server.query(
    `select pg_terminate_backend(pid) from unnest(pg_blocking_pids($1)) as blocking(pid)
     join pg_stat_activity using (pid) join pg_roles r on r.oid = usesysid where not rolsuper`,
    [waiting],
  );
  const { rows } = await server.query<Prepared>(
    `select gid, p.database from pg_prepared_xacts p join pg_locks on transactionid = transaction
     where pid = $1 and locktype = 'transactionid' and not granted`,
    [waiting],
  );
  prepared.push(...rows.filter(({ gid }) => !prepared.some((known) => known.gid === gid)));
}

/** Ends sessions until there are none. On a replica roles log in until it has learned that they may not. */
async function untilCut(server: Querying, traffic: Traffic): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const ended = await endSessions(server, traffic);
    const { rowCount } = await server.query("select from pg_roles where rolname = any($1) and rolcanlogin", [traffic.roles]);
    if (ended === 0 && rowCount === 0) return;
    await sleep(100);
  }
  throw new Error("Sessions of the service can't be ended");
}
