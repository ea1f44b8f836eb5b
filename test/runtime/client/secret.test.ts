import { inspect } from "node:util";
import { expect, expectTypeOf, test } from "vitest";
import {
  unwrapSecrets,
  wrapSecrets,
  type JsonSecret,
  type Secret,
  type WithSecrets,
} from "../../../templates/runtime/client/secrets.js";

const text = JSON.stringify({ codes: ["a-7f3a", "b-7f3a"], inner: { password: "c-7f3a", count: 3 }, password: null, name: "n" });
const value = () => JSON.parse(text, wrapSecrets(["codes", "password"])) as { codes: Secret[]; inner: { password: Secret } };

test("fields are wrapped at any depth, lists element by element", () => {
  const { codes, inner } = value();
  expect(codes.map((code) => code.reveal())).toEqual(["a-7f3a", "b-7f3a"]);
  expect(inner.password.reveal()).toBe("c-7f3a");
  expect(inspect(value(), { depth: 9 })).not.toContain("7f3a");
});

test("numbers and booleans in them are wrapped, null and values elsewhere are unchanged", () => {
  const read = JSON.parse('{"codes":[7,false,null],"count":3}', wrapSecrets(["codes"])) as { codes: (Secret | null)[] };
  expect(read.codes.map((code) => code && code.reveal())).toEqual(["7", "false", null]);
  expect(JSON.stringify(read)).toBe('{"codes":["[redacted]","[redacted]",null],"count":3}');
});

test("the types show what is wrapped", () => {
  interface Answer {
    readonly id: string;
    readonly codes: (number | null)[];
    readonly on?: boolean;
    readonly held: { readonly a: Record<string, string[]> };
    readonly labels: Record<string, string>;
    readonly raw: string;
  }
  type Fields = WithSecrets<Answer, "codes" | "on" | "held" | "raw", { raw: { codes: string; id: string } }>;
  expectTypeOf<Fields["id"]>().toEqualTypeOf<string>();
  expectTypeOf<Fields["codes"]>().toEqualTypeOf<(Secret | null)[]>();
  expectTypeOf<Fields["on"]>().toEqualTypeOf<Secret | undefined>();
  expectTypeOf<Fields["held"]["a"]>().toEqualTypeOf<Record<string, Secret[]>>();
  expectTypeOf<Fields["labels"]>().toEqualTypeOf<Record<string, string | Secret>>();
  expectTypeOf<Fields["raw"]>().toEqualTypeOf<JsonSecret<{ codes: Secret; id: string }>>();
  expectTypeOf<WithSecrets<Answer, "", { raw: { id: string } }>["raw"]>().toEqualTypeOf<JsonSecret<{ id: Secret }>>();
  expectTypeOf<WithSecrets<Answer, "">["id"]>().toEqualTypeOf<Secret>();
  expectTypeOf<WithSecrets<string | undefined, "">>().toEqualTypeOf<Secret | undefined>();
});

test("a value can be unwrapped", () => {
  expect(unwrapSecrets(value())).toEqual(JSON.parse(text));
  const all: unknown = [1, "a", true, null, { n: -0.5 }];
  expect(unwrapSecrets(JSON.parse(JSON.stringify(all), wrapSecrets([""])))).toEqual(all);
  expect(unwrapSecrets(undefined)).toBeUndefined();
});
