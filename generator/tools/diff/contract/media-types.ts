import { itemSchemaOf } from "../../../document/item-schemas.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { essenceOf } from "../../../document/media-kind.js";
import type { OperationPair } from "./operations.js";
import { addedTo, type Pair } from "./pairs.js";
import { at, type ChangeAnchors } from "../rule.js";

/** A media type of a body or a response, with its schema if it has one. */
export interface MediaTypeVersion {
  /** In lower case. */
  readonly name: string;
  readonly schema: JsonValue | undefined;
  /** Of the items, if it is a sequence of them. */
  readonly itemSchema: JsonValue | undefined;
  readonly object: JsonValue;
}

/** Returns the media types of a body, a response or a parameter. */
export function mediaTypesOf(holder: JsonObject): MediaTypeVersion[] {
  const content = ownObject(holder, "content") ?? {};
  return Object.entries(content).map(([name, object]) => ({
    name: name.toLowerCase(),
    schema: own(object, "schema"),
    itemSchema: itemSchemaOf(object),
    object,
  }));
}

/** Returns media types of both, each paired with the one of the same name, otherwise with the range that covers it. */
export function keptMediaTypes({ before, after }: Pair<JsonObject>): Pair<MediaTypeVersion>[] {
  const known = mediaTypesOf(before);
  return mediaTypesOf(after).flatMap((mediaType) => {
    const same =
      known.find(({ name }) => name === mediaType.name) ??
      known.find(({ name }) => covers(name, mediaType.name) || covers(mediaType.name, name));
    return same ? [{ before: same, after: mediaType }] : [];
  });
}

/** Returns the media types of the second that no media type of the first covers. */
export function uncoveredMediaTypes(first: JsonObject, second: JsonObject): string[] {
  const [known, names] = [namesOf(first), namesOf(second)];
  return addedTo(known, names).filter((name) => !known.some((range) => covers(range, name)));
}

/**
 * Returns the media types of a response that the second doesn't have. A range narrowed to media types in it is none: it doesn't
 * promise each of them, and whatever is sent now could be sent before.
 */
export function droppedMediaTypes(before: JsonObject, after: JsonObject): string[] {
  const names = namesOf(after);
  return uncoveredMediaTypes(after, before).filter((range) => !names.some((name) => covers(range, name)));
}

/** Returns the media types that only one version of the body has, with the anchors of their lists. */
export function changedBodyTypes(pair: OperationPair): {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly anchors: ChangeAnchors;
} {
  const [before, after] = [pair.before.body, pair.after.body];
  if (!before || !after) return { added: [], removed: [], anchors: { before: undefined, after: undefined } };
  const anchors = contentAnchors({ before, after });
  return { added: uncoveredMediaTypes(before, after), removed: uncoveredMediaTypes(after, before), anchors };
}

function namesOf(holder: JsonObject): string[] {
  return mediaTypesOf(holder).map(({ name }) => name);
}

/** Returns whether a media type, or a range such as `text/*`, covers another; ignores parameters such as a charset. */
export function covers(range: string, name: string): boolean {
  if (range === "*/*") return true;
  return range.endsWith("/*") ? name.startsWith(range.slice(0, -1)) : essenceOf(name) === essenceOf(range);
}

/** Returns the anchors of the media types of both. */
export function contentAnchors({ before, after }: Pair<JsonObject>): ChangeAnchors {
  return { before: at(before, "content"), after: at(after, "content") };
}
