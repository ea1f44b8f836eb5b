import { createHash } from "node:crypto";

/** The SHA-256 of a text (as UTF-8) or of bytes, written `sha256:<64 hex digits>`. */
export function sha256(data: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(data).digest("hex")}`;
}

/** True for text of the form that `sha256` returns. */
export function isHash(value: unknown): value is string {
  return typeof value === "string" && /^sha256:[0-9a-f]{64}$/.test(value);
}

/**
 * True if `bytes` are the file that `hash` was made of, or that file with CRLF line ends: a checkout on Windows
 * turns LF into CRLF, and nothing is lost when such a file is written again.
 */
export function isUnedited(bytes: Uint8Array, hash: string): boolean {
  if (sha256(bytes) === hash) return true;
  if (!bytes.includes(0x0d)) return false;
  return sha256(Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1")) === hash;
}
