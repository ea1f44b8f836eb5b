import type { JsonValue } from "../../document/json-value.js";
import type { Shape, Source, Conjunction } from "./shape.js";

/** One step from a value to a part of it. */
export type PathStep =
  | { readonly kind: "property"; readonly name: string }
  /** A property whose name no schema mentions. */
  | { readonly kind: "other" }
  | { readonly kind: "item"; readonly index: number }
  /** Any item from there on. */
  | { readonly kind: "items"; readonly index: number }
  /** What a text holds. */
  | { readonly kind: "content" };

/**
 * What a schema on the left lets through and one on the right doesn't.
 *
 * | kind | the right … |
 * |---|---|
 * | property | doesn't allow the property `name` |
 * | declared | describes the property `name`, of which the left says nothing |
 * | closed | doesn't allow properties that it doesn't name |
 * | required | requires the property `name` |
 * | values | doesn't list `values` |
 * | type | doesn't allow a type |
 * | bound | has a tighter bound, a multiple, unique items |
 * | pattern, format | has one that the left doesn't have |
 * | alternative | has no counterpart of an alternative |
 * | other | says something that can't be compared |
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
  /** What a condition of the right is about: some of these values are refused. */
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
  /** What holds the part on the left. */
  readonly shape: Shape;
}

export type Failure = Reason | PartReason;

/** What is known about other nodes while one is looked at. */
export interface KnownClaims {
  /** Whether every value of the left fits the right. */
  isContained(left: Conjunction, right: Conjunction): boolean;
  /** Whether no value fits both. */
  areDisjoint(one: Conjunction, other: Conjunction): boolean;
  /** Counts one comparison of two shapes; throws where there were too many. */
  count(): void;
}
