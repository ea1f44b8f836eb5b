import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, ownObject } from "../../document/json-value.js";
import { securityLists } from "../operations.js";
import { defineRule } from "../rule.js";

/** A requirement that names no scheme would silently become "no security". */
export const securityUndefined = defineRule({
  code: "security-undefined",
  severity: "error",
  message: ({ name }: { name: string }) => `no security scheme is called ${quote(name)}`,
  hint: "Define it in components/securitySchemes.",
  cause: "The operation asks for a way of authentication that is described nowhere, so callers can't know what to send.",
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
