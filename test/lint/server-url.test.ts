import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const server = (url: string, more = "") =>
  findings("server-url", contract({ root: `servers: [{ url: ${JSON.stringify(url)}${more} }]` }));

test.each([
  "https://api.shop.test/v1",
  "http://localhost:8080",
  "//api.shop.test/v1",
  ".",
  "/",
  "/v1.2",
  "./v1",
  "../v1.2/x",
  "v1",
  "",
])("accepts %j", (url) => {
  expect(server(url)).toEqual([]);
});

test.each(["javascript:alert(1)", "wss://api.shop.test/v1", "localhost:8080/v1", "ftp://api.shop.test"])("warns of %j", (url) => {
  expect(server(url)).toEqual([`["${url}"] warning the server "${url}" is not an HTTP address, so docs and samples omit it`]);
});

test.each(["http://[::1/v1", "https://shop test/v1", "https://api.shop.test:99999", "//%zz/v1"])(
  "warns of %j, whose host can't exist",
  (url) => {
    expect(server(url)).toEqual([`["${url}"] warning the server "${url}" is not an HTTP address, so docs and samples omit it`]);
  },
);

test.each(["https://*", "http://*:8080/v1", "https://*.shop.test", "https://%2A.shop.test", "https://a.＊.test"])(
  "warns of %j, which is no single host",
  (url) => {
    expect(server(url)).toEqual([
      `["${url}"] warning the server "${url}" has a wildcard as its host, so docs and samples omit it`,
    ]);
  },
);

test.each(["api.shop.test/v1", "api.shop.test", "10.0.0.1/v1"])("warns of %j, which looks like a host", (url) => {
  expect(server(url)).toEqual([expect.stringContaining("is read as a path relative to the document's URL")]);
});

test("looks at the defaults of variables", () => {
  expect(server("{scheme}://api.shop.test", ", variables: { scheme: { default: https } }")).toEqual([]);
  expect(server("{scheme}:alert(1)", ", variables: { scheme: { default: javascript } }")).toHaveLength(1);
});

test("looks at servers of paths and operations", () => {
  const servers = "servers: [{ url: 'ftp://shop.test' }]";
  const paths = `/a: { ${servers}, get: { ${servers}, responses: { 204: { description: Done. } } } }`;
  expect(findings("server-url", contract({ paths }))).toHaveLength(2);
});
