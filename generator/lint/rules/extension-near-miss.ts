import { bindingKeys } from "../../binding/binding.js";
import { quote } from "../../diagnostics/escape.js";
import { editDistance, suggest } from "../../diagnostics/suggest.js";
import { actionsType, typePattern } from "../../document/extension.js";
import { isObject, type JsonValue } from "../../document/json-value.js";
import { actionEndpoints } from "../operations.js";
import { defineRule, type RuleContext } from "../rule.js";

/** A mistyped extension key would be ignored silently, with all its actions. */
export const extensionNearMiss = defineRule({
  code: "extension-near-miss",
  severity: "error",
  adjustable: true,
  comparesParts: true,
  message: ({ key, what = "actions" }: { key: string; what?: string }) =>
    `the key ${quote(key)} is ignored: it resembles the one for ${what}`,
  cause: "OpenAPI allows unknown `x-` keys. A mistyped key would be ignored silently, with all its actions or the whole binding.",
  bad: "x-plaform-search-actions: { reindex: { label: Reindex } }",
  good: "x-platform-search-actions: { reindex: { label: Reindex } }",
  at: "operation",

  check(context, report) {
    const types = new Set(context.actionMaps.map(({ type }) => type));
    const endpoints = new Set(actionEndpoints(context).map(({ operation }) => operation));
    // The same few keys are in many objects.
    const meanings = new Map<string, string | undefined>();
    const meaningOf = (key: string) => {
      if (!meanings.has(key)) meanings.set(key, intended(key, types, context));
      return meanings.get(key);
    };
    for (const kind of ["root", "paths", "pathItem", "operation", "response"] as const) {
      for (const { value } of context.partsOf(kind)) {
        for (const key of Object.keys(value)) {
          if (!/^x[-_]/i.test(key) || key.length > 200) continue;
          const meant = kind === "response" ? undefined : meaningOf(key);
          const binding = meant === undefined ? intendedBinding(key, context) : undefined;
          const isMap = endpoints.has(value) || (kind === "root" && types.size === 0);
          const foreign = (meant ?? binding) === undefined && isMap ? foreignPrefix(key, value[key], context) : undefined;
          const found = meant ?? binding?.key ?? (foreign && `x-${context.extensionPrefix}-${foreign.rest}`);
          if (found === undefined) continue;
          const prefix = binding?.prefix ?? foreign?.prefix;
          const setting = prefix === undefined ? "" : `, or set extensionPrefix to ${quote(prefix)} in the config`;
          const what = binding ? "bindings" : "actions";
          report({ key, what }, context.locations.key(value, key), { hint: `Write ${quote(found)}${setting}.` });
        }
      }
    }
  },
});

/** The extension key that was meant by `key`, if it is mistyped. */
function intended(key: string, types: ReadonlySet<string>, { extensionPrefix }: RuleContext): string | undefined {
  if (actionsType(key, extensionPrefix) !== undefined) return undefined;
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

/** The binding that was meant: one of ours, mistyped, or one with another prefix. */
function intendedBinding(key: string, { extensionPrefix }: RuleContext): { key: string; prefix?: string } | undefined {
  const keys = Object.values(bindingKeys(extensionPrefix));
  if (keys.includes(key)) return undefined;
  if (key === `x-${extensionPrefix}-binding`) return { key: bindingKeys(extensionPrefix).action };
  const near = suggest(key.replaceAll("_", "-"), keys);
  if (near !== undefined) return { key: near };
  const [, prefix, what] = /^x-([a-z][a-z0-9-]*)-((?:action|error)-binding)$/.exec(key) ?? [];
  return prefix === undefined ? undefined : { key: `x-${extensionPrefix}-${what}`, prefix };
}

/** The prefix of a key with actions if it isn't the contract's: `acme` in `x-acme-vm-actions`, none in `x-vm-actions`. */
function foreignPrefix(
  key: string,
  value: JsonValue | undefined,
  { extensionPrefix }: RuleContext,
): { readonly prefix: string | undefined; readonly rest: string } | undefined {
  if (actionsType(key, extensionPrefix) !== undefined || key === `x-${extensionPrefix}-actions`) return undefined;
  const own = key.startsWith(`x-${extensionPrefix}-`) ? key.slice(extensionPrefix.length + 3) : "";
  // `x-platform-vmactions`: the hyphen is missing.
  const [, joined] = /^([a-z][A-Za-z0-9_-]*[A-Za-z0-9])actions$/.exec(own) ?? [];
  if (joined !== undefined && isActionMap(value)) return { prefix: undefined, rest: `${joined}-actions` };
  const [, prefix, rest] = /^x-(?:([a-z][a-z0-9]*)-)?([a-z][A-Za-z0-9_-]*-actions)$/.exec(key) ?? [];
  return rest !== undefined && isActionMap(value) ? { prefix, rest } : undefined;
}

function isActionMap(value: JsonValue | undefined): boolean {
  const actions = isObject(value) ? Object.values(value) : [];
  return actions.length > 0 && actions.every(isObject);
}
