import type * as Engine from "./engine.js";

/** Redocly's modules, loaded when they are needed. */
export type RedoclyEngine = typeof Engine;

type WalkOptions = Parameters<RedoclyEngine["walkDocument"]>[0];

/** A parsed file and where it came from, as Redocly sees it. */
export type RedoclyDocument = WalkOptions["document"];
/** What each `$ref` of a document leads to. */
export type ResolvedReferences = WalkOptions["resolvedRefMap"];
/** What the rules of one run do at each kind of object. */
export type Visitors = WalkOptions["normalizedVisitors"];
/** A finding of a rule. */
export type Problem = WalkOptions["ctx"]["problems"][number];
/** The description of one kind of object. */
export type NodeType = Parameters<RedoclyEngine["normalizeTypes"]>[0][string];

/** A rule that failed, where it did (a JSON pointer) and why. Without a rule, the walk over the document itself did. */
export interface RuleFailure {
  readonly ruleId?: string;
  readonly pointer: string;
  readonly reason: string;
}
