import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findRoot } from "../../generator/document/contract-root.js";
import { loadContract, type LoadOptions } from "../../generator/document/load-contract.js";
import { at, folderWith, inWords, type Files } from "./load-text.js";

const contract = (ref: string) => `openapi: 3.1.0\ninfo: {}\ncomponents: { schemas: { Pet: { $ref: ${ref} } } }\n`;

/** Loads `repository/services/api/openapi.yaml`, from the folder `services` unless told, beside files in a new folder. */
function load(ref: string, files: Files, options: Partial<LoadOptions> = {}, links: Readonly<Record<string, string>> = {}) {
  const folder = folderWith({ "repository/services/api/openapi.yaml": contract(ref), ...files });
  for (const [link, to] of Object.entries(links)) symlinkSync(to, path.join(folder, link));
  const workingFolder = path.join(folder, options.workingFolder ?? "repository/services");
  const read: string[] = [];
  const loaded = loadContract(path.join(folder, "repository/services/api/openapi.yaml"), {
    ...options,
    workingFolder,
    onFile: (file) => read.push(path.relative(folder, file)),
  });
  return {
    pet: loaded.contract && at(loaded.contract.document, "components", "schemas", "Pet"),
    files: loaded.contract?.files.map((file) => file.path),
    problems: loaded.diagnostics.map(inWords),
    read,
  };
}

const pet = { "repository/common/pet.yaml": "type: string\n" };
const git = { "repository/.git/HEAD": "" };
const outside = ['api/openapi.yaml:3:39 ref-outside-root $ref "../../common/pet.yaml" points outside the root folder'];

describe("the root", () => {
  it("is the repository's folder", () => {
    expect(load("../../common/pet.yaml", { ...pet, ...git })).toEqual({
      pet: { type: "string" },
      files: ["api/openapi.yaml", "../common/pet.yaml"],
      problems: [],
      read: ["repository/services/api/openapi.yaml", "repository/common/pet.yaml"],
    });
  });

  it("is the repository's folder in a worktree, where .git is a file", () => {
    expect(load("../../common/pet.yaml", { ...pet, "repository/.git": "gitdir: elsewhere" }).problems).toEqual([]);
  });

  it("is the nearest repository's", () => {
    const nested = load("../../common/pet.yaml", { ...pet, ...git, "repository/services/.git": "" });
    expect(nested.problems).toEqual(outside);
  });

  it("is the config's folder if that is nearer than the repository's", () => {
    expect(load("../../common/pet.yaml", { ...pet, ...git }, { configFolder: "." }).problems).toEqual(outside);
    expect(load("../../common/pet.yaml", pet, { configFolder: ".." }).problems).toEqual([]);
  });

  it("is the repository's folder if the config is above it, or elsewhere", () => {
    for (const configFolder of ["../..", "../common"])
      expect(load("../../../pet.yaml", { ...pet, ...git, "pet.yaml": "{}" }, { configFolder }).problems).toHaveLength(1);
    expect(load("../../common/pet.yaml", { ...pet, ...git }, { configFolder: "../common" }).problems).toEqual([]);
  });

  it("is the contract's folder outside of repositories and configs", () => {
    expect(load("../../common/pet.yaml", pet).problems).toEqual(outside);
  });

  it("is the setting, which overrides all others", () => {
    expect(load("../../common/pet.yaml", { ...pet, ...git }, { root: "." }).problems).toEqual(outside);
    expect(load("../../common/pet.yaml", { ...pet, ...git }, { root: "..", configFolder: "." }).problems).toEqual([]);
  });

  it.each([
    ["../none", "no such folder"],
    ["../common/pet.yaml", "no such folder"],
    ["../common", "it does not contain the contract"],
    ["../..", "it is above the repository"],
    ["/", "it is the root folder of the file system"],
  ])("can't be %s", (root, problem) => {
    expect(load("../../common/pet.yaml", { ...pet, ...git }, { root }).problems).toEqual([
      `- root-folder invalid root "${root}": ${problem}`,
    ]);
  });

  it("is never the root folder of the file system", () => {
    expect(findRoot("/api", { configFolder: "/" }, "/")).toEqual({ root: "/api" });
  });
});

describe("of the files below the root, outside of the contract's folder,", () => {
  const hidden = "outside the contract's folder, only YAML, JSON and text files are read, and no hidden files or folders";

  it.each(["../../.github/pet.yaml", "../../common/.pet.yaml", "../../common/pet.key", "../../common/pet", "../../.git/HEAD"])(
    "%s is not read",
    (ref) => {
      const file = path.join("repository/services/api", ref);
      const { problems } = load(ref, { ...git, [file]: "type: string\n" });
      expect(problems).toEqual([`api/openapi.yaml:3:39 ref-unresolved cannot resolve $ref "${ref}": ${hidden}`]);
    },
  );

  it("one in a hidden folder is read by a contract in the same", () => {
    const folder = folderWith({ ".git/HEAD": "", ".apis/a/openapi.yaml": contract("../pet.yaml"), ".apis/pet.yaml": "{}" });
    expect(loadContract(".apis/a/openapi.yaml", { workingFolder: folder }).diagnostics).toEqual([]);
  });

  it.each([
    ["a link to a file that is outside of the root", { "repository/common/link.yaml": "../../secret.yaml" }, "link.yaml"],
    ["a folder that leads outside", { "repository/common/away": "../.." }, "away/secret.yaml"],
  ])("%s is not read", (_, links, name) => {
    const files = { ...pet, ...git, "secret.yaml": "type: string\n" };
    const { problems } = load(`../../common/${name}`, files, {}, links);
    expect(problems).toEqual([
      `api/openapi.yaml:3:39 ref-outside-root $ref "../../common/${name}" points outside the root folder`,
    ]);
  });

  it("a link to a file below the root is read", () => {
    const links = { "repository/common/link.yaml": "pet.yaml" };
    expect(load("../../common/link.yaml", { ...pet, ...git }, {}, links).pet).toEqual({ type: "string" });
  });

  it.each(["%2e%2e/%2e%2e/common/pet.yaml", "..%2f..%2fcommon/pet.yaml", "../%2e%2e/common/pet.yaml", "/common/pet.yaml"])(
    "%s is not read, because its target is hidden",
    (ref) => {
      const { problems } = load(`"${ref}"`, { ...pet, ...git });
      expect(problems).toEqual([`api/openapi.yaml:3:39 ref-outside-root $ref "${ref}" points outside the root folder`]);
    },
  );

  it.each(["file:///etc/hostname", "https://example.com/a.yaml"])("%s is not read", (ref) => {
    expect(load(ref, { ...pet, ...git }).problems[0]).toContain("ref-remote");
  });
});

it("reports what is wrong in such a file relative to the working folder", () => {
  const files = { ...git, "repository/common/pet.yaml": "a: ]\n" };
  expect(load("../../common/pet.yaml", files).problems[0]).toMatch(/^\.\.\/common\/pet\.yaml:1:4 syntax /);
});

it("reads the target of a link to the contract, from its own repository", () => {
  const folder = folderWith({ "a/.git/HEAD": "", "a/spec/openapi.yaml": contract("../pet.yaml"), "a/pet.yaml": "{}" });
  mkdirSync(path.join(folder, "b"));
  writeFileSync(path.join(folder, "b/pet.yaml"), "type: [");
  symlinkSync("../a/spec/openapi.yaml", path.join(folder, "b/openapi.yaml"));
  expect(loadContract("b/openapi.yaml", { workingFolder: folder }).diagnostics).toEqual([]);
});
