import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { repositoryPath } from "./support/repository.js";

/** What each part may import besides itself. Arrows point one way; a new one is a decision. */
const allowed: Record<string, readonly string[]> = {
  "generator/diagnostics": [],
  "generator/document": ["generator/diagnostics"],
  "generator/json-schema/pattern": ["generator/document/json-value.ts"],
  "generator/json-schema/interpreter": [
    "generator/diagnostics",
    "generator/document",
    "generator/json-schema/pattern",
    "generator/json-schema/variants/read-variant.ts",
    "templates/runtime",
  ],
  "generator/lint": [
    "generator/diagnostics",
    "generator/document",
    "generator/json-schema/pattern",
    "generator/json-schema/interpreter",
    "templates/runtime",
  ],
  "generator/model": ["generator/diagnostics", "generator/document"],
  "generator/typescript": ["generator/diagnostics", "generator/model", "generator/typescript/output-file.ts"],
  "generator/emit": [
    "generator/diagnostics",
    "generator/document",
    "generator/model",
    "generator/typescript",
    "templates/runtime",
  ],
  "generator/tools/expand": [
    "generator/diagnostics",
    "generator/document",
    "generator/model",
    "generator/typescript/output-file.ts",
  ],
  "generator/tools/site": [
    "generator/diagnostics",
    "generator/document",
    "generator/model",
    "generator/typescript/encode.ts",
    "generator/emit/context.ts",
    "generator/typescript/output-file.ts",
    "generator/emit/validators",
    "generator/json-schema/interpreter",
    "generator/json-schema/samples/random.ts",
    "generator/json-schema/samples",
    "templates/runtime",
  ],
  "generator/tools/exchanges": [
    "generator/diagnostics",
    "generator/document",
    "generator/json-schema/interpreter",
    "generator/lint/lint.ts",
    "generator/model",
    "generator/emit/server/build-routes.ts",
    "generator/emit/server/path-segments.ts",
    "generator/emit/server/text-shape.ts",
    "schemas/fixture.schema.json",
    "templates/runtime",
  ],
  "generator/tools/exchanges/sample-fixtures": [
    "generator/diagnostics",
    "generator/document",
    "generator/json-schema/pattern",
    "generator/json-schema/interpreter",
    "generator/model",
    "generator/tools/exchanges",
    "templates/runtime",
  ],
  "generator/tools/exchanges/matchers": ["generator/document/json-value.ts", "generator/tools/exchanges", "templates/runtime"],
  "generator/tools/diff": [
    "generator/diagnostics",
    "generator/document",
    "generator/json-schema/pattern",
    "generator/json-schema/interpreter",
    "generator/lint/rule.ts",
    "generator/lint/rule-context.ts",
    "generator/model",
    "templates/runtime",
  ],
  "generator/write": ["generator/diagnostics", "generator/typescript/output-file.ts"],
  "generator/cli/config": [
    "generator/diagnostics",
    "generator/document",
    "generator/lint/custom-rule.ts",
    "generator/emit/emitter.ts",
  ],
  "generator/cli/schemas": ["generator/cli/config/config-schema.ts", "generator/document/extension.ts", "schemas"],
  "generator/compile.ts": [
    "generator/diagnostics",
    "generator/document",
    "generator/lint",
    "generator/model",
    "generator/emit",
    "generator/typescript",
  ],
  "generator/templates.ts": [],
  "generator/version.ts": ["package.json"],
  "generator/api": [
    "generator/compile.ts",
    "generator/diagnostics",
    "generator/tools/diff",
    "generator/tools/site",
    "generator/tools/expand",
    "generator/templates.ts",
    "generator/version.ts",
    "generator/write",
  ],
  "generator/index.ts": [
    "generator/api",
    "generator/compile.ts",
    "generator/cli/config/config.ts",
    "generator/diagnostics",
    "generator/emit",
    "generator/lint/custom-rule.ts",
    "generator/model/contract.ts",
    "generator/templates.ts",
    "generator/tools/exchanges",
    "generator/version.ts",
  ],
  "generator/tools/init": ["generator/diagnostics", "generator/document", "generator/version.ts"],
  "generator/cli": [
    "generator/compile.ts",
    "generator/cli/config",
    "generator/diagnostics",
    "generator/tools/diff",
    "generator/index.ts",
    "generator/cli/schemas",
    "generator/tools/site",
    "generator/tools/expand",
    "generator/tools/exchanges/sample-fixtures",
    "generator/tools/init",
    "generator/document/source.ts",
    "generator/model/contract.ts",
    "generator/typescript/scaffold",
    "generator/tools/exchanges",
    "generator/write",
    "generator/templates.ts",
    "generator/version.ts",
  ],
  "generator/unplugin": ["generator/cli", "generator/diagnostics"],
  "templates/runtime": [],
  "templates/stubs": ["templates/runtime"],
  generated: [],
};

/** Packages that only one part may know. */
const owners: Record<string, string> = {
  "ts-morph": "generator/typescript",
  yaml: "generator/document",
  commander: "generator/cli",
  jiti: "generator/cli/config",
  "@redocly/openapi-core": "generator/lint/redocly",
  "openapi-typescript": "generator/emit/types",
  "markdown-it": "generator/tools/site/content",
};

// templates/init is a project of its own.
const files = ["generator", "templates", "generated"].flatMap(listFiles).filter((file) => !file.startsWith("templates/init/"));

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
