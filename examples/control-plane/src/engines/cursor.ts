import { invalid } from "../../../../generated/server/index.js";

/** Makes an opaque cursor of where a page ended. */
export function makeCursor(position: readonly string[]): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Tells whether a part of a cursor is one that `makeCursor` was given. */
type Part = (text: string) => boolean;

/** A time as `toISOString` writes it, in a year that PostgreSQL knows. */
export const isInstant: Part = (text) => {
  const time = new Date(text);
  return /^(?!0000)\d{4}-/.test(text) && !Number.isNaN(time.getTime()) && time.toISOString() === text;
};

/** Reads the parts of a cursor; `undefined` for the first page. What `makeCursor` did not make is rejected with 400. */
export function readCursor(cursor: string | undefined, parts: readonly Part[]): readonly string[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const isPosition = Array.isArray(position) && position.length === parts.length;
    if (isPosition && position.every((part, index) => typeof part === "string" && parts[index]!(part)))
      return position as string[];
  } catch {
    // Not one of ours either.
  }
  throw invalid("/cursor", "is no cursor of this list");
}
