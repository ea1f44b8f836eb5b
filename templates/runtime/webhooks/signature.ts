import { type Bytes, fromBase64, toBase64 } from "../base64.js";

/** A secret of a webhook: `whsec_` and base64 of 24 to 64 bytes. Several are in use during a rotation, the current one first. */
export type Secrets = string | readonly string[];

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A secret as a key, and an id from which it can't be found. */
export interface WebhookKey {
  readonly key: HmacKey;
  readonly id: string;
}

/** Creates a secret. */
export function createSecret(): string {
  return `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(32)))}`;
}

/** Reads secrets. The error for an invalid one doesn't contain it. */
export function decodeSecrets(secrets: Secrets): Bytes[] {
  const list = typeof secrets === "string" ? [secrets] : secrets;
  if (list.length === 0) throw new TypeError("A webhook needs a secret");
  return list.map((secret, index) => {
    const bytes = decodeBase64(secret.replace(/^whsec_/, ""));
    if (bytes && bytes.length >= 24 && bytes.length <= 64) return bytes;
    throw new TypeError(`Secret ${index + 1} is not whsec_ and base64 of 24 to 64 bytes`);
  });
}

/** Imports secrets for signing. */
export function importKeys(secrets: readonly Bytes[]): Promise<WebhookKey[]> {
  return Promise.all(
    secrets.map(async (bytes) => ({
      key: await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]),
      id: toBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))),
    })),
  );
}

/** The headers and the body that are signed. */
export interface SignedContent {
  readonly id: string;
  /** In seconds. */
  readonly timestamp: string;
  readonly body: Uint8Array;
}

/** The value of `webhook-signature`: a signature for each key. */
export async function sign(content: SignedContent, keys: readonly WebhookKey[]): Promise<string> {
  const signatures = await Promise.all(keys.map(({ key }) => signatureOf(content, key)));
  return signatures.map((signature) => `v1,${toBase64(signature)}`).join(" ");
}

/** The key with which one of the signatures was made. Takes as long for wrong signatures of a length as for right ones. */
export async function findSigner(
  content: SignedContent,
  signatures: string,
  keys: readonly WebhookKey[],
): Promise<WebhookKey | undefined> {
  const given = signatures.split(" ").flatMap((text) => (text.startsWith("v1,") ? (decodeBase64(text.slice(3)) ?? []) : []));
  let signer: WebhookKey | undefined;
  for (const key of keys) {
    const expected = await signatureOf(content, key.key);
    for (const signature of given) if (isSame(signature, expected)) signer ??= key;
  }
  return signer;
}

async function signatureOf({ id, timestamp, body }: SignedContent, key: HmacKey): Promise<Uint8Array> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, whole));
}

/** Compares every byte. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index++) difference |= one[index]! ^ other[index]!;
  return difference === 0;
}

/** Only base64 as it is written by others: `atob` also reads text with spaces or without padding. */
function decodeBase64(text: string): Bytes | undefined {
  if (text.length > 128 || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  return fromBase64(text);
}
