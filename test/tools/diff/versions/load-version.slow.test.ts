import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { at } from "../../../../generator/tools/diff/rule.js";
import {
  loadVersion,
  type LoadVersionOptions,
  parseVersionName,
  pathHere,
} from "../../../../generator/tools/diff/versions/load-version.js";
import { temporaryFolder } from "../../../support/command-line.js";
import { createRepository, type Repository, shop } from "./repository.js";

test.each([
  ["spec/openapi.yaml", { kind: "file", path: "spec/openapi.yaml" }],
  ["C:/spec/openapi.yaml", { kind: "file", path: "C:/spec/openapi.yaml" }],
  ["github:main", { kind: "file", path: "github:main" }],
  ["git:main", { kind: "git", ref: "main", path: undefined }],
  ["git:v1.2.0:spec/openapi.yaml", { kind: "git", ref: "v1.2.0", path: "spec/openapi.yaml" }],
  ["git:main:", { kind: "git", ref: "main", path: "" }],
  ["git:HEAD~1:a:b.yaml", { kind: "git", ref: "HEAD~1", path: "a:b.yaml" }],
  ["git:main@{2026-01-01 12:00}:spec", { kind: "git", ref: "main@{2026-01-01 12:00}", path: "spec" }],
  ["git:--output=x", { kind: "git", ref: "--output=x", path: undefined }],
])("%s", (text, expected) => {
  expect(parseVersionName(text)).toEqual(expected);
});

let repository: Repository;

beforeAll(() => {
  repository = createRepository();
  const { write, commit, git } = repository;
  write({
    "spec/openapi.yaml": shop("First"),
    "spec/schemas.yaml": "Orders: { type: array, maxItems: 5 }\n",
    "spec/notes.txt": "no part of the contract",
    "spec/linked.yaml": shop("Linked", "link.yaml"),
    "spec/link.yaml": "->schemas.yaml",
    "spec/outside.yaml": shop("Outside", "out.yaml"),
    "spec/out.yaml": "->../../../../../../../etc/hostname",
    "api/v2/openapi.json": JSON.stringify({ openapi: "3.1.0", info: { title: "Second", version: "2" }, paths: {} }),
    "apis/a/openapi.yaml": shop("Common", "../../common/orders.yaml"),
    "apis/a/linked.yaml": shop("Linked common", "../../shared/link.yaml"),
    "apis/a/above.yaml": shop("Above", "../../../orders.yaml"),
    "apis/a/hidden.yaml": shop("Hidden", "../../.keys/orders.yaml"),
    "apis/a/told.yaml": shop("Told")
      .replace("description: Done.", "description: { $ref: ../../common/done.md }")
      .replace("schemas.yaml", "../../common/orders.yaml"),
    "common/orders.yaml": "Orders: { $ref: 'parts/items.yaml#/Orders' }\n",
    "common/parts/items.yaml": "Orders: { type: array, maxItems: 5 }\n",
    "common/link.yaml": "->parts/items.yaml",
    "common/done.md": "Done by *hand*.",
    ".keys/orders.yaml": "Orders: { type: array }\n",
    shared: "->common",
    "changes/title.yaml": retitle("Committed"),
    "broken/openapi.yaml": "openapi: 3.1.0\npaths: [\n",
  });
  commit("First");
  git("tag", "v1.0.0");
  write({ "changes/title.yaml": retitle("Changed"), "changes/new.yaml": retitle("New") });
  write({ "spec/openapi.yaml": shop("Now"), "spec/schemas.yaml": "Orders: { type: array, maxItems: 6 }\n" });
});

/** An overlay that gives the first version of the contract another title. */
function retitle(title: string): string {
  return `overlay: 1.1.0
info: { title: Another title, version: 1.0.0 }
extends: ../spec/openapi.yaml
actions: [{ target: "$.info[?@ == 'First' || @ == 'Now']", update: ${title} }]
`;
}

function load(name: string, workingFolder = repository.folder) {
  return loadVersion(parseVersionName(name), { workingFolder });
}

function titleOf({ version, diagnostics }: ReturnType<typeof load>): unknown {
  const { info } = version?.document ?? {};
  return typeof info === "object"
    ? (info as { title?: unknown }).title
    : diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe("a version is", () => {
  test.each([
    ["a file", "spec/openapi.yaml", "Now"],
    ["a folder", "spec", "Now"],
    ["a folder with spec/ in it", ".", "Now"],
    ["a file of a commit", "git:v1.0.0:spec/openapi.yaml", "First"],
    ["a folder of a commit", "git:v1.0.0:spec", "First"],
    ["the root of a commit", "git:v1.0.0:", "First"],
    ["a branch, from here", "git:main:./spec", "First"],
    ["another folder of a commit", "git:HEAD:api/v2", "Second"],
    ["a file of a commit that refers through a link", "git:main:spec/linked.yaml", "Linked"],
  ])("%s: %s", (_, name, title) => {
    expect(titleOf(load(name))).toBe(title);
  });

  test("paths are from the root of the repository, and with ./ from the working folder", () => {
    const below = path.join(repository.folder, "spec");
    expect(titleOf(load("git:main:spec/openapi.yaml", below))).toBe("First");
    expect(titleOf(load("git:main:./openapi.yaml", below))).toBe("First");
    expect(pathHere("spec/openapi.yaml", below)).toBe("../spec/openapi.yaml");
    expect(pathHere("./openapi.yaml", below)).toBe("openapi.yaml");
    expect(pathHere("spec/openapi.yaml", repository.folder)).toBe("spec/openapi.yaml");
  });
});

describe("a commit has files next to the contract's folder", () => {
  const maxItems = (name: string, options: Partial<LoadVersionOptions> = {}) => {
    const folder = repository.folder;
    const loaded = loadVersion(parseVersionName(name), { workingFolder: folder, ...options });
    const problems = loaded.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
    return loaded.version ? JSON.stringify(loaded.version.document).includes('"maxItems":5') : problems;
  };

  beforeAll(() => rmSync(path.join(repository.folder, "common"), { recursive: true }));

  test.each(["openapi", "linked", "told"])("%s", (name) => {
    expect(maxItems(`git:v1.0.0:apis/a/${name}.yaml`)).toBe(true);
  });

  test("below the root only", () => {
    expect(maxItems("git:v1.0.0:apis/a/openapi.yaml", { root: "apis" })).toEqual(["ref-outside-root"]);
    expect(maxItems("git:v1.0.0:apis/a/openapi.yaml", { configFolder: "apis" })).toEqual(["ref-outside-root"]);
    expect(maxItems("git:v1.0.0:apis/a/openapi.yaml", { root: "common", configFolder: "." })).toBe(true);
    expect(maxItems("git:v1.0.0:apis/a/above.yaml")).toEqual(["ref-outside-root"]);
    expect(maxItems("git:v1.0.0:apis/a/hidden.yaml")).toEqual(["ref-unresolved"]);
  });
});

test("overlays in the repository are read from the commit, others in their current state", () => {
  const elsewhere = path.join(temporaryFolder(), "title.yaml");
  writeFileSync(elsewhere, retitle("Elsewhere"));
  const title = (name: string, ...overlays: string[]) => {
    const version = loadVersion(parseVersionName(name), { workingFolder: repository.folder, overlays });
    expect(version.diagnostics.filter(({ code }) => code !== "overlay-unmatched")).toEqual([]);
    return titleOf(version);
  };
  expect(title("spec", "changes/title.yaml")).toBe("Changed");
  expect(title("git:v1.0.0:spec", "changes/title.yaml")).toBe("Committed");
  expect(title("git:v1.0.0:spec", "changes/new.yaml")).toBe("First");
  expect(title("git:v1.0.0:spec", elsewhere)).toBe("Elsewhere");
});

test("locations in a commit are reported with the commit", () => {
  const { version } = load("git:v1.0.0:spec");
  const schemas = version!.schemas["Orders"] as object;
  expect(version!.locate(at(schemas, "maxItems"))).toEqual({
    pointer: "/components/schemas/Orders/maxItems",
    location: expect.objectContaining({ path: "git:v1.0.0:spec/schemas.yaml", line: 1, column: 24 }) as object,
  });
});

describe("versions that can't be read are reported:", () => {
  test("a commit that is named like a file takes precedence", () => {
    const hints = (name: string) => load(name).diagnostics.map(({ hint }) => hint);
    expect(hints("HEAD")).toEqual(['Did you mean "git:HEAD"?']);
    expect(hints("v1.0.0")).toEqual(['Did you mean "git:v1.0.0"?']);
    expect(hints("missing.yaml")).toEqual(["Specify the path of a readable file."]);
  });

  test.each([
    ["git:nowhere", ['git-ref-unknown: unknown git commit "nowhere"']],
    ["git:", ['git-ref-unknown: unknown git commit ""']],
    ["git:--help", ['git-ref-unknown: unknown git commit "--help"']],
    ["git:-q:spec", ['git-ref-unknown: unknown git commit "-q"']],
    ["git:v1.0.0:api/v1", ['git-path-unknown: no contract found at "api/v1" in "v1.0.0"']],
    ["git:v1.0.0:../secret", ['git-path-unknown: no contract found at "../secret" in "v1.0.0"']],
    [
      "git:v1.0.0:broken",
      ["syntax: invalid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]"],
    ],
    [
      "api",
      [
        'contract-not-found: no contract found in the folder "api"; looked for openapi.yaml, openapi.yml, openapi.json, spec/openapi.yaml, spec/openapi.yml, spec/openapi.json',
      ],
    ],
    ["missing.yaml", ['file-unreadable: cannot read "missing.yaml": no such file']],
  ])("%s", (name, expected) => {
    expect(titleOf(load(name))).toEqual(expected);
  });

  test("a problem in a file of a commit, with the commit", () => {
    const [problem] = load("git:v1.0.0:broken").diagnostics;
    expect(problem!.location).toMatchObject({ path: "git:v1.0.0:broken/openapi.yaml" });
  });

  test("a link outside of the contract's folder", () => {
    expect(titleOf(load("git:main:spec/outside.yaml"))).toEqual([
      'ref-unresolved: cannot resolve $ref "out.yaml#/Orders": no such file',
    ]);
  });

  test("a folder that is in no repository", () => {
    const folder = temporaryFolder();
    expect(titleOf(load("git:main", folder))).toEqual([
      "git-unavailable: cannot read from git: not a git repository (or any of the parent directories): .git",
    ]);
  });
});

test("no files remain and the working tree is unchanged", () => {
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("openapi-actions-diff-"));
  const before = [repository.git("status", "--porcelain"), folders()];
  load("git:v1.0.0:spec");
  load("git:v1.0.0:broken");
  expect([repository.git("status", "--porcelain"), folders()]).toEqual(before);
  expect(readFileSync(path.join(repository.folder, "spec/openapi.yaml"), "utf8")).toBe(shop("Now"));
});

test("a commit without a contract of that name is an error, without a search elsewhere", () => {
  const folder = path.join(repository.folder, "empty");
  mkdirSync(folder, { recursive: true });
  expect(existsSync(folder)).toBe(true);
  expect(titleOf(load("git:main:./", folder))).toEqual(['git-path-unknown: no contract found at "empty" in "main"']);
});
