import { invalid } from "../../../../../../generated/server/index.js";

/** Makes an opaque cursor of where a page ended. */
export function makeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Reads a cursor of so many parts; `undefined` for the first page. What `makeCursor` did not make is refused with 400. */
export function readCursor(cursor: string | undefined, parts: number): readonly (string | number)[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(position) && position.length === parts && position.every(isPart)) return position;
  } catch {
    // Not one of ours either.
  }
  throw invalid("/cursor", "is no cursor of this list");
}

function isPart(value: unknown): value is string | number {
  return typeof value === "string" || (typeof value === "number" && Number.isFinite(value));
}
