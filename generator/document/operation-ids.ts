import { ownString, type JsonObject } from "./json-value.js";
import { isObjectMember } from "./object-members.js";
import { reachable } from "./visitor.js";

/** An operation whose `operationId` can't be the name of a handler, a method and files. */
export interface RenamedOperation {
  readonly operation: JsonObject;
  /** The `operationId` in the contract. */
  readonly written: string;
  /** What it is called instead. */
  readonly id: string;
  /** Whether another operation has the name that it would have had. */
  readonly isTaken: boolean;
}

/** The maximum length of an id. */
const maxLength = 128;

const legal = /^[\p{L}\p{M}\p{N}_.:/#[\]{} -]{1,128}$/u;

/** Returns whether names can be made from an `operationId`; emitters map the separators that real contracts use. */
export function isLegalOperationId(id: string): boolean {
  return legal.test(id) && /[\p{L}\p{N}]/u.test(id) && id.trim() === id && !id.split("/").includes("..") && !isObjectMember(id);
}

/**
 * Returns the name for an `operationId` of any text: the id itself, or one that starts with a letter or a digit. Returns `undefined` if
 * it has neither.
 */
export function operationIdOf(written: string): string | undefined {
  if (isLegalOperationId(written)) return written;
  const mapped = written
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}_.:/#[\]{} -]+/gu, "_")
    .replace(/(?<=^|\/)\.\.(?=\/|$)/g, "_")
    // Files are called by it: neither hidden nor mistaken for options.
    .replace(/^[^\p{L}\p{N}]+/u, "");
  const short = firstOf(mapped, maxLength).replace(/_+$/, "").trim();
  const id = isObjectMember(short) ? `${short}_` : short;
  return isLegalOperationId(id) ? id : undefined;
}

/** Returns the first characters of a text. */
function firstOf(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}

/**
 * Replaces each `operationId` of a document that names can't be made from, in operations and in links to them. Different ids never
 * become the same; equal ones remain equal.
 */
export function nameOperations(document: JsonObject): RenamedOperation[] {
  const operations: JsonObject[] = [];
  const links: JsonObject[] = [];
  const isRelevant = (kind: string) => kind !== "schema" && kind !== "example";
  for (const { value, kind } of reachable(document, [{ value: document, kind: "root" }], isRelevant)) {
    if (kind === "operation") operations.push(value);
    else if (kind === "link") links.push(value);
  }
  const idsOf = (holders: readonly JsonObject[]) => holders.flatMap((holder) => ownString(holder, "operationId") ?? []);
  const taken = new Set(idsOf(operations).filter(isLegalOperationId));
  const names = new Map<string, { readonly id: string; readonly isTaken: boolean }>();
  for (const written of idsOf(operations)
    .filter((id) => !isLegalOperationId(id))
    .sort()) {
    const wanted = operationIdOf(written);
    if (wanted === undefined || names.has(written)) continue;
    let id = wanted;
    for (let number = 2; taken.has(id); number++) id = `${firstOf(wanted, maxLength - String(number).length)}${number}`;
    taken.add(id);
    names.set(written, { id, isTaken: id !== wanted });
  }
  const rename = (holder: JsonObject) => {
    const written = ownString(holder, "operationId");
    const name = written === undefined ? undefined : names.get(written);
    if (!name) return [];
    (holder as Record<string, unknown>)["operationId"] = name.id;
    return [{ operation: holder, written: written!, ...name }];
  };
  links.forEach(rename);
  return operations.flatMap(rename);
}
