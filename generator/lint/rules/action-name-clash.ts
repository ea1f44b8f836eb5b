import { quote } from "../../diagnostics/escape.js";
import type { JsonObject } from "../../document/json-value.js";
import { defineRule, type RuleContext } from "../rule.js";

/** Two names that differ only in case or separators are one name in the file systems and languages of some callers. */
export const actionNameClash = defineRule({
  code: "action-name-clash",
  severity: "error",
  message: ({ name, other }: { name: string; other: string }) =>
    `the action names ${quote(name)} and ${quote(other)} differ only in case or separators`,
  hint: "Rename one of the two.",
  cause: "Both become the same name in the generated code, and people confuse them when they read a URL aloud.",
  bad: `
      add_ip: { label: Allow address }
      addIp: { label: Allow address }`,
  good: "add_ip: { label: Allow address }",
  at: "actions",

  check(context, report) {
    for (const { actions } of context.actionMaps) {
      const first = new Map<string, string>();
      for (const name of keysInSourceOrder(context, actions)) {
        const folded = name.toLowerCase().replace(/[_.:-]/g, "");
        const other = first.get(folded);
        if (other === undefined) {
          first.set(folded, name);
          continue;
        }
        const location = context.locations.key(actions, other);
        report({ name, other }, context.locations.key(actions, name), {
          related: [location && { message: "the other action", location }],
        });
      }
    }
  },
});

/** The keys of a map in source order: of two that clash, the later one is reported. */
export function keysInSourceOrder({ locations }: RuleContext, map: JsonObject): string[] {
  const entries = locations.span(map)?.entries;
  const start = (key: string) => entries?.get(key)?.key[0] ?? 0;
  return Object.keys(map).sort((a, b) => start(a) - start(b));
}
