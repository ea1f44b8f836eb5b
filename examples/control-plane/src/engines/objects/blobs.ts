import { createHash, randomUUID } from "node:crypto";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { type Database, all, first, inTransaction, statement } from "../../database/query.js";
import type { ObjectsParts } from "./parts.js";
import { ensureFolder } from "./store.js";

/** A piece of content that is stored as a whole. */
export interface Segment {
  readonly sha256: Buffer;
  readonly size_bytes: number;
}

/** Content that has been written. It is kept once something refers to it. */
export interface Written extends Segment {
  /** MD5 as hex, the entity tag of an object that was written by one request. */
  readonly md5: string;
}

const touch = statement(
  "touch-blob",
  "insert into objects_blobs (sha256) values ($1) on conflict (sha256) do update set touched_at = now()",
);

/**
 * Stores content under its hash, which is known at its end: until then it is in a file. When this returns, it survives a crash.
 * The row is touched before the content is stored, so that `collectGarbage` leaves it alone until something refers to it.
 */
export async function writeBlob(
  { config, database, store }: Pick<ObjectsParts, "config" | "database" | "store">,
  content: AsyncIterable<Buffer>,
): Promise<Written> {
  const draft = join(await ensureFolder(incomingOf(config)), randomUUID());
  const [sha256, md5] = [createHash("sha256"), createHash("md5")];
  let size = 0;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      for await (const chunk of content) {
        sha256.update(chunk);
        md5.update(chunk);
        size += chunk.length;
        for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    const digest = sha256.digest();
    await all(database, touch, digest);
    await store.put(draft, { sha256: digest, size_bytes: size });
    return { sha256: digest, size_bytes: size, md5: md5.digest("hex") };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Reads bytes `start` to `end`, the latter included, of content that consists of these pieces. */
export async function* readSegments(
  { store }: Pick<ObjectsParts, "store">,
  segments: readonly Segment[],
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let at = 0;
  for (const { sha256, size_bytes } of segments) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, size_bytes - 1)];
    at += size_bytes;
    if (from <= to) yield* store.read(sha256, from, to);
  }
}

const garbage = statement<{ sha256: Buffer }>(
  "list-garbage",
  `select sha256 from objects_blobs b where touched_at < now() - make_interval(secs => $1)
     and not exists (select from objects_segments s where s.sha256 = b.sha256)
     and not exists (select from objects_parts p where p.sha256 = b.sha256)
   order by touched_at limit 100`,
);

const removeGarbage = statement<{ sha256: Buffer }>(
  "delete-garbage",
  "delete from objects_blobs where sha256 = $1 and touched_at < now() - make_interval(secs => $2) returning sha256",
);

/** How long content is kept that nothing refers to, in seconds: longer than it takes from the file to its version. */
const graceSeconds = 3600;

/**
 * Removes content that nothing refers to, and what broken uploads left behind. A row that something refers to by now can't be
 * deleted; who writes the same content again waits for the end of the transaction and stores it again.
 */
export async function collectGarbage(
  { config, database, store }: Pick<ObjectsParts, "config" | "store"> & { readonly database: Pool },
  grace = graceSeconds,
): Promise<number> {
  let count = 0;
  for (;;) {
    const found = await all(database, garbage, grace);
    let removed = 0;
    for (const { sha256 } of found) if (await remove(sha256)) removed++;
    count += removed;
    if (removed === 0) break;
  }
  await removeDrafts(incomingOf(config));
  return count;

  async function remove(sha256: Buffer): Promise<boolean> {
    try {
      return await inTransaction(database, async (client) => {
        if (!(await first(client, removeGarbage, sha256, grace))) return false;
        await store.remove(sha256);
        return true;
      });
    } catch (error) {
      // Something refers to it since the list was made.
      if ((error as { code?: string }).code === "23503") return false;
      throw error;
    }
  }
}

/** After this time without a write an upload counts as broken, in milliseconds. */
const draftAge = 24 * 3_600_000;

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > draftAge) await rm(path, { force: true });
  }
}

const touchReleased = statement(
  "touch-released-blobs",
  "update objects_blobs set touched_at = now() where sha256 in (select sha256 from objects_segments where version_seq = $1)",
);

/** Keeps the content of a version for a while longer: somebody may be reading it. */
export function keepForReaders(database: Database, versionSeq: number): Promise<unknown> {
  return all(database, touchReleased, versionSeq);
}

/** Where content is that is not complete yet. */
function incomingOf({ dataDir }: ObjectsParts["config"]): string {
  return join(dataDir, "objects", "incoming");
}
