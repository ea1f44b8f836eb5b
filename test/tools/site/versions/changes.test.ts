import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { model } from "../../../../generator/compile.js";
import { readTemplate } from "../../../../generator/package.js";
import { defaultSeverity, type Rule } from "../../../../generator/tools/diff/rule.js";
import { allRules as rules } from "../../../../generator/tools/diff/rules/index.js";
import { buildSite } from "../../../../generator/tools/site/build-docs.js";
import type { DocsOptions } from "../../../../generator/tools/site/options.js";
import type { SiteVersion } from "../../../../generator/tools/site/versions/site-version.js";
import { contract as contractText } from "../../../lint/lint-text.js";
import { temporaryFolder } from "../../../support/command-line.js";
import { fileOf } from "../build-site.js";

let version: Pick<SiteVersion, "contract" | "source">;

beforeAll(async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "openapi.yaml"), contractText());
  const { loaded, contract } = await model("openapi.yaml", { workingFolder: folder });
  version = { contract: contract!, source: loaded! };
});

/** The pages of changes with one change of each rule, as Markdown. */
function pagesOf(some: readonly Rule[], options: DocsOptions = {}): string {
  const changes = some.map((rule) => {
    return { rule, severity: defaultSeverity(rule), message: `it is about "${rule.id}"`, subjects: [], isCertain: true };
  });
  const versions = [
    { ...version, name: "2", changes, released: "2026-11-29" },
    { ...version, name: "1" },
  ];
  const { files } = buildSite(versions, { siteUrl: "https://docs.example.com/", ...options }, { template: readTemplate });
  expect(fileOf(files, "feed.xml").match(/it is about/g)).toHaveLength(Math.min(some.length, 50));
  return files
    .filter((file) => /^changes.*\.md$/.test(file.path))
    .map(({ text }) => text)
    .join("");
}

const of = (...ids: readonly string[]) => rules.filter(({ id }) => ids.includes(id));

test("what consumers can call now is new, and what only servers adapt to is no warning to them", () => {
  const page = pagesOf(
    of("action-added", "operation-added", "service-type-added", "action-body-optional", "operation-moved", "action-deprecated"),
  );
  const lines = page.split("\n").flatMap((line) => /^## (.*)|`([a-z-]+)`\./.exec(line)?.slice(1).find(Boolean) ?? []);
  expect(lines).toEqual([
    "Breaking changes",
    "operation-moved",
    "New",
    "action-added",
    "operation-added",
    "service-type-added",
    "Compatible changes",
    "action-body-optional",
    "action-deprecated",
  ]);
  expect(page).toContain("Since `1`: 1 breaking change, 3 additions, 2 compatible changes.");
});

test("with hidden handlers, no change tells how to implement it", () => {
  expect(pagesOf(rules)).toMatch(/[Hh]andlers/);
  const hidden = pagesOf(rules, { hideHandlers: true });
  expect(hidden.match(/it is about/g)).toHaveLength(rules.length);
  expect(hidden.match(/.*(?:handlers|a server doesn't|breaks (?:clients and )?servers).*/gi) ?? []).toEqual([]);
  expect(hidden).toContain("breaks clients");
});
