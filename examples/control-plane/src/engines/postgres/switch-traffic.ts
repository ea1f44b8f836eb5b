import pg from "pg";
import type { Database } from "../../database/query.js";
import type { Job, Work } from "../../operations/work.js";
import { lockService } from "../../services/lock-service.js";
import { databaseOf } from "./databases.js";
import type { PostgresParts } from "./parts.js";
import { poolUsers } from "./pool-users.js";
import { servers } from "./servers.js";

type Querying = Pick<pg.ClientBase, "query">;

/** Lets the roles of a service log in, or not, as its status says at that moment: whichever of several runs is last is right. */
export function switchingTraffic(parts: PostgresParts): Work {
  const { connections, database } = parts;
  return {
    async run(job) {
      const { service, fenced } = job;
      const roles = await rolesOf(parts, job);
      const apply = async (client: Database, server: Querying) => {
        const status = await lockService(client, service.id);
        await setLogin(server, roles, status !== "suspended");
        return status;
      };
      const status = await ((await connections.isWithState(database, service))
        ? fenced((client) => apply(client, client))
        : connections.asPlatform(service, undefined, (server) => fenced((client) => apply(client, server))));
      if (status !== "suspended") return;
      await connections.asPlatform(service, undefined, (server) => endSessions(server, roles));
      for (const replica of await servers.listReplicas(database, service.id))
        if (replica.status === "online") await connections.toServer(replica, undefined, (server) => endSessions(server, roles));
    },
  };
}

async function rolesOf({ database }: PostgresParts, { service }: Job): Promise<string[]> {
  const { username } = await databaseOf(database, service);
  return [username, ...(await poolUsers.list(database, service.id)).map((user) => user.username)];
}

/** Decides whether roles may log in. Sessions that are open stay. */
export async function setLogin(server: Querying, roles: readonly string[], isAllowed: boolean): Promise<void> {
  for (const role of roles) await server.query(`alter role ${pg.escapeIdentifier(role)} ${isAllowed ? "login" : "nologin"}`);
}

async function endSessions(server: Querying, roles: readonly string[]): Promise<void> {
  await server.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = any($1)", [roles]);
}
