import { compare } from "../../../diagnostics/diagnostic.js";
import type { Change } from "../change.js";
import type { AcceptedChange } from "./baseline.js";

/** The text of a baseline that also accepts some changes, for one reason. Sorted, an entry a line, easy to merge. */
export function acceptChanges(
  entries: readonly AcceptedChange[],
  changes: readonly Change[],
  reason: string,
  expires?: string,
): string {
  const fresh = changes.map(({ rule, pointer, message }): AcceptedChange => {
    return { rule: rule.id, pointer, message, reason, ...(expires !== undefined && { expires }) };
  });
  const sorted = [...entries, ...fresh].sort((a, b) => compare(a.pointer, b.pointer) || compare(a.rule, b.rule));
  const lines = sorted.map(
    ({ rule, pointer, message, reason: why, expires: until }) =>
      `    ${JSON.stringify({ rule, pointer, ...(message !== undefined && { message }), reason: why, ...(until !== undefined && { expires: until }) })}`,
  );
  return `{\n  "findings": [\n${lines.join(",\n")}\n  ]\n}\n`;
}
