import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { model, type Compilation } from "../../../generator/compile.js";
import type { OutputFile } from "../../../generator/typescript/output-file.js";
import { ownObject, type JsonValue } from "../../../generator/document/json-value.js";
import type { Contract } from "../../../generator/model/contract.js";
import { temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { contract as contractText } from "../../lint/lint-text.js";
import { fileOf, ownSite, siteOf, siteOfText } from "./build-site.js";
import { brokenLinks } from "./links.js";

const pagesOf = (site: readonly OutputFile[]) => site.filter(({ path: file }) => file.endsWith(".html"));
const paths = (site: readonly OutputFile[]) => site.map(({ path: file }) => file);

describe("the site of the project's contract", () => {
  let site: OutputFile[];
  let contract: Contract;

  beforeAll(async () => {
    const compilation: Pick<Compilation, "contract"> = await model("spec/openapi.yaml", { workingFolder: repositoryPath(".") });
    contract = compilation.contract!;
    site = await ownSite();
  });

  test("has a page for every action, operation and service type, and each page as Markdown", () => {
    const files = paths(site);
    for (const { name, actions } of contract.serviceTypes) {
      expect(files).toContain(`actions/${name}/index.html`);
      for (const action of actions) expect(files).toContain(`actions/${name}/${action.name}.html`);
    }
    for (const { id } of contract.operations) expect(files).toContain(`operations/${id}.html`);
    expect(files).toEqual(
      expect.arrayContaining(["index.html", "lifecycle.html", "actions/postgres/errors.html", "llms.txt", "llms-full.txt"]),
    );
    const twins = pagesOf(site).map(({ path: file }) => file.replace(/html$/, "md"));
    expect(files.filter((file) => file.endsWith(".md")).sort()).toEqual(twins.sort());
  });

  test("each page has at most 25 kB", () => {
    const large = pagesOf(site).filter(({ text }) => Buffer.byteLength(text) > 25_000);
    expect(paths(large)).toEqual([]);
  });

  test("no link is broken", () => {
    expect(brokenLinks(site)).toEqual([]);
  });

  test("an action's page lists its fields, errors, scopes, states and plans", () => {
    for (const { name: type, actions } of contract.serviceTypes) {
      for (const action of actions) {
        const page = fileOf(site, `actions/${type}/${action.name}.html`);
        const told = action.errors.map(({ code }) => ` id=error.${code}>`);
        for (const field of propertiesOf(contract.schemas.get(action.body), contract)) told.push(` id=body.${field}>`);
        for (const field of propertiesOf(contract.schemas.get(action.result), contract)) told.push(` id=result.${field}>`);
        for (const name of [...action.scopes, ...(action.states ?? []), ...(action.plans ?? [])])
          told.push(`<code>${name}</code>`);
        expect(told.filter((text) => !page.includes(text))).toEqual([]);
      }
    }
  });

  test("the same contract gives the same bytes, from whatever folder it is read", async () => {
    expect(await siteOf("openapi.yaml", repositoryPath("spec"))).toEqual(site);
  });

  test("pages name the lines of the contract", () => {
    expect(fileOf(site, "actions/postgres/add_ip.md")).toMatch(/\*\*Contract:\*\* `actions\/postgres\.yaml:\d+`/);
    expect(fileOf(site, "operations/getService.md")).toMatch(/\*\*Contract:\*\* `paths\/service\.yaml:\d+`/);
  });

  test("llms.txt lists every page, llms-full.txt contains them all", () => {
    const full = fileOf(site, "llms-full.txt");
    for (const { path: file, text } of site.filter(({ path: name }) => name.endsWith(".md"))) {
      expect(fileOf(site, "llms.txt")).toContain(`](${file})`);
      expect(full.includes(text)).toBe(true);
    }
  });

  test("actions link to each other in the order in which services advertise them", () => {
    const page = fileOf(site, "actions/postgres/add_ip.html");
    expect(page).toContain("<a class=previous href=list_extensions.html>");
    expect(page).toContain("<a class=next href=remove_ip.html>");
  });

  test("each page forbids itself to load or run anything else", () => {
    for (const { text } of pagesOf(site))
      expect(text).toContain("http-equiv=Content-Security-Policy content=\"default-src 'none';");
  });
});

/** Names of the properties of a schema and its alternatives. */
function propertiesOf(schema: JsonValue | undefined, { schemas }: Contract): string[] {
  const ref = (schema as { $ref?: string } | undefined)?.$ref;
  const target = ref === undefined ? schema : schemas.get(ref.replace("#/components/schemas/", ""));
  const own = Object.entries(ownObject(target, "properties") ?? {});
  const branches = (target as { oneOf?: JsonValue[] } | undefined)?.oneOf ?? [];
  return [
    ...own.filter(([, value]) => value !== false).map(([name]) => name),
    ...branches.flatMap((branch) => propertiesOf(branch, { schemas } as Contract)),
  ];
}

const plain =
  'openapi: 3.1.0\ninfo: { title: Plain, version: "2" }\nsecurity: []\npaths:\n  /v2/things:\n    get: { summary: List things, responses: { "200": { description: Things. } } }\n';

describe("other contracts", () => {
  test("without actions", async () => {
    const site = await siteOfText(plain);
    expect(paths(pagesOf(site))).toEqual(["index.html", "operations/get_v2_things.html", "operations/index.html"]);
    expect(brokenLinks(site)).toEqual([]);
    expect(fileOf(site, "index.md")).toContain("All paths begin with `/v2`.");
  });

  test("without anything", async () => {
    const site = await siteOfText('openapi: 3.1.0\ninfo: { title: Empty, version: "1" }\npaths: {}\n');
    expect(paths(pagesOf(site))).toEqual(["index.html"]);
  });

  test("an action without an example is called with values generated from its schema", async () => {
    const actions =
      "resize: { body: { type: object, additionalProperties: false, required: [size], properties: { size: { type: integer, minimum: 2, maximum: 2 } } } }";
    const page = fileOf(await siteOfText(contractText({ actions })), "actions/postgres/resize.md");
    expect(page).toContain('Valid body:\n\n```json\n{ "size": 2 }\n```');
    expect(page).toContain('{ "szie": 2 }');
  });

  test("an action whose body can't be generated has no example of it", async () => {
    const actions =
      "tag: { body: { type: object, additionalProperties: false, required: [key], properties: { key: { type: string, maxLength: 9, not: { maxLength: 8 } } } } }";
    const page = fileOf(await siteOfText(contractText({ actions })), "actions/postgres/tag.md");
    expect(page).not.toContain("Valid body");
    expect(page).toContain("Handler:");
  });

  test("names that files can't have are replaced by unique ones", async () => {
    const site = await siteOfText(
      contractText({
        actions: "{ index: { summary: A. }, con: { summary: B. }, x.y: { summary: C. }, errors: { summary: D. } }",
      }),
    );
    expect(paths(site)).toEqual(
      expect.arrayContaining([
        "actions/postgres/index.html",
        "actions/postgres/index2.html",
        "actions/postgres/con_.html",
        "actions/postgres/x.y.html",
        "actions/postgres/errors2.html",
      ]),
    );
    expect(brokenLinks(site)).toEqual([]);
  });

  test("with very many actions, the first page shows only the types, and pages list neighbours", async () => {
    const actions = Array.from({ length: 120 }, (_, index) => `a${index}: { summary: Do. }`).join("\n");
    const site = await siteOfText(contractText({ actions }));
    expect(fileOf(site, "index.html")).not.toContain("a60.html");
    const page = fileOf(site, "actions/postgres/a60.html");
    expect([page.includes("a59.html"), page.includes("a0.html"), Buffer.byteLength(page) < 10_000]).toEqual([true, false, true]);
    expect(brokenLinks(site)).toEqual([]);
  });
});

describe("options of a site", () => {
  test("a name, a logo and colours", async () => {
    const logo = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
    const site = await siteOfText(plain, { name: "Acme <API>", logo, accent: { light: "#123456" } });
    const page = fileOf(site, "index.html");
    expect(page).toContain("<title>Acme &lt;API&gt;</title>");
    expect(page).toContain("<img src=logo.svg alt height=24>Acme &lt;API&gt;</a>");
    expect(page.indexOf("style.css")).toBeLessThan(page.indexOf("theme.css"));
    expect(fileOf(site, "theme.css")).toBe(":root {\n  --accent-light: #123456;\n}\n");
    expect(fileOf(site, "logo.svg")).toBe(logo);
  });

  test("an address of the contract's files", async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, "a b.yaml"), plain);
    const sourceUrl = "https://git.example.com/api/blob/main/{path}#L{line}";
    const page = fileOf(await siteOf("a b.yaml", folder, { sourceUrl }), "operations/get_v2_things.html");
    expect(page).toContain('<a href="https://git.example.com/api/blob/main/a%20b.yaml#L6">a b.yaml:6</a>');
    const unsafe = fileOf(await siteOf("a b.yaml", folder, { sourceUrl: "javascript:{path}" }), "operations/get_v2_things.html");
    expect(unsafe).toContain("<code>a b.yaml:6</code>");
  });

  test("an address has the path in the repository, or else in the working folder, and never points above them", async () => {
    const folder = temporaryFolder();
    const api = path.join(folder, "services/api");
    mkdirSync(api, { recursive: true });
    writeFileSync(path.join(api, "openapi.yaml"), plain);
    const sourceUrl = "https://git.example.com/{path}#L{line}";
    const linked = async (file: string, from: string) =>
      /<a href="?https:..git.example.com.([^" >]*)"?>|<code>openapi.yaml:6</.exec(
        fileOf(await siteOf(file, from, { sourceUrl }), "operations/get_v2_things.html"),
      )?.[1];
    expect(await linked("services/api/openapi.yaml", folder)).toBe("services/api/openapi.yaml#L6");
    expect(await linked("api/openapi.yaml", path.join(folder, "services"))).toBe("api/openapi.yaml#L6");
    mkdirSync(path.join(folder, "elsewhere"));
    expect(await linked("../services/api/openapi.yaml", path.join(folder, "elsewhere"))).toBeUndefined();
    mkdirSync(path.join(folder, ".git"));
    expect(await linked("../services/api/openapi.yaml", path.join(folder, "elsewhere"))).toBe("services/api/openapi.yaml#L6");
    expect(await linked("openapi.yaml", api)).toBe("services/api/openapi.yaml#L6");
  });

  test("pages, which may link to each other", async () => {
    const pages = [
      {
        name: "guide",
        text: "# First steps\n\nSee [limits](limits.md#small), [else](nowhere.md) and [us](https://example.com).\n\n## Then",
      },
      { name: "limits", text: "No title.\n\n## Small" },
    ];
    const site = await siteOfText(plain, { pages });
    const page = fileOf(site, "pages/guide.html");
    expect(page).toContain("<h1>First steps</h1>");
    expect(page).toContain("See <a href=limits.html#small>limits</a>, else and <a href=https://example.com>us</a>.");
    expect(page).toContain("<h2 id=then><a href=#then>Then</a></h2>");
    expect(fileOf(site, "pages/limits.html")).toContain("<h1>limits</h1>");
    expect(fileOf(site, "index.html")).toContain("<a href=pages/guide.html>First steps</a>");
    expect(brokenLinks(site)).toEqual([]);
  });
});
