import { invalid } from "../../../../../../generated/server/index.js";
import type { Database } from "../../../database/query.js";
import { scramVerifier } from "../../../postgres-server/scram.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { databaseOf, listDatabases } from "../databases.js";
import { type Connect, dropRole, isForeignRole, makeRole, poolUsers, setVerifier, showPoolUser } from "../pool-users.js";
import { hasClientLimits } from "../pooler-files.js";
import { syncPooler } from "../pooler.js";
import { poolers } from "../poolers.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

/** Most pool users of a service. */
const maxPoolUsers = 20;

/** Lists the pool users. */
export async function listPoolUsers(
  { database }: PostgresPlatform,
  { service }: Call<"postgres", "pool_users_list">,
): ActionResponse<"postgres", "pool_users_list"> {
  const users = await poolUsers.list(database, service.id);
  return { status: "ok", result: { pool_users: users.map(showPoolUser), max_pool_users: maxPoolUsers } };
}

/** Makes a role on the server of the service. Whoever chose its password is the only one who knows it. */
export async function createPoolUser(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "pool_user_create">,
): ActionResponse<"postgres", "pool_user_create"> {
  const own = await databaseOf(platform.database, service);
  const database = body.database ?? own.database_name;
  const { username, read_only = false } = body;
  const created = await withServiceLock(platform.database, service, async (client) => {
    await checkPooler(platform, client, body, (text) => fail("pooler_disabled", text), service.id);
    const there = await poolUsers.list(client, service.id);
    if (there.some((user) => user.username === username)) throw fail("pool_user_exists");
    if (there.length >= maxPoolUsers) throw fail("pool_user_limit_reached");
    const connect = connectionsOf(platform, service, client);
    await connect(undefined, async (server) => {
      if (!(await listDatabases(server, service, own)).includes(database)) throw fail("database_not_found");
      if (await isForeignRole(server, username)) throw fail("pool_user_exists");
    });
    await connect(database, (server) => makeRole(server, { username, database, read_only }, own.username, verifierOf(body)));
    const { pool_mode = null, pool_size = null, max_client_connections = null } = body;
    const user = { username, database, pool_mode, pool_size, max_client_connections, read_only };
    const inserted = await poolUsers.insert(client, service.id, user);
    await syncPooler(platform.parts, client, service);
    return inserted;
  });
  return { status: "ok", result: { pool_user: showPoolUser(created) } };
}

/** Replaces the password of a pool user. */
export async function rotatePoolUser(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "pool_user_rotate">,
): ActionResponse<"postgres", "pool_user_rotate"> {
  const rotated = await withServiceLock(platform.database, service, async (client) => {
    const user = await poolUsers.rotate(client, service.id, body.username);
    if (!user) throw fail("pool_user_not_found");
    await connectionsOf(platform, service, client)(undefined, (server) => setVerifier(server, user.username, verifierOf(body)));
    await syncPooler(platform.parts, client, service);
    return user;
  });
  return { status: "ok", result: { pool_user: showPoolUser(rotated) } };
}

/** Deletes a pool user and ends its connections. */
export async function deletePoolUser(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "pool_user_delete">,
): ActionResponse<"postgres", "pool_user_delete"> {
  const terminated = await withServiceLock(platform.database, service, async (client) => {
    const user = await poolUsers.remove(client, service.id, body.username);
    if (!user) throw fail("pool_user_not_found");
    const ended = await dropRole(connectionsOf(platform, service, client), user.username);
    if (ended === "owns objects") throw fail("role_owns_objects");
    await syncPooler(platform.parts, client, service);
    return ended;
  });
  return {
    status: "ok",
    result: { username: body.username, deleted_at: new Date().toISOString(), connections_terminated: terminated },
  };
}

interface PoolSettings {
  readonly pool_mode?: string;
  readonly pool_size?: number;
  readonly max_client_connections?: number;
}

/** Where there is no PgBouncer, pool users connect to the server itself, which has none of the settings of a pooler. */
async function checkPooler(
  { parts }: PostgresPlatform,
  client: Database,
  { pool_mode: mode, pool_size: size, max_client_connections: clients }: PoolSettings,
  disabled: (text?: string) => Error,
  serviceId: string,
): Promise<void> {
  const { pgBouncer } = parts.installation;
  if (!pgBouncer) {
    if ((mode ?? size ?? clients) === undefined) return;
    throw disabled("pool_mode, pool_size and max_client_connections need a pooler, and this installation has no PgBouncer.");
  }
  const pooler = await poolers.find(client, serviceId);
  if (!pooler || pooler.draining_until) throw disabled();
  if (clients !== undefined && !hasClientLimits(pgBouncer))
    throw invalid("/max_client_connections", `is not supported by PgBouncer ${pgBouncer.version}: 1.24 is the first that does`);
}

function verifierOf(body: { password: string } | { scram_verifier: string }): string {
  return "password" in body ? scramVerifier(body.password) : body.scram_verifier;
}

/** Connections to the server of a service within a transaction, whose client finds its address. */
function connectionsOf(
  { parts }: PostgresPlatform,
  service: Call<"postgres", "pool_users_list">["service"],
  from: Database,
): Connect {
  return (database, work) => parts.connections.asPlatform(service, database, work, from);
}
