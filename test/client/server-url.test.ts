import { expect, test } from "vitest";
import { fillServerUrl } from "../../templates/runtime/client/server-url.js";

const hostile =
  "evil.test|/evil.test|//evil.test|\\evil.test|/\\evil.test|\t/evil.test|/\n/evil.test| //evil.test||https:|https://evil.test/|https:evil.test|@evil.test|a@evil.test|?|#|:80|..|a/b|javascript:x".split(
    "|",
  );

/** The host of calls from a page. */
function hostOf(url: string): string {
  return new URL(`${url}/h`, "https://page.example").host;
}

const templates: [url: string, defaults: Record<string, string>][] = [
  ["/{a}/v1", { a: "t" }],
  ["/{a}/{b}", { a: "t", b: "v1" }],
  ["{a}/v1", { a: "t" }],
  ["{a}/v1", { a: "/t" }],
  ["{a}{b}/v1", { a: "/t", b: "/u" }],
  ["./{a}", { a: "t" }],
  ["https://x.example/{a}", { a: "t" }],
  ["https://x.example{a}", { a: "/v1" }],
  ["{a}://x.example/v1", { a: "https" }],
  ["//x.example/{a}", { a: "t" }],
];

test.each(templates)("no value leads calls of %s to another host", (url, defaults) => {
  const expected = hostOf(fillServerUrl({ url, defaults }));
  const rejected: string[] = [];
  for (const name of Object.keys(defaults)) {
    for (const value of hostile) {
      for (const other of hostile) {
        const given = { ...Object.fromEntries(Object.keys(defaults).map((key) => [key, other])), [name]: value };
        let filled: string;
        try {
          filled = fillServerUrl({ url, defaults }, given);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          rejected.push(value);
          continue;
        }
        expect([given, hostOf(filled)]).toEqual([given, expected]);
      }
    }
  }
  if (!url.startsWith("https://x.example/") && !url.startsWith("//") && !url.startsWith(".")) expect(rejected).not.toEqual([]);
});

test.each([
  ["https://{a}.x.example", { a: "eu" }, { a: "us" }, "https://us.x.example"],
  ["https://x.example:{a}/v1", { a: "443" }, { a: "8443" }, "https://x.example:8443/v1"],
  ["https://x.example{a}", { a: "/v1" }, { a: "/v2/b" }, "https://x.example/v2/b"],
  ["https://x.example{a}", { a: "/v1" }, { a: "" }, "https://x.example"],
  // The variable is the address.
  ["{a}/v1", { a: "https://x.example" }, { a: "https://y.example" }, "https://y.example/v1"],
  ["{a}://{b}/v1", { a: "https", b: "x.example" }, { a: "http", b: "y.example:80" }, "http://y.example:80/v1"],
  ["/{a}/v1", { a: "t" }, { a: "u/w" }, "/u/w/v1"],
] as const)("%s is filled in", (url, defaults, variables, filled) => {
  expect(fillServerUrl({ url, defaults }, variables)).toBe(filled);
});
