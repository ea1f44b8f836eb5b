import { expect, test } from "vitest";
import { fileOf, siteOfText } from "./build-site.js";
import { brokenLinks } from "./links.js";

const contract = (info: string, operation: string, parameter = "A cursor.") => `
openapi: 3.1.0
info: { title: Guide, version: 1.0.0, description: ${JSON.stringify(info)} }
servers: [{ url: "https://api.acme.test" }]
paths:
  /x:
    post:
      operationId: x
      description: ${JSON.stringify(operation)}
      parameters: [{ name: cursor, in: query, schema: { type: string }, description: ${JSON.stringify(parameter)} }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } } }
      responses: { "204": { description: ok } }
`;

const linksOf = (html: string) =>
  [...html.matchAll(/<a href="?([^ >"]*)"?>([^<]*)<\/a>/g)].map(([, to, text]) => `${text} -> ${to}`);

test("links to headings of texts work, on their page and from other pages", async () => {
  const site = await siteOfText(
    contract(
      "See [paging](#paging), [limits](#Rate-limits-1) and [umlauts](#%C3%BCbersicht).\n\n## Paging\n\n## Rate limits!\n\n## Rate limits\n\n### Übersicht",
      "See [paging](#paging), [the body](#body), [its field](#body.a) and [nothing](#nothing).\n\n# Body\n\nOf mail.",
      "See [the body](#body) and [paging](#paging).",
    ),
  );
  expect(brokenLinks(site)).toEqual([]);
  expect(linksOf(fileOf(site, "index.html"))).toEqual(
    expect.arrayContaining(["paging -> #paging", "limits -> #rate-limits-1", "umlauts -> #%C3%BCbersicht"]),
  );
  const page = fileOf(site, "operations/x.html");
  // The page's own section keeps its id.
  expect(linksOf(page)).toEqual(
    expect.arrayContaining(["paging -> ../index.html#paging", "the body -> #body2", "its field -> #body.a"]),
  );
  expect(page).toContain(" and nothing.");
  expect(page).not.toContain("#nothing");
});

test("a heading with a link has an id, but no link around the link", async () => {
  const html = fileOf(await siteOfText(contract("## See [more](https://acme.test)", "Text.")), "index.html");
  expect(html).toContain("<h2 id=see-more>See <a href=https://acme.test>more</a></h2>");
});

test.each([["# a\n\ntext\n\n#### b\n\n# c\n\n###### d"], ["### a\n\n# b"], ["- # a\n\n  text\n\n> ### b"]])(
  "no page skips a level of headings: %j",
  async (text) => {
    const site = await siteOfText(contract(text, text));
    for (const file of ["index.html", "operations/x.html"]) {
      const levels = [...fileOf(site, file).matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
      expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    }
  },
);
