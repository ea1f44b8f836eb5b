import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { OutputFile } from "../../../generator/typescript/output-file.js";
import { contract } from "../../lint/lint-text.js";
import { runCli, temporaryFolder } from "../../support/command-line.js";
import { fileOf } from "./build-site.js";
import { brokenLinks } from "./links.js";

const body = (...fields: readonly string[]) =>
  `body: { type: object, additionalProperties: false, required: [${fields[0]}], properties: { ${fields.map((one) => `${one}: { type: string, maxLength: 9 }`).join(", ")} } }`;
const actions = {
  "1.0": `add_ip: { summary: Add., ${body("cidr")} }\ndrop: { summary: Drop. }\nrestart: { summary: Restart. }`,
  "1.1": `allow_ip: { summary: Allow., ${body("cidr")} }\ndrop: { summary: Drop., deprecated: true }\nrestart: { summary: Restart. }`,
  "2.0": `permit: { summary: Permit., ${body("note", "cidr")} }\nrestart: { summary: Restart., ${body("why")} }`,
};

/** A folder with versions of a contract, the newest of which is the contract. */
function project(docs: object): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "spec"));
  const write = (file: string, version: keyof typeof actions) =>
    writeFileSync(
      path.join(folder, file),
      contract({ actions: actions[version] }).replace('version: "1"', `version: "${version}"`),
    );
  write("spec/openapi.yaml", "2.0");
  write("1.1.yaml", "1.1");
  write("1.0.yaml", "1.0");
  writeFileSync(path.join(folder, "openapi-actions.config.json"), JSON.stringify({ docs }));
  return folder;
}

function siteIn(folder: string): OutputFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return { path: path.relative(folder, file).split(path.sep).join("/"), text: readFileSync(file, "utf8") };
    });
}

/** The names of the links to versions, with where they lead. */
function switcher(site: readonly OutputFile[], page: string): string[] {
  const [, nav = ""] = /<nav class=versions[^>]*>([^]*?)<\/nav>/.exec(fileOf(site, page))!;
  return [...nav.matchAll(/<a href=(\S+?)(?: aria-current=true)?>([^<]*)<\/a>([^<]*)/g)].map(
    ([, address, name, more]) => `${name}${more}: ${path.posix.join(path.posix.dirname(page), address!)}`,
  );
}

describe("a site of three versions", () => {
  let folder: string;
  let site: OutputFile[];

  beforeAll(async () => {
    folder = project({
      siteUrl: "https://docs.example.com/api",
      released: "2026-11-29",
      previous: [{ version: "1.1.yaml", released: "2026-03-01" }, "1.0.yaml"],
      redirects: {
        "actions/postgres/allow_ip": "actions/postgres/permit",
        "operations/old": "operations/older",
        "operations/older": "index",
      },
    });
    await runCli(folder, ["docs"]);
    site = siteIn(path.join(folder, "generated/docs"));
  });

  test("no link of any version is broken, and the redirects lead to pages", () => {
    expect(brokenLinks(site)).toEqual([]);
    const targets = site.flatMap(({ path: file, text }) =>
      [...text.matchAll(/http-equiv=refresh content="0;url=([^"]*)"/g)].map(([, url]) => [
        file,
        path.posix.join(path.posix.dirname(file), url!),
      ]),
    );
    expect(Object.fromEntries(targets)).toEqual({
      "actions/postgres/add_ip.html": "actions/postgres/permit.html",
      "actions/postgres/allow_ip.html": "actions/postgres/permit.html",
      "operations/old.html": "index.html",
      "operations/older.html": "index.html",
      "versions/1.1/actions/postgres/add_ip.html": "versions/1.1/actions/postgres/allow_ip.html",
    });
    for (const [from, to] of targets) {
      expect(site.map((file) => file.path)).toContain(to);
      expect(fileOf(site, from!)).toMatch(/<link rel=canonical href=\S+\.html>/);
      expect(fileOf(site, from!.replace(/html$/, "md"))).toContain("This page is now [");
    }
    const moved = fileOf(site, "actions/postgres/allow_ip.html");
    expect(moved).toContain("<title>allow_ip (moved) · Shop</title>");
    expect(moved).toContain("<h1><code>allow_ip</code></h1>");
    expect(moved).toContain("<code>permit</code></a>.");
  });

  test("the switcher keeps the page, by its name of each version", () => {
    expect(switcher(site, "actions/postgres/permit.html")).toEqual([
      "2.0: actions/postgres/permit.html",
      "1.1: versions/1.1/actions/postgres/allow_ip.html",
      "1.0: versions/1.0/actions/postgres/add_ip.html",
    ]);
    expect(switcher(site, "versions/1.0/actions/postgres/add_ip.html")).toEqual(switcher(site, "actions/postgres/permit.html"));
    expect(switcher(site, "versions/1.1/actions/postgres/drop.html")).toEqual([
      "2.0 has no such page: index.html",
      "1.1: versions/1.1/actions/postgres/drop.html",
      "1.0: versions/1.0/actions/postgres/drop.html",
    ]);
  });

  test("pages of earlier versions say so, and name the page of the newest as the one to list", () => {
    const page = fileOf(site, "versions/1.0/actions/postgres/add_ip.html");
    expect(page).toContain(
      "This is version 1.0. The newest is <a href=../../../../actions/postgres/permit.html>version 2.0</a>, which has this page too.",
    );
    expect(page).toContain("<link rel=canonical href=../../../../actions/postgres/permit.html>");
    const gone = fileOf(site, "versions/1.1/actions/postgres/drop.html");
    expect(gone).toContain("The newest is <a href=../../../../index.html>version 2.0</a>, which has no such page.");
    expect(gone).not.toContain("rel=canonical");
    expect(fileOf(site, "index.html")).not.toMatch(/This is version 2\.0\. The newest|rel=canonical/);
    expect(fileOf(site, "index.md")).toContain(
      "Documented versions, the newest first: [`2.0`](index.md), [`1.1`](versions/1.1/index.md), [`1.0`](versions/1.0/index.md).",
    );
  });

  test("the changes are those of diff, breaking ones first, with links to their pages", async () => {
    const { stdout } = await runCli(folder, ["diff", "1.1.yaml", "spec/openapi.yaml", "--format", "json"]);
    const { diff } = JSON.parse(stdout) as {
      diff: { changes: { rule: string; breaks: string; message: string; severity: string }[] };
    };
    const page = fileOf(site, "changes.md");
    const sectionOf = ({ rule, severity, breaks }: (typeof diff.changes)[number]) =>
      rule === "action-added" ? "new" : severity === "warning" && breaks === "server" ? "info" : severity;
    const order = ["error", "new", "warning", "info"].flatMap((one) =>
      diff.changes.filter((change) => sectionOf(change) === one),
    );
    expect(order.length).toBeGreaterThan(3);
    const found = [...page.matchAll(/^- (.*?)\.(?: \*breaks .*\*)?$/gm)].map(([, message]) => message!.replaceAll("`", '"'));
    expect(found).toEqual(order.map(({ message }) => message));
    expect(page.indexOf("## Breaking changes")).toBeLessThan(page.indexOf("## New"));
    expect(page).toContain("*breaks clients*");
    expect(page).toContain("[postgres drop in 1.1](versions/1.1/actions/postgres/drop.md)");
    expect(page).toContain("[postgres permit](actions/postgres/permit.md)");
    expect(page).toContain("For example: `{}`.");
    expect(fileOf(site, "versions/1.1/changes.md")).toContain("[postgres allow_ip](actions/postgres/allow_ip.md)");
    expect(site.map((file) => file.path)).not.toContain("versions/1.0/changes.md");
    expect(fileOf(site, "search-index.js")).toContain('["Changes", "", "changes"');
  });

  test("the feed has an entry for each version with changes, and no date of the build", () => {
    const feed = fileOf(site, "feed.xml");
    const all = (tag: string) => [...feed.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g"))].map(([, text]) => text);
    expect(all("title")).toEqual([
      "Shop: changes",
      expect.stringMatching(/^2\.0: \d+ breaking changes/),
      expect.stringMatching(/^1\.1: /),
    ]);
    expect(all("updated")).toEqual(["2026-11-29T00:00:00Z", "2026-11-29T00:00:00Z", "2026-03-01T00:00:00Z"]);
    expect(all("id")).toEqual(["", "#2.0", "#1.1"].map((name) => `https://docs.example.com/api/feed.xml${name}`));
    expect(feed).toContain('<link href="https://docs.example.com/api/versions/1.1/changes.html"/>');
    expect(fileOf(site, "versions/1.1/index.html")).toContain(
      '<link rel=alternate type="application/atom+xml" href=../../feed.xml>',
    );
  });

  test("--check compares all of it, and versions that are left out are removed", async () => {
    expect((await runCli(folder, ["docs", "--check"])).code).toBe(0);
    const config = { docs: { previous: ["1.1.yaml"] } };
    writeFileSync(path.join(folder, "openapi-actions.config.json"), JSON.stringify(config));
    const { code, stdout } = await runCli(folder, ["docs", "--check"]);
    expect([code, stdout.includes("versions/1.0/index.html"), stdout.includes("feed.xml")]).toEqual([3, true, true]);
    expect((await runCli(folder, ["docs"])).code).toBe(0);
    const left = ["feed.xml", "versions/1.0", "versions/1.1/index.html"].map((file) =>
      existsSync(path.join(folder, "generated/docs", file)),
    );
    expect(left).toEqual([false, false, true]);
  });
});

test("a version is a commit, too: its day is that of the commit", async () => {
  const folder = project({});
  const date = "2025-04-02T23:30:00+02:00";
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
    });
  git("init", "--quiet");
  writeFileSync(path.join(folder, "spec/openapi.yaml"), readFileSync(path.join(folder, "1.1.yaml")));
  git("add", ".");
  git("commit", "--quiet", "--message", "one");
  git("tag", "v1.1");
  writeFileSync(
    path.join(folder, "spec/openapi.yaml"),
    contract({ actions: actions["2.0"] }).replace('version: "1"', "version: 1.2.0"),
  );
  const flags = ["--previous", "git:v1.1", "--previous", "1.0.yaml", "--site-url", "https://docs.example.com/"];
  const { code, stderr } = await runCli(folder, ["docs", ...flags, "--format", "concise"]);
  expect([code, stderr.split("\n").find((line) => line.includes(" docs-"))]).toEqual([
    0,
    `warning docs-released: the feed can't announce version "1.2.0": the day of its release is unknown`,
  ]);
  const feed = readFileSync(path.join(folder, "generated/docs/feed.xml"), "utf8");
  expect(feed.match(/<updated>.*<\/updated>/g)).toEqual([
    "<updated>2025-04-02T00:00:00Z</updated>",
    "<updated>2025-04-02T00:00:00Z</updated>",
  ]);
  expect(brokenLinks(siteIn(path.join(folder, "generated/docs")))).toEqual([]);
});

test("invalid settings and versions are reported, and nothing is written", async () => {
  const redirects = {
    "a/b": "a/c",
    "a/c": "a/b",
    index: "operations/index",
    "actions/Postgres/restart": "index",
    "../up": "index",
    nowhere: "no/page",
    "old.html": "index",
  };
  const folder = project({
    previous: ["2.0.yaml", "1.1.yaml", { version: "1.0.yaml", name: "1.1" }],
    redirects,
    siteUrl: "docs.example.com",
  });
  writeFileSync(path.join(folder, "2.0.yaml"), contract({ actions: "restart: { bodyy: {} }" }));
  const { code, stderr } = await runCli(folder, ["docs", "--format", "concise"]);
  expect(code).toBe(1);
  expect(stderr.split("\n").filter((line) => line.includes(" docs-"))).toEqual([
    'error docs-site-url: "docs.example.com" is not the address of a site',
  ]);
  const fixed = { previous: ["2.0.yaml", "1.1.yaml", { version: "1.0.yaml", name: "1.1" }], redirects };
  writeFileSync(path.join(folder, "openapi-actions.config.json"), JSON.stringify({ docs: fixed }));
  const second = await runCli(folder, ["docs", "--format", "concise"]);
  expect(second.stderr.split("\n").filter((line) => line.includes(" docs-"))).toEqual([
    'error docs-version-errors: cannot document "2.0.yaml": unknown key "bodyy" in an action (2.0.yaml:16)',
    'error docs-version-name: "1.0.yaml" has the name "1.1", as another version of the site does',
    'error docs-redirect: cannot redirect "a/b" to "a/c": it leads back to itself',
    'error docs-redirect: cannot redirect "a/c" to "a/b": it leads back to itself',
    'error docs-redirect: cannot redirect "index" to "operations/index": the site has that page',
    'error docs-redirect: cannot redirect "actions/Postgres/restart" to "index": the site has that page',
    'error docs-redirect: cannot redirect "../up" to "index": that is not the path of a page',
    'error docs-redirect: cannot redirect "nowhere" to "no/page": the site has no page to which it leads',
    'error docs-redirect: cannot redirect "old.html" to "index": that is not the path of a page',
  ]);
  expect(existsSync(path.join(folder, "generated"))).toBe(false);
});

test("settings of the wrong form are errors of the config", async () => {
  const folder = project({ previous: [{ name: "1.0" }], released: "29.11.2026" });
  const { code, stderr } = await runCli(folder, ["docs", "--format", "concise"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/released/);
  expect((await runCli(project({}), ["docs", "--released", "2026-02-30"])).code).toBe(2);
});
