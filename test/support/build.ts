import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repositoryPath } from "./repository.js";

/**
 * Builds dist/ once before the tests, so that those of the command line test what stands in the tree, and gives all
 * tests a temporary folder that is gone afterwards.
 */
export default function setup(): () => void {
  execFileSync(process.execPath, [repositoryPath("scripts/build.mjs")], { stdio: "inherit" });
  const folder = mkdtempSync(path.join(tmpdir(), "openapi-actions-tests-"));
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
