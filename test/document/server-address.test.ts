import { expect, test } from "vitest";
import { serverAddress } from "../../generator/document/server-address.js";

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
])("%j is no HTTP address", (url) => {
  expect(read(url)).toBeUndefined();
});

test("variables are replaced by their defaults, others stay", () => {
  const variables = { scheme: { default: "https" }, region: { default: "eu" } };
  expect(read("{scheme}://{region}.shop.test/{version}", variables)).toBe("https://eu.shop.test/{version}");
  expect(read("{scheme}:alert(1)", { scheme: { default: "javascript" } })).toBeUndefined();
});
