import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdir, open, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Config, ConfigError } from "../config.js";

/** The master keys: the current one wraps, all of them unwrap. */
export interface Keyring {
  readonly current: MasterKey;
  find(id: string): MasterKey | undefined;
}

/** 256 bits and the name that rows remember them by. */
interface MasterKey {
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
  if (!current) throw new ConfigError(source, "contains no key");
  const byId = new Map(keys.map((key) => [key.id, key]));
  if (byId.size < keys.length) throw new ConfigError(source, "contains two keys of the same name");
  return { current, find: (id) => byId.get(id) };
}

/** A new key as keyrings write it. Throws a `RangeError` if no keyring takes the name. */
export function makeKey(id: string): string {
  if (!isKeyName(id)) throw new RangeError("The name of a key is 1 to 64 letters, digits, dots, underscores and hyphens");
  return `${id}:${randomBytes(32).toString("base64")}`;
}

/** Whether a keyring takes a key of this name. */
export function isKeyName(name: string): boolean {
  return /^[A-Za-z0-9._-]{1,64}$/.test(name);
}

function parseKey(source: string, entry: string): MasterKey {
  const [, id, encoded] = /^([^:]+):([A-Za-z0-9+/]{43}=)$/.exec(entry) ?? [];
  if (id === undefined || encoded === undefined || !isKeyName(id)) {
    throw new ConfigError(source, "contains something other than keys: id, colon, 32 bytes in base64");
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

/** A secret as it is stored: sealed with a key of its own, which the master key named here wraps. */
export interface Envelope {
  readonly master_key_id: string;
  readonly wrapped_key: Buffer;
  readonly sealed: Buffer;
}

/** Seals a secret for one place: in any other place it does not open. */
export function seal(keyring: Keyring, place: string, secret: string): Envelope {
  const key = randomBytes(32);
  return {
    master_key_id: keyring.current.id,
    wrapped_key: encrypt(keyring.current.bytes, place, key),
    sealed: encrypt(key, place, Buffer.from(secret, "utf8")),
  };
}

/** Opens what was sealed for this place. Throws if it was changed or moved, or if its master key is not in the keyring. */
export function unseal(keyring: Keyring, place: string, envelope: Envelope): string {
  return decrypt(unwrap(keyring, place, envelope), place, envelope.sealed).toString("utf8");
}

/** Wraps the key of an envelope with the current master key. The sealed secret stays as it is, and closed. */
export function rewrap(keyring: Keyring, place: string, envelope: Envelope): Envelope {
  const { current } = keyring;
  const wrapped_key = encrypt(current.bytes, place, unwrap(keyring, place, envelope));
  return { ...envelope, master_key_id: current.id, wrapped_key };
}

function unwrap(keyring: Keyring, place: string, { master_key_id, wrapped_key }: Envelope): Buffer {
  const master: MasterKey | undefined = keyring.find(master_key_id);
  if (!master) throw new Error(`The keyring has no master key ${master_key_id}`);
  return decrypt(master.bytes, place, wrapped_key);
}

const cipher = "aes-256-gcm";

const nonceBytes = 12;

const tagBytes = 16;

/** Nonce, tag and ciphertext in a row. Each key encrypts once or a few times, so random nonces never meet. */
function encrypt(key: Buffer, place: string, text: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([encryption.update(text), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), ciphertext]);
}

function decrypt(key: Buffer, place: string, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place)).setAuthTag(tag);
  return Buffer.concat([decryption.update(sealed.subarray(nonceBytes + tagBytes)), decryption.final()]);
}
