import { randomUUID } from "node:crypto";
import { queueOperation } from "../../../operations/operation.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { type StoredTransfer, showTransfer, transfers } from "../../../transfers/transfer.js";
import { addEvent } from "../events.js";
import { type ExportInput, exportFields, rowsOf } from "../export.js";
import type { ActionResponse, Call } from "../../action.js";
import type { AuthPlatform } from "../parts.js";
import { operator } from "./change-user.js";
import { readOptionalInstant } from "./instants.js";

/** How long an export is kept, in seconds. */
const keptSeconds = 86_400;

/** Writes users to a file for the caller; with `export_id`, reports how far that is. */
export async function exportUsers(
  platform: AuthPlatform,
  call: Call<"auth", "export_users">,
): ActionResponse<"auth", "export_users"> {
  const { service, body, principal, fail } = call;
  const { database, worker } = platform;
  if ("export_id" in body) {
    const known = await transfers.find(database, service.id, principal.tokenId, "export", body.export_id);
    if (!known) throw fail("export_not_found");
    return show(platform, known);
  }
  const { format = "ndjson", fields = exportFields, role = null, include_deleted = false } = body;
  const created_after = readOptionalInstant("/created_after", body.created_after)?.toISOString() ?? null;
  const input: ExportInput = { expires_in_seconds: keptSeconds, format, fields, role, created_after, include_deleted };
  const started = await withServiceLock(database, service, async (client) => {
    if (await transfers.isPreparing(client, service.id, "export")) throw fail("export_in_progress");
    const transfer = await transfers.insert(client, {
      service_id: service.id,
      token_id: principal.tokenId,
      kind: "export",
      subject: randomUUID(),
      input: { ...input },
      filename: `users-${new Date().toISOString().slice(0, 10)}.${format}`,
      content_type: format === "csv" ? "text/csv" : "application/x-ndjson",
    });
    const work = { kind: "prepare_export", exclusive: false, input: { transfer_id: transfer.id } };
    await queueOperation(client, { serviceId: service.id, ...work });
    const details = { format, fields: fields.join(" ") };
    await addEvent(client, { serviceId: service.id, event: "users_exported", actor: operator(principal), details });
    return transfer;
  });
  worker.wake();
  return show(platform, started);
}

async function show({ config, database }: AuthPlatform, transfer: StoredTransfer): ActionResponse<"auth", "export_users"> {
  const { format } = transfer.input as unknown as ExportInput;
  const rows = await rowsOf(database, transfer.id);
  return { status: "ok", result: { export_id: transfer.subject, format, rows, transfer: showTransfer(config, transfer) } };
}
