import { unescapeSegment } from "../../../../templates/runtime/json-pointer.js";
import { own, type JsonValue } from "../../../document/json-value.js";
import { parseJson } from "../../../document/parse-json.js";
import { Places, type EntrySpan } from "../../../document/source.js";
import { isAboutName } from "../fixture/locate.js";
import { isSecretName } from "../secrets/secret-text.js";

/** A part of a JSON text. */
export interface FoundPart {
  /** Offsets into the text. */
  readonly span: EntrySpan;
  /** Whether its key is meant: it is not allowed, or what is meant is missing in it. */
  readonly isKey: boolean;
  /** The text of a string or number, unless a name around it says that it is secret. */
  readonly scalar: string | undefined;
}

/** Finds the part of a JSON text that a pointer leads to, or the nearest part around it; nothing for the whole text. */
export function findInText(text: string, segments: readonly string[], rule: string): FoundPart | undefined {
  const places = new Places();
  let holder = parseJson({ path: "", absolutePath: "", text }, places, []);
  let found: FoundPart | undefined;
  let isSecret = false;
  for (const segment of segments) {
    const key = unescapeSegment(segment);
    const span = typeof holder === "object" && holder !== null ? places.origin(holder)?.entries.get(key) : undefined;
    if (!span) return found && { ...found, isKey: true };
    const value: JsonValue | undefined = own(holder, key);
    isSecret ||= isSecretName(key);
    const isScalar = typeof value === "string" || typeof value === "number";
    found = { span, isKey: isAboutName(rule), scalar: isScalar && !isSecret ? String(value) : undefined };
    holder = value;
  }
  return found;
}
