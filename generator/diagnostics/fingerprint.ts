import { createHash } from "node:crypto";
import type { Diagnostic } from "./diagnostic.js";

/**
 * A key for each diagnostic that survives moved lines: made of its code, file and message and, among equal ones, its
 * turn. 32 hex digits each.
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
