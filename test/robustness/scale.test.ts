import path from "node:path";
import { expect, test } from "vitest";
import { type ShapeName, shapes } from "../../bench/contracts/shapes.mjs";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { compile, diff, docs, expand } from "../../generator/index.js";
import { temporaryFolder } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { partOf } from "./budget.js";

/** Large enough for a stack to overflow or a square to hurt, small enough for all of them to take a few minutes. */
const sizes: readonly (readonly [ShapeName, number])[] = [
  ["actions", 500],
  ["schemas", 500],
  ["operations", 200],
  ["files", 500],
  // Beyond some 1,500, Redocly's own walk overflows, which is a warning.
  ["chain", 1000],
  ["cycle", 1000],
  ["web", 300],
  ["aliases", 240],
  ["properties", 1000],
  ["union", 200],
  ["enumeration", 5000],
  ["description", 1_000_000],
  ["examples", 1000],
];

const outputs = temporaryFolder();

test.each(partOf(sizes, 0))("%s: %d pass every command", async (shape, size) => {
  const { entry, edited } = writeShape(shape, size);
  const compilation = await compile(entry);
  expect(compilation.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  writeFiles(path.join(outputs, shape), compilation.files!);
  expect((await expand(entry)).files).not.toHaveLength(0);
  expect((await docs(entry)).files).not.toHaveLength(0);
  expect((await diff(entry, entry)).changes).toEqual([]);
  expect((await diff(entry, edited)).changes).toBeDefined();
});

test("the output type-checks", async () => {
  expect(await typeCheckNatively(outputs)).toBe("");
});

test.each([
  ["aliases", 252, "ref-depth"],
  ["properties", 1001, "too-many-properties"],
] as const)("%s: %d are rejected by name", async (shape, size, code) => {
  const { diagnostics, files } = await compile(writeShape(shape, size).entry);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map((found) => found.code)).toEqual([code]);
  expect(files).toBeUndefined();
});

// Sizes of three digits each, so that names don't get longer.
test.each(partOf(["actions", "schemas", "operations", "files", "chain", "cycle", "union", "properties"] as const, 1))(
  "%s: each further one adds the same amount of output",
  async (shape) => {
    const [few, more, most] = [await bytesOf(shape, 300), await bytesOf(shape, 600), await bytesOf(shape, 900)];
    expect(more).toBeGreaterThan(few);
    expect((most - more) / (more - few)).toBeCloseTo(1, 2);
  },
);

function writeShape(shape: ShapeName, size: number): { entry: string; edited: string } {
  const folder = path.join(temporaryFolder(), shape);
  const files = Object.entries(shapes[shape](size)).map(([file, text]): OutputFile => ({ path: file, text }));
  const text = files.find((file) => file.path === "openapi.json")!.text.replaceAll('"maxLength": 100', '"maxLength": 99');
  writeFiles(folder, [...files, { path: "edited.json", text }]);
  return { entry: path.join(folder, "openapi.json"), edited: path.join(folder, "edited.json") };
}

async function bytesOf(shape: ShapeName, size: number): Promise<number> {
  const { files } = await compile(writeShape(shape, size).entry);
  return files!.reduce((sum, { text }) => sum + text.length, 0);
}
