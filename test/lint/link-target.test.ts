import { describe, expect, it } from "vitest";
import { at } from "../document/load-text.js";
import { contract, diagnosticsOf, findings, loadText } from "./lint-text.js";

const of = (links: string, { openapi = "3.2.0", components = "" } = {}) => {
  const paths = `
  /users:
    post: { operationId: addUser, responses: { "201": { description: Added., links: ${links} } } }
    additionalOperations: { COPY: { operationId: copyUsers, responses: {} } }
  /users/{id}: { get: { operationId: getUser, responses: {}, callbacks: { onChange: { "{$request.body#/url}": { post: { operationId: onChange, responses: {} } } } } } }
  /files/<name>: { get: { operationId: getFile, responses: {} } }`;
  return findings("link-target", contract({ openapi, paths, components }));
};

it.each([
  "{ operationId: getUser }",
  "{ operationId: copyUsers }",
  "{ operationId: onChange }",
  '{ operationRef: "#/paths/~1users~1{id}/get" }',
  '{ operationRef: "#/paths/~1users~1%7Bid%7D/get" }',
  '{ operationRef: "#/paths/~1files~1<name>/get" }',
  '{ operationRef: "#/paths/~1users/additionalOperations/COPY" }',
  '{ operationRef: "#/paths/~1users~1{id}/get/callbacks/onChange" }',
  '{ operationRef: "https://other.test/openapi.yaml#/paths/~1x/get" }',
  '{ operationRef: "other.yaml#/paths/~1x/get" }',
])("a link has one target: %s", (link) => {
  expect(of(`{ user: ${link} }`)).toEqual([]);
});

it.each<readonly [string, string]>([
  ["{ operationId: getUsr }", '[getUsr] warning the link "user" leads to an unknown operation "getUsr"'],
  ["{ operationId: toString }", '[toString] warning the link "user" leads to an unknown operation "toString"'],
  [
    '{ operationId: getUser, operationRef: "#/paths/~1users~1{id}/get" }',
    '["#/paths/~1users~1{id}/get"] warning the link "user" has both "operationId" and "operationRef"',
  ],
  ["{ description: The user. }", '[user] warning the link "user" names no operation'],
  ...["#/paths/~1zzz/get", "#/paths/~1users~1{id}/put", "#/paths/~1users~1{id}", "#/paths/~1users/additionalOperations/MOVE"].map(
    (ref) => [`{ operationRef: "${ref}" }`, `["${ref}"] warning the link "user" has no operation at "${ref}"`] as const,
  ),
])("a link without one is reported: %s", (link, problem) => {
  for (const openapi of ["3.2.0", "3.1.0", "3.0.3"]) expect(of(`{ user: ${link} }`, { openapi })).toContain(problem);
  expect(of("{ user: { $ref: '#/components/links/user' } }", { components: `links: { user: ${link} }` })).toEqual([problem]);
});

describe("references between files", () => {
  const main = (ref: string, root = "") =>
    contract({
      openapi: "3.2.0",
      root,
      paths: `
  /a: { get: { operationId: a, responses: { "200": { $ref: "more/parts.yaml#/R" } } } }
  /b: { $ref: "more/paths.yaml#/b" }
  /c: { get: { operationId: c, responses: { "200": { description: C., links: { user: { operationRef: ${JSON.stringify(ref)} } } } } } }`,
      schemas: 'X: { $ref: "more/whole.yaml#/components/schemas/X" }',
      components: "pathItems: { P: { get: { operationId: p, responses: {} } } }",
    });
  const more = {
    "more/paths.yaml": "b: { get: { operationId: b, responses: {} } }",
    "more/whole.yaml": `{ openapi: 3.1.0, info: { title: Whole., version: "1" }, components: { schemas: { X: {} } }, paths: {
      /w: { get: { responses: {} } }, /elsewhere: { $ref: "paths.yaml#/b" } } }`,
  };
  const parts = (ref: string) => `R: { description: R., links: { user: { operationRef: ${JSON.stringify(ref)} } } }`;
  const inMain = (ref: string, root?: string) =>
    findings("link-target", { "openapi.yaml": main(ref, root), "more/parts.yaml": "R: { description: R. }", ...more });
  const inParts = (ref: string) =>
    findings("link-target", { "openapi.yaml": main("#/paths/~1a/get"), "more/parts.yaml": parts(ref), ...more });

  it.each([
    "openapi.yaml#/paths/~1b/get",
    "./openapi.yaml#/paths/~1a/get",
    "more/paths.yaml#/b/get",
    "more/whole.yaml#/paths/~1w/get",
    "more/whole.yaml#/paths/~1elsewhere/get",
    "more/whole.yaml#/components/schemas/X",
    "more/unread.yaml#/paths/~1x/get",
    "more/paths.yaml?query#/nothing",
    "https://other.test/openapi.yaml#/paths/~1x/get",
    "urn:other:api#/paths/~1x/get",
    "//other.test/openapi.yaml#/paths/~1x/get",
    "#/components/pathItems/P/get",
  ])("%s leads to an operation, or to a document that is not at hand", (ref) => expect(inMain(ref)).toEqual([]));

  it.each(["../openapi.yaml#/paths/~1b/get", "paths.yaml#/b/get", "./whole.yaml#/paths/~1w/get", "#/R", "unread.yaml#/x"])(
    "%s does so in another file",
    (ref) => expect(inParts(ref)).toEqual([]),
  );

  it.each<[ref: string, found?: string]>([
    ["openapi.yaml#/paths/~1x/get", "#/paths/~1x/get"],
    ["more/paths.yaml#/b/put"],
    ["more/paths.yaml#/b/get/operationId"],
    ["more/paths.yaml#getB"],
    ["more/whole.yaml#/paths/~1w"],
    ["more/whole.yaml#/paths/~1a/get"],
    ["#/path/~1a/get"],
    ["#/components/pathItems/Q/get"],
    ["#a"],
    ["#/paths/~a/get"],
  ])("%s leads to none", (ref, found = ref) => {
    expect(inMain(ref)).toEqual([`[${JSON.stringify(ref)}] warning the link "user" has no operation at "${found}"`]);
  });

  it("a reference is relative to its file, not to the main document", () => {
    const ref = "#/paths/~1a/get";
    const files = { "openapi.yaml": main(ref), "more/parts.yaml": parts(ref), ...more };
    expect(diagnosticsOf("link-target", files)).toMatchObject([
      {
        message: 'the link "user" has no operation at "more/parts.yaml#/paths/~1a/get"',
        hint: 'A reference is relative to the file that contains it. Did you mean "../openapi.yaml#/paths/~1a/get"?',
        location: { path: "more/parts.yaml" },
      },
    ]);
  });

  it("the URI of the main document is that document", () => {
    const self = "$self: https://api.test/openapi";
    expect(inMain("https://api.test/openapi#/paths/~1b/get", self)).toEqual([]);
    expect(inMain("openapi#/paths/~1b/put", self)).toHaveLength(1);
  });

  it("the bundled document has references to itself", () => {
    const responses = (files: Readonly<Record<string, string>>) => {
      const { document } = loadText(files).contract!;
      const holders = [at(document, "components", "responses", "R"), at(document, "paths", "/c", "get", "responses", "200")];
      return holders.map((holder) => at(holder!, "links", "user", "operationRef"));
    };
    const files = {
      "openapi.yaml": main("openapi.yaml#/paths/~1b/get"),
      "more/parts.yaml": parts("../openapi.yaml#/paths/~1a~1%7Bid%7D/get"),
      ...more,
    };
    expect(responses(files)).toEqual(["#/paths/~1a~1%7Bid%7D/get", "#/paths/~1b/get"]);
    const others = {
      "openapi.yaml": main("./more/a%20b.yaml#/x"),
      "more/parts.yaml": parts("a%20b%3F.yaml#/x"),
      ...more,
    };
    expect(responses(others)).toEqual(["more/a%20b%3F.yaml#/x", "./more/a%20b.yaml#/x"]);
  });
});

it("an operation that became an action is still one", () => {
  const binding = "x-platform-action-binding: { from: paths, type: { const: server } }";
  const links = '{ start: { operationId: startServer }, ref: { operationRef: "#/paths/~1servers~1{id}~1start/post" } }';
  const paths = `
  /servers/{id}: { get: { operationId: getServer, responses: { "200": { description: One., links: ${links} } } } }
  /servers/{id}/start: { post: { operationId: startServer, responses: {} } }
  /servers/{id}/{action}: { post: { operationId: call, ${binding}, responses: {} } }`;
  expect(findings("link-target", contract({ paths }))).toEqual([]);
});
