import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Call, ClientError, type ParameterRule, type WriteParameters } from "../../../templates/runtime/client/call.js";
import { writePlain, writeStyled } from "../../../templates/runtime/client/encoding.js";
import type { Route as ServerRoute } from "../../../templates/runtime/server/contract.js";
import type { TextShape } from "../../../templates/runtime/facts.js";
import { readParameters } from "../../../templates/runtime/server/read-parameters.js";

/** Writes one parameter and reads it as the server does. */
function roundTrip(write: WriteParameters, rule: ParameterRule, as: TextShape, value: unknown): unknown {
  const headers = new Headers();
  const path = rule.in === "path" ? `/a/{${rule.name}}/b` : "/a/b";
  const call = {
    name: "test",
    route: { method: "GET", path, parameters: [rule] },
    args: { [rule.name]: value },
  } as unknown as Call;
  const url = new URL(`http://localhost${write(call, headers)}`);
  const segment = url.pathname.slice("/a/".length, -"/b".length);
  const route = { parameters: [{ ...rule, as }] } as unknown as ServerRoute;
  const read = readParameters(route, {
    path: { [rule.name]: segment },
    query: url.search.slice(1),
    headers: Object.fromEntries(headers),
  });
  if ("message" in read) throw new Error(`${read.name} ${read.message}`);
  return { ...read.path, ...read.query, ...read.headers, ...read.cookies }[rule.name];
}

/** Halves of surrogate pairs are no text. */
const isText = (text: string) => !/\p{Surrogate}/u.test(text);

// Header values travel as they are: what HTTP allows, without the separators of lists.
const headerText = fc.stringMatching(/^[!-+.-<>-~]{1,20}$/);

const anyText = fc
  .string({ unit: "binary", minLength: 1, maxLength: 20 })
  .filter((text) => isText(text) && !/^\.{1,2}$/.test(text));

// A server does not read whole numbers that a double can't tell apart.
const number = fc.oneof(
  fc.integer(),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }).filter((value) => !Object.is(value, -0)),
);

type Place = ParameterRule["in"];

const textsOf = (place: Place) => (place === "header" ? headerText : anyText);

const singles: [Place, ParameterRule["style"]][] = [
  ["path", undefined],
  ["path", "label"],
  ["path", "matrix"],
  ["query", undefined],
  ["query", "json"],
  ["header", undefined],
  ["cookie", undefined],
];

test.each(singles)("values written in a %s with the style %s are read back unchanged", (place, style) => {
  const rule: ParameterRule = { name: "p", in: place, ...(style && { style }) };
  fc.assert(
    fc.property(textsOf(place), number, fc.boolean(), (text, some, flag) => {
      expect(roundTrip(writeStyled, rule, ["string"], text)).toBe(text);
      expect(roundTrip(writeStyled, rule, ["number"], some)).toBe(some);
      expect(roundTrip(writeStyled, rule, ["boolean"], flag)).toBe(flag);
    }),
  );
});

test.each(["path", "query", "header"] as const)("the plain writer writes the same into a %s", (place) => {
  fc.assert(
    fc.property(textsOf(place), (text) => {
      expect(roundTrip(writePlain, { name: "p", in: place }, ["string"], text)).toBe(text);
    }),
  );
});

const many: [Place, ParameterRule["style"], boolean][] = [
  ["path", undefined, false],
  ["path", undefined, true],
  ["path", "label", false],
  ["path", "label", true],
  ["path", "matrix", false],
  ["path", "matrix", true],
  ["query", undefined, false],
  ["query", undefined, true],
  ["query", "json", false],
  ["header", undefined, false],
  ["header", undefined, true],
  ["cookie", undefined, false],
  ["cookie", undefined, true],
];

describe.each(many)("in a %s with the style %s, exploded: %s", (place, style, explode) => {
  const rule: ParameterRule = { name: "p", in: place, explode, ...(style && { style }) };

  test("lists", () => {
    fc.assert(
      fc.property(fc.array(textsOf(place), { minLength: 1, maxLength: 5 }), (texts) => {
        // A list of one dot would be another path.
        fc.pre(place !== "path" || !/^\.{1,2}$/.test(texts.join(",")));
        expect(roundTrip(writeStyled, rule, { items: ["string"] }, texts)).toEqual(texts);
      }),
    );
  });

  test("objects", () => {
    const value = fc.record({ a: textsOf(place), n: fc.integer(), on: fc.boolean() });
    const as: TextShape = { properties: { a: ["string"], n: ["integer"], on: ["boolean"] } };
    fc.assert(
      fc.property(value, (object) => {
        expect(roundTrip(writeStyled, rule, as, object)).toEqual(object);
      }),
    );
  });
});

test.each(["spaceDelimited", "pipeDelimited"] as const)("lists with the style %s", (style) => {
  const text = fc.stringMatching(/^[^ |]{1,9}$/).filter(isText);
  const rule: ParameterRule = { name: "p", in: "query", style };
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      expect(roundTrip(writeStyled, rule, { items: ["string"] }, texts)).toEqual(texts);
    }),
  );
});

test("objects with the style deepObject, lists in them", () => {
  const rule: ParameterRule = { name: "filter", in: "query", style: "deepObject" };
  const as: TextShape = { properties: { state: ["string"], tags: { items: ["string"] } } };
  const value = fc.record({ state: anyText, tags: fc.array(anyText, { minLength: 1, maxLength: 4 }) });
  fc.assert(
    fc.property(value, (object) => {
      expect(roundTrip(writeStyled, rule, as, object)).toEqual(object);
    }),
  );
});

test("a list in a query is written as a pair for each of its values by the plain writer", () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 5 }), (texts) => {
      expect(roundTrip(writePlain, { name: "p", in: "query" }, { items: ["string"] }, texts)).toEqual(texts);
    }),
  );
});

/** Any text but halves of surrogate pairs; separators and blanks are frequent. */
const hardText = fc.string({ unit: fc.constantFrom(...',;.|=& %2Ea"]'), maxLength: 4 });

const styles: [Place, ParameterRule["style"]][] = [
  ["path", "simple"],
  ["path", "label"],
  ["path", "matrix"],
  ["query", "form"],
  ["query", "spaceDelimited"],
  ["query", "pipeDelimited"],
  ["header", "simple"],
  ["cookie", "form"],
];

describe.each(styles.flatMap(([place, style]) => [true, false].map((explode) => [place, style, explode] as const)))(
  "in a %s with the style %s, exploded: %s, values that can't be read back are not written",
  (place, style, explode) => {
    const rule: ParameterRule = { name: "p", in: place, explode, ...(style && { style }) };
    const readOrRefused = (as: TextShape, value: unknown) => {
      try {
        return roundTrip(writeStyled, rule, as, value);
      } catch (error) {
        if (error instanceof ClientError && error.name === "InvalidCallError") return value;
        throw error;
      }
    };

    test("lists", () => {
      fc.assert(
        fc.property(fc.array(hardText, { minLength: 1, maxLength: 3 }), (texts) => {
          expect(readOrRefused({ items: ["string"] }, texts)).toEqual(texts);
        }),
      );
    });

    test("objects", () => {
      // Queries and cookies have no other styles for objects, and an exploded one is parameters of its own.
      if (style === "spaceDelimited" || style === "pipeDelimited") return;
      const names = place === "query" || place === "cookie" ? fc.constantFrom("a", "b") : hardText;
      fc.assert(
        fc.property(fc.dictionary(names, hardText, { minKeys: 1, maxKeys: 3 }), (value) => {
          const as: TextShape = { properties: { a: ["string"], b: ["string"] }, others: ["string"] };
          expect(readOrRefused(as, value)).toEqual({ ...value });
        }),
      );
    });
  },
);

test.each<[ParameterRule, unknown]>([
  [{ name: "p", in: "header" }, ["a,b"]],
  [{ name: "p", in: "header" }, [" a"]],
  [{ name: "p", in: "header" }, [""]],
  [{ name: "p", in: "header", explode: true }, { "a=b": "c" }],
  [{ name: "p", in: "query", style: "spaceDelimited" }, ["a b"]],
  [{ name: "p", in: "query", style: "pipeDelimited" }, ["a|b"]],
  [{ name: "p", in: "query", style: "form", explode: false }, [""]],
  [{ name: "p", in: "query", required: true }, []],
  [{ name: "p", in: "query", required: true, explode: false }, []],
  [{ name: "p", in: "query", required: true, style: "deepObject" }, {}],
  [
    { name: "p", in: "query", required: true },
    { a: undefined, b: [] },
  ],
  [{ name: "p", in: "cookie", required: true }, []],
  [{ name: "p", in: "cookie", required: true, style: "cookie" }, {}],
])("%j can't contain %j", (rule, value) => {
  const message = "test has a parameter p with a value that its style can't represent";
  expect(() => roundTrip(writeStyled, rule, { items: ["string"] }, value)).toThrow(
    expect.objectContaining({ name: "InvalidCallError", message }) as Error,
  );
});

test("only spaces and tabs around the values of a header are not preserved", () => {
  const list = (value: string) => roundTrip(writeStyled, { name: "p", in: "header" }, { items: ["string"] }, [value, "b"]);
  for (const blank of [" ", "\t"]) expect(() => list(`a${blank}`)).toThrow("can't represent");
  expect(list("\u00a0a\u00a0")).toEqual(["\u00a0a\u00a0", "b"]);
  expect(roundTrip(writePlain, { name: "p", in: "header" }, ["string"], "\u00a0a\u00a0")).toBe("\u00a0a\u00a0");
});

test.each([
  [".", "label"],
  ["", "label"],
  [".", "simple"],
  ["..", "simple"],
] as const)("%j is not a path in the style %s", (text, style) => {
  expect(() => roundTrip(writeStyled, { name: "p", in: "path", style }, ["string"], text)).toThrow(
    "test has a parameter p that can't be sent in a path",
  );
});

test.each(["a.", ".a", "...", "%2E", "..%2f"])("%j remains within its segment", (text) => {
  expect(roundTrip(writeStyled, { name: "p", in: "path", style: "label" }, ["string"], text)).toBe(text);
});

test("cookies are added to those of the call's headers", () => {
  const write = (given: Record<string, string>, args: object, style?: "cookie") => {
    const headers = new Headers(given);
    const parameters = [{ name: "theme", in: "cookie", ...(style && { style }) }];
    writeStyled({ name: "test", route: { method: "GET", path: "/", parameters }, args } as unknown as Call, headers);
    return headers.get("cookie");
  };
  expect(write({ Cookie: "a=1; b=2" }, { theme: "dark" })).toBe("a=1; b=2; theme=dark");
  expect(write({ cookie: "a=1" }, { theme: "dark" }, "cookie")).toBe("a=1; theme=dark");
  expect(write({ cookie: "a=1" }, {})).toBe("a=1");
  expect(write({ cookie: "" }, { theme: "dark" })).toBe("theme=dark");
  expect(write({}, { theme: "dark" })).toBe("theme=dark");
});

test.each<[Place, ParameterRule["style"], boolean]>(
  (["form", "spaceDelimited", "pipeDelimited"] as const)
    .flatMap((style) => [["query", style] as const, ["cookie", "form"] as const, ["cookie", "cookie"] as const])
    .flatMap(([place, style]) =>
      [true, false].map((explode) => [place, style, explode] as [Place, ParameterRule["style"], boolean]),
    ),
)("an empty list or object in a %s is not sent: style %s, explode %s", (place, style, explode) => {
  const rule: ParameterRule = { name: "p", in: place, explode, ...(style && { style }) };
  for (const value of [[], {}, { a: undefined }]) {
    const headers = new Headers();
    const call = { name: "test", route: { method: "GET", path: "/a", parameters: [rule] }, args: { p: value } };
    expect(writeStyled(call as unknown as Call, headers)).toBe("/a");
    expect(headers.has("cookie")).toBe(false);
  }
});
