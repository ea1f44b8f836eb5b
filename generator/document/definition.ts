import type { JsonValue } from "./json-value.js";
import type { ParsedFile } from "./read-source.js";
import type { Child, Kind } from "./visitor.js";

/** The target of a reference and its location. */
export interface Definition {
  readonly value: JsonValue;
  readonly file: ParsedFile;
  /** The keys from the file's root, none of them inside a reference. */
  readonly segments: readonly string[];
  /** Its kind, if its location in an OpenAPI document determines it. */
  readonly kind: Kind | undefined;
  /** The same for a list or a map of objects. */
  readonly child?: Child | undefined;
  /** True if the reference is misspelled, which has been reported, and this is what its hint names. */
  readonly isCorrected?: boolean;
}
