import { createHash } from "node:crypto";
import type { Diagnostic } from "./diagnostic.js";

/**
 * Returns a key for each diagnostic that is stable when lines move: a hash of its code, file and message and of its position
 * among equal ones, as 32 hex digits.
 */
export function fingerprints(diagnostics: readonly Diagnostic[]): string[] {
  const turns = new Map<string, number>();
  return diagnostics.map(({ code, message, location }) => {
    const identity = JSON.stringify([code, location?.path ?? "", message]);
    const turn = turns.get(identity) ?? 0;
    turns.set(identity, turn + 1);
    return createHash("sha256").update(`${identity}${turn}`).digest("hex").slice(0, 32);
  });
}
