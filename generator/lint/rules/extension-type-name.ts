import { quote } from "../../diagnostics/escape.js";
import { typePattern } from "../../document/extension.js";
import type { JsonObject } from "../../document/json-value.js";
import { isObjectMember } from "../../document/object-members.js";
import { defineRule, type RuleContext } from "../rule.js";

const maxLength = 64;

/** The `<type>` of `x-<prefix>-<type>-actions` becomes part of code, file names and URLs, so an allow-list limits it. */
export const extensionTypeName = defineRule({
  code: "extension-type-name",
  severity: "error",
  message: ({ key, type }: { key: string; type: string }) =>
    type === "" ? `${quote(key)} names no service type` : `${quote(type)} is not allowed as a service type`,
  hint: "Start with a lower-case letter, use letters and digits, separate words by a single - or _, use at most 64 characters, and no name of a built-in property, such as constructor.",
  cause: "The part of the key between the prefix and `-actions` is the service type. It becomes part of file and type names.",
  bad: "x-platform-Search-actions: { reindex: { label: Reindex } }",
  good: "x-platform-search-actions: { reindex: { label: Reindex } }",
  at: "operation",

  check(context, report) {
    const { actionMaps, locations } = context;
    for (const { type, key, holder } of actionMaps) {
      if (typePattern.test(type) && type.length <= maxLength && !isObjectMember(type)) continue;
      const hint = type === "" ? nameOne(key, holder, context) : undefined;
      report({ key, type }, locations.key(holder, key), { hint });
    }
  },
});

/** The key for an API with one kind of service, named as in the path. */
function nameOne(key: string, holder: JsonObject, { operations, extensionPrefix }: RuleContext): string {
  const { path = "" } = operations.find(({ operation }) => operation === holder) ?? {};
  const before = path.slice(0, Math.max(0, path.indexOf("{action}")));
  const nouns = before.split("/").flatMap((part, index, parts) => (parts[index + 1]?.startsWith("{") ? [part] : []));
  const noun = nouns.at(-1)?.toLowerCase().replace(/s$/, "") ?? "";
  const name = typePattern.test(noun) && noun.length <= maxLength && !isObjectMember(noun) ? noun : "service";
  return `Write x-${extensionPrefix}-${name}-actions instead of ${key}: services of one kind need a name too, which the API itself need not use.`;
}
