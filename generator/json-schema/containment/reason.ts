import type { JsonValue } from "../../document/json-value.js";
import type { Shape, Source, Conjunction } from "./shape.js";

/** One step from a value to a part of it. */
export type PathStep =
  | { readonly kind: "property"; readonly name: string }
  /** An undeclared property. */
  | { readonly kind: "other" }
  | { readonly kind: "item"; readonly index: number }
  /** Any item from this index on. */
  | { readonly kind: "items"; readonly index: number }
  /** The content of a string. */
  | { readonly kind: "content" };

/**
 * A way in which a schema on the left accepts more than one on the right.
 *
 * | kind | the right … |
 * |---|---|
 * | property | doesn't allow the property `name` |
 * | declared | declares the property `name`, which the left doesn't declare |
 * | closed | doesn't allow undeclared properties |
 * | required | requires the property `name` |
 * | values | doesn't list `values` |
 * | type | doesn't allow a type |
 * | bound | has a tighter limit, a multiple, unique items |
 * | pattern, format | has one that the left lacks |
 * | alternative | has no counterpart of an alternative |
 * | other | has a keyword that can't be compared |
 */
export interface Reason {
  readonly kind:
    | "property"
    | "declared"
    | "closed"
    | "required"
    | "values"
    | "type"
    | "bound"
    | "pattern"
    | "format"
    | "alternative"
    | "other";
  readonly left: Source | undefined;
  readonly right: Source | undefined;
  readonly name?: string;
  readonly values?: readonly JsonValue[];
  /** The values that a condition of the right concerns: some of these are rejected. */
  readonly among?: Conjunction;
  /** The part of the left that is not contained. */
  readonly shape: Shape;
}

/** A part of the left that is not contained in the same part of the right. */
export interface PartReason {
  readonly kind: "part";
  readonly step: PathStep;
  readonly left: Conjunction;
  readonly right: Conjunction;
  /** The type of the enclosing part on the left. */
  readonly shape: Shape;
}

export type Failure = Reason | PartReason;

/** Knowledge about other nodes. */
export interface KnownClaims {
  /** Returns whether every value of the left is valid for the right. */
  isContained(left: Conjunction, right: Conjunction): boolean;
  /** Returns whether no value is valid for both. */
  areDisjoint(one: Conjunction, other: Conjunction): boolean;
  /** Counts one comparison of two shapes; throws beyond the maximum. */
  count(): void;
}
