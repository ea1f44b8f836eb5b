import { expect, test } from "vitest";
import { isPlainJson } from "../../../templates/runtime/server/responses.js";

test.each([null, true, 0, -1.5, "", "a", [], {}, [1, [2, { a: [null] }]], { a: { b: "c" } }, Object.create(null) as object])(
  "%j is plain JSON",
  (value) => {
    expect(isPlainJson(value)).toBe(true);
  },
);

class Point {
  readonly x = 1;
}

const circle: { self?: unknown } = {};

circle.self = circle;

test.each<[string, unknown]>([
  ["undefined", undefined],
  ["undefined inside", { a: undefined }],
  ["a hole", Array(1)],
  ["NaN", Number.NaN],
  ["Infinity", [Number.POSITIVE_INFINITY]],
  ["a bigint", 1n],
  ["a symbol", Symbol("a")],
  ["a function", { a: () => 1 }],
  ["a date", { at: new Date(0) }],
  ["a class", new Point()],
  ["a map", new Map()],
  ["bytes", new Uint8Array(2)],
  ["toJSON", { toJSON: () => 1 }],
  ["toJSON of a list", Object.assign([], { toJSON: () => 1 })],
  ["toJSON of the prototype", Object.create({ toJSON: () => 1 })],
  ["a circle", circle],
])("%s is not plain JSON", (_, value) => {
  expect(isPlainJson(value)).toBe(false);
});
