import { unescapeSegment } from "../../../templates/runtime/json.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { isDecisiveKeyword } from "../../document/schema-keywords.js";
import { schemasIn } from "../../json-schema/schema.js";
import { childAt, type Child, type Kind } from "../../document/visitor.js";

/** A field of an object of a document, and the objects around it. */
export interface FieldPlace {
  readonly document: JsonObject;
  /** The objects from the document down to the one with the field. */
  readonly holders: readonly JsonValue[];
  /** The kind of the last one; absent for plain data, such as `info`. */
  readonly kind: Kind | undefined;
}

/** Returns the field at a pointer with the objects around it. */
export function placeOf(document: JsonObject, segments: readonly string[]): FieldPlace {
  const holders: JsonValue[] = [document];
  let child: Child | undefined = { one: "root" };
  for (const segment of segments.slice(0, -1)) {
    const value = own(holders.at(-1), segment);
    if (value === undefined) break;
    holders.push(value);
    if (child === undefined) continue;
    if ("one" in child) child = childAt(child.one, segment, () => false);
    else child = { one: "list" in child ? child.list : child.map };
  }
  return { document, holders, kind: child && "one" in child ? child.one : undefined };
}

/** Returns the keys of a pointer in Redocly's notation: prefixed with `#/`, not percent-encoded. */
export function segmentsOf(pointer: string): string[] {
  const path = pointer.replace(/^#?\/?/, "");
  return path === "" ? [] : path.split("/").map(unescapeSegment);
}

const inOperations = "Move it to each operation that it applies to.";

const inOperationsOrRoot = "Move it as `security` to each operation that it applies to, or to the root of the document.";

/** Kinds of objects that are never called, in which these words have another meaning. */
const isNoCall: ReadonlySet<Kind | undefined> = new Set(["securityScheme", "example", "link"]);

/**
 * Returns the hint for a misplaced field that would determine who may call or which values are valid; `undefined` for
 * any other field, which may be ignored.
 */
export function whereItBelongs(field: string, { document, holders, kind }: FieldPlace): string | undefined {
  const holder = holders.at(-1) as JsonObject;
  const value = own(holder, field);
  if (field === "security" || field === "securities") return isNoCall.has(kind) ? undefined : inOperationsOrRoot;
  const isCall = kind === "operation" || kind === "pathItem";
  if (field === "scopes") return isCall ? inOperationsOrRoot : undefined;
  if (field === "requestBody") return kind === "pathItem" ? inOperations : undefined;
  if (kind === "requestBody") return field === "schema" ? "Move it to each media type of `content`." : undefined;
  if (kind === "mediaType" && field === "required" && typeof value === "boolean") {
    // Around a media type: its map, then the object with that map.
    const body = holders.at(-3);
    const isRequest = isObject(body) && !Object.hasOwn(body, "description") && own(body, "required") !== true;
    return value && isRequest ? "Move it to the request body." : undefined;
  }
  if ((kind !== "parameter" && kind !== "mediaType") || !isDecisiveKeyword(field)) return undefined;
  // A parameter is sent as text, whatever its type.
  if (kind === "parameter" && field === "type") return undefined;
  return isSaid(field, value, own(holder, "schema"), document) ? undefined : "Move it to `schema`.";
}

/** Returns whether a schema, its reference or one of its `allOf` has the same value of a keyword. */
function isSaid(keyword: string, value: JsonValue | undefined, schema: JsonValue | undefined, document: JsonObject): boolean {
  const parts = schemasIn(document).of(schema).all;
  return parts.some((part) => JSON.stringify(own(part, keyword)) === JSON.stringify(value));
}
