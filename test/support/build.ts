import { execFileSync } from "node:child_process";
import { repositoryPath } from "./repository.js";

/** Builds dist/ once before the tests, so that those of the command line test what stands in the tree. */
export default function setup(): void {
  execFileSync(process.execPath, [repositoryPath("scripts/build.mjs")], { stdio: "inherit" });
}
