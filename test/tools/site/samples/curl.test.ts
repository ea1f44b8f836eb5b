import { expect, test } from "vitest";
import { fileOf, siteOfText } from "../build-site.js";

/** The command of the only operation of a contract. */
async function curlOf(operation: object): Promise<string> {
  const site = await siteOfText(
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Curl", version: "1.0.0" },
      servers: [{ url: "https://api.acme.test" }],
      paths: { "/x": { post: { operationId: "x", responses: { "204": { description: "Done." } }, ...operation } } },
    }),
  );
  return /```sh\n([^]*?)\n```/.exec(fileOf(site, "operations/x.md"))![1]!;
}

const range = { type: "object", required: ["from", "to"], properties: { from: { const: 1 }, to: { const: 2 } } };

const optional = { type: "object", properties: range.properties };

test.each([
  [{ schema: range }, "?from=1&to=2"],
  [{ schema: range, explode: false }, "?p=from,1,to,2"],
  [{ schema: range, style: "deepObject" }, "?p%5Bfrom%5D=1&p%5Bto%5D=2"],
  [{ content: { "application/json": { schema: range } } }, "?p=%7B%22from%22%3A1%2C%22to%22%3A2%7D"],
  [{ schema: { type: "array", minItems: 2, maxItems: 2, items: { const: "a b" } } }, "?p=a%20b&p=a%20b"],
  [{ schema: { type: "array", items: { type: "string" } }, example: ["a", "b"], explode: false }, "?p=a,b"],
  [{ schema: { type: "array", maxItems: 0 } }, "?p=$P"],
  [{ schema: optional }, "?from=1&to=2"],
  [{ schema: optional, explode: false }, "?p=from,1,to,2"],
  [{ schema: optional, style: "deepObject" }, "?p%5Bfrom%5D=1&p%5Bto%5D=2"],
  [{ schema: { ...optional, maxProperties: 1 }, style: "deepObject" }, "?p%5Bfrom%5D=1"],
  [{ schema: { type: "object", additionalProperties: { const: 1 } }, style: "deepObject" }, "?p%5Bname%5D=1"],
  [{ schema: { type: "object", additionalProperties: false }, style: "deepObject" }, "?p=$P"],
  [{ schema: { type: "string" }, example: "a" }, "?p=$P"],
])("a required query parameter as in %j", async (parameter, query) => {
  const command = await curlOf({ parameters: [{ name: "p", in: "query", required: true, ...parameter }] });
  expect(command).toBe(`curl -X POST "https://api.acme.test/x${query}"`);
});

const never = { type: "string", minLength: 3, pattern: "^(?=b)a{5}$" };

test.each([
  ["application/json", { type: "object", required: ["a"], properties: { a: never } }, "application/json", "-d @body.json"],
  ["text/csv", never, "text/csv", "--data-binary @body.txt"],
  ["*/*", { type: "object", required: ["a"], properties: { a: never } }, "application/json", "-d @body.json"],
])("a required body of %s without a sample is a file", async (name, schema, type, option) => {
  const content = { [name]: { schema } };
  expect(await curlOf({ requestBody: { required: true, content } })).toContain(
    ` \\\n  -H 'Content-Type: ${type}' \\\n  ${option}`,
  );
  expect(await curlOf({ requestBody: { content } })).not.toContain("@body");
});

test("pages show how an optional object of the query is written", async () => {
  const state = { type: "object", properties: { state: { enum: ["idle"] } } };
  const parameters = [
    { name: "deep", in: "query", style: "deepObject", schema: state },
    { name: "flat", in: "query", explode: false, schema: { $ref: "#/components/schemas/State" } },
    { name: "apart", in: "query", schema: state },
  ];
  const site = await siteOfText(
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Query", version: "1.0.0" },
      components: { schemas: { State: state } },
      paths: { "/x": { get: { operationId: "x", parameters, responses: { "204": { description: "Done." } } } } },
    }),
  );
  const [markdown, html] = [fileOf(site, "operations/x.md"), fileOf(site, "operations/x.html")];
  for (const pairs of ["deep%5Bstate%5D=idle", "flat=state,idle", "state=idle"]) {
    expect(markdown).toContain(`written as \`${pairs}\``);
    expect(html).toContain(`written as <code>${pairs}</code>`);
  }
});
