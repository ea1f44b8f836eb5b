import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, ownObject, type JsonObject } from "../../document/json-value.js";
import { securityLists } from "../operations.js";
import { defineRule } from "../rule.js";

/** A requirement with an undefined scheme would silently become "no security". */
export const securityUndefined = defineRule({
  code: "security-undefined",
  severity: "error",
  comparesParts: true,
  message: ({ name, count }: { name: string; count: number }) =>
    `undefined security scheme ${quote(name)}${count > 1 ? `, in ${count} requirements` : ""}`,
  hint: "Define it in components/securitySchemes.",
  cause: "The operation requires a security scheme that the contract doesn't define, so callers can't know what to send.",
  bad: `
      /ping:
        get: { operationId: ping, security: [{ tokn: [] }], responses: { "204": { description: Here. } } }`,
  good: `
      /ping:
        get: { operationId: ping, security: [{ token: [] }], responses: { "204": { description: Here. } } }`,
  at: "paths",

  check(context, report) {
    const schemes = ownObject(ownObject(context.upgraded, "components"), "securitySchemes") ?? {};
    // A document that forgets a scheme requires it in many operations: one definition mends all.
    const uses = new Map<string, { readonly first: JsonObject; count: number }>();
    for (const requirement of securityLists(context).flatMap(({ requirements }) => requirements)) {
      if (!isObject(requirement)) continue;
      for (const name of Object.keys(requirement)) {
        if (Object.hasOwn(schemes, name)) continue;
        const use = uses.get(name) ?? { first: requirement, count: 0 };
        uses.set(name, use);
        use.count++;
      }
    }
    for (const [name, { first, count }] of uses) {
      const near = suggest(name, Object.keys(schemes));
      const hint = near === undefined ? undefined : `Did you mean ${quote(near)}?`;
      report({ name, count }, context.locations.key(first, name), { hint });
    }
  },
});
