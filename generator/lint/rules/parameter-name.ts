import { quote } from "../../diagnostics/escape.js";
import { ownString } from "../../document/json-value.js";
import { defineRule } from "../rule.js";

/** Control and formatting characters, halves of surrogate pairs, line and paragraph separators. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A `token` of RFC 6265: other characters would end the name, or start an attribute of the cookie. */
const cookieName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/;

/** Names of parameters become keys of objects. Whatever else no header can be called has a rule of its own. */
export const parameterName = defineRule({
  code: "parameter-name",
  severity: "error",
  message: ({ name }: { name: string }) => `${quote(name)} is not allowed as a parameter name`,
  hint: "Use 1 to 200 printable characters, and not __proto__.",
  cause: "The name is empty, too long, or has characters that no URL or header can contain.",
  bad: `
      parameters:
        Page: { name: "page\\u0000", in: query, schema: { type: integer } }`,
  good: `
      parameters:
        Page: { name: page, in: query, schema: { type: integer } }`,
  at: "components",

  check(context, report) {
    for (const { value } of [...context.partsOf("parameter"), ...context.partsOf("securityScheme")]) {
      const name = ownString(value, "name");
      const place = ownString(value, "in");
      if (name === undefined || place === undefined || (place === "header" && name !== "__proto__")) continue;
      const isCookieName = place !== "cookie" || cookieName.test(name);
      const isLegal = name !== "" && name.length <= 200 && name !== "__proto__" && !unprintable.test(name) && isCookieName;
      if (isLegal) continue;
      const hint = isCookieName ? undefined : "Use only letters, digits and !#$%&'*+-.^_`|~ in the name of a cookie.";
      report({ name }, context.locations.value(value, "name"), { hint });
    }
  },
});
