import type * as Fs from "node:fs";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { hashFile } from "../../../../generator/cli/run-cache.js";
import { changesBetween, nextChange } from "../../../../generator/cli/commands/generate/next-change.js";
import { temporaryFolder } from "../../../support/command-line.js";

let canWatch = true;

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof Fs>();
  const watch: typeof fs.watch = ((...args: Parameters<typeof fs.watch>) => {
    if (!canWatch) throw Object.assign(new Error("too many watchers"), { code: "ENOSPC" });
    return fs.watch(...args);
  }) as typeof fs.watch;
  return { ...fs, watch };
});

function known(...files: string[]): Map<string, string | null> {
  return new Map(files.map((file) => [file, hashFile(file)]));
}

const forever = new AbortController().signal;

test("a change before it waits is seen", async () => {
  const file = path.join(temporaryFolder(), "a");
  writeFileSync(file, "one");
  const before = known(file);
  writeFileSync(file, "two");
  expect(await nextChange(before, forever)).toEqual([file]);
});

test("new files are seen, including new folders", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "deep/er/a");
  const change = nextChange(known(file), forever);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "here");
  expect(await change).toEqual([file]);
});

test("if the system can't watch, files are polled", async () => {
  canWatch = false;
  const file = path.join(temporaryFolder(), "a");
  writeFileSync(file, "one");
  const change = nextChange(known(file), forever);
  writeFileSync(file, "two");
  expect(await change).toEqual([file]);
  canWatch = true;
});

test("aborting ends it, before and while it waits", async () => {
  const file = path.join(temporaryFolder(), "a");
  expect(await nextChange(known(file), AbortSignal.abort())).toEqual([]);
  const controller = new AbortController();
  const change = nextChange(known(file), controller.signal);
  controller.abort();
  expect(await change).toEqual([]);
});

test("between two readings, a file has changed whose content is another, or that came or went", () => {
  const before = new Map([
    ["same", "1"],
    ["edited", "1"],
    ["deleted", "1"],
    ["created", null],
    ["forgotten", "1"],
  ]);
  const after = new Map([
    ["same", "1"],
    ["edited", "2"],
    ["deleted", null],
    ["created", "1"],
    ["new", "1"],
  ]);
  expect(changesBetween(before, after)).toEqual(["edited", "deleted", "created"]);
});
