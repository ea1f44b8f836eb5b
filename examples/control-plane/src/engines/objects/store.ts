import { createReadStream } from "node:fs";
import { access, constants, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Config, ConfigError } from "../../config.js";
import type { Segment } from "./blobs.js";
import { createS3Store } from "./s3-store.js";

/** Keeps content, each piece under a name. */
export interface BlobStore {
  /** Takes content from a file that survives a crash, and may move it. When this returns, what is stored survives one too. */
  put(file: string, blob: Segment): Promise<void>;
  /** Reads bytes `start` to `end`, the latter included. */
  read(name: string, start: number, end: number): AsyncIterable<Buffer>;
  /** Fine if it is gone. A removal may take effect long after it was given up, so its name is never used again. */
  remove(name: string): Promise<void>;
  /** Rejects if content can't be read and written now. */
  check(): Promise<void>;
}

/** The store that was configured: a bucket, else files in the data directory. Rejects if the bucket can't be used. */
export async function openStore({ dataDir, objectsStore }: Pick<Config, "dataDir" | "objectsStore">): Promise<BlobStore> {
  if (!objectsStore) return createFileStore(join(dataDir, "objects"));
  const store = await createS3Store(objectsStore);
  await store.check().catch((error: Error) => {
    throw new ConfigError("OBJECTS_STORE", `can't be used: ${error.message || (error as NodeJS.ErrnoException).code}`);
  });
  return store;
}

/** Keeps content in files. */
function createFileStore(folder: string): BlobStore {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
  return {
    async put(file, { name }) {
      const path = pathOf(name);
      await ensureFolder(dirname(path));
      await rename(file, path);
      await syncFolder(dirname(path));
    },
    read: (name, start, end) => createReadStream(pathOf(name), { start, end }) as AsyncIterable<Buffer>,
    remove: (name) => rm(pathOf(name), { force: true }),
    check: () => access(dirname(folder), constants.R_OK | constants.W_OK),
  };
}

/** Folders that are known to be there. */
const known = new Set<string>();

/** Makes a folder that survives a crash. */
export async function ensureFolder(folder: string): Promise<string> {
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
