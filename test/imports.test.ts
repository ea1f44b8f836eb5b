import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { repositoryPath } from "./support/repository.js";

/** What each part may import besides itself. Arrows point one way; a new one is a decision. */
const allowed: Record<string, readonly string[]> = {
  "generator/diagnostics": [],
  "generator/load": ["generator/diagnostics"],
  "generator/lint": ["generator/diagnostics", "generator/load", "templates/runtime"],
  "generator/model": ["generator/diagnostics", "generator/load"],
  "generator/typescript": ["generator/diagnostics", "generator/model", "generator/emit/output-file.ts"],
  "generator/emit": ["generator/diagnostics", "generator/load", "generator/model", "generator/typescript", "templates/runtime"],
  "generator/write": ["generator/diagnostics", "generator/emit/output-file.ts"],
  "generator/compile.ts": [
    "generator/diagnostics",
    "generator/load",
    "generator/lint",
    "generator/model",
    "generator/emit",
    "generator/typescript",
  ],
  "generator/templates.ts": [],
  "generator/version.ts": ["package.json"],
  "generator/index.ts": [
    "generator/compile.ts",
    "generator/diagnostics",
    "generator/emit",
    "generator/templates.ts",
    "generator/version.ts",
  ],
  "generator/cli": [
    "generator/compile.ts",
    "generator/diagnostics",
    "generator/model/contract.ts",
    "generator/typescript/scaffold",
    "generator/write",
    "generator/templates.ts",
    "generator/version.ts",
  ],
  "templates/runtime": [],
  "templates/stubs": ["templates/runtime"],
  generated: [],
};

/** Packages that only one part may know. */
const owners: Record<string, string> = {
  "ts-morph": "generator/typescript",
  yaml: "generator/load",
  commander: "generator/cli",
  "@redocly/openapi-core": "generator/lint/redocly",
  "openapi-typescript": "generator/emit/types",
};

const files = ["generator", "templates", "generated"].flatMap(listFiles);

test("each file imports only what its part may import", () => {
  const violations = files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      if (!specifier.startsWith(".")) return [];
      const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)).replace(/\.js$/, ".ts");
      const part = partOf(file);
      const may = allowed[part];
      if (!may) return [`${file} belongs to no known part`];
      const isAllowed = [part, ...may].some((prefix) => target === prefix || target.startsWith(`${prefix}/`));
      return isAllowed ? [] : [`${file} imports ${target}`];
    }),
  );
  expect(violations).toEqual([]);
});

test("each package is known to one part", () => {
  const violations = files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const owner = Object.entries(owners).find(([name]) => specifier === name || specifier.startsWith(`${name}/`))?.[1];
      return !owner || file.startsWith(`${owner}/`) ? [] : [`${file} imports ${specifier}`];
    }),
  );
  expect(violations).toEqual([]);
});

test("templates and output import no package", () => {
  const violations = files
    .filter((file) => !file.startsWith("generator/"))
    .flatMap((file) =>
      importsOf(file)
        .filter((specifier) => !specifier.startsWith("."))
        .map((specifier) => `${file} imports ${specifier}`),
    );
  expect(violations).toEqual([]);
});

function listFiles(folder: string): string[] {
  return readdirSync(repositoryPath(folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file.split(path.sep).join("/")}`);
}

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(repositoryPath(file), "utf8"), true, true);
  // A module that a package does not export is imported by path; it belongs to the package all the same.
  return importedFiles.map(({ fileName }) => fileName.replace(/^(\.\.\/)+node_modules\//, ""));
}

function partOf(file: string): string {
  return Object.keys(allowed).find((part) => file === part || file.startsWith(`${part}/`)) ?? "";
}
