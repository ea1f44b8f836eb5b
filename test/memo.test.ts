import { expect, test } from "vitest";
import { createMemo, noMemo } from "../generator/memo.js";

const never = () => {
  throw new Error("made again");
};

test("a result is recalled, in this run and in a later one", async () => {
  const memo = createMemo();
  expect(
    memo.recall(
      "kind",
      () => "a",
      () => "made",
    ),
  ).toBe("made");
  expect(memo.recall("kind", () => "a", never)).toBe("made");
  expect(memo.isNew).toBe(true);
  const later = createMemo(memo.used);
  expect(later.recall("kind", () => "a", never)).toBe("made");
  expect(await later.recallLater("kind", () => "a", never)).toBe("made");
  expect(later.isNew).toBe(false);
});

test("entries differ by kind and by subject", () => {
  const memo = createMemo();
  memo.recall(
    "kind",
    () => "a",
    () => "one",
  );
  expect(
    memo.recall(
      "other",
      () => "a",
      () => "two",
    ),
  ).toBe("two");
  expect(
    memo.recall(
      "kind",
      () => "b",
      () => "three",
    ),
  ).toBe("three");
});

test("failures are not kept", () => {
  const memo = createMemo();
  expect(
    memo.recall(
      "kind",
      () => "a",
      () => undefined,
    ),
  ).toBeUndefined();
  expect(memo.isNew).toBe(false);
  expect(
    memo.recall(
      "kind",
      () => "a",
      () => "made",
    ),
  ).toBe("made");
});

test("only requested entries are kept", () => {
  const memo = createMemo();
  for (const subject of ["a", "b"])
    memo.recall(
      "kind",
      () => subject,
      () => subject,
    );
  const later = createMemo(memo.used);
  later.recall("kind", () => "b", never);
  expect([...later.used.values()]).toEqual(["b"]);
});

test("more than the limit is not kept", () => {
  const memo = createMemo(new Map(), 10);
  memo.recall(
    "kind",
    () => "a",
    () => "12345",
  );
  memo.recall(
    "kind",
    () => "b",
    () => "123456",
  );
  expect(
    memo.recall(
      "kind",
      () => "c",
      () => "1",
    ),
  ).toBe("1");
  expect([...memo.used]).toEqual([]);
});

test("without a memo, everything is computed, and no subject is described", async () => {
  expect(noMemo.recall("kind", never, () => "made")).toBe("made");
  expect(await noMemo.recallLater("kind", never, () => Promise.resolve("made"))).toBe("made");
});
