import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Pool } from "pg";
import type { components } from "../../../../generated/types.js";
import type { Config } from "../config.js";
import { type Database, all, first, statement } from "../database/query.js";
import type { Log } from "../log.js";
import { repeat } from "../repeat.js";

/** A file that the holder of one token may fetch for a while. */
export interface StoredTransfer {
  readonly id: string;
  readonly service_id: string;
  readonly token_id: string;
  readonly kind: "backup" | "export";
  /** The backup, or the export itself. */
  readonly subject: string;
  /** How to make the file. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly state: "preparing" | "ready" | "failed";
  readonly filename: string;
  readonly content_type: string;
  readonly size_bytes: number | null;
  readonly sha256: string | null;
  readonly expires_at: Date | null;
}

const columns = "id, service_id, token_id, kind, subject, input, state, filename, content_type, size_bytes, sha256, expires_at";

const insert = statement<StoredTransfer>(
  "insert-transfer",
  `insert into transfers (service_id, token_id, kind, subject, input, state, filename, content_type)
   values ($1, $2, $3, $4, $5, 'preparing', $6, $7) returning ${columns}`,
);

/** The latest that is still of use. */
const find = statement<StoredTransfer>(
  "find-transfer",
  `select ${columns} from transfers
   where service_id = $1 and token_id = $2 and kind = $3 and subject = $4 and (expires_at is null or expires_at > now())
   order by created_at desc limit 1`,
);

const findById = statement<StoredTransfer>("find-transfer-by-id", `select ${columns} from transfers where id = $1`);

const preparing = statement<{ id: string }>(
  "find-preparing-transfer",
  "select id from transfers where service_id = $1 and kind = $2 and state = 'preparing' limit 1",
);

const ready = statement(
  "finish-transfer",
  `update transfers set state = 'ready', size_bytes = $2, sha256 = $3, expires_at = now() + make_interval(secs => $4) where id = $1`,
);

const fail = statement(
  "fail-transfer",
  "update transfers set state = 'failed', expires_at = now() + interval '1 hour' where id = $1",
);

const removeExpired = statement<{ id: string }>(
  "delete-expired-transfers",
  "delete from transfers where expires_at < now() returning id",
);

type NewTransfer = Pick<StoredTransfer, "service_id" | "token_id" | "kind" | "subject" | "input" | "filename" | "content_type">;

export const transfers = {
  insert: async (database: Database, wanted: NewTransfer) => {
    const { service_id, token_id, kind, subject, input, filename, content_type } = wanted;
    return (await first(database, insert, service_id, token_id, kind, subject, input, filename, content_type))!;
  },
  find: (database: Database, serviceId: string, tokenId: string, kind: StoredTransfer["kind"], subject: string) =>
    first(database, find, serviceId, tokenId, kind, subject),
  findById: (database: Database, id: string) => first(database, findById, id),
  isPreparing: async (database: Database, serviceId: string, kind: StoredTransfer["kind"]) =>
    (await first(database, preparing, serviceId, kind)) !== undefined,
  finish: (database: Database, id: string, sizeBytes: number, sha256: string, seconds: number) =>
    all(database, ready, id, sizeBytes, sha256, seconds),
  fail: (database: Database, id: string) => all(database, fail, id),
  removeExpired: (database: Database) => all(database, removeExpired),
};

/** Where the file is while it can be fetched. */
export function transferPath({ dataDir }: Pick<Config, "dataDir">, { id }: Pick<StoredTransfer, "id">): string {
  return join(dataDir, "transfers", id);
}

/** A transfer as the contract shows it. The address alone grants nothing. */
export function showTransfer(
  { publicUrl }: Pick<Config, "publicUrl">,
  transfer: StoredTransfer,
): components["schemas"]["DownloadTransfer"] {
  const { id, state, filename, content_type, size_bytes, sha256, expires_at } = transfer;
  return {
    transfer_id: id,
    state,
    method: "GET",
    url: state === "ready" && publicUrl !== undefined ? `${publicUrl}/transfers/${id}` : null,
    authorization: "bearer",
    expires_at: expires_at?.toISOString() ?? null,
    message: state === "failed" ? "The file could not be made." : null,
    filename,
    content_type,
    size_bytes,
    sha256,
  };
}

/** The interval of removing expired files, in milliseconds. */
const pause = 60_000;

/** Removes files that nobody may fetch any more, every now and then until it is stopped. */
export function startSweep(database: Pool, config: Pick<Config, "dataDir">, log: Log): ReturnType<typeof repeat> {
  return repeat(pause, "Expired files are still there", log, () => sweepTransfers(database, config));
}

/** Removes files that nobody may fetch any more. */
export async function sweepTransfers(database: Pool, config: Pick<Config, "dataDir">): Promise<void> {
  for (const expired of await transfers.removeExpired(database)) await rm(transferPath(config, expired), { force: true });
}

/** The size and the SHA-256 of a file. */
export async function hashFile(path: string): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return { size: (await stat(path)).size, sha256: hash.digest("hex") };
}
