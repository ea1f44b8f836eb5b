import { describe, expect, test } from "vitest";
import { contract, diagnosticsOf } from "./lint-text.js";

const found = (pieces: Parameters<typeof contract>[0]) =>
  diagnosticsOf("media-type", contract(pieces)).map(({ severity, message, hint }) => `${severity} ${message} (${hint})`);
const request = (name: string) => found({ components: `requestBodies: { A: { content: { ${JSON.stringify(name)}: {} } } }` });

test.each([
  ["json", '"json" is not a media type (Did you mean "application/json"?)'],
  ["application\\json", '"application\\\\json" is not a media type (Did you mean "application/json"?)'],
  ["aplication/json", '"aplication/json" has a mistyped type: there is no "aplication" (Did you mean "application/json"?)'],
  [
    "applicaton/vnd.a+json; v=1",
    '"applicaton/vnd.a+json; v=1" has a mistyped type: there is no "applicaton" (Did you mean "application/vnd.a+json; v=1"?)',
  ],
  ["body", '"body" is not a media type (Write a type and a subtype, such as application/json.)'],
  ["constructor", '"constructor" is not a media type (Write a type and a subtype, such as application/json.)'],
  ["application/", '"application/" is not a media type (Write a type and a subtype, such as application/json.)'],
  ["a b/c", '"a b/c" is not a media type (Write a type and a subtype, such as application/json.)'],
])("a request can't have the type %s", (name, finding) => {
  expect(request(name)).toEqual([`error ${finding}`]);
});

test.each([
  "application/json",
  "*/*",
  "image/*",
  "Application/JSON; charset=utf-8",
  "text/csv",
  "x-world/x-3dmf",
  "binary/octet-stream",
  'application/x.y+json;a="b c"',
])("%s is a media type", (name) => {
  expect(request(name)).toEqual([]);
});

test("in responses and parameters it is a warning", () => {
  const responses = "responses: { A: { description: A., content: { json: {} } } }";
  const parameters = "parameters: { A: { name: a, in: query, content: { json: {} } } }";
  expect(found({ components: `${responses}\n${parameters}` }).map((line) => line.split(" ")[0])).toEqual(["warning", "warning"]);
});

test.each(["\n", "\u2028", "ä"])("a parameter can't have what no header can: %j", (character) => {
  expect(request(`application/json; a=${character}`)).toHaveLength(1);
});

describe("of the parts of a body", () => {
  const part = (contentType: string, holder: string) => {
    const encoding = `{ contentType: ${JSON.stringify(contentType)} }`;
    return found({
      components: `requestBodies: { A: { content: { ${holder.replace("?", encoding)} } } }`,
    });
  };
  const holders = [
    "multipart/form-data: { encoding: { a: ? } }",
    "application/x-www-form-urlencoded: { encoding: { a: ? } }",
    "multipart/mixed: { itemEncoding: ? }",
    "multipart/mixed: { prefixEncoding: [?] }",
    "multipart/mixed: { itemEncoding: { contentType: multipart/mixed, itemEncoding: ? } }",
  ];

  test.each(holders)("%s", (holder) => {
    const usual = "(Write a type and a subtype, such as application/json.)";
    expect(part("x/y\r\nx-evil: 1", holder)).toEqual([`error "x/y\\r\\nx-evil: 1" is not a media type ${usual}`]);
    expect(part("textplain", holder)).toEqual([`error "textplain" is not a media type ${usual}`]);
    expect(part("", holder)).toEqual([`error "" is not a media type ${usual}`]);
    expect(part("image/png,, imag/gif", holder)).toEqual([
      `error "" is not a media type ${usual}`,
      'error "imag/gif" has a mistyped type: there is no "imag" (Did you mean "image/gif"?)',
    ]);
    expect(part('image/png; a="b,c\\",d", e; f="g,h"', holder)).toEqual([`error "e; f=\\"g,h\\"" is not a media type ${usual}`]);
    const quoted = 'text/plain; a="b,c\\",d", image/png';
    for (const valid of ["image/png", "image/png, image/*", "*/*", 'text/plain; a="b" , text/csv', quoted])
      expect(part(valid, holder)).toEqual([]);
  });
});
