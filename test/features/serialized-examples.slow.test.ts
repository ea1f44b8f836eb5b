import { expect, test } from "vitest";
import { featureOf, json } from "./feature.js";

const color = {
  type: "object",
  additionalProperties: false,
  required: ["R"],
  properties: { R: { type: "integer" }, G: { type: "integer" } },
};
const names = { type: "array", maxItems: 9, items: { type: "string", maxLength: 20 } };
const shown = (serializedValue: string, more: object = {}) => ({ examples: { one: { serializedValue, ...more } } });
const parameter = (name: string, place: string, serializedValue: string, more: object = {}) => ({
  name,
  in: place,
  required: true,
  schema: color,
  ...shown(serializedValue),
  ...more,
});

/** A contract with one operation, which echoes its parameters. */
const contract = (parameters: readonly object[], body: object, path = "/paint") => ({
  openapi: "3.2.0",
  security: [],
  paths: {
    [path]: {
      post: {
        operationId: "paint",
        parameters,
        requestBody: { required: true, content: body },
        responses: {
          200: {
            description: "Painted.",
            headers: { "x-used": { schema: names, ...shown("red, blue") } },
            content: json(color, shown('{\n  "R": 1 }')),
          },
          default: {
            description: "It failed.",
            content: { "application/xml": { schema: { type: "string" }, ...shown("<no/>") } },
          },
        },
      },
    },
  },
});

const written = contract(
  [
    parameter("p", "path", "R=1,G=2", { explode: true }),
    parameter("q", "query", "q%5BR%5D=1&q%5BG%5D=2", { style: "deepObject" }),
    parameter("list", "query", "list=a%20b&list=c", { schema: names }),
    parameter("x-color", "header", "R,1"),
    parameter("wish", "cookie", "R=7; G=8", { style: "cookie" }),
    { name: "j", in: "query", required: true, content: json(color, shown('{"R":3}')) },
  ],
  json(color, shown('{"R": 255}', { dataValue: { R: 255 } })),
  "/paint/{p}",
);

const shared = featureOf(written);

test("examples in serialized form are read by their media type or style, and are no finding", async () => {
  expect((await shared).findings).toEqual([]);
});

test("docs show them as they are written", async () => {
  const page = await (await shared).page("operations/paint.md");
  for (const text of [
    "written as `R=1,G=2`",
    "written as `q%5BR%5D=1&q%5BG%5D=2`",
    "written as `R,1`",
    "written as `R=7; G=8`",
    'for example `{"R":3}`',
    "--data-raw '{\"R\": 255}'",
    "?j=%7B%22R%22%3A3%7D&list=a%20b&list=c&q%5BR%5D=1&q%5BG%5D=2",
    'list: ["a b", "c"]',
    "q: { R: 1, G: 2 }",
    "wish: { R: 7, G: 8 }",
    '```json\n{\n  "R": 1 }\n```',
    "```\n<no/>\n```",
  ])
    expect(page).toContain(text);
});

test.each([
  ["a=b&c=%2", { "application/x-www-form-urlencoded": { schema: color } }, "a=b&c=%2"],
  ["R=1&G=2", { "application/x-www-form-urlencoded": { schema: color } }, "body: { R: 1, G: 2 }"],
  ["<a>it's</a>", { "application/xml": { schema: { type: "string", maxLength: 99 } } }, "--data-raw '<a>it'\\''s</a>'"],
  ["hello", { "text/plain": { schema: { type: "string", maxLength: 9 } } }, "--data-raw 'hello'"],
])("a body of another media type is shown: %s", async (text, content, expected) => {
  const [[type, media]] = Object.entries(content) as [[string, object]];
  const feature = await featureOf(contract([], { [type]: { ...media, ...shown(text) } }));
  expect(feature.findings).toEqual([]);
  const page = await feature.page("operations/paint.md");
  expect(page).toContain(text.replace("'", "'\\''"));
  expect(page).toContain(expected);
});

const wrong = async (parameters: readonly object[], body: object = json(color)) => {
  const { findings } = await featureOf(contract(parameters, body));
  return findings;
};
const form = "the serialized form of the example";

test("what can't be read, says something else or is invalid is reported", async () => {
  expect(await wrong([], json(color, shown('{"R": 1')))).toEqual([
    `warning example-serialized ${form} "one" is not acceptable JSON`,
  ]);
  expect(await wrong([], json(color, shown('{"R": 1}', { dataValue: { R: 2 } })))).toEqual([
    `warning example-serialized ${form} "one" says something else than its data`,
  ]);
  expect(await wrong([], json(color, shown('{"R": "a"}')))).toEqual([
    'warning example-mismatch "/R" of the example "one" is invalid: must be integer',
  ]);
  expect(await wrong([parameter("tags", "query", "a,b", { schema: names })])).toEqual([
    `warning example-serialized ${form} "one" has no pair with the name "tags"`,
  ]);
  expect(await wrong([parameter("q", "query", "q=R,1", { explode: false }), parameter("h", "header", "R")])).toEqual([
    `warning example-serialized ${form} "one" has a property without a value`,
  ]);
  expect(await wrong([parameter("h", "header", "R,one")])).toEqual([
    'warning example-mismatch "/R" of the example "one" is invalid: must be integer',
  ]);
});

test("expand keeps them, and before 3.2 examples have their data", async () => {
  const feature = await shared;
  const media = (document: object) =>
    (document as { paths: Record<string, { post: { requestBody: { content: Record<string, { examples: object }> } } }> }).paths[
      "/paint/{p}"
    ]!.post.requestBody.content["application/json"]!.examples;
  expect(media(await feature.expanded())).toEqual({ one: { serializedValue: '{"R": 255}', dataValue: { R: 255 } } });
  expect(media(await feature.expanded("3.1"))).toEqual({ one: { value: { R: 255 } } });
  expect(JSON.stringify(await feature.expanded("3.0"))).not.toContain("serializedValue");
});
