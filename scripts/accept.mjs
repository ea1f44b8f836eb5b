// `npm run accept`: writes generated/ and every file that a test compares with what it has computed. Read the diff before you commit it.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/** The tests with snapshots, found by what they call. */
export function listSnapshotTests() {
  const files = readdirSync(path.join(root, "test"), { recursive: true, encoding: "utf8" });
  const names = files.filter((file) => file.endsWith(".ts")).map((file) => `test/${file.split(path.sep).join("/")}`);
  return names.filter((name) => /\.toMatch(?:File|Inline)?Snapshot\(/.test(readFileSync(path.join(root, name), "utf8"))).sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  run("scripts/build-once.mjs");
  run("scripts/generate.mjs");
  // Files that a case no longer has would stay.
  for (const name of readdirSync(path.join(root, "test/cases")))
    rmSync(path.join(root, "test/cases", name, "expected"), { recursive: true, force: true });
  // One after the other: pages have tables by quick tests, and outputs by slow ones.
  // The flag is last, or it takes the path behind it as its value.
  for (const project of ["quick", "slow"])
    run("node_modules/vitest/vitest.mjs", "run", "--project", project, ...listSnapshotTests(), "--update");
}

/** @param {string[]} args */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
