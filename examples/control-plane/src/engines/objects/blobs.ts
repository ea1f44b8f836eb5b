import { createHash, randomBytes, randomUUID } from "node:crypto";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { all, first, statement } from "../../database/query.js";
import { onThread } from "../../threads.js";
import type { ObjectsParts } from "./parts.js";
import { ensureFolder } from "./store.js";

/** A piece of content that is stored as a whole. */
export interface Segment {
  /** In the store. Two pieces with the same content may have the same name or two. */
  readonly name: string;
  readonly sha256: Buffer;
  readonly size_bytes: number;
}

/** Content that has been written. It is kept once something refers to it. */
export interface Written extends Segment {
  /** MD5 as hex, the entity tag of an object that was written by one request. */
  readonly md5: string;
}

const touch = statement<{ name: string }>(
  "touch-blob",
  `insert into objects_blobs (sha256, name) values ($1, $2)
   on conflict (sha256) do update set touched_at = now() returning name`,
);

/** A name that was never used. */
function newName(sha256: Buffer): string {
  return `${sha256.toString("hex")}-${randomBytes(8).toString("hex")}`;
}

/**
 * Stores content, once for each hash, which is known at its end: until then it is in a file. When this returns, it survives a
 * crash. The row is touched before the content is stored, so that `collectGarbage` leaves it alone until something refers to
 * it. If it takes longer than that, the reference to its name fails.
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
      await onThread(() => file.sync());
    } finally {
      await file.close();
    }
    const digest = sha256.digest();
    const { name } = (await first(database, touch, digest, newName(digest)))!;
    const segment = { name, sha256: digest, size_bytes: size };
    await store.put(draft, segment);
    return { ...segment, md5: md5.digest("hex") };
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
  for (const { name, size_bytes } of segments) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, size_bytes - 1)];
    at += size_bytes;
    if (from <= to) yield* store.read(name, from, to);
  }
}

const garbage = statement<{ name: string }>(
  "list-garbage",
  `select name from objects_blobs b where touched_at < now() - make_interval(secs => $1)
     and not exists (select from objects_segments s where s.name = b.name)
     and not exists (select from objects_parts p where p.name = b.name)
   order by touched_at limit 100`,
);

const giveUp = statement<{ name: string }>(
  "give-up-blob",
  `with gone as (
     delete from objects_blobs where name = $1 and touched_at < now() - make_interval(secs => $2) returning name)
   insert into objects_removals (name) select name from gone returning name`,
);

const removals = statement<{ name: string }>(
  "list-removals",
  "select name from objects_removals order by requested_at, name limit 100",
);

const confirm = statement("confirm-removal", "delete from objects_removals where name = $1");

/** How long content is kept that nothing refers to, in seconds: longer than it takes from the file to its version. */
const graceSeconds = 3600;

/**
 * Removes content that nothing refers to, and what broken uploads left behind. First its name is given up, in the database: a
 * name that something refers to by now can't be, and the same content that is written later gets another. Then the store is
 * told, as often as it takes.
 */
export async function collectGarbage(
  { config, database, store }: Pick<ObjectsParts, "config" | "store"> & { readonly database: Pool },
  grace = graceSeconds,
): Promise<number> {
  let count = 0;
  for (;;) {
    const found = await all(database, garbage, grace);
    let givenUp = 0;
    for (const { name } of found) if (await isGivenUp(name)) givenUp++;
    count += givenUp;
    if (givenUp === 0) break;
  }
  for (let found = await all(database, removals); found.length > 0; found = await all(database, removals)) {
    for (const { name } of found) {
      await store.remove(name);
      await all(database, confirm, name);
    }
  }
  await removeDrafts(incomingOf(config));
  return count;

  async function isGivenUp(name: string): Promise<boolean> {
    try {
      return (await first(database, giveUp, name, grace)) !== undefined;
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

/** The folder of incomplete content. */
function incomingOf({ dataDir }: ObjectsParts["config"]): string {
  return join(dataDir, "objects", "incoming");
}
