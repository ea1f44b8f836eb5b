import { quote } from "../../diagnostics/escape.js";
import { isObject, ownObject, type JsonObject } from "../../document/json-value.js";
import { structure } from "../../document/visitor.js";
import { isObjectMember } from "../../document/object-members.js";
import { defineRule, type RuleContext } from "../rule.js";
import { keysInSourceOrder } from "./action-name-clash.js";

/** Letters and digits of all scripts, and what generators put around type parameters; nothing that ends a string in any language. */
const namePattern = /^[\p{L}\p{M}\p{N}._ $+@:,&|=()[\]<>«»`/-]{1,200}$/u;

/** Names in `components` become identifiers and parts of references. */
export const componentName = defineRule({
  code: "component-name",
  severity: "error",
  message: ({ section, name, problem }: { section: string; name: string; problem: string }) =>
    `${quote(name)} ${problem} components/${section}`,
  hint: "Use 1 to 200 letters A-Z, a-z, digits, dots, - and _, and no name of a built-in property, such as constructor.",
  cause:
    "Names in components become names of types and files and parts of references. They have 1 to 200 characters: letters and digits of any script, spaces, `. _ $ + - @ : , & | = ( ) [ ] < > « » /` and backticks. Two names that Unicode treats as the same text clash.",
  bad: `"{IP}": { type: string }`,
  good: "IpAddress: { type: string }",
  at: "schemas",

  check(context, report) {
    for (const { section, entries } of componentSections(context)) {
      const normalized = new Map<string, string>();
      for (const name of keysInSourceOrder(context, entries)) {
        const place = context.locations.key(entries, name);
        const other = normalized.get(name.normalize("NFC"));
        normalized.set(name.normalize("NFC"), other ?? name);
        if (!isAllowedName(name)) {
          report({ section, name, problem: "is not allowed as a name in" }, place);
        } else if (other !== undefined) {
          const location = context.locations.key(entries, other);
          const related = [location && { message: "the other name", location }];
          report({ section, name, problem: "is the same text as another name in" }, place, {
            related,
            hint: "Rename one of the two.",
          });
        }
      }
    }
  },
});

/** Whether a component's name can be used in the output. */
export function isAllowedName(name: string): boolean {
  return namePattern.test(name) && !isObjectMember(name);
}

/** The sections of the components whose names appear in the output. */
export function componentSections({ upgraded }: RuleContext): { readonly section: string; readonly entries: JsonObject }[] {
  return Object.entries(ownObject(upgraded, "components") ?? {}).flatMap(([section, entries]) =>
    Object.hasOwn(structure.components.fields, section) && isObject(entries) ? [{ section, entries }] : [],
  );
}
