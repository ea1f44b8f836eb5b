import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { runCli, temporaryFolder } from "../support/command-line.js";

const commands = [["generate"], ["docs"], ["expand"]];

function git(folder: string, ...args: string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  const { status, stderr } = spawnSync("git", [...identity, ...args], { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

test.each([
  ["with the attributes of init", true, false],
  ["without attributes", false, true],
])("a clone with core.autocrlf=true is up to date, %s", async (_, hasAttributes, isConverted) => {
  const [origin, clone] = [temporaryFolder(), path.join(temporaryFolder(), "clone")];
  await runCli(origin, ["init"]);
  mkdirSync(path.join(origin, "pages"));
  writeFileSync(path.join(origin, "pages/guide.md"), "# Guide\n\nOne\ntwo.\n\n```sh\na\nb\n```\n");
  writeFileSync(path.join(origin, "logo.svg"), '<svg xmlns="http://www.w3.org/2000/svg">\n<path d="M0 0"/>\n</svg>\n');
  const config = path.join(origin, "openapi-actions.config.yaml");
  writeFileSync(config, `${readFileSync(config, "utf8")}docs: { pages: pages, logo: logo.svg }\n`);
  if (!hasAttributes) rmSync(path.join(origin, ".gitattributes"));
  rmSync(path.join(origin, ".gitignore"));
  for (const args of commands) expect((await runCli(origin, args)).code).toBe(0);
  git(origin, "init", "-q");
  git(origin, "add", "-A");
  git(origin, "commit", "-q", "-m", "first");
  git(origin, "-c", "core.autocrlf=true", "clone", "-q", origin, clone);
  expect(readFileSync(path.join(clone, "generated/types.ts"), "utf8").includes("\r\n")).toBe(isConverted);
  expect(readFileSync(path.join(clone, "spec/openapi.yaml"), "utf8")).toContain("\r\n");
  for (const args of commands) {
    const { code, stdout, stderr } = await runCli(clone, [...args, "--check"]);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/: up to date, \d+ files\n$/),
    });
  }
  writeFileSync(path.join(clone, "generated/types.ts"), "export {};\r\n");
  expect((await runCli(clone, ["generate", "--check"])).code).toBe(3);
});
