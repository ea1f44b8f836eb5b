/** A JSONPath query (RFC 9535): relative to the root of the document, or to the current value of a filter. */
export interface Query {
  readonly from: "root" | "current";
  readonly segments: readonly Segment[];
}

/** Selects children of every selected value, or of these and all their descendants. */
export interface Segment {
  readonly isDescendant: boolean;
  readonly selectors: readonly Selector[];
  /** The offset of its end in the text of the query. */
  readonly end: number;
}

export type Selector =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "wildcard" }
  | { readonly kind: "index"; readonly index: number }
  | {
      readonly kind: "slice";
      readonly start: number | undefined;
      readonly end: number | undefined;
      readonly step: number | undefined;
    }
  | { readonly kind: "filter"; readonly condition: Condition };

/** The condition of a filter. */
export type Condition =
  | { readonly kind: "or" | "and"; readonly conditions: readonly Condition[] }
  | { readonly kind: "not"; readonly condition: Condition }
  /** Whether a query selects anything. */
  | { readonly kind: "exists"; readonly query: Query }
  | { readonly kind: "compare"; readonly left: Operand; readonly operator: Operator; readonly right: Operand }
  | { readonly kind: "matches"; readonly whole: boolean; readonly text: Operand; readonly pattern: Operand };

export type Operator = "==" | "!=" | "<=" | ">=" | "<" | ">";

/** A value, or nothing. */
export type Operand =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  /** The only value that a query selects. */
  | { readonly kind: "value"; readonly query: Query }
  | { readonly kind: "count"; readonly query: Query }
  | { readonly kind: "length"; readonly of: Operand };

/** True for a query that selects at most one value: only names and indexes. */
export function isSingular({ segments }: Query): boolean {
  return segments.every(
    ({ isDescendant, selectors }) =>
      !isDescendant && selectors.length === 1 && (selectors[0]!.kind === "name" || selectors[0]!.kind === "index"),
  );
}

/** Returns whether a query has a filter for what is absent, so that it is meant to select nothing at times. */
export function isForAbsence({ segments }: Query): boolean {
  const isNegative = (condition: Condition): boolean =>
    condition.kind === "not" || ((condition.kind === "and" || condition.kind === "or") && condition.conditions.some(isNegative));
  return segments.some(({ selectors }) =>
    selectors.some((selector) => selector.kind === "filter" && isNegative(selector.condition)),
  );
}
