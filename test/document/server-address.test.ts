import { expect, test } from "vitest";
import { serverAddress, serverPaths } from "../../generator/document/server-address.js";

const read = (url: string, variables?: Record<string, { default: string }>) => {
  const address = serverAddress({ url, ...(variables && { variables }) });
  return address && `${address.origin ?? "(document)"}${address.path}`;
};

test.each([
  ["https://api.shop.test/v1/", "https://api.shop.test/v1"],
  ["HTTP://api.shop.test:8080", "HTTP://api.shop.test:8080"],
  ["//api.shop.test/v1", "https://api.shop.test/v1"],
  ["/", "(document)"],
  ["", "(document)"],
  [".", "(document)"],
  ["./v1", "(document)/v1"],
  ["../v1", "(document)/v1"],
  ["/v1/../v2/.", "(document)/v2"],
  ["v1", "(document)/v1"],
  ["api.shop.test/v1", "(document)/api.shop.test/v1"],
  ["https://api.shop.test/v1?debug=1#top", "https://api.shop.test/v1"],
])("%j is %s", (url, address) => {
  expect(read(url)).toBe(address);
});

test.each([
  "wss://api.shop.test",
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,x",
  "localhost:8080/v1",
  "https:/api.shop.test",
  "https://",
  "{scheme}://api.shop.test",
])("%j is not an HTTP address", (url) => {
  expect(read(url)).toBeUndefined();
});

test.each(["https://*/v1", "https://*.shop.test/v1", "//%2a.shop.test/v1", "https://a.＊.test:99/v1"])(
  "of %j, only the path is known",
  (url) => {
    expect(serverAddress({ url })).toEqual({ origin: undefined, isWildcard: true, path: "/v1" });
  },
);

test("variables are replaced by their defaults, others remain", () => {
  const variables = { scheme: { default: "https" }, region: { default: "eu" } };
  expect(read("{scheme}://{region}.shop.test/{version}", variables)).toBe("https://eu.shop.test/{version}");
  expect(read("{scheme}:alert(1)", { scheme: { default: "javascript" } })).toBeUndefined();
});

test("the paths of a server are those of all values of its variables", () => {
  const one = (values: string[]) => ({ default: values[0]!, enum: values });
  const server = {
    url: "https://{host}.test/{stage}/{version}",
    variables: { stage: one(["a", "b"]), version: one(["v1", "v2"]) },
  };
  expect(serverPaths(server)).toEqual(["/a/v1", "/a/v2", "/b/v1", "/b/v2"]);
  expect(serverPaths({ url: "/{base}", variables: { base: one(["api"]), other: one(["x", "y"]) } })).toEqual(["/api"]);
  expect(serverPaths({ url: "/{tenant}/{base}", variables: { tenant: { default: "t" }, base: one(["a", "b"]) } })).toEqual([
    "/{tenant}/a",
    "/{tenant}/b",
  ]);
  expect(serverPaths({ url: "/{base}" })).toEqual(["/{base}"]);
  expect(serverPaths({ url: "mailto:a@b.test" })).toEqual([]);
  const many = Array.from({ length: 60 }, (_, index) => `v${index}`);
  expect(serverPaths({ url: "/{a}/{b}", variables: { a: one(many), b: one(many) } })).toHaveLength(60);
});
