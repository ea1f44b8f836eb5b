import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { structure, type Child, type Kind } from "../../document/visitor.js";
import { isFileType, type Side } from "../../json-schema/variants/variant.js";

/** How the schemas of a document are to be read. */
export interface DocumentSides {
  /** Rewrites a schema for a side. */
  readonly schema: (schema: JsonValue, side: Side) => JsonValue;
  /** Operations whose successful answers may hold secrets. */
  readonly reveals: ReadonlySet<JsonObject>;
  /** Names of the components that are such answers. */
  readonly revealing: ReadonlySet<string>;
}

/** Where an object stands: who sends requests, and what schemas below it are read for. */
interface Place {
  /** In webhooks and callbacks the service sends the requests. */
  readonly isReversed: boolean;
  readonly side: Side;
}

/** The document with every schema outside `components.schemas` rewritten for the side that it stands on. */
export function rewriteDocument(document: JsonObject, sides: DocumentSides): JsonObject {
  return rewrite(document, "root", { isReversed: false, side: "written" }, sides);
}

function rewrite(value: JsonObject, kind: Kind, place: Place, sides: DocumentSides): JsonObject {
  const { fields, others } = structure[kind];
  const copy: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const child: Child | undefined = Object.hasOwn(fields, key)
      ? fields[key]
      : others && !key.startsWith("x-")
        ? { one: others }
        : undefined;
    copy[key] = child ? rewriteChild(item, child, { holder: value, kind, key, place }, sides) : item;
  }
  return copy;
}

/** A key of an object, and what is known of the object. */
interface Holder {
  readonly holder: JsonObject;
  readonly kind: Kind;
  readonly key: string;
  readonly place: Place;
}

function rewriteChild(value: JsonValue, child: Child, holder: Holder, sides: DocumentSides): JsonValue {
  const one = (item: JsonValue, kind: Kind, name?: string): JsonValue => {
    const place = placeBelow(holder, kind, name, sides);
    if (kind === "schema") return sides.schema(item, place.side);
    if (!isObject(item)) return item;
    return rewrite(kind === "mediaType" && place.side === "form" ? withFiles(item) : item, kind, place, sides);
  };
  if ("one" in child) return one(value, child.one);
  if ("list" in child) return Array.isArray(value) ? value.map((item) => one(item, child.list)) : value;
  // The components themselves are named and rewritten as a whole.
  if (!isObject(value) || (holder.kind === "components" && child.map === "schema")) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, one(item, child.map, name)]));
}

function placeBelow({ holder, kind, key, place }: Holder, child: Kind, name: string | undefined, sides: DocumentSides): Place {
  switch (child) {
    case "callback":
      return { ...place, isReversed: true };
    case "pathItem":
      return kind === "root" ? { ...place, isReversed: true } : place;
    case "parameter":
    case "requestBody":
      return { ...place, side: place.isReversed ? "answer" : "request" };
    case "response": {
      const mayReveal = kind === "components" ? sides.revealing.has(name!) : key.startsWith("2") && place.side === "written";
      return { ...place, side: place.isReversed ? "request" : mayReveal ? "written" : "answer" };
    }
    case "responses":
      return { ...place, side: !place.isReversed && sides.reveals.has(holder) ? "written" : "answer" };
    case "header":
      return kind === "components" ? { ...place, side: "answer" } : place;
    case "mediaType":
      return place.side === "request" && isMultipart(name!) ? { ...place, side: "form" } : place;
    default:
      return place;
  }
}

function isMultipart(mediaType: string): boolean {
  return /^multipart\/form-data *(?:;|$)/i.test(mediaType);
}

/** Parts that are files because their encoding says so have a schema that says so too. */
function withFiles(mediaType: JsonObject): JsonObject {
  const encoding = ownObject(mediaType, "encoding");
  const schema = ownObject(mediaType, "schema");
  const properties = ownObject(schema, "properties");
  if (!encoding || !schema || !properties) return mediaType;
  const files = Object.keys(properties).filter((name) => {
    const types = ownString(own(encoding, name), "contentType")?.split(",");
    return types?.every(isFileType) === true && isTextOrAnything(properties[name]!);
  });
  const binary = Object.fromEntries(files.map((name) => [name, { format: "binary", type: "string" }]));
  return { ...mediaType, schema: { ...schema, properties: { ...properties, ...binary } } };
}

/** A schema that does not say otherwise may be that of a file. */
function isTextOrAnything(schema: JsonValue): boolean {
  return (
    schema === true || (isObject(schema) && !Object.hasOwn(schema, "$ref") && (own(schema, "type") ?? "string") === "string")
  );
}
