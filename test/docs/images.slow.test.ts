import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";

// `npm run accept` draws it anew.
test("the picture of the terminal shows what lint prints", async () => {
  const picture = execFileSync(process.execPath, [repositoryPath("scripts/terminal-svg.mjs")], { encoding: "utf8" });
  await expect(picture).toMatchFileSnapshot(repositoryPath("docs/images/lint.svg"));
});
