import { execFileSync } from "node:child_process";
import { repositoryPath } from "./repository.js";

/** Builds dist/ before the tests if the sources changed, so that those of the command line test these sources. */
export default function setup(): void {
  execFileSync(process.execPath, [repositoryPath("scripts/build-once.mjs")], { stdio: "inherit" });
}
