import { expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

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

it("a pointer in another file is relative to that file", () => {
  const links = '{ user: { operationRef: "#/paths/~1x/get" }, other: { operationId: nobody } }';
  const main = contract({ paths: '/a: { get: { operationId: a, responses: { "200": { $ref: "parts.yaml#/R" } } } }' });
  expect(findings("link-target", { "openapi.yaml": main, "parts.yaml": `R: { description: R., links: ${links} }` })).toEqual([
    '[nobody] warning the link "other" leads to an unknown operation "nobody"',
  ]);
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
