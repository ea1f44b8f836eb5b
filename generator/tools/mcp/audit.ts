import { seenText } from "../../diagnostics/escape.js";

/** What is logged of a call: nothing that a caller or the API has sent. */
export interface AuditEntry {
  readonly tool: string;
  /** The client program, as it names itself. */
  readonly caller: string | undefined;
  /** The sha256 of the tool's name and its arguments. */
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
