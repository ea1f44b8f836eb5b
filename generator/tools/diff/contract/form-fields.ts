import { quote } from "../../../diagnostics/escape.js";
import { isPartList, positionalEncodings } from "../../../document/part-lists.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString } from "../../../document/json-value.js";
import { essenceOf, isFile, listedTypes } from "../../../document/media-kind.js";
import type { ContractVersion } from "./contract-version.js";
import { covers, keptMediaTypes, type MediaTypeVersion } from "./media-types.js";
import { describeOperation, keptParameters, type OperationPair, type OperationVersion } from "./operations.js";
import { kept, type Pair } from "./pairs.js";
import { type HeaderVersion, headersIn } from "./responses.js";
import { schemaParts, type ValueKind, valueKinds } from "./value-kinds.js";

/** A property of a form, or a part of a list, with its encoding: explicit in an Encoding Object, or implied. */
export interface FormField {
  /** Of a part: its position, `*` for all after those with their own. */
  readonly name: string;
  readonly isPart?: true;
  /** The parent of the form. */
  readonly holder: "body" | "query string";
  /** The Encoding Object, or the Media Type Object if the property has none. */
  readonly object: JsonObject;
  readonly kinds: ReadonlySet<ValueKind>;
  /** Absent: the media type determines the serialization. */
  readonly style: string | undefined;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** In lower case. */
  readonly mediaTypes: readonly string[];
  /** Headers of the field's part in a multipart form. */
  readonly headers: ReadonlyMap<string, HeaderVersion>;
}

/** Returns the form fields that the body or the query string has in both versions. Only requests have encodings. */
export function keptFields(pair: OperationPair): Pair<FormField>[] {
  const { before, after } = pair;
  const bodies = before.body && after.body ? [{ before: before.body, after: after.body }] : [];
  const whole = keptParameters(pair).filter((parameter) => parameter.after.model.in === "querystring");
  const querystrings = whole.map((parameter) => ({ before: parameter.before.object, after: parameter.after.object }));
  const fieldsIn = (content: Pair<JsonObject>, holder: FormField["holder"]) =>
    keptMediaTypes(content).flatMap((mediaType) =>
      kept({
        before: fieldsOf(mediaType.before, holder, before.version),
        after: fieldsOf(mediaType.after, holder, after.version),
      }),
    );
  return [
    ...bodies.flatMap((body) => fieldsIn(body, "body")),
    ...querystrings.flatMap((querystring) => fieldsIn(querystring, "query string")),
  ];
}

/** Returns the media types of the second that no media type of the first covers. */
export function addedMediaTypes(first: FormField, second: FormField): string[] {
  return second.mediaTypes.filter((name) => !first.mediaTypes.some((range) => covers(range, name)));
}

/** Returns the name of a form field for messages: `the field "photo" in the body of "addPet"`. */
export function describeField({ name, holder, isPart }: FormField, operation: OperationVersion): string {
  const field = isPart
    ? `the part ${name === "*" ? "at any other position" : `at position ${name}`}`
    : `the field ${quote(name)}`;
  return `${field} in the ${holder} of ${describeOperation(operation)}`;
}

/** Returns the name of a part's header for messages. */
export function describePartHeader({ name }: HeaderVersion, field: FormField, operation: OperationVersion): string {
  return `the header ${quote(name)} of ${describeField(field, operation)}`;
}

function fieldsOf(
  { name, schema, object }: MediaTypeVersion,
  holder: FormField["holder"],
  version: ContractVersion,
): ReadonlyMap<string, FormField> {
  const type = essenceOf(name);
  const isMultipart = type.startsWith("multipart/");
  const fields = new Map<string, FormField>();
  const written = object as JsonObject;
  if (isPartList(object)) return listedParts(schema, written, version);
  if (!isMultipart && type !== "application/x-www-form-urlencoded") return fields;
  const encodings = ownObject(object, "encoding");
  for (const part of schemaParts(schema, version)) {
    for (const [property, value] of Object.entries(ownObject(part, "properties") ?? {})) {
      if (fields.has(property)) continue;
      const encoding = ownObject(encodings, property);
      const place = { name: property, holder, object: encoding ?? written, kinds: valueKinds(value, version) };
      const headers = headersIn(isMultipart ? encoding : undefined, version);
      const mediaType = isMultipart ? partMediaType(value, version) : place.kinds.has("object") ? json : text;
      fields.set(property, { ...place, headers, ...readEncoding(encoding ?? {}, mediaType, isMultipart) });
    }
  }
  return fields;
}

/** Returns the parts of a list by position. */
function listedParts(
  schema: JsonValue | undefined,
  object: JsonObject,
  version: ContractVersion,
): ReadonlyMap<string, FormField> {
  const { first, rest } = positionalEncodings(object);
  const list = version.resolve(schema);
  const [listed, items] = [own(list, "prefixItems"), own(list, "items")];
  const prefix = Array.isArray(listed) ? listed : [];
  const parts = prefix.map((value, at) => ({ name: String(at), value, encoding: first[at] ?? rest }));
  if (items !== undefined && items !== false) parts.push({ name: "*", value: items, encoding: rest });
  return new Map(
    parts.map(({ name, value, encoding }): [string, FormField] => {
      const given = isObject(encoding) ? encoding : undefined;
      const place = { name, isPart: true, holder: "body", object: given ?? object, kinds: valueKinds(value, version) } as const;
      // A list is JSON.
      const implied = readEncoding(given ?? {}, partMediaType(value, version, 1), true);
      return [name, { ...place, headers: headersIn(given, version), ...implied }];
    }),
  );
}

const [json, text] = ["application/json", "text/plain"];

/** Reads an Encoding Object; the schema implies `mediaType`. In a URL-encoded form, a style overrides `contentType`. */
function readEncoding(
  encoding: JsonObject,
  mediaType: string,
  isMultipart: boolean,
): Pick<FormField, "style" | "explode" | "allowReserved" | "mediaTypes"> {
  const isStyled = ["style", "explode", "allowReserved"].some((key) => own(encoding, key) !== undefined);
  const contentType = ownString(encoding, "contentType") ?? mediaType;
  const mediaTypes = listedTypes(contentType).map((name) => name.toLowerCase());
  // Without a style, the text of a URL-encoded form is written as in a query.
  const hasStyle = isStyled || (!isMultipart && mediaTypes.every((name) => name === text));
  const style = hasStyle ? (ownString(encoding, "style") ?? "form") : undefined;
  return {
    style,
    explode: (own(encoding, "explode") ?? style === "form") === true,
    allowReserved: own(encoding, "allowReserved") === true,
    mediaTypes: hasStyle && !isMultipart ? [text] : mediaTypes,
  };
}

/** Returns the media type of a part whose encoding doesn't specify one. A list has a part for each item. */
function partMediaType(schema: JsonValue | undefined, version: ContractVersion, depth = 0): string {
  const parts = schemaParts(schema, version);
  const file = parts.find(isFile);
  if (file) return ownString(file, "contentMediaType") ?? "application/octet-stream";
  const items = parts.map((part) => own(part, "items")).find((item) => item !== undefined);
  if (items !== undefined && depth === 0) return partMediaType(items, version, depth + 1);
  return valueKinds(schema, version).has("text") ? text : json;
}
