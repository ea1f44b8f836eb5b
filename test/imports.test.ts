import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { repositoryPath } from "./support/repository.js";

/**
 * The rooms of the house, from the ground up: each may import what stands before it, and nothing that stands behind. What
 * `generated/` holds stands outside and imports only itself; tools know nothing of each other.
 */
const rooms = [
  "templates/runtime",
  "generator/package.ts",
  "generator/kept-file.ts",
  "generator/memo.ts",
  "generator/diagnostics",
  "generator/document",
  "generator/json-schema",
  "generator/binding",
  "generator/lint",
  "generator/model",
  "generator/typescript",
  "generator/emit",
  "generator/live",
  "generator/resources",
  "generator/write",
  "generator/compile.ts",
  "generator/tools/adopt",
  "generator/tools/diff",
  "generator/tools/exchanges",
  "generator/tools/expand",
  "generator/tools/init",
  "generator/tools/mock",
  "generator/tools/site",
  "generator/config.ts",
  "generator/index.ts",
  "generator/cli",
  "generator/unplugin",
  "generator/matchers",
  "generated",
];

/** Data that any room may read: the schemas that ship, and the name and version of the package. */
const data = ["schemas/", "package.json"];

/** Rooms that know nothing of rooms before them either. */
const isolatedFrom = (room: string) =>
  room === "generated"
    ? rooms
    : room.startsWith("generator/tools/")
      ? rooms.filter((other) => other.startsWith("generator/tools/"))
      : [];

/** Packages that only one part may know; of this one, templates have the types. */
const owners: Record<string, string> = {
  "ts-morph": "generator/typescript",
  yaml: "generator/document",
  commander: "generator/cli",
  jiti: "generator/cli/config",
  "@redocly/openapi-core": "generator/lint/redocly",
  "openapi-typescript": "generator/emit/types",
  "markdown-it": "generator/tools/site/blocks",
  "@modelcontextprotocol/server": "generator/cli/commands/mcp",
};

/** Templates that import the types of a package. */
const typed: readonly (readonly [file: string, name: string])[] = [
  ["templates/runtime/client/query.ts", "@tanstack/query-core"],
  ["templates/runtime/mcp/create-servers.ts", "@modelcontextprotocol/server"],
];

// templates/init is a project of its own.
const files = ["generator", "templates", "generated"].flatMap(listFiles).filter((file) => !file.startsWith("templates/init/"));

test("imports point one way: a room imports only rooms before it", () => {
  const violations = files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const target = resolve(file, specifier)[0];
      if (target === undefined) return [];
      const room = roomOf(file);
      const from = roomOf(target);
      if (room === undefined) return [`${file} belongs to no room`];
      if (room === from || data.some((prefix) => target.startsWith(prefix))) return [];
      const isBelow = from !== undefined && rooms.indexOf(from) < rooms.indexOf(room) && !isolatedFrom(room).includes(from);
      return isBelow ? [] : [`${file} imports ${target}`];
    }),
  );
  expect(violations).toEqual([]);
});

test("no module imports itself indirectly, not even for types", () => {
  const imports = new Map(files.map((file) => [file, importsOf(file).flatMap((specifier) => resolve(file, specifier))]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
    if (path.includes(file) || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test("each package is used by one part", () => {
  const violations = files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const owner = Object.entries(owners).find(([name]) => specifier === name || specifier.startsWith(`${name}/`))?.[1];
      const isTyped = typed.some(([one, name]) => file === one && specifier === name);
      return !owner || isTyped || file.startsWith(`${owner}/`) ? [] : [`${file} imports ${specifier}`];
    }),
  );
  expect(violations).toEqual([]);
});

test("packages are imported by what they export", () => {
  const violations = files.flatMap((file) => importsOf(file).filter((specifier) => specifier.includes("node_modules")));
  expect(violations).toEqual([]);
});

// What the package doesn't document is imported in one file, which says why.
test("one file imports Ajv, and one of its insides", () => {
  const imports = files.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => /^ajv(?:\/|$)/.test(specifier))
      .map((specifier) => `${file} ${specifier}`),
  );
  const file = "generator/emit/validators/ajv.ts";
  expect([...new Set(imports)].sort()).toEqual([`${file} ajv/dist/2020.js`, `${file} ajv/dist/compile/validate/index.js`]);
});

test("templates and output import no package, but for types", () => {
  const imports = files
    .filter((file) => !file.startsWith("generator/"))
    .flatMap((file) => importsOf(file).flatMap((specifier) => (specifier.startsWith(".") ? [] : [`${file} ${specifier}`])));
  expect([...new Set(imports)].sort()).toEqual(typed.map((one) => one.join(" ")));
  for (const [file, name] of typed) {
    const lines = readFileSync(repositoryPath(file), "utf8").split("\n");
    const from = lines.flatMap((line, index) => (line.endsWith(`from "${name}";`) ? index : []));
    // The first line of each, which may be several ones above.
    const starts = from.map((index) => lines.slice(0, index + 1).findLast((line) => /^(?:import|export) /.test(line)));
    expect(starts).toEqual(starts.map(() => expect.stringMatching(/^import type /)));
    expect(starts.length).toBeGreaterThan(0);
  }
});

function listFiles(folder: string): string[] {
  return readdirSync(repositoryPath(folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file.split(path.sep).join("/")}`);
}

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(repositoryPath(file), "utf8"), true, true);
  return importedFiles.map(({ fileName }) => fileName);
}

/** The file of the repository that a relative import names; nothing for a package. */
function resolve(file: string, specifier: string): string[] {
  if (!specifier.startsWith(".")) return [];
  return [path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)).replace(/\.js$/, ".ts")];
}

function roomOf(file: string): string | undefined {
  return rooms.find((room) => file === room || file.startsWith(`${room}/`));
}
