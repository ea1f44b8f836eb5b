import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { isMerging } from "../../generator/write/merging.js";

test.each<[string, readonly string[], boolean]>([
  ["nothing is combined", ["HEAD", "ORIG_HEAD"], false],
  ["a merge waits for its conflicts", ["MERGE_HEAD"], true],
  ["a commit is picked", ["CHERRY_PICK_HEAD"], true],
  ["a rebase is under way", ["REBASE_HEAD", "rebase-merge/"], true],
  ["a rebase with conflicts is over", ["REBASE_HEAD", "ORIG_HEAD"], false],
])("%s", (_, entries, expected) => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "merging-")));
  const out = path.join(folder, "generated");
  mkdirSync(path.join(folder, ".git"));
  for (const entry of entries) {
    if (entry.endsWith("/")) mkdirSync(path.join(folder, ".git", entry));
    else writeFileSync(path.join(folder, ".git", entry), "");
  }
  expect(isMerging(out)).toBe(expected);
  rmSync(folder, { recursive: true });
});
