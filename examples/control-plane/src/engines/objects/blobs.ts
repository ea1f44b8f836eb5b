import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Pool } from "pg";
import { type Database, all, first, inTransaction, statement } from "../../database/query.js";
import type { ObjectsParts } from "./parts.js";

/** A piece of content: one file. */
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
 * Writes content to a file that is named by its hash. When this returns, the file survives a crash. The row is touched before
 * the file is put in place, so that `collectGarbage` leaves it alone until something refers to it.
 */
export async function writeBlob(
  { config, database }: Pick<ObjectsParts, "config" | "database">,
  content: AsyncIterable<Buffer>,
): Promise<Written> {
  const draft = join(await ensureFolder(join(folderOf(config), "incoming")), randomUUID());
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
    const path = blobPath(config, digest);
    await ensureFolder(dirname(path));
    await rename(draft, path);
    await syncFolder(dirname(path));
    return { sha256: digest, size_bytes: size, md5: md5.digest("hex") };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Reads bytes `start` to `end`, the latter included, of content that consists of these files. */
export async function* readSegments(
  { config }: Pick<ObjectsParts, "config">,
  segments: readonly Segment[],
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let at = 0;
  for (const { sha256, size_bytes } of segments) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, size_bytes - 1)];
    at += size_bytes;
    if (from <= to) yield* createReadStream(blobPath(config, sha256), { start: from, end: to }) as AsyncIterable<Buffer>;
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
 * deleted; who writes the same content again waits for the end of the transaction and puts its own file in place.
 */
export async function collectGarbage(
  { config, database }: { readonly config: ObjectsParts["config"]; readonly database: Pool },
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
  await removeDrafts(join(folderOf(config), "incoming"));
  return count;

  async function remove(sha256: Buffer): Promise<boolean> {
    try {
      return await inTransaction(database, async (client) => {
        if (!(await first(client, removeGarbage, sha256, grace))) return false;
        await rm(blobPath(config, sha256), { force: true });
        return true;
      });
    } catch (error) {
      // Something refers to it since the list was made.
      if ((error as { code?: string }).code === "23503") return false;
      throw error;
    }
  }
}

/** After so long without a write an upload is taken for broken, in milliseconds. */
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

function folderOf({ dataDir }: ObjectsParts["config"]): string {
  return join(dataDir, "objects");
}

/** Where content is. */
export function blobPath(config: ObjectsParts["config"], sha256: Buffer): string {
  const name = sha256.toString("hex");
  return join(folderOf(config), name.slice(0, 2), name);
}

/** Folders that are known to be there. */
const known = new Set<string>();

async function ensureFolder(folder: string): Promise<string> {
  if (known.has(folder)) return folder;
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) for (const parent of [dirname(folder), dirname(made)]) await syncFolder(parent);
  known.add(folder);
  return folder;
}

/** Makes the names in a folder survive a crash. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
