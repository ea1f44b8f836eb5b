import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../../generator/document/json-value.js";
import { fileMark } from "../../../../generator/json-schema/variants/variant.js";
import { buildSecuritySchemes, buildServers } from "../../../../generator/model/build-facts.js";
import type { Contract, MediaType, Operation } from "../../../../generator/model/contract.js";
import { emptyContract, emptyOperation } from "../../../model/empty-contract.js";
import { clientNames } from "../../../../generator/model/client-names.js";
import { clientOperation } from "../../../../generator/tools/site/samples/calls.js";
import { curlCommand } from "../../../../generator/tools/site/samples/curl.js";

const operation: Operation = {
  ...emptyOperation,
  id: "invokeAction",
  method: "POST",
  path: "/v1/services/{service-id}/actions/{action}",
  security: [{ token: [] }],
};

function contractWith(scheme: JsonObject, url = "https://api.example.com"): Contract {
  const document = { servers: [{ url }], components: { securitySchemes: { token: scheme } } };
  const [servers, securitySchemes] = [buildServers(document), buildSecuritySchemes(document)];
  return { ...emptyContract, servers, securitySchemes, operations: [operation] };
}

const bearer = contractWith({ type: "http", scheme: "bearer" });

test("shows the call of an action", () => {
  expect(curlCommand(operation, bearer, { action: { name: "add_ip", serviceType: "postgres" }, body: { note: "it's" } })).toBe(
    'curl -X POST "https://api.example.com/v1/services/$SERVICE_ID/actions/add_ip" \\\n' +
      '  -H "Authorization: Bearer $TOKEN" \\\n' +
      "  -H 'Content-Type: application/json' \\\n" +
      `  -d '{ "note": "it'\\''s" }'`,
  );
});

test("a GET has no method and no body", () => {
  expect(curlCommand({ ...operation, method: "GET", path: "/v1", security: [] }, bearer, {})).toBe(
    'curl "https://api.example.com/v1"',
  );
});

test("text that a shell would read as part of a variable follows braces", () => {
  const get = { ...operation, method: "GET", path: "/{id}:resize/{from}-{to}/{name}.json/{a}_{b}", security: [] };
  expect(curlCommand(get, bearer, {})).toBe('curl "https://api.example.com/${ID}:resize/$FROM-$TO/$NAME.json/${A}_$B"');
});

test("no command reads a variable that the shell itself sets", () => {
  const header = (name: string) =>
    ({ name, in: "header", required: true, schema: { type: "string" } }) as unknown as Operation["parameters"][number];
  const get = {
    ...operation,
    method: "GET",
    path: "/{user}/{home}/{lc_all}",
    security: [],
    parameters: [header("path"), header("Shell")],
  };
  expect(curlCommand(get, bearer, {})).toBe(
    'curl "https://api.example.com/$API_USER/$API_HOME/$API_LC_ALL" \\\n' +
      "  -H 'path: '\"$API_PATH\" \\\n" +
      "  -H 'Shell: '\"$API_SHELL\"",
  );
});

test("names are percent-encoded, so that curl and the API read them as names", () => {
  const query = (name: string) =>
    ({
      name,
      in: "query",
      required: true,
      schema: { type: "string" },
      examples: [],
    }) as unknown as Operation["parameters"][number];
  const get = { ...operation, method: "GET", path: "/a[1]", security: [], parameters: ["f[]", "a&b#c"].map(query) };
  const contract = contractWith({ type: "http", scheme: "bearer" }, "http://[::1]:8080/v1");
  expect(curlCommand(get, contract, {})).toBe('curl "http://[::1]:8080/v1/a%5B1%5D?f%5B%5D=$F_&a%26b%23c=$A_B_C"');
  const form = { name: "application/x-www-form-urlencoded", kind: "form" } as MediaType;
  expect(curlCommand({ ...operation, path: "/v1", security: [] }, bearer, { body: { "t[]": ["a", 2] }, mediaType: form })).toBe(
    "curl -X POST \"https://api.example.com/v1\" \\\n  --data-urlencode 't%5B%5D=a' \\\n  --data-urlencode 't%5B%5D=2'",
  );
});

test("a list in a multipart form has a part for each item, unless it is JSON", () => {
  const file = { type: "string", [fileMark]: {} };
  const schema = { type: "object", properties: { files: { type: "array", items: file } } };
  const encoding = { whole: { contentType: "application/json" } };
  const mediaType = { name: "multipart/form-data", kind: "multipart", schema, encoding } as unknown as MediaType;
  const body = { tags: ["a", "b"], objects: [{ a: 1 }, { a: 2 }], whole: [1, 2], files: ["x", "y"] };
  expect(
    curlCommand({ ...operation, path: "/v1", security: [] }, bearer, { body, mediaType })
      .split(" \\\n  ")
      .slice(1),
  ).toEqual([
    "--form-string 'tags=a'",
    "--form-string 'tags=b'",
    `--form-string 'objects={"a":1}'`,
    `--form-string 'objects={"a":2}'`,
    "--form-string 'whole=[1,2]'",
    "-F 'files=@file'",
  ]);
});

test("a long body is in a file", () => {
  expect(curlCommand(operation, bearer, { body: { text: "x".repeat(3_000) } })).toMatch(/-d @body\.json$/);
});

test.each<[JsonObject, RegExp]>([
  [{ type: "oauth2" }, /-H "Authorization: Bearer \$TOKEN"$/],
  [{ type: "http", scheme: "Basic" }, /-u "\$API_USER:\$API_PASSWORD"$/],
  [{ type: "apiKey", in: "header", name: "X-Key" }, /-H 'X-Key: '"\$API_KEY"$/],
  [{ type: "apiKey", in: "cookie", name: "key" }, /-b 'key='"\$API_KEY"$/],
  [{ type: "apiKey", in: "query", name: "key" }, /\/actions\/\$ACTION\?key=\$API_KEY"$/],
])("shows %j", (scheme, end) => {
  expect(curlCommand(operation, contractWith(scheme), {})).toMatch(end);
});

test.each<[JsonObject, string]>([
  [{ type: "http", scheme: "bearer" }, ', token: "ACCESS_TOKEN"'],
  [{ type: "http", scheme: "basic" }, ', credentials: { token: { username: "USERNAME", password: "PASSWORD" } }'],
  [{ type: "apiKey", in: "cookie", name: "key" }, ', credentials: { token: "API_KEY" }'],
  [{ type: "mutualTLS" }, ""],
])("the client of %j accepts the credentials", (scheme, options) => {
  const contract = contractWith(scheme);
  const facts = { contract, clientNames: clientNames(contract), makeValue: () => "x" };
  expect(clientOperation(operation, facts, undefined)).toContain(
    `const client = createClient({ baseUrl: "https://api.example.com"${options} });`,
  );
});

test("servers may have variables, be relative or absent", () => {
  const server = { url: "https://{region}.example.com/{base}/", variables: { region: { default: "eu" } } };
  const first = (servers: JsonValue) =>
    curlCommand({ ...operation, security: [] }, { ...bearer, servers: buildServers({ servers }) }, {});
  expect(first([server])).toBe('curl -X POST "https://eu.example.com/%7Bbase%7D/v1/services/$SERVICE_ID/actions/$ACTION"');
  expect(first([{ url: "/api" }])).toContain('"https://api.example.com/api/v1/');
  expect(first([])).toContain('"https://api.example.com/v1/');
});

test.skipIf(process.platform === "win32")("a shell reads any text as that text, and runs nothing", () => {
  const text = fc.string({ unit: fc.constantFrom(..."'\"`$()\\!;|&<>\n ab{}") });
  fc.assert(
    fc.property(text, text, text, (value, url, name) => {
      const contract = contractWith({ type: "apiKey", in: "header", name }, `https://x/${url}`);
      const command = curlCommand({ ...operation, path: `/${name}/{action}` }, contract, {
        action: { name: "a", serviceType: "b" },
        body: { value },
      });
      // In the place of curl a function that prints its arguments.
      const shown = execFileSync("/bin/sh", ["-c", `curl() { for a in "$@"; do printf '%s\\000' "$a"; done; }\n${command}`], {
        env: { PATH: "/nonexistent", API_KEY: "key" },
      });
      const words = shown.toString().split("\0");
      expect(JSON.parse(words[words.indexOf("-d") + 1]!)).toEqual({ value });
      expect(words).toContain(`${name}: key`);
      expect(words[2]).toMatch(/^https:\/\/[^"`$\\!\s]*$/);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["//api.shop.test/v1", "https://api.shop.test/v1/"],
  [".", "https://api.example.com/"],
  ["host/v1", "https://api.example.com/host/v1/"],
  ["wss://api.shop.test/v1", "https://api.example.com/"],
  ["javascript:alert(1)", "https://api.example.com/"],
])("a server %j is called at a valid address", (url, address) => {
  const text = curlCommand(operation, contractWith({ type: "http", scheme: "bearer" }, url), {});
  expect(text).toContain(`"${address}v1/services/`);
  expect(text).not.toContain("javascript");
});
