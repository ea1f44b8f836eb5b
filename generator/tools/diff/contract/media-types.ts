import { own, ownObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { essenceOf } from "../../../model/media-kind.js";
import type { OperationPair } from "./operations.js";
import { addedTo, type Pair } from "./pairs.js";
import { at, type ChangeAnchors } from "../rule.js";

/** A media type of a body or an answer, with its schema where it has one. */
export interface MediaTypeVersion {
  /** In lower case. */
  readonly name: string;
  readonly schema: JsonValue | undefined;
  readonly object: JsonValue;
}

/** The media types of a body, an answer or a parameter. */
export function mediaTypesOf(holder: JsonObject): MediaTypeVersion[] {
  const content = ownObject(holder, "content") ?? {};
  return Object.entries(content).map(([name, object]) => ({ name: name.toLowerCase(), schema: own(object, "schema"), object }));
}

/** Media types of both, each with that of the same name, or else with the range that covers it. */
export function keptMediaTypes({ before, after }: Pair<JsonObject>): Pair<MediaTypeVersion>[] {
  const known = mediaTypesOf(before);
  return mediaTypesOf(after).flatMap((mediaType) => {
    const same =
      known.find(({ name }) => name === mediaType.name) ??
      known.find(({ name }) => covers(name, mediaType.name) || covers(mediaType.name, name));
    return same ? [{ before: same, after: mediaType }] : [];
  });
}

/** Media types of the second that no media type of the first covers. */
export function uncoveredMediaTypes(first: JsonObject, second: JsonObject): string[] {
  const [known, names] = [namesOf(first), namesOf(second)];
  return addedTo(known, names).filter((name) => !known.some((range) => covers(range, name)));
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

/** Whether a media type, or a range such as `text/*`, takes another one; parameters such as a charset don't count. */
export function covers(range: string, name: string): boolean {
  if (range === "*/*") return true;
  return range.endsWith("/*") ? name.startsWith(range.slice(0, -1)) : essenceOf(name) === essenceOf(range);
}

/** Where the media types of both stand. */
export function contentAnchors({ before, after }: Pair<JsonObject>): ChangeAnchors {
  return { before: at(before, "content"), after: at(after, "content") };
}
