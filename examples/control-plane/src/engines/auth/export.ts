import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Pool } from "pg";
import { type Database, all, first, inTransaction, statement } from "../../database/query.js";
import { type Job, type Work, step } from "../../operations/work.js";
import { hashFile, transferPath, transfers } from "../../transfers/transfer.js";
import { writeOnce } from "../write-once.js";
import type { AuthParts } from "./parts.js";
import { tablesOf } from "./tables.js";
import { type AuthUser, type UserRow, selectUsers, showUser } from "./users.js";

/** The fields of an export that names none. */
export const exportFields = [
  "user_id",
  "email",
  "email_verified",
  "phone",
  "phone_verified",
  "display_name",
  "status",
  "roles",
  "identities",
  "user_metadata",
  "created_at",
  "updated_at",
  "last_sign_in_at",
] as const satisfies readonly (keyof AuthUser)[];

/** How to make the file of an export. */
export interface ExportInput {
  readonly expires_in_seconds: number;
  readonly format: "ndjson" | "csv";
  readonly fields: readonly (typeof exportFields)[number][];
  readonly role: string | null;
  readonly created_after: string | null;
  readonly include_deleted: boolean;
}

const insertRows = statement(
  "insert-auth-export",
  "insert into auth_exports (transfer_id, rows) values ($1, $2) on conflict (transfer_id) do update set rows = excluded.rows",
);
const findRows = statement<{ rows: number }>("find-auth-export", "select rows from auth_exports where transfer_id = $1");

/** The number of users in an export; `null` while it is prepared. */
export async function rowsOf(database: Database, transferId: string): Promise<number | null> {
  return (await first(database, findRows, transferId))?.rows ?? null;
}

/** The maximum number of users in memory. */
const batch = 500;

/** Writes the users of a service to the file of the transfer that the operation names. */
export function exporting({ config, database }: AuthParts): Work {
  return {
    async run(job) {
      const transfer = await transfers.findById(database, String(job.operation.input["transfer_id"]));
      if (transfer?.state !== "preparing") return;
      const input = transfer.input as unknown as ExportInput;
      const path = transferPath(config, transfer);
      await step("The file could not be made.", () =>
        writeOnce(job, path, async (draft) => {
          const file = await open(draft, "w");
          try {
            await writeUsers(database, job, input, file);
            await file.sync();
          } finally {
            await file.close();
          }
        }),
      );
      const { size, sha256 } = await hashFile(path);
      const rows = await countRows(path, input);
      return async (client) => {
        await transfers.finish(client, transfer.id, size, sha256, input.expires_in_seconds);
        await all(client, insertRows, transfer.id, rows);
      };
    },
    giveUp: async ({ operation }, client) => void (await transfers.fail(client, String(operation.input["transfer_id"]))),
  };
}

/** Writes users, oldest first, as of one moment: a cursor sees the rows that there were when it was opened. */
async function writeUsers(database: Pool, { service, signal }: Job, input: ExportInput, file: FileHandle): Promise<void> {
  const { format, fields, role, created_after, include_deleted } = input;
  const write = format === "csv" ? csvOf : (values: readonly unknown[]) => jsonOf(fields, values);
  if (format === "csv") await file.write(csvOf(fields));
  await inTransaction(database, async (client) => {
    await client.query(
      `declare users no scroll cursor for ${selectUsers(tablesOf(service))}
       where ($1::text is null or $1 = any(u.roles)) and ($2::timestamptz is null or u."createdAt" >= $2)
         and ($3 or u.deleted_at is null)
       order by u."createdAt", u.id`,
      [role, created_after, include_deleted],
    );
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await client.query<UserRow>(`fetch ${batch} from users`);
      if (rows.length === 0) return;
      const lines = rows.map(showUser).map((user) => write(fields.map((field) => user[field] ?? null)));
      await file.write(lines.join(""));
    }
  });
}

function jsonOf(fields: readonly string[], values: readonly unknown[]): string {
  return `${JSON.stringify(Object.fromEntries(fields.map((field, index) => [field, values[index]])))}\n`;
}

/** A line as RFC 4180 has it. Lists and objects are JSON, what is null is empty. */
function csvOf(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    if (value === null) return "";
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(",")}\r\n`;
}

/** Counts the users in a file, which an earlier attempt may have written: line ends that are not within quotes of CSV. */
async function countRows(path: string, { format }: ExportInput): Promise<number> {
  let lines = 0;
  let isQuoted = false;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte === 0x22 && format === "csv") isQuoted = !isQuoted;
      else if (byte === 0x0a && !isQuoted) lines++;
    }
  }
  return format === "csv" ? lines - 1 : lines;
}
