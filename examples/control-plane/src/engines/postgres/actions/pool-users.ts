import type { Database } from "../../../database/query.js";
import type { Platform } from "../../../platform.js";
import { scramVerifier } from "../../../postgres-server/scram.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { databaseOf, listDatabases } from "../databases.js";
import { type Connect, dropRole, isForeignRole, makeRole, poolUsers, setVerifier, showPoolUser } from "../pool-users.js";
import type { Answer, Call } from "./types.js";

/** Most pool users of a service. */
const maxPoolUsers = 20;

/** Lists the pool users. */
export async function listPoolUsers({ database }: Platform, { service }: Call<"pool_users_list">): Answer<"pool_users_list"> {
  const users = await poolUsers.list(database, service.id);
  return { status: "ok", result: { pool_users: users.map(showPoolUser), max_pool_users: maxPoolUsers } };
}

/** Makes a role on the server of the service. Whoever chose its password is the only one who knows it. */
export async function createPoolUser(
  platform: Platform,
  { service, body, fail }: Call<"pool_user_create">,
): Answer<"pool_user_create"> {
  const own = await databaseOf(platform.database, service);
  const database = body.database ?? own.database_name;
  const { username, read_only = false } = body;
  const created = await withServiceLock(platform.database, service, async (client) => {
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
    return poolUsers.insert(client, service.id, { username, database, pool_mode, pool_size, max_client_connections, read_only });
  });
  return { status: "ok", result: { pool_user: showPoolUser(created) } };
}

/** Replaces the password of a pool user. */
export async function rotatePoolUser(
  platform: Platform,
  { service, body, fail }: Call<"pool_user_rotate">,
): Answer<"pool_user_rotate"> {
  const rotated = await withServiceLock(platform.database, service, async (client) => {
    const user = await poolUsers.rotate(client, service.id, body.username);
    if (!user) throw fail("pool_user_not_found");
    await connectionsOf(platform, service, client)(undefined, (server) => setVerifier(server, user.username, verifierOf(body)));
    return user;
  });
  return { status: "ok", result: { pool_user: showPoolUser(rotated) } };
}

/** Deletes a pool user and ends its connections. */
export async function deletePoolUser(
  platform: Platform,
  { service, body, fail }: Call<"pool_user_delete">,
): Answer<"pool_user_delete"> {
  const terminated = await withServiceLock(platform.database, service, async (client) => {
    const user = await poolUsers.remove(client, service.id, body.username);
    if (!user) throw fail("pool_user_not_found");
    const ended = await dropRole(connectionsOf(platform, service, client), user.username);
    if (ended === "owns objects") throw fail("role_owns_objects");
    return ended;
  });
  return {
    status: "ok",
    result: { username: body.username, deleted_at: new Date().toISOString(), connections_terminated: terminated },
  };
}

function verifierOf(body: { password: string } | { scram_verifier: string }): string {
  return "password" in body ? scramVerifier(body.password) : body.scram_verifier;
}

/** Connections to the server of a service within a transaction, whose client says where that is. */
function connectionsOf({ engines }: Platform, service: Call<"pool_users_list">["service"], from: Database): Connect {
  return (database, work) => engines.postgres.parts.connections.asPlatform(service, database, work, from);
}
