import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const text = "{ type: string }";
const yaml = (code: string, schema: string, binding = "") =>
  contract({ actions: `restart: { errors: [{ code: ${code}, status: 409, description: No host is free. }] }` })
    .replace('{ $ref: "#/components/schemas/Failure" }', schema)
    .replace("{ description: Failed.,", `{ ${binding} description: Failed.,`);
const listing = `{ type: object, properties: { code: { enum: [no_host, busy] }, message: ${text} } }`;

test("a code that the schema of the response lists", () => {
  expect(findings("error-code-unknown", yaml("no_host", listing))).toEqual([]);
  expect(findings("error-code-unknown", yaml("any", `{ properties: { code: ${text}, message: ${text} } }`))).toEqual([]);
  expect(findings("error-code-unknown", yaml("any", `{ properties: { error: ${text} } }`))).toEqual([]);
});

test("one that it excludes, with the allowed ones", () => {
  const told = (code: string) =>
    `[${code}] error the response "default" can't have the code "${code}": /code must be one of "no_host", "busy"`;
  expect(findings("error-code-unknown", yaml("no_hots", listing))).toEqual([told("no_hots")]);
  const hint = (code: string) => diagnosticsOf("error-code-unknown", yaml(code, listing))[0]!.hint;
  expect(hint("no_hots")).toBe('Did you mean "no_host"?');
  expect(hint("sold_out")).toBe(
    "Add it there, or write x-platform-error-binding: { codes: { sold_out: … } } on the response. It allows no_host, busy.",
  );
  const short = `{ properties: { code: { type: string, maxLength: 3 }, message: ${text} } }`;
  expect(findings("error-code-unknown", yaml("no_host", short))).toHaveLength(1);
});

test("one that the binding maps", () => {
  const binding = "x-platform-error-binding: { codes: { sold_out: busy } },";
  expect(findings("error-code-unknown", yaml("sold_out", listing, binding))).toEqual([]);
});
