import type { Direction } from "../../../../templates/runtime/json-schema/walk.js";
import type { Rule } from "../rule.js";
import type { Reason } from "../../../json-schema/containment/reason.js";

/**
 * What became of the values that a schema accepts. `narrowed`: some are refused now. `widened`: some are new to those who read
 * them. `changed`: both. `grown`: objects may have more, which readers ignore.
 */
export type Variant = "narrowed" | "widened" | "changed" | "grown";

/** One difference between two schemas, in the terms of the comparison that found it. */
export interface Difference {
  readonly kind: Reason["kind"];
  readonly variant: Variant;
  /** Why the base is not contained in the revision. */
  readonly narrowed?: Reason;
  /** Why the revision is not contained in the base. */
  readonly widened?: Reason;
}

/** A rule about schemas: what it says of the part that changed, as the end of a sentence. */
export interface SchemaRule extends Rule {
  readonly says: (difference: Difference) => string;
}

/** The rules about one kind of difference: in what clients send (`request`), and in what servers send. */
export type SchemaRules = { readonly [direction in Direction]: { readonly [variant in Variant]?: SchemaRule } };
