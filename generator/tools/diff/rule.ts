import type { Reason } from "../../json-schema/containment/reason.js";
import type { Direction } from "../../json-schema/interpreter.js";

/** The party that has to adapt to a change: those who send requests, or those who respond to them. */
type Party = "client" | "server";

type Breaks = Party | "both" | "nobody";

/** The severity of a change: errors fail a run; `info` marks changes that are always safe. */
export type ChangeSeverity = "error" | "warning" | "info" | "off";

/** A kind of change. */
export interface Rule {
  /** Stable name; reports prefix it with `diff/`. */
  readonly id: string;
  /** Who the change breaks, given that they followed the contract before. */
  readonly breaks: Breaks;
  /** Why, in a sentence. */
  readonly why: string;
  /** A change that the rule reports, built with the functions of example.ts. */
  readonly example: string;
  /** Set if the change adds something to the API that consumers can call. */
  readonly isAddition?: true;
  /** Absent: the default for `breaks`. */
  readonly severity?: ChangeSeverity;
}

/** Returns a rule's severity unless the config sets one. A server is changed together with its contract; clients are not. */
export function defaultSeverity({ breaks, severity }: Rule): ChangeSeverity {
  if (severity !== undefined) return severity;
  if (breaks === "nobody") return "info";
  return breaks === "server" ? "warning" : "error";
}

/** A rule that compares the two versions of an element. */
export interface PairRule<Pair> extends Rule {
  check(pair: Pair, report: ReportChange): void;
}

/** Reports a change that the rule found. The message has no full stop. */
type ReportChange = (message: string, anchors: ChangeAnchors, reported?: readonly ReportedProperty[]) => void;

/** A property that is added or removed with a reported change: rules about schemas don't report it again. */
export interface ReportedProperty {
  /** The use of the schema, as in messages: `the 200 response of "getPet"`. */
  readonly use: string;
  /** The path within that value: `data.result`. */
  readonly path: string;
  readonly isGone: boolean;
}

/** The anchors of a change in each version; the parent if the changed element is missing. */
export interface ChangeAnchors {
  readonly before: Anchor | undefined;
  readonly after: Anchor | undefined;
  /** True if only `before` has the element. */
  readonly isGone?: boolean;
}

/** The location of a change: an object or list of a document, or one of its keys. */
export interface Anchor {
  readonly object: object;
  readonly key?: string;
}

/** Returns the anchor of an object or of one of its keys. */
export function at(object: object, key?: string | number): Anchor {
  return key === undefined ? { object } : { object, key: String(key) };
}

/**
 * How the set of values that a schema accepts changed. `narrowed`: some are now rejected. `widened`: readers meet new values.
 * `changed`: both. `grown`: objects may have additional properties, which readers ignore.
 */
type Variant = "narrowed" | "widened" | "changed" | "grown";

/** A difference between two schemas, as the comparison found it. */
export interface Difference {
  readonly kind: Reason["kind"];
  readonly variant: Variant;
  /** Why `before` is not contained in `after`. */
  readonly narrowed?: Reason;
  /** Why `after` is not contained in `before`. */
  readonly widened?: Reason;
}

/** A rule about schemas. Its message completes a sentence about the changed part. */
export interface SchemaRule extends Rule {
  readonly message: (difference: Difference) => string;
}

/**
 * The rules about one kind of difference: in values that clients send (`request`), and in values that servers send
 * (`response`).
 */
export type SchemaRules = { readonly [direction in Direction]: { readonly [variant in Variant]?: SchemaRule } };
