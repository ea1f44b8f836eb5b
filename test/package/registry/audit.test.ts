import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { repositoryPath } from "../../support/repository.js";

test("no package has a known vulnerability", ({ skip }) => {
  const { stdout } = spawnSync("npm", ["audit", "--json"], { cwd: repositoryPath("."), encoding: "utf8" });
  const report = JSON.parse(stdout) as { vulnerabilities?: Record<string, unknown>; message?: string };
  if (!report.vulnerabilities) skip(`the registry doesn't say: ${report.message}`);
  expect(Object.keys(report.vulnerabilities!)).toEqual([]);
});
