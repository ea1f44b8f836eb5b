import { quote } from "../../diagnostics/escape.js";
import { editDistance, suggest } from "../../diagnostics/suggest.js";
import { actionsType, typePattern } from "../../document/extension.js";
import { defineRule, type RuleContext } from "../rule.js";

/** A mistyped extension key would be ignored without a word, and with it all its actions. */
export const extensionNearMiss = defineRule({
  code: "extension-near-miss",
  severity: "error",
  adjustable: true,
  message: ({ key }: { key: string }) => `the key ${quote(key)} is ignored: it only looks like the one for actions`,
  cause: "Unknown `x-` keys are legal in OpenAPI. A mistyped one is ignored without a word, and with it all its actions.",
  bad: "x-plaform-search-actions: { reindex: { label: Reindex } }",
  good: "x-platform-search-actions: { reindex: { label: Reindex } }",
  at: "operation",

  check(context, report) {
    const types = new Set(context.actionMaps.map(({ type }) => type));
    for (const kind of ["root", "paths", "pathItem", "operation"] as const) {
      for (const { value } of context.partsOf(kind)) {
        for (const key of Object.keys(value)) {
          const meant = key.startsWith("x") || key.startsWith("X") ? intended(key, types, context) : undefined;
          if (meant === undefined) continue;
          const hint = `Write ${quote(meant)}.`;
          report({ key }, context.locations.key(value, key), { hint });
        }
      }
    }
  },
});

/** The extension key that an author of `key` meant, if it is mistyped. */
function intended(key: string, types: ReadonlySet<string>, { extensionPrefix }: RuleContext): string | undefined {
  if (key.length > 200 || actionsType(key, extensionPrefix) !== undefined) return undefined;
  const known = [...types].map((type) => `x-${extensionPrefix}-${type}-actions`);
  const near = suggest(key.replaceAll("_", "-"), known);
  if (near !== undefined && editDistance(near, key.toLowerCase()) <= 3) return near;
  const words = key.toLowerCase().split(/[-_]+/);
  const prefixWords = extensionPrefix.split("-").length;
  const [start, prefix, type, end] = [words[0], words.slice(1, 1 + prefixWords), words.slice(1 + prefixWords, -1), words.at(-1)!];
  const looksRight =
    start === "x" &&
    editDistance(prefix.join("-"), extensionPrefix) <= 2 &&
    editDistance(end, "actions") <= 2 &&
    typePattern.test(type.join("-"));
  return looksRight ? `x-${extensionPrefix}-${type.join("-")}-actions` : undefined;
}
