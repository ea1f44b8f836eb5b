/** Bytes as WebCrypto has them, in every version of the types of the platform. */
export type Bytes = ReturnType<InstanceType<typeof TextEncoder>["encode"]>;

/** Chunk by chunk: a call has a limited number of arguments. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

/** The bytes of text that `toBase64` has written; throws if it isn't base64. */
export function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
