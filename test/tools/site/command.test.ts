import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { contract } from "../../lint/lint-text.js";
import { runCli, temporaryFolder } from "../../support/command-line.js";

function project(): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "spec"));
  writeFileSync(path.join(folder, "spec/openapi.yaml"), contract());
  return folder;
}

test("writes a site with its own manifest, and prints a summary", async () => {
  const folder = project();
  const { code, stdout, stderr } = await runCli(folder, ["docs"]);
  expect([code, stdout]).toEqual([0, ""]);
  expect(stderr).toMatch(/Shop 1: 6 pages; .*\ngenerated\/docs: \d+ created\n$/);
  expect(readFileSync(path.join(folder, "generated/docs/actions/postgres/restart.html"), "utf8")).toMatch(/^<!doctype html>/);
  expect(existsSync(path.join(folder, "generated/docs/manifest.json"))).toBe(true);
});

test("--check exits with 3 if the site is not up to date", async () => {
  const folder = project();
  await runCli(folder, ["docs", "--out", "site"]);
  expect((await runCli(folder, ["docs", "--out", "site", "--check"])).code).toBe(0);
  writeFileSync(path.join(folder, "spec/openapi.yaml"), contract({ actions: "restart: { summary: Start again. }" }));
  const { code, stdout, stderr } = await runCli(folder, ["docs", "--out", "site", "--check"]);
  expect(code).toBe(3);
  expect(stdout).toContain("differs: site/actions/postgres/restart.html");
  expect(stderr).toMatch(/differ; run openapi-actions docs\n$/);
});

test("accepts a name, a logo, colours, pages and the address of the contract", async () => {
  const folder = project();
  writeFileSync(path.join(folder, "logo.svg"), "<svg/>");
  mkdirSync(path.join(folder, "guides"));
  writeFileSync(path.join(folder, "guides/start.md"), "# Start here");
  writeFileSync(path.join(folder, "guides/notes.txt"), "not a page");
  const flags = ["--name", "Acme", "--logo", "logo.svg", "--accent", "#123456", "--accent-dark", "#abcdef", "--pages", "guides"];
  const { code } = await runCli(folder, ["docs", ...flags, "--source-url", "https://git.example.com/{path}#L{line}"]);
  expect(code).toBe(0);
  const read = (file: string) => readFileSync(path.join(folder, "generated/docs", file), "utf8");
  expect(read("pages/start.html")).toContain("<title>Start here · Acme</title>");
  expect(read("theme.css")).toBe(":root {\n  --accent-light: #123456;\n  --accent-dark: #abcdef;\n}\n");
  expect(read("logo.svg")).toBe("<svg/>");
  expect(read("actions/postgres/restart.html")).toMatch(
    /<a href=https:\/\/git\.example\.com\/spec\/openapi\.yaml#L\d+>openapi\.yaml:\d+<\/a>/,
  );
  expect(existsSync(path.join(folder, "generated/docs/pages/notes.html"))).toBe(false);
});

test("accepts the same from a config; flags override it", async () => {
  const folder = project();
  mkdirSync(path.join(folder, "guides"));
  writeFileSync(path.join(folder, "guides/start.md"), "# Start here");
  const docs = { name: "Configured", accent: "#123456", pages: "guides" };
  writeFileSync(path.join(folder, "openapi-actions.config.json"), JSON.stringify({ docs }));
  expect((await runCli(folder, ["docs", "--name", "Asked"])).code).toBe(0);
  const read = (file: string) => readFileSync(path.join(folder, "generated/docs", file), "utf8");
  expect(read("pages/start.html")).toContain("<title>Start here · Asked</title>");
  expect(read("theme.css")).toBe(":root {\n  --accent-light: #123456;\n}\n");
});

test("invalid options are reported, and nothing is written", async () => {
  const folder = project();
  writeFileSync(path.join(folder, "logo.png"), "PNG");
  const flags = ["--logo", "logo.png", "--accent", "blue", "--accent-dark", "#222222", "--pages", "none", "--source-url", "here"];
  const { code, stderr } = await runCli(folder, ["docs", ...flags, "--format", "concise"]);
  expect(code).toBe(1);
  expect(stderr.split("\n").filter((line) => line.includes(" docs-"))).toEqual([
    'error docs-accent: "blue" is not a colour of the form #rrggbb',
    'warning docs-contrast: links in "#222222" are hard to read on the dark pages: the contrast of 1.1 is below the 4.5 of WCAG AA',
    'error docs-logo: cannot use the logo "logo.png": it is not an SVG file',
    'error docs-source-url: "here" is not an address of the contract\'s files',
    'error docs-pages: cannot read the pages in "none": there is no such file or folder',
  ]);
  expect(existsSync(path.join(folder, "generated"))).toBe(false);
});

test("a contract with errors has no site", async () => {
  const folder = project();
  writeFileSync(path.join(folder, "spec/openapi.yaml"), contract({ actions: "restart: { bodyy: {} }" }));
  const { code, stderr } = await runCli(folder, ["docs"]);
  expect([code, stderr.endsWith("nothing was written\n")]).toEqual([1, true]);
});
