import { randomUUID } from "node:crypto";
import type { Caller } from "../../../access/caller.js";
import type { Database } from "../../../database/query.js";
import { queueOperation } from "../../../operations/operation.js";
import { withServiceLock } from "../../../services/lock-service.js";
import type { StoredService } from "../../../services/service.js";
import { type StoredTransfer, showTransfer, transfers } from "../../../transfers/transfer.js";
import { findBackup } from "../backups.js";
import { isCopy } from "../copy-database.js";
import { databaseOf, listDatabases } from "../databases.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

/** Packs a backup for its caller; later calls report its progress. */
export async function prepareBackup(
  platform: PostgresPlatform,
  call: Call<"postgres", "prepare_backup_download">,
): ActionResponse<"postgres", "prepare_backup_download"> {
  const { service, body, principal, fail } = call;
  const { database, config } = platform;
  const backup = await findBackup(database, service.id, body.backup_id);
  if (!backup) throw fail("backup_not_found");
  if (backup.status !== "completed") throw fail("backup_not_downloadable");
  if (isCopy(service, backup)) throw fail("backup_not_downloadable", "This backup is a copy on the server, not a file.");
  const isLogical = backup.method === "logical";
  const wanted: Wanted = {
    kind: "backup",
    subject: backup.id,
    input: { expires_in_seconds: body.expires_in_seconds ?? 3600 },
    filename: isLogical ? `${backup.id}.dump` : `${backup.id}.tar.gz`,
    content_type: isLogical ? "application/octet-stream" : "application/gzip",
  };
  const transfer = await withServiceLock(database, service, async (client) => {
    const known = await transfers.find(client, service.id, principal.tokenId, "backup", backup.id);
    return known ?? start(client, service, principal, wanted);
  });
  platform.worker.wake();
  return { status: "ok", result: { backup_id: backup.id, transfer: showTransfer(config, transfer) } };
}

const endings = { custom: "dump", plain: "sql", tar: "tar" } as const;

/** Dumps a database for its caller; calls with `export_id` report its progress. */
export async function exportDatabase(
  platform: PostgresPlatform,
  call: Call<"postgres", "prepare_database_export">,
): ActionResponse<"postgres", "prepare_database_export"> {
  const { service, body, principal, fail } = call;
  const { database, config } = platform;
  if ("export_id" in body) {
    const known = await transfers.find(database, service.id, principal.tokenId, "export", body.export_id);
    if (!known) throw fail("export_not_found");
    return respond(known);
  }
  const own = await databaseOf(database, service);
  const name = body.database ?? own.database_name;
  await checkNames();
  const { format = "custom" } = body;
  const id = randomUUID();
  const input = { expires_in_seconds: 86_400, database: name, format, options: optionsOf(body) };
  const content_type = format === "plain" ? "application/sql" : "application/octet-stream";
  const filename = `export-${id}.${endings[format]}`;
  const started = await withServiceLock(database, service, async (client) => {
    if (await transfers.isPreparing(client, service.id, "export")) throw fail("export_in_progress");
    return start(client, service, principal, { kind: "export", subject: id, input, filename, content_type });
  });
  platform.worker.wake();
  return respond(started);

  async function checkNames(): Promise<void> {
    const { connections } = platform.parts;
    const names = await connections.asPlatform(service, undefined, (client) => listDatabases(client, service, own));
    if (!names.includes(name)) throw fail("database_not_found");
    if (!("schemas" in body) || body.schemas === undefined) return;
    const { schemas } = body;
    const { rowCount } = await connections.asPlatform(service, name, (client) =>
      client.query("select from pg_namespace where nspname = any($1)", [schemas]),
    );
    if (rowCount !== schemas.length) throw fail("schema_not_found");
  }

  function respond(transfer: StoredTransfer): Awaited<ActionResponse<"postgres", "prepare_database_export">> {
    const { database: from, format: as } = transfer.input as { database: string; format: keyof typeof endings };
    return {
      status: "ok",
      result: { export_id: transfer.subject, database: from, format: as, transfer: showTransfer(config, transfer) },
    };
  }
}

/** Each option and its value in one argument, so that no name is read as an option. */
function optionsOf(body: Exclude<Call<"postgres", "prepare_database_export">["body"], { export_id: string }>): string[] {
  const { format = "custom", content = "all", schemas = [], exclude_tables = [], include_owner = false } = body;
  return [
    `--format=${format}`,
    ...(content === "schema" ? ["--schema-only"] : content === "data" ? ["--data-only"] : []),
    // Patterns in quotes are literal.
    ...schemas.map((schema) => `--schema="${schema.replaceAll('"', '""')}"`),
    ...exclude_tables.map((pattern) => `--exclude-table=${pattern}`),
    ...(include_owner ? [] : ["--no-owner", "--no-privileges"]),
  ];
}

type Wanted = Pick<StoredTransfer, "kind" | "subject" | "input" | "filename" | "content_type">;

/** Adds a transfer and queues its preparation; run it in a transaction. */
async function start(database: Database, service: StoredService, caller: Caller, wanted: Wanted): Promise<StoredTransfer> {
  const transfer = await transfers.insert(database, { service_id: service.id, token_id: caller.tokenId, ...wanted });
  const input = { transfer_id: transfer.id };
  await queueOperation(database, { serviceId: service.id, kind: `prepare_${wanted.kind}`, exclusive: false, input });
  return transfer;
}
