import type { JsonValue } from "../../../../document/json-value.js";

/** In place of a keyword for what excludes each other: which one refuses the two depends on how the schema says it. */
export const exclusive = "exclusive";

/** A change that should make a valid value invalid. */
export interface Mutation {
  /** The keyword that it is meant to break. */
  readonly rule: string;
  /** The part that is replaced, added or removed. */
  readonly pointer: string;
  /** What stands there then; absent: nothing. */
  readonly value?: JsonValue;
  /** In words, behind the name of the part: `too long`. */
  readonly words: string;
}
