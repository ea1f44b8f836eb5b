import { expect, test } from "vitest";
import type { Diagnostic } from "../../../../generator/diagnostics/diagnostic.js";
import { checkCapabilities } from "../../../../generator/tools/exchanges/capabilities/check-capabilities.js";
import { contractOf, lines, printed } from "../validate-texts.js";
import { shopContract } from "../shop-contract.js";

const contract = contractOf();

const bake = { name: "bake", label: "Bake", enabled: true, scopes: ["shop:write"] };

const openUp = { name: "open_up", label: "Open", enabled: true, scopes: ["shop:write"] };

const bakery = (actions: unknown, more: object = {}) => ({
  id: 7,
  type: "bakery",
  status: "open",
  plan: "large",
  capabilities: { actions },
  ...more,
});

function check(...services: unknown[]): { lines: string[]; count: number; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const sources = services.map((service, index) => {
    const path = `${index + 1}.json`;
    return { path, absolutePath: path, text: JSON.stringify(service, null, 1) };
  });
  const count = checkCapabilities(contract, sources, diagnostics);
  return { lines: lines({ diagnostics }), count, diagnostics };
}

test("a service that advertises what the contract declares", () => {
  expect(check(bakery([bake, openUp]))).toMatchObject({ lines: [], count: 1 });
});

test("services in a list, and missing ones", () => {
  expect(check({ items: [bakery([bake, openUp]), { type: "book_shop", id: 8, capabilities: { actions: [] } }] })).toMatchObject({
    lines: ['1.json:33:5 capability-unadvertised no service of type "book_shop" advertises "bake", which the contract declares'],
    count: 2,
  });
});

test("advertised and not declared", () => {
  const { diagnostics } = check(bakery([bake, openUp, { ...bake, name: "bakee" }]));
  expect(printed(diagnostics)).toBe(
    [
      '1.json:25:13 error capability-undeclared: the service advertises "bakee", which the contract does not declare for "bakery"',
      '  25 |     "name": "bakee",',
      "     |             ^^^^^^^",
      '  hint: Did you mean "bake"?',
      "",
    ].join("\n"),
  );
});

test("declared and never advertised, by any service of the type", () => {
  expect(check(bakery([bake])).lines).toEqual([
    '1.json:7:3 capability-unadvertised no service of type "bakery" advertises "open_up", which the contract declares',
  ]);
  expect(check(bakery([bake]), bakery([openUp])).lines).toEqual([]);
  expect(check(bakery("none")).lines).toEqual([
    '1.json:7:3 capability-unadvertised no service of type "bakery" advertises "bake", which the contract declares',
    '1.json:7:3 capability-unadvertised no service of type "bakery" advertises "open_up", which the contract declares',
  ]);
});

test("labels and scopes that differ, with the location in the contract", () => {
  const { diagnostics } = check(bakery([{ ...bake, label: "Cook", scopes: ["shop:read", "shop:write"] }, openUp]));
  expect(
    diagnostics.map(({ code, message, location, related }) => [
      code,
      message,
      location!.line,
      related.map((place) => place.location.line),
    ]),
  ).toEqual([
    ["capability-label", 'the label of "bake" is "Bake" in the contract', 10, [77]],
    ["capability-scopes", '"bake" requires the scope "shop:write" in the contract', 12, [78]],
  ]);
});

test("scopes of the endpoint are needed, too", () => {
  const text = shopContract.replace(
    "operationId: invokeAction",
    "operationId: invokeAction\n      security: [{ token: [shop:use] }]",
  );
  const diagnostics: Diagnostic[] = [];
  const service = bakery([{ ...bake, scopes: ["shop:write", "shop:use"] }, openUp]);
  const source = { path: "1.json", absolutePath: "1.json", text: JSON.stringify(service) };
  checkCapabilities(contractOf(text), [source], diagnostics);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'capability-scopes "open_up" requires the scopes "shop:use", "shop:write" in the contract',
  ]);
});

test("scopes in another order are the same scopes", () => {
  expect(check(bakery([{ ...bake, scopes: ["shop:write", "shop:write"] }, openUp])).lines).toEqual([]);
});

test("enabled although the contract excludes it", () => {
  expect(check(bakery([bake, openUp], { status: "closed", plan: "small" })).lines).toEqual([
    '1.json:11:16 capability-enabled "bake" is advertised as enabled, but the status of the service does not allow it (it requires "open")',
    '1.json:11:16 capability-enabled "bake" is advertised as enabled, but the plan of the service does not allow it (it requires "large")',
  ]);
  expect(check(bakery([{ ...bake, enabled: false, reason: "Closed." }, openUp], { status: "closed" })).lines).toEqual([]);
});

test("a representation that the API's own schema rejects", () => {
  expect(check(bakery([bake, openUp], { id: "7" })).lines).toEqual([
    '1.json:2:8 service-invalid "/service/id" must be integer (rule "type")',
  ]);
});

test("something other than services", () => {
  expect(check({ name: "x" }).lines).toEqual(["1.json:1:1 capability-shape no service with `type` and `capabilities` found"]);
  expect(check({ type: "bakry", capabilities: {} }).lines).toEqual([
    '1.json:2:10 target-type-unknown unknown service type "bakry" Did you mean "bakery"?',
  ]);
});

test("something else than services shows no secrets of its first line", () => {
  const diagnostics: Diagnostic[] = [];
  const text = JSON.stringify({ name: "x", access_token: "t0ken-t0ken" });
  checkCapabilities(contract, [{ path: "a.json", absolutePath: "a.json", text }], diagnostics);
  expect(diagnostics[0]!.location!.lineText).toBe('{"name":"x","access_token":*************}');
});

test("secrets in the line of a finding are hidden", () => {
  const text = JSON.stringify(bakery([{ ...bake, label: "Cook", live: { token: "t0ken-t0ken" } }, openUp]));
  const diagnostics: Diagnostic[] = [];
  checkCapabilities(contract, [{ path: "a.json", absolutePath: "a.json", text }], diagnostics);
  expect(diagnostics.map(({ code }) => code)).toEqual(["capability-label"]);
  expect(printed(diagnostics)).not.toContain("t0ken-t0ken");
});
