import { expect, test } from "vitest";
import { importedFiles, withImportExtension } from "../../generator/typescript/imports.js";

const text = `/* Generated. import { a } from "./comment.js"; */
import { a } from "./a.js";
import type { B } from "../b.js";
import {
  $c,
  $d,
} from "../c/d.js";
import { e } from "e.js";
export type * from "../../f.js";
export { operations } from "./operations.js";

/**
 * Import { g } from "./comment.js" and import("./comment.js").
 */
export function load(): Promise<typeof import("./h/index.js")> {
  return import("./h/index.js");
}
export const label = "import { i } from \\"./text.js\\" and import(\\"./text.js\\")";
`;
const file = { path: "one/two/file.ts", text };

test("finds what a file imports: types, lists over several lines, exports, dynamic imports", () => {
  const found = ["one/two/a.ts", "one/b.ts", "one/c/d.ts", "f.ts", "one/two/operations.ts", "one/two/h/index.ts"];
  expect([...new Set(importedFiles(file))]).toEqual(found);
});

test("a file that is not TypeScript imports nothing", () => {
  expect(importedFiles({ path: "openapi.json", text })).toEqual([]);
  expect(withImportExtension({ path: "openapi.json", text }, ".ts").text).toBe(text);
});

test.each([
  [".ts", ".ts"],
  ["none", ""],
] as const)("%s changes relative imports and no text", (extension, written) => {
  const changed = withImportExtension(file, extension).text;
  const expected = ["./a", "../b", "../c/d", "../../f", "./operations", "./h/index"].reduce(
    (before, specifier) => before.replaceAll(`"${specifier}.js"`, `"${specifier}${written}"`),
    text,
  );
  expect(changed).toBe(expected);
  expect(changed).toContain("./comment.js");
  expect(changed).toContain('from "e.js"');
});

test("emitters write .js", () => {
  expect(withImportExtension(file, ".js")).toBe(file);
});
