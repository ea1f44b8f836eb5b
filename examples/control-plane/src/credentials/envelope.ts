import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Keyring, MasterKey } from "./keyring.js";

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
