import type { Visitors } from "./redocly-types.js";

/** What is known of the rule that runs, so that one which fails can be named. */
export interface RunningRule {
  id: string | undefined;
}

/** A rule that failed, where it did (a JSON pointer) and why. Without a rule, the walk over the document itself did. */
export interface RuleFailure {
  readonly ruleId?: string;
  readonly pointer: string;
  readonly reason: string;
}

interface Visitor {
  readonly ruleId: string;
  visit(node: unknown, context: { readonly location: { readonly pointer: string } }, ...rest: unknown[]): void;
}

/**
 * Puts a guard around every visitor: a rule that throws loses that one object, not the whole run. Reports the first
 * failure of each rule.
 */
export function guardVisitors(visitors: Visitors, running: RunningRule, onFailure: (failure: RuleFailure) => void): void {
  const failed = new Set<string>();
  for (const { enter, leave } of Object.values(visitors) as { enter: Visitor[]; leave: Visitor[] }[]) {
    for (const visitor of [...enter, ...leave]) {
      const { visit, ruleId } = visitor;
      visitor.visit = (node, context, ...rest) => {
        running.id = ruleId;
        try {
          visit(node, context, ...rest);
        } catch (error) {
          if (failed.has(ruleId)) return;
          failed.add(ruleId);
          onFailure({ ruleId, pointer: context.location.pointer, reason: reasonOf(error) });
        }
      };
    }
  }
}

/** What a thrown value says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
