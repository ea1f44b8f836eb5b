import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readKept, writeKept } from "../generator/kept-file.js";
import { temporaryFolder } from "./support/command-line.js";

/** The path of a kept file with some text. */
function keep(text: string): string {
  const file = path.join(temporaryFolder(), "cache/a.memo");
  writeKept(file, text);
  return file;
}

test("what is kept is read again, also after it was replaced", () => {
  const file = keep("one");
  expect(readKept(file)?.toString()).toBe("one");
  writeKept(file, "two");
  expect(readKept(file)?.toString()).toBe("two");
  expect(readdirSync(path.dirname(file))).toEqual(["a.memo"]);
});

test("a damaged or shortened file, and that of another name, is not believed", () => {
  const file = keep("one");
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 1;
    writeFileSync(file, damaged);
    expect(readKept(file)).toBeUndefined();
    writeFileSync(file, bytes.subarray(0, at));
    expect(readKept(file)).toBeUndefined();
  }
  writeFileSync(file, bytes);
  renameSync(file, `${file}2`);
  expect(readKept(`${file}2`)).toBeUndefined();
});

test("a link is neither read nor followed, but replaced", () => {
  const file = keep("one");
  const target = path.join(temporaryFolder(), "a.memo");
  renameSync(file, target);
  symlinkSync(target, file);
  const before = readFileSync(target);
  expect(readKept(file)).toBeUndefined();
  writeKept(file, "two");
  expect(readFileSync(target)).toEqual(before);
  expect(readKept(file)?.toString()).toBe("two");
});

test.skipIf(process.platform === "win32")("a pipe is not waited for, but replaced", () => {
  const file = path.join(temporaryFolder(), "a.memo");
  execFileSync("mkfifo", [file]);
  expect(readKept(file)).toBeUndefined();
  writeKept(file, "one");
  expect(readKept(file)?.toString()).toBe("one");
});

test("nothing happens if it can't be written", () => {
  const file = path.join(temporaryFolder(), "a.memo");
  mkdirSync(file);
  writeKept(file, "one");
  expect(readKept(file)).toBeUndefined();
  expect(readdirSync(path.dirname(file))).toEqual(["a.memo"]);
});
