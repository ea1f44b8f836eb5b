import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readMemo, writeMemo } from "../../generator/cli/memo-file.js";
import { temporaryFolder } from "../support/command-line.js";

const texts = ["one", "ünïcödé \u{1f600}\n", ""];

/** A file that keeps some texts. */
function keep(): string {
  const file = path.join(temporaryFolder(), "cache/a.memo");
  const memo = readMemo(file, "this");
  for (const text of texts)
    memo.recall(
      "kind",
      () => text,
      () => text,
    );
  writeMemo(file, memo, "this");
  return file;
}

/** How many of the texts a file still knows. */
function knownIn(file: string, maker: string | undefined = "this"): number {
  const memo = readMemo(file, maker);
  return texts.filter(
    (text) =>
      memo.recall(
        "kind",
        () => text,
        () => undefined,
      ) === text,
  ).length;
}

test("a file keeps the requested entries", () => {
  expect(knownIn(keep())).toBe(texts.length);
});

test("halves of a code point at the ends of two texts stay apart", () => {
  const file = path.join(temporaryFolder(), "a.memo");
  const memo = readMemo(file, "this");
  for (const [at, text] of ["a\ud83d", "\ude00b", "third"].entries())
    memo.recall(
      "kind",
      () => `${at}`,
      () => text,
    );
  writeMemo(file, memo, "this");
  expect(
    readMemo(file, "this").recall(
      "kind",
      () => "2",
      () => undefined,
    ),
  ).toBe("third");
});

test("a file of another build is ignored", () => {
  const file = keep();
  expect(knownIn(file, "other")).toBe(0);
  const before = readFileSync(file);
  const memo = readMemo(file, "this");
  memo.recall(
    "kind",
    () => "new",
    () => "new",
  );
  writeMemo(file, memo, undefined);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a file with any damaged or missing byte is ignored", () => {
  const file = keep();
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 1;
    writeFileSync(file, damaged);
    expect(knownIn(file), String(at)).toBe(0);
    writeFileSync(file, bytes.subarray(0, at));
    expect(knownIn(file), String(at)).toBe(0);
  }
});

test("only what the last run has used is kept", () => {
  const file = keep();
  const memo = readMemo(file, "this");
  for (const text of ["one", "new"])
    memo.recall(
      "kind",
      () => text,
      () => text,
    );
  writeMemo(file, memo, "this");
  expect(knownIn(file)).toBe(1);
});

test("nothing happens if it can't be written", () => {
  const file = path.join(temporaryFolder(), "a.memo");
  mkdirSync(file);
  const memo = readMemo(file, "this");
  memo.recall(
    "kind",
    () => "a",
    () => "a",
  );
  expect(() => writeMemo(file, memo, "this")).not.toThrow();
});
