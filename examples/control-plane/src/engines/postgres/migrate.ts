import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { components } from "../../../../../generated/types.js";
import { PermanentFailure, type Work } from "../../operations/work.js";
import { giveToServer } from "../../postgres-server/run-program.js";
import { databaseOf } from "./databases.js";
import { ownSide } from "./dump-side.js";
import { dump, restore } from "./dump.js";
import { allowedAddress } from "./migration-source.js";
import type { PostgresParts } from "./parts.js";
import { replaceDatabase } from "./replace-database.js";

/** Under which the password of a source is sealed while its migration runs. */
export const sourceKey = "MIGRATION_SOURCE";

type Source = Omit<components["schemas"]["PostgresMigrationSource"], "password">;

/** Dumps the source and puts what it holds in the place of the service's database. */
export function migrating(parts: PostgresParts): Work {
  const { config, credentials, database, installation } = parts;
  return {
    moves: { done: "done_or_aborted", failed: "error" },
    async run({ service, operation, progress }) {
      const { source, exclude_tables, migration_id } = operation.input as {
        source: Source;
        exclude_tables: string[];
        migration_id: string;
      };
      const { clientPrograms } = installation;
      const sealed = await credentials.readPending(database, service.id, sourceKey);
      // Names may lead elsewhere than when the migration was asked for.
      const address = await allowedAddress(source.host, config.migrationSources);
      if (!clientPrograms || !sealed || address === undefined) throw new PermanentFailure("The source can't be used any more.");
      const file = join(config.dataDir, "transfers", `${migration_id}.dump`);
      const certificate = source.ssl_root_certificate === undefined ? undefined : `${file}.pem`;
      try {
        if (certificate !== undefined) {
          await writeFile(certificate, source.ssl_root_certificate!, { mode: 0o600 });
          await giveToServer(certificate);
        }
        const { host, port = 5432, username: user, database: name, ssl_mode: sslMode = "require" } = source;
        const from = { host, port, user, password: sealed.secret, database: name, sslMode, address, certificate };
        await dump(clientPrograms, from, file, [
          "--format=custom",
          ...exclude_tables.map((pattern) => `--exclude-table=${pattern}`),
        ]);
        progress(50);
        const own = await databaseOf(database, service);
        await replaceDatabase(parts, service, own.database_name, async (draft) =>
          restore(clientPrograms, file, await ownSide(parts, service, draft)),
        );
      } finally {
        await rm(file, { force: true });
        if (certificate !== undefined) await rm(certificate, { force: true });
      }
      return (client) => credentials.dropPending(client, service.id, sourceKey);
    },
    giveUp: ({ service }, client) => credentials.dropPending(client, service.id, sourceKey),
  };
}
