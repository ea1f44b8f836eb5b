import type { SequenceRule, SequenceRules } from "../../templates/runtime/sequence.js";
import type { Contract, ItemSequence, MediaType } from "./contract.js";
import { essenceOf } from "../document/media-kind.js";

/** Returns the responses of a contract's operations that are sequences of items; `undefined`: there are none. */
export function sequenceRules({ operations }: Contract): SequenceRules | undefined {
  const rules = operations.flatMap(({ id, responses }) => {
    const statuses = responses.flatMap(({ status, content }) => {
      const types = content.flatMap(ruleOf);
      return types.length > 0 ? [[status, Object.fromEntries(types)] as const] : [];
    });
    return statuses.length > 0 ? [[id, Object.fromEntries(statuses)] as const] : [];
  });
  return rules.length > 0 ? Object.fromEntries(rules) : undefined;
}

/** Whether the body of any request is a sequence of items. */
export function takesSequences({ operations }: Pick<Contract, "operations">): boolean {
  return operations.some(({ body }) => body?.content.some(({ items }) => items));
}

/** How the items of a body are separated; events are rejected by lint. */
export function bodyFormat({ format }: ItemSequence): { readonly format: "lines" | "records" } {
  return { format: format === "records" ? format : "lines" };
}

function ruleOf({ name, items }: MediaType): [type: string, rule: SequenceRule][] {
  if (!items) return [];
  const { schema: _, ...rule } = items;
  return [[essenceOf(name), rule]];
}
