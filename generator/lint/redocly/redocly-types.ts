import type * as Engine from "./engine.js";

/** Redocly's modules, which are loaded on demand. */
export type RedoclyEngine = typeof Engine;

type WalkOptions = Parameters<RedoclyEngine["walkDocument"]>[0];

/** A parsed file and its source, in Redocly's representation. */
export type RedoclyDocument = WalkOptions["document"];
/** The targets of all `$ref`s of a document. */
export type ResolvedReferences = WalkOptions["resolvedRefMap"];
/** The visitors of one run's rules, by kind of object. */
export type Visitors = WalkOptions["normalizedVisitors"];
/** What a run of the rules shares, among it their findings. */
export type RedoclyContext = WalkOptions["ctx"];
/** What is used of a finding of a rule. */
export interface Problem extends Pick<RedoclyContext["problems"][number], "ruleId" | "severity" | "message" | "suggest"> {
  readonly location: readonly { readonly pointer?: string | undefined; readonly reportOnKey?: boolean | undefined }[];
}
/** The description of one kind of object. */
export type NodeType = Parameters<RedoclyEngine["normalizeTypes"]>[0][string];

/**
 * A rule that failed, with the location (a JSON pointer) and the reason. Without a rule, the traversal of the document
 * itself failed.
 */
export interface RuleFailure {
  readonly ruleId?: string;
  readonly pointer: string;
  readonly reason: string;
}
