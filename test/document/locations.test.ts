import { describe, expect, it } from "vitest";
import { createSpan, locationAt, Locations } from "../../generator/document/locations.js";
import { source } from "./load-text.js";

describe("locationAt", () => {
  const file = source("ab\r\n\tc😀d\n\nlast");

  it.each([
    [0, 2, { line: 1, column: 1, endColumn: 3, lineText: "ab" }],
    [1, 9, { line: 1, column: 2, endColumn: 3, lineText: "ab" }],
    [4, 5, { line: 2, column: 1, endColumn: 2, lineText: "\tc😀d" }],
    [8, 9, { line: 2, column: 5, endColumn: 6, lineText: "\tc😀d" }],
    [10, undefined, { line: 3, column: 1, endColumn: 2, lineText: "" }],
    [11, 99, { line: 4, column: 1, endColumn: 5, lineText: "last" }],
    [15, undefined, { line: 4, column: 5, endColumn: 6, lineText: "last" }],
  ])("offset %i to %s", (start, end, location) => {
    expect(locationAt(file, start, end)).toEqual({ path: "a.yaml", ...location });
  });

  it("counts an empty last line", () => {
    expect(locationAt(source("a\n"), 2)).toMatchObject({ line: 2, column: 1, lineText: "" });
    expect(locationAt(source(""), 0)).toMatchObject({ line: 1, column: 1, lineText: "" });
  });

  it("keeps the whole of a long line", () => {
    const long = source(`${"x".repeat(100_000)}y`);
    expect(locationAt(long, 100_000)).toMatchObject({ line: 1, column: 100_001, lineText: long.text });
  });
});

describe("Locations", () => {
  const file = source("a: [1, 2]");
  const locations = new Locations();
  const map = {};
  const list: number[] = [];
  locations.set(map, createSpan(file, [0, 9], ["a"], [0, 1, 3, 9]));
  locations.set(list, createSpan(file, [3, 9], undefined, [4, 5, 4, 5, 7, 8, 7, 8]));

  it("finds keys, values and items", () => {
    expect(locations.key(map, "a")).toMatchObject({ column: 1, endColumn: 2 });
    expect(locations.value(map, "a")).toMatchObject({ column: 4, endColumn: 10 });
    expect(locations.value(list, 1)).toMatchObject({ column: 8, endColumn: 9 });
    expect([...locations.span(list)!.entries.keys()]).toEqual(["0", "1"]);
  });

  it.each([3, 40])("finds each of %i entries by its key", (count) => {
    const keys = Array.from({ length: count }, (_, index) => `k${index}`);
    const spans = keys.flatMap((_, index) => [10 * index, 10 * index + 2, 10 * index + 4, 10 * index + 9]);
    const [large, items] = [createSpan(file, [0, 999], keys, spans), createSpan(file, [0, 999], undefined, spans)];
    for (const [index, key] of keys.entries()) {
      const entry = { key: [10 * index, 10 * index + 2], value: [10 * index + 4, 10 * index + 9] };
      expect(large.entry(key)).toEqual(entry);
      expect(items.entry(String(index))).toEqual(entry);
      expect(large.entries.get(key)).toEqual(entry);
    }
    for (const other of ["k", "", "0", `k${count}`]) expect(large.entry(other)).toBeUndefined();
    for (const other of ["k1", "", "01", "-1", "0.5", String(count)]) expect(items.entry(other)).toBeUndefined();
  });

  it("falls back to the container, or to nothing", () => {
    expect(locations.value(map, "b")).toEqual(locations.value(map));
    expect(locations.key(map, "b")).toMatchObject({ column: 1, endColumn: 10 });
    expect(locations.value({}, "a")).toBeUndefined();
    expect(locations.key({}, "a")).toBeUndefined();
  });

  it("copies a location to a copy, with or without its entries", () => {
    const copy = {};
    const borrower = {};
    locations.copy(map, copy);
    locations.borrow(map, borrower);
    locations.copy({}, borrower);
    locations.borrow({}, borrower);
    expect(locations.span(copy)).toBe(locations.span(map));
    expect(locations.value(borrower, "a")).toMatchObject({ column: 1, endColumn: 10 });
    expect(locations.span(borrower)!.entries.size).toBe(0);
  });

  it("forgets what a value was copied from", () => {
    const kept = new Locations();
    const [inner, source, copy] = [{}, {}, { inner: [{}] }];
    kept.set(source, createSpan(file, [0, 9], ["a"], [0, 1, 3, 9]));
    kept.set(inner, createSpan(file, [3, 9], [], []));
    kept.copy(source, copy);
    kept.copy(inner, copy.inner[0]!);
    kept.keepOnly(copy);
    expect(kept.span(source)).toBeUndefined();
    expect(kept.span(inner)).toBeUndefined();
    expect(kept.value(copy, "a")).toMatchObject({ column: 4, endColumn: 10 });
    expect(kept.value(copy.inner[0]!)).toMatchObject({ column: 4, endColumn: 10 });
  });
});
