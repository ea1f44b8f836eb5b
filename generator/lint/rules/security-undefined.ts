import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, ownObject } from "../../document/json-value.js";
import { securityLists } from "../operations.js";
import { defineRule } from "../rule.js";

/** A requirement with an undefined scheme would silently become "no security". */
export const securityUndefined = defineRule({
  code: "security-undefined",
  severity: "error",
  comparesParts: true,
  message: ({ name }: { name: string }) => `undefined security scheme ${quote(name)}`,
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
    for (const { requirements } of securityLists(context)) {
      for (const requirement of requirements) {
        if (!isObject(requirement)) continue;
        for (const name of Object.keys(requirement)) {
          if (Object.hasOwn(schemes, name)) continue;
          const near = suggest(name, Object.keys(schemes));
          const hint = near === undefined ? undefined : `Did you mean ${quote(near)}?`;
          report({ name }, context.locations.key(requirement, name), { hint });
        }
      }
    }
  },
});
