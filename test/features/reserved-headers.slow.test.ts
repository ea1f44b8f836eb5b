import { beforeAll, expect, test } from "vitest";
import { answering, featureOf, type Feature } from "./feature.js";

const short = { type: "string", maxLength: 8 };
const required = (name: string) => ({ name, in: "header", required: true, schema: short });

/** Headers that OpenAPI describes elsewhere, one of them by a component, and headers of the connection. */
const contract = (parameters: readonly object[], shared: readonly object[] = []) => ({
  paths: {
    "/things": {
      parameters: shared,
      get: { operationId: "list", security: [], parameters, responses: answering({ type: "object" }) },
    },
  },
  webhooks: { thing: { post: { parameters, responses: { "204": { description: "Done." } } } } },
  components: { parameters: { Accept: required("accept") } },
});

const trace = { name: "X-Trace", in: "header", schema: short };
const host = { name: "Host", in: "header", required: true, schema: { type: "string", maxLength: 200 } };
const ignored = [required("Content-Type"), { $ref: "#/components/parameters/Accept" }];

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract([...ignored, trace, host], [required("Authorization")]));
});

test("each has a warning that describes its treatment", () => {
  const found = feature.findings.filter((finding) => finding.includes("header-reserved"));
  expect(new Set(found)).toEqual(
    new Set([
      'warning header-reserved the parameter for the header "Authorization" is ignored: security schemes describe it',
      'warning header-reserved the parameter for the header "Content-Type" is ignored: the media types of the request body describe it',
      'warning header-reserved the parameter for the header "accept" is ignored: the media types of the responses describe it',
      'warning header-reserved the parameter for the header "Host" is omitted from clients, which cannot set it',
    ]),
  );
});

test("the server requires none of them, and passes on those of the connection", async () => {
  const { client, send } = await feature.connect({
    list: ({ headers }: { headers: object }) => ({ status: 200, body: headers }),
  } as never);
  const response = await send("/things", {
    method: "GET",
    headers: { host: "localhost", "x-trace": "t", accept: "*/*".repeat(9) },
  });
  expect([response.status, await response.json()]).toEqual([200, { host: "localhost", "x-trace": "t" }]);
  expect(Object.keys(client)).toContain("list");
});

test("types of handlers and arguments of clients lack them", async () => {
  const program = `
import { createClient } from "./client/index.js";
import type { operations } from "./types.js";
type Headers = operations["list"]["parameters"]["header"];
export const headers: Headers = { Host: "localhost", "X-Trace": "t" };
const client = createClient({ baseUrl: "http://localhost" });
export const all = [client.list(), client.list({ "X-Trace": "t" })];
type Arguments = keyof NonNullable<Parameters<typeof client.list>[0]>;
export const only: Arguments extends "X-Trace" ? true : false = true;
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("docs list those that are read, validate requires no others", async () => {
  const page = await feature.page("operations/list.md");
  expect(page).toContain("X-Trace");
  expect(page).not.toMatch(/Authorization|Content-Type|`accept`/);
  expect(feature.validate({ operation: "list", request: { headers: { host: "localhost" } } })).toEqual([]);
  expect(feature.validate({ operation: "list", request: {} })).toEqual([expect.stringMatching(/host is required/i)]);
});

test("diff reports no change if they are added, removed or changed", async () => {
  expect(await feature.changes(contract([trace, host]))).toEqual([]);
  const changes = await feature.changes(contract([...ignored, { ...trace, required: true }, host]));
  expect(changes).toEqual([expect.stringContaining("X-Trace")]);
});
