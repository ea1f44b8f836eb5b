import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject, type JsonValue, own } from "../../../document/json-value.js";
import { formatPointer } from "../../../../templates/runtime/json.js";
import type { Schema } from "../../../json-schema/schema.js";

/** How an item differs from what was sent. */
export interface Difference {
  /** The member. */
  readonly name: string;
  /** Whether the values are more than two spellings of one. */
  readonly isReal: boolean;
  readonly text: string;
}

/** Texts that are more than text: servers may rewrite them. */
const rewritten = ["format", "pattern", "contentEncoding", "contentMediaType"] as const;

/** Members that show where something is in its life, which servers decide. */
const stateNames = /^(?:status|state|phase|stage|version|revision|etag)$|(?:_?at|_?status|_?state)$/i;

/** What an item shows otherwise than it was sent, among the members that requests and items have alike. */
export function differencesFrom(sent: JsonObject, item: JsonObject, schemas: ItemSchemas): readonly Difference[] {
  return comparable(sent, schemas).flatMap((name): Difference[] => {
    const value = sent[name]!;
    const shown = Object.hasOwn(item, name) ? item[name]! : null;
    if (isDeepStrictEqual(value, shown)) return [];
    // What is shown may be another value each time; findings are the same each time.
    const how = Object.hasOwn(item, name) ? "shown otherwise" : "not shown";
    const text = `${JSON.stringify(name)} was sent as ${brief(value)}, but is ${how}`;
    return [{ name, text, isReal: isReal(value, shown, schemas.item.member(name)!.schema) }];
  });
}

/** The schemas of an item in a request, and in a response. */
export interface ItemSchemas {
  readonly request: Schema;
  readonly item: Schema;
  /** The member that identifies it. */
  readonly id: string | undefined;
}

/** Members that the contract describes in requests and in items, and of which it doesn't say that they differ. */
export function comparable(sent: JsonObject, { request, item, id }: ItemSchemas): readonly string[] {
  return Object.keys(sent).filter((name) => {
    const [asked, shown] = [request.member(name)?.schema, item.member(name)?.schema];
    if (!asked || !shown || name === id || stateNames.test(name)) return false;
    return ![asked, shown].some(
      (one) => isMarked(one, "readOnly") || isMarked(one, "writeOnly") || isMarked(one, "format", "password"),
    );
  });
}

/**
 * Whether a document tells what servers set: one that lets clients send the id that servers make up tells nothing.
 */
export function tellsServersMembers({ request, id }: ItemSchemas, sent: JsonObject, shown: JsonObject): boolean {
  if (id === undefined) return true;
  const asked = request.member(id)?.schema;
  return !asked || isMarked(asked, "readOnly") || (Object.hasOwn(sent, id) && isDeepStrictEqual(sent[id], shown[id]));
}

function isMarked({ pieces }: Schema, keyword: string, value: JsonValue = true): boolean {
  return pieces.some((piece) => own(piece, keyword) === value);
}

/** Texts in other spellings, and lists in another order, are the same to people; a server may add to objects and lists. */
function isReal(sent: JsonValue, shown: JsonValue, schema: Schema): boolean {
  if (typeof sent === "string" && typeof shown === "string") {
    return (
      !schema.pieces.some((piece) => rewritten.some((keyword) => own(piece, keyword) !== undefined)) &&
      spelling(sent) !== spelling(shown)
    );
  }
  if (sent === null || (Array.isArray(sent) && sent.length === 0)) return false;
  if (typeof sent === "object") {
    if (shown === null || Array.isArray(sent) !== Array.isArray(shown)) return shown === null;
    if (Array.isArray(sent) && Array.isArray(shown)) return shown.length === 0;
    return false;
  }
  return typeof sent === typeof shown || shown === null;
}

function spelling(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function brief(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The pointers at which two values differ. */
export function changedPlaces(one: JsonValue, other: JsonValue, path: readonly (string | number)[] = []): readonly Change[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (isObject(one) && isObject(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((name) =>
      Object.hasOwn(one, name) && Object.hasOwn(other, name)
        ? changedPlaces(one[name]!, other[name]!, [...path, name])
        : [{ pointer: formatPointer([...path, name]), before: one[name], after: other[name] }],
    );
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.flatMap((element, index) => changedPlaces(element, other[index]!, [...path, index]));
  }
  return [{ pointer: formatPointer(path), before: one, after: other }];
}

/** A value that has become another. */
export interface Change {
  readonly pointer: string;
  /** Absent: there was none. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

const stateName = /(?:^|_)(?:status|state|phase|stage)$|[a-z](?:Status|State|Phase|Stage)$/;

/** Whether a state that said that something was under way is another one, which it becomes by itself. */
export function isProgress({ pointer, before }: Change): boolean {
  return stateName.test(pointer.split("/").at(-1)!) && /^(?!running$).*ing$|^(?:queued|scheduled|requested)$/i.test(`${before}`);
}

/** Lists of what was called: RFC 9110, section 9.2.1 has them as its example of what safe methods may change. */
const logNames =
  /(?:^|[^A-Za-z])(?:audit|logs?|history|activity|trail)(?![a-z])|[a-z](?:Audit|Logs?|History|Activity|Trail)(?![a-z])/;

/** Whether a value tells how long something took: another one each time, or by chance the same. */
export function isMeasured({ pointer, before, after }: Change): boolean {
  const name = pointer.split("/").at(-1)!;
  return (
    [before, after].every((value) => value === null || typeof value === "number") && /latency|duration|elapsed|uptime/i.test(name)
  );
}

/** Whether a value is a count or a time, or in a log, and so may change whenever something is called. */
export function isTally({ pointer, before, after }: Change): boolean {
  if (logNames.test(pointer)) return true;
  const name = pointer.split("/").at(-1)!;
  if (/(?:_|[a-z](?=A))(?:at|time|date)$|^(?:updated|modified|accessed|seen|etag|version(?!ing)|revision)/i.test(name))
    return true;
  return [before, after].every((value) => value === undefined || value === null || typeof value === "number" || isTime(value));
}

function isTime(value: JsonValue): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
}
