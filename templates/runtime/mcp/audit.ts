import type { JsonObject, JsonValue } from "../json.js";
import { seenText } from "../visible-text.js";

/** What is logged of a call: nothing that a caller or the API has sent. */
export interface AuditEntry {
  readonly tool: string;
  /** The client program, as it names itself. */
  readonly caller: string | undefined;
  /** The HMAC-SHA256 of the tool's name and its arguments, with a key of this server: logs don't help to guess values. */
  readonly arguments: string;
  /** `ok`, `pending`, `failed`, `asked`, `refused`, `invalid`, `unknown`, `cancelled`, `error`, a status of HTTP or the kind of a failure. */
  readonly outcome: string;
  readonly ms: number;
}

/** The longest name of a tool or a client in a log: both are texts of the caller. */
const maxName = 100;

/** Prints an entry as a line of JSON. */
export function printAudit({ tool, caller, ...rest }: AuditEntry): string {
  const named = { tool: tool.slice(0, maxName), ...(caller !== undefined && { caller: caller.slice(0, maxName) }) };
  return `${seenText(JSON.stringify({ audit: "mcp", ...named, ...rest }))}\n`;
}

/** Identifies a tool with its arguments, whatever their order. */
export type HashCall = (tool: string, given: JsonObject) => Promise<string>;

/** Creates what identifies calls within a server: what a person agrees to, and what logs have instead of values. */
export function createHash(): HashCall {
  let key: ReturnType<typeof crypto.subtle.generateKey> | undefined;
  return async (tool, given) => {
    const text = new TextEncoder().encode(JSON.stringify([tool, sorted(given)]));
    key ??= crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const hash = new Uint8Array(await crypto.subtle.sign("HMAC", (await key) as CryptoKey, text));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  // As a list, because objects put numeric names first.
  return Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name]!)]);
}
