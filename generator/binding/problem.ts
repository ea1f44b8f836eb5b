import type { Explanation } from "../diagnostics/code-record.js";
import type { JsonObject } from "../document/json-value.js";

/** The codes of bindings whose messages are in a file of `codes`. */
export type BindingCode =
  | "binding-async"
  | "binding-body"
  | "binding-from"
  | "binding-list"
  | "binding-member"
  | "binding-operation"
  | "binding-overlap"
  | "binding-place"
  | "binding-pointer"
  | "binding-response"
  | "binding-server-code"
  | "binding-state"
  | "binding-type";

/** A key of an object of the document, at which a problem is reported. */
export interface BindingKey {
  readonly holder: JsonObject;
  readonly key: string;
}

/** An error in a binding, or a fact without a location in the contract. */
export interface BindingProblem extends BindingKey {
  /** The lint rule that reports the problem. */
  readonly kind: BindingCode | "binding-missing" | "async-undeclared" | "follow-unknown";
  readonly text: string;
  readonly hint?: string;
}

/** The messages of a code, by name, each with its parameters. */
type Messages = Readonly<Record<string, (parameters: never) => string>>;

/** A code of bindings: its messages, and the explanation for the reference. */
export interface BindingRecord<Code extends BindingCode = BindingCode, Texts extends Messages = Messages> extends Explanation {
  readonly code: Code;
  readonly messages: Texts;
}

/** A code of bindings, which makes its problems. */
export interface BindingRule<Code extends BindingCode = BindingCode, Texts extends Messages = Messages> extends BindingRecord<
  Code,
  Texts
> {
  /** Returns a problem with one of the messages. */
  problem<Name extends keyof Texts>(
    name: Name,
    parameters: Texts[Name] extends (parameters: infer Given) => string ? Given : never,
    at: BindingKey,
    hint?: string,
  ): BindingProblem;
}

/** Defines a code of bindings: the compiler checks the parameters of its messages. */
export function defineBindingCode<const Code extends BindingCode, Texts extends Messages>(
  record: BindingRecord<Code, Texts>,
): BindingRule<Code, Texts> {
  return {
    ...record,
    problem: (name, parameters, { holder, key }, hint) => ({
      kind: record.code,
      text: record.messages[name]!(parameters as never),
      ...(hint !== undefined && { hint }),
      holder,
      key,
    }),
  };
}
