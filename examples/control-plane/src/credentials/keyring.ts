import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ConfigError, type Config } from "../config.js";

/** The master keys: the current one wraps, all of them unwrap. */
export interface Keyring {
  readonly current: MasterKey;
  find(id: string): MasterKey | undefined;
}

/** 256 bits and the name that rows remember them by. */
export interface MasterKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Reads the keys from the environment, else from a file that only its owner may read and that is made when missing. */
export async function loadKeyring({ masterKeys, dataDir }: Pick<Config, "masterKeys" | "dataDir">): Promise<Keyring> {
  if (masterKeys !== undefined) return parseKeyring("MASTER_KEYS", masterKeys);
  const path = join(dataDir, "master.keys");
  return parseKeyring(path, await readKeyFile(path));
}

/** Keys as `id:base64`, the current one first, between commas or line ends. */
export function parseKeyring(source: string, text: string): Keyring {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => parseKey(source, entry));
  const [current] = keys;
  if (!current) throw new ConfigError(source, "holds no key");
  const byId = new Map(keys.map((key) => [key.id, key]));
  if (byId.size < keys.length) throw new ConfigError(source, "names two keys alike");
  return { current, find: (id) => byId.get(id) };
}

/** A new key as keyrings write it. */
export function makeKey(id: string): string {
  return `${id}:${randomBytes(32).toString("base64")}`;
}

function parseKey(source: string, entry: string): MasterKey {
  const [, id, encoded] = /^([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/]{43}=)$/.exec(entry) ?? [];
  if (id === undefined || encoded === undefined) {
    throw new ConfigError(source, "holds something else than keys: id, colon, 32 bytes in base64");
  }
  return { id, bytes: Buffer.from(encoded, "base64") };
}

async function readKeyFile(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = await open(path, "wx", 0o600);
    await file.writeFile(`${makeKey("first")}\n`);
    await file.sync();
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const { mode } = await stat(path);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new ConfigError(path, "can be read by others: chmod it to 600");
  }
  return readFile(path, "utf8");
}
