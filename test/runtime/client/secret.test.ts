import { inspect } from "node:util";
import { expect, test } from "vitest";
import { unwrapSecrets, wrapSecrets, type Secret } from "../../../templates/runtime/client/secret.js";

const text = JSON.stringify({ codes: ["a-7f3a", "b-7f3a"], inner: { password: "c-7f3a", count: 3 }, password: null, name: "n" });
const value = () => JSON.parse(text, wrapSecrets(["codes", "password"])) as { codes: Secret[]; inner: { password: Secret } };

test("fields are wrapped at any depth, lists element by element", () => {
  const { codes, inner } = value();
  expect(codes.map((code) => code.reveal())).toEqual(["a-7f3a", "b-7f3a"]);
  expect(inner.password.reveal()).toBe("c-7f3a");
  expect(inspect(value(), { depth: 9 })).not.toContain("7f3a");
});

test("what is no text stays as it is", () => {
  expect(value()).toMatchObject({ inner: { count: 3 }, password: null, name: "n" });
});

test("a value can be had as it was", () => {
  expect(unwrapSecrets(value())).toEqual(JSON.parse(text));
  expect(unwrapSecrets(undefined)).toBeUndefined();
});
