import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { components } from "../../../../../generated/types.js";
import { PermanentFailure, step, type Work } from "../../operations/work.js";
import { makeServerFolder, writeServerFile } from "../../postgres-server/run-program.js";
import { asOwner, dump, restore } from "./dump.js";
import { allowedAddress } from "./migration-source.js";
import type { PostgresParts } from "./parts.js";
import { replaceByFilling } from "./replace-database.js";

/** The name under which the password of a source is sealed while its migration runs. */
export const sourceKey = "MIGRATION_SOURCE";

type Source = Omit<components["schemas"]["PostgresMigrationSource"], "password">;

/** Dumps the source and replaces the service's database with its content. */
export function migrating(parts: PostgresParts): Work {
  const { config, credentials, database, installation } = parts;
  return {
    // Until the copy is put in place, as a whole, the service has what it had.
    moves: { done: ["done_or_aborted"], failed: ["done_or_aborted"] },
    async run(job) {
      const { service, operation, progress } = job;
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
      const file = join(config.dataDir, "transfers", `${migration_id}.${operation.attempt}.dump`);
      const certificate = source.ssl_root_certificate === undefined ? undefined : `${file}.pem`;
      try {
        await makeServerFolder(dirname(file));
        if (certificate !== undefined) await writeServerFile(certificate, source.ssl_root_certificate!);
        const { host, port = 5432, username: user, database: name, ssl_mode: sslMode = "require" } = source;
        const from = { host, port, user, password: sealed.secret, database: name, sslMode, address, certificate };
        const dumpRun = { programs: clientPrograms, job };
        const options = ["--format=custom", ...exclude_tables.map((pattern) => `--exclude-table=${pattern}`)];
        await step("The source could not be dumped.", () => dump(dumpRun, from, file, options));
        progress(50);
        await replaceByFilling(parts, job, (draft) =>
          step("The dump of the source could not be restored.", () =>
            asOwner(parts, service, draft, (to) => restore(dumpRun, file, to)),
          ),
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
