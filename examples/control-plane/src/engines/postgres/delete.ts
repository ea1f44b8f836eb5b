import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Work } from "../../operations/work.js";
import { removeService } from "../../services/failed.js";
import { ownName } from "./databases.js";
import { dropOwned } from "./make-database.js";
import type { PostgresParts } from "./parts.js";
import { removeFolder, servers } from "./servers.js";

/** Removes what a failed provisioning has left: servers with their folders, or the database and the role on the shared server. */
export function deleting(parts: PostgresParts): Work {
  const { config, connections, installation } = parts;
  return {
    async run(job) {
      const { service } = job;
      // The supervisor restarts what is online.
      const known = await job.fenced(async (client) => {
        const found = await servers.list(client, service.id);
        for (const { id } of found) await servers.setStatus(client, id, "deleting");
        return found;
      });
      const folders = known.length === 0 ? [] : await readdir(join(config.dataDir, "servers"));
      for (const { id } of known)
        for (const name of folders) if (name.startsWith(id)) await removeFolder(config, installation.binaries, name);
      if (service.plan === "shared") {
        const name = ownName(service);
        await connections.asPlatform(service, undefined, async (client) => {
          await dropOwned(client, { database_name: name, username: name });
          await client.query(`drop role if exists ${pg.escapeIdentifier(name)}`);
        });
      }
      return (client) => removeService(client, service.id);
    },
  };
}
