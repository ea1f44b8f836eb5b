import type { NodeType, Oas3Rule, Oas3Visitor } from "@redocly/openapi-core";
import type * as Engine from "./engine.js";

export type { NodeType, Oas3Rule, Oas3Visitor };

/** What is used of Redocly, which is loaded on demand. */
export type RedoclyEngine = typeof Engine;

/** The settings of rules. */
export type RedoclyConfig = Awaited<ReturnType<RedoclyEngine["createConfig"]>>;
type WalkOptions = Parameters<RedoclyEngine["walkDocument"]>[0];

/** The visitors of one run's rules, by kind of object. */
export type Visitors = WalkOptions["normalizedVisitors"];

type FoundProblem = WalkOptions["ctx"]["problems"][number];

/** What is used of a finding of a rule. */
export interface Problem extends Pick<FoundProblem, "ruleId" | "severity" | "message" | "suggest"> {
  readonly location: readonly { readonly pointer?: string | undefined; readonly reportOnKey?: boolean | undefined }[];
}

/**
 * A rule that failed, with the location (a JSON pointer) and the reason. Without a rule, the traversal of the document
 * itself failed.
 */
export interface RuleFailure {
  readonly ruleId?: string | undefined;
  readonly pointer: string;
  readonly reason: string;
}
