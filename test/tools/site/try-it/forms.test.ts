import { expect, test } from "vitest";
import { repositoryPath } from "../../../support/repository.js";
import { ownSite, siteOf, siteOfText } from "../build-site.js";

const text = `openapi: 3.1.0
info: { title: Notes, version: "1" }
servers:
  - { url: "https://api.example.com/v1" }
  - { url: "https://{region}.example.com", variables: { region: { default: eu } } }
  - { url: "https://{name}.example.org" }
  - { url: "https://*" }
  - { url: "https://%2A.example.net" }
  - { url: /v2 }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties:
                title: { type: string, description: "</script><script>alert(1)</script>" }
      responses: { "204": { description: Taken. } }
`;

const fileOf = (site: readonly { readonly path: string; readonly text: string }[], path: string) =>
  site.find((file) => file.path === path)?.text;

test("sites have no forms by default", async () => {
  const site = await siteOfText(text);
  expect(site.map(({ path }) => path).filter((path) => path.includes("try"))).toEqual([]);
  expect(fileOf(site, "operations/addNote.html")).not.toMatch(/try-it|connect-src/);
});

test("only pages with a form have a policy that names servers, by their origins", async () => {
  const site = await siteOfText(text, { tryIt: true, tryServers: ["http://localhost:8080/v1"] });
  expect(fileOf(site, "operations/addNote.html")).toContain(
    "; connect-src 'self' http://localhost:8080 https://api.example.com https://eu.example.com\"",
  );
  expect(fileOf(site, "index.html")).not.toContain("connect-src");
  expect(fileOf(site, "operations/addNote.md")).not.toContain("Try it");
});

test("a host with a wildcard is neither called nor shown", async () => {
  const site = await siteOfText(text, { tryIt: true });
  const texts = site.filter(({ path }) => /\.(?:html|md|txt|try\.js)$/.test(path)).map((file) => file.text);
  expect(texts.filter((page) => /https:\/\/(?:\*|%2A)/.test(page))).toEqual([]);
  expect(fileOf(site, "operations/addNote.html")).toContain(
    "; connect-src 'self' https://api.example.com https://eu.example.com\"",
  );
});

test("data of pages is one string, in which texts are what they are", async () => {
  const site = await siteOfText(text, { tryIt: true });
  const script = fileOf(site, "operations/addNote.try.js")!;
  expect(script).toMatch(/^docsForm = "(?:[^"\\\n<]|\\.)*";\n$/);
  const data = JSON.parse(JSON.parse(script.slice("docsForm = ".length, -2)) as string) as { body: { field: object } };
  expect(JSON.stringify(data.body.field)).toContain("</script><script>alert(1)</script>");
});

test("pages with forms stay below 25 kB, and only they differ", async () => {
  const [plain, tried] = [await ownSite(), await siteOf("spec/openapi.yaml", repositoryPath("."), { tryIt: true })];
  const html = tried.filter(({ path }) => path.endsWith(".html") && path.includes("/"));
  const form = html.filter(({ text: page }) => page.includes("id=try-it"));
  expect(form.length).toBeGreaterThan(86);
  expect(Math.max(...form.map(({ text: page }) => Buffer.byteLength(page)))).toBeLessThan(25_000);
  const known = new Map(plain.map((file) => [file.path, file.text]));
  const others = tried.filter(
    ({ path, text: page }) => known.has(path) && known.get(path) !== page && !page.includes("id=try-it"),
  );
  expect(others).toEqual([]);
  const script = Buffer.byteLength(fileOf(tried, "try-it.js")!);
  expect(script).toBeLessThan(115_000);
});
