import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const oauth = (scopes: string) =>
  `{ type: oauth2, flows: { clientCredentials: { tokenUrl: "https://shop.test/token", scopes: { ${scopes} } } } }`;
const secured = (scheme: string, action: string, security = "[{ token: [] }]") =>
  contract({ actions: `restart: ${action}` })
    .replace("{ type: http, scheme: bearer }", scheme)
    .replace("[{ token: [] }]", security);
const scheme = oauth('"shop:read": Read., "shop:write": Write.');
const of = (yaml: string) => findings("scope-undeclared", yaml);

test("scopes that the scheme declares", () => {
  expect(of(secured(scheme, '{ scopes: ["shop:write"] }', '[{ token: ["shop:read"] }]'))).toEqual([]);
});

test("a scope of an operation or of an action that it does not declare", () => {
  expect(of(secured(scheme, '{ scopes: ["shop:read"] }', '[{ token: ["shop:raed"] }]'))).toEqual([
    '["shop:raed"] warning "token" declares no scope "shop:raed"',
  ]);
  const yaml = secured(scheme, '{ scopes: ["shop:wirte", other] }');
  expect(of(yaml)).toEqual([
    '["shop:wirte"] warning "token" declares no scope "shop:wirte"',
    '[other] warning "token" declares no scope "other"',
  ]);
  expect(diagnosticsOf("scope-undeclared", yaml).map(({ hint }) => hint)).toEqual([
    'Did you mean "shop:write"?',
    "Declare it in a flow of the security scheme, or use one that is declared.",
  ]);
});

test("schemes that declare no scopes allow any", () => {
  expect(of(secured("{ type: http, scheme: bearer }", "{ scopes: [any] }", "[{ token: [some] }]"))).toEqual([]);
  expect(of(secured(oauth(""), "{ scopes: [any] }", "[{ token: [some] }]"))).toEqual([]);
});

test("an action may have the scopes of every scheme that its endpoint requires, and of no other", () => {
  const yaml = (security: string) =>
    secured(scheme, "{ scopes: [admin] }", security).replace(
      "securitySchemes: {",
      `securitySchemes: { staff: ${oauth("admin: All.")},`,
    );
  expect(of(yaml("[{ token: [] }, { staff: [] }]"))).toEqual([]);
  expect(of(yaml("[{ token: [] }]"))).toEqual(['[admin] warning "token" declares no scope "admin"']);
});
