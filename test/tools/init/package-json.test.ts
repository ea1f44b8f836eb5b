import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergePackage, type MergedPackage, type PackageParts } from "../../../generator/tools/init/package-json.js";

const parts: PackageParts = {
  scripts: { generate: "openapi-actions generate", test: "tsc -p test" },
  devDependencies: { "@types/node": "^20.19.0", typescript: "^5.9.3" },
};

describe("layout", () => {
  test("entries are added in the layout of the others", () => {
    const text = `{
\t"name": "shop",
\t"scripts": {
\t\t"build": "vite build"
\t},
\t"files": ["a", "b"],
\t"devDependencies": { "vite": "8" }
}
`;
    expect(merge(text).text).toBe(`{
\t"name": "shop",
\t"scripts": {
\t\t"build": "vite build",
\t\t"generate": "openapi-actions generate",
\t\t"test": "tsc -p test"
\t},
\t"files": ["a", "b"],
\t"devDependencies": { "vite": "8", "@types/node": "^20.19.0", "typescript": "^5.9.3" }
}
`);
  });

  test("parts that are missing are added at the end, empty ones are filled", () => {
    expect(merge('{\n    "scripts": {},\n    "private": true\n}').text).toBe(`{
    "scripts": {
        "generate": "openapi-actions generate",
        "test": "tsc -p test"
    },
    "private": true,
    "devDependencies": {
        "@types/node": "^20.19.0",
        "typescript": "^5.9.3"
    }
}`);
  });

  test("an empty map gets two spaces", () => {
    expect(merge("{}\n").text).toBe(`${JSON.stringify(parts, null, 2)}\n`);
  });

  test("line ends and a byte order mark are kept", () => {
    const text = '\ufeff{\r\n  "name": "shop"\r\n}\r\n';
    expect(merge(text).text).toBe(`\ufeff${JSON.stringify({ name: "shop", ...parts }, null, 2).replaceAll("\n", "\r\n")}\r\n`);
  });
});

describe("existing entries", () => {
  test("a script of the same name is kept and reported", () => {
    const text = '{ "scripts": { "test": "vitest" } }';
    const merged = merge(text);
    expect(merged.keptScripts).toEqual(["test"]);
    expect(JSON.parse(merged.text)).toEqual({
      scripts: { test: "vitest", generate: "openapi-actions generate" },
      devDependencies: parts.devDependencies,
    });
  });

  test("the placeholder that npm init writes for a test is not a test", () => {
    const text = JSON.stringify({ scripts: { test: 'echo "Error: no test specified" && exit 1', a: "b" } }, null, 2);
    const merged = merge(text);
    expect(merged.keptScripts).toEqual([]);
    expect(JSON.parse(merged.text)).toEqual({
      scripts: { test: "tsc -p test", a: "b", generate: "openapi-actions generate" },
      devDependencies: parts.devDependencies,
    });
  });

  test.each(["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"])(
    "a package among %s is not listed twice",
    (kind) => {
      const { added } = merge(JSON.stringify({ [kind]: { typescript: "7.0.2" } }));
      expect(added.devDependencies).toEqual({ "@types/node": "^20.19.0" });
    },
  );

  test("a second time, there is nothing to do", () => {
    const once = merge('{\n  "name": "shop"\n}\n').text;
    expect(merge(once)).toEqual({ text: once, added: { scripts: {}, devDependencies: {} }, keptScripts: [] });
  });
});

test.each([
  ['{ "name": }', 'package.json:1:11 invalid JSON: unexpected "}"'],
  ["[]", "package.json must be a map"],
  ['{ "scripts": [] }', 'package.json: "scripts" must be a map'],
  ['{ "devDependencies": null }', 'package.json: "devDependencies" must be a map'],
])("%s is rejected", (text, reason) => {
  expect(mergePackage(text, parts)).toEqual({ reason });
});

test("any package.json keeps its content and gains the additions", () => {
  const name = fc.constantFrom("test", "generate", "build", "typescript", "constructor", "toString");
  const section = fc.dictionary(name, fc.string(), { noNullPrototype: true });
  const file = fc.record({ scripts: section, devDependencies: section, name: fc.string() }, { requiredKeys: [] });
  fc.assert(
    fc.property(file, fc.constantFrom("", "  ", "\t", " "), (value, indent) => {
      const { text, added } = merge(JSON.stringify(value, null, indent));
      const expected = { ...value } as Record<string, unknown>;
      for (const part of ["scripts", "devDependencies"] as const) {
        if (Object.keys(added[part]).length > 0) expected[part] = { ...value[part], ...added[part] };
      }
      expect(JSON.parse(text)).toEqual(expected);
      for (const script of Object.keys(parts.scripts)) {
        const isThere = value.scripts !== undefined && Object.hasOwn(value.scripts, script);
        expect(Object.hasOwn(added.scripts, script)).toBe(!isThere);
      }
    }),
  );
});

function merge(text: string): MergedPackage {
  const merged = mergePackage(text, parts);
  if ("reason" in merged) throw new Error(merged.reason);
  return merged;
}
