import type { Reason } from "../../json-schema/containment/reason.js";
import type { Direction } from "../../json-schema/interpreter.js";

/** Who has to change something when the contract changes: who sends requests, or who answers them. */
type Party = "client" | "server";

type Breaks = Party | "both" | "nobody";

/** How much a change weighs: errors fail a run, `info` is what may always be done. */
export type ChangeSeverity = "error" | "warning" | "info" | "off";

/** One kind of change. */
export interface Rule {
  /** Stable name; in reports it stands behind `diff/`. */
  readonly id: string;
  /** Whom the change breaks who did everything right before. */
  readonly breaks: Breaks;
  /** In a sentence, why. */
  readonly why: string;
  /** A change that the rule reports, as made by the functions of example.ts. */
  readonly example: string;
  /** Absent: what `breaks` stands for. */
  readonly severity?: ChangeSeverity;
}

/** How much a rule weighs unless the config says otherwise: a server is changed together with its contract, clients are not. */
export function defaultSeverity({ breaks, severity }: Rule): ChangeSeverity {
  if (severity !== undefined) return severity;
  if (breaks === "nobody") return "info";
  return breaks === "server" ? "warning" : "error";
}

/** A rule that looks at what two versions say about the same thing. */
export interface PairRule<Pair> extends Rule {
  check(pair: Pair, report: ReportChange): void;
}

/** Reports a change that the rule found. The message is a sentence without its end. */
type ReportChange = (message: string, anchors: ChangeAnchors, told?: readonly ToldProperty[]) => void;

/** A property that comes or goes with a change: rules about schemas need not report it again. */
export interface ToldProperty {
  /** Where the schema is used, as messages say it: `the 200 answer of "getPet"`. */
  readonly use: string;
  /** From the value that is used: `data.result`. */
  readonly path: string;
  readonly isGone: boolean;
}

/** The anchors of a change in each version; the parent where the thing itself is missing. */
export interface ChangeAnchors {
  readonly before: Anchor | undefined;
  readonly after: Anchor | undefined;
  /** Only `before` has the thing itself. */
  readonly isGone?: boolean;
}

/** What a change points at: an object or list of a document, or one of its keys. */
export interface Anchor {
  readonly object: object;
  readonly key?: string;
}

/** Returns the anchor of an object or of one of its keys. */
export function at(object: object, key?: string | number): Anchor {
  return key === undefined ? { object } : { object, key: String(key) };
}

/**
 * What became of the values that a schema accepts. `narrowed`: some are rejected now. `widened`: some are new to those who read
 * them. `changed`: both. `grown`: objects may have more, which readers ignore.
 */
type Variant = "narrowed" | "widened" | "changed" | "grown";

/** One difference between two schemas, in the terms of the comparison that found it. */
export interface Difference {
  readonly kind: Reason["kind"];
  readonly variant: Variant;
  /** Why `before` is not contained in `after`. */
  readonly narrowed?: Reason;
  /** Why `after` is not contained in `before`. */
  readonly widened?: Reason;
}

/** A rule about schemas: its message is the end of a sentence about the part that changed. */
export interface SchemaRule extends Rule {
  readonly message: (difference: Difference) => string;
}

/** The rules about one kind of difference: in what clients send (`request`), and in what servers send. */
export type SchemaRules = { readonly [direction in Direction]: { readonly [variant in Variant]?: SchemaRule } };
