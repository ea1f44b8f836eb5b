import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { contract, findings } from "../lint/lint-text.js";
import { runCli, temporaryFolder } from "../support/command-line.js";

const actions = `snapshot: { label: Snapshot, tags: [backup], scopes: ["service:write"] }
restore: { label: Restore, tags: [backup, danger] }
restart: { label: Restart }`;
const text = contract({ actions, root: "tags: [{ name: danger, description: Look twice. }]" }).replace(
  "components:\n",
  "      x-platform-search-actions:\n        reindex: { label: Reindex }\ncomponents:\n",
);

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(path.join(folder, "openapi.yaml"), text);
});

const read = (file: string) => readFileSync(path.join(folder, "generated", file), "utf8");
const has = (file: string) => existsSync(path.join(folder, "generated", file));

test("tags are different names", () => {
  expect(findings("action-shape", contract({ actions: "restart: { tags: [a, a] }" }))).toEqual([
    expect.stringContaining('error "tags" of an action must be a non-empty list of different strings'),
  ]);
});

test("the page of a type lists its actions by tag, in the order of the contract's tags", async () => {
  expect((await runCli(folder, ["docs", "openapi.yaml"])).code).toBe(0);
  const page = read("docs/actions/postgres/index.md");
  const listed = page.slice(0, page.indexOf("## Who")).match(/^### .*|^Look twice\.|^\| \[`\w+`/gm);
  expect(listed).toEqual([
    "### danger",
    "Look twice.",
    "| [`restore`",
    "### backup",
    "| [`restore`",
    "| [`snapshot`",
    "### Others",
    "| [`restart`",
  ]);
  expect(read("docs/actions/postgres/restore.md")).toContain("- **Tags:** backup, danger\n");
  expect(read("docs/actions/search/index.md")).not.toContain("### Others");
});

test("comments in generated code name them, and operations of expanded documents have them", async () => {
  await runCli(folder, ["generate", "openapi.yaml", "--only", "client"]);
  expect(read("client/types.ts")).toContain("Tags: backup, danger.");
  await runCli(folder, ["expand", "openapi.yaml"]);
  const { paths } = JSON.parse(read("expanded/openapi.postgres.json")) as { paths: Record<string, { post: { tags: string[] } }> };
  expect(Object.values(paths).map(({ post }) => post.tags)).toEqual([
    ["postgres"],
    ["postgres", "backup", "danger"],
    ["postgres", "backup"],
  ]);
});

test("--tag selects actions for docs and expand", async () => {
  expect((await runCli(folder, ["docs", "openapi.yaml", "--tag", "danger"])).code).toBe(0);
  expect(["restore", "snapshot", "restart"].map((name) => has(`docs/actions/postgres/${name}.html`))).toEqual([
    true,
    false,
    false,
  ]);
  expect(has("docs/actions/search/index.html")).toBe(false);
  const { code, stderr } = await runCli(folder, ["expand", "openapi.yaml", "--tag", "danger", "--tag", "backup"]);
  expect([code, /\d+ documents?, 2 actions/.test(stderr)]).toEqual([0, true]);
  expect(has("expanded/openapi.search.json")).toBe(false);
  expect(Object.keys((JSON.parse(read("expanded/openapi.all.json")) as { paths: object }).paths)).toEqual([
    "/services/{service_id}/actions/restore",
    "/services/{service_id}/actions/snapshot",
  ]);
});

test("an unknown tag exits with 2 and a suggestion", async () => {
  const { code, stderr } = await runCli(folder, ["docs", "openapi.yaml", "--tag", "bakcup"]);
  expect(code).toBe(2);
  expect(stderr).toContain("error: no action has the tag 'bakcup'\n(Did you mean backup?)\n");
});
