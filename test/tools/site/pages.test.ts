import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repositoryPath } from "../../support/repository.js";
import { fileOf, ownSite, siteOfText } from "./build-site.js";

const expected = repositoryPath("test/tools/site/expected");

/** One page of each kind that the project's own contract has; `npm run generate` builds all of them in generated/docs. */
const own = [
  "index",
  "lifecycle",
  "operations/index",
  "operations/listServices",
  "actions/auth/index",
  "actions/auth/errors",
  "actions/postgres/add_ip",
  "schemas/ObjectsService",
];

/** The kinds that it doesn't have: webhooks, and a page of the user's. */
const others = ["webhooks", "pages/guide"];

const hooks = `openapi: 3.1.0
info: { title: Hooks, version: "2" }
security: []
paths: {}
webhooks:
  backupReady:
    post:
      summary: A backup is ready
      requestBody:
        content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } }
      responses: { "204": { description: Taken. } }
`;

const guide = "# First steps\n\nSee [the start](../index.md) and `id`.\n\n## Then\n\n- one\n- two\n";

test.each(own.flatMap((page) => [`${page}.html`, `${page}.md`]))("%s", async (file) => {
  await expect(fileOf(await ownSite(), file)).toMatchFileSnapshot(path.join(expected, file));
});

test.each(others.flatMap((page) => [`${page}.html`, `${page}.md`]))("%s", async (file) => {
  const site = await siteOfText(hooks, { pages: [{ name: "guide", text: guide }] });
  await expect(fileOf(site, file)).toMatchFileSnapshot(path.join(expected, file));
});

test("no expected page is unused", () => {
  const files = readdirSync(expected, { recursive: true, encoding: "utf8" }).map((file) => file.split(path.sep).join("/"));
  const pages = new Set([...own, ...others]);
  expect(files.filter((file) => /\.(?:html|md)$/.test(file) && !pages.has(file.replace(/\.\w+$/, "")))).toEqual([]);
});
