import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Diagnostic, Location } from "../../generator/diagnostics/diagnostic.js";
import { createSourceReader, displayPath, type SourceReader } from "../../generator/document/read-source.js";
import { Locations } from "../../generator/document/locations.js";
import { folderWith, inWords, type Files } from "./load-text.js";

const at: Location = { path: "openapi.yaml", line: 7, column: 3 };

/** A reader for `root/` in a new folder with these files. */
function setUp(files: Files): { folder: string; reader: SourceReader; read(name: string): unknown; problems(): string[] } {
  const folder = folderWith({ "root/openapi.yaml": "", ...files });
  const diagnostics: Diagnostic[] = [];
  const reader = createSourceReader(path.join(folder, "root"), folder, new Locations(), diagnostics);
  return {
    folder,
    reader,
    read: (name) => reader.read(path.resolve(folder, "root", name), name, at)?.value,
    problems: () => diagnostics.map(inWords),
  };
}

it("reads each file once, by its name as JSON or YAML", () => {
  const { reader, read, problems } = setUp({
    "root/a.yaml": "a: no",
    "root/b.JSON": '{"b": 1}',
    "root/c.yml": '{"c": 1}',
    "root/d/e": "[1]",
    "root/f.json": " \n",
  });
  expect(["a.yaml", "b.JSON", "c.yml", "d/e", "f.json"].map(read)).toEqual([{ a: "no" }, { b: 1 }, { c: 1 }, [1], null]);
  expect(read("d/../a.yaml")).toBe(read("a.yaml"));
  expect(problems()).toEqual([]);
  expect(reader.files.map((file) => file.path)).toEqual(["root/a.yaml", "root/b.JSON", "root/c.yml", "root/d/e", "root/f.json"]);
});

it("requires JSON in .json files", () => {
  const { read, problems } = setUp({ "root/a.json": "a: 1\n", "root/b.json": "// no\n{}" });
  expect([read("a.json"), read("b.json")]).toEqual([undefined, undefined]);
  expect(problems()).toEqual([
    'root/a.json:1:1 syntax invalid JSON: unexpected "a"',
    'root/b.json:1:1 syntax invalid JSON: unexpected "/"',
  ]);
});

it("reports what is wrong inside a file once, and that it is missing at each reference", () => {
  const { read, problems } = setUp({ "root/a.yaml": "a: ]" });
  for (const name of ["a.yaml", "a.yaml", "b.yaml", "b.yaml", "a.yaml/c"]) expect(read(name)).toBeUndefined();
  expect(problems()).toEqual([
    'root/a.yaml:1:4 syntax invalid YAML: Unexpected flow-seq-end token in YAML stream: "]"',
    'openapi.yaml:7:3 ref-unresolved cannot resolve $ref "b.yaml": no such file',
    'openapi.yaml:7:3 ref-unresolved cannot resolve $ref "b.yaml": no such file',
    'openapi.yaml:7:3 ref-unresolved cannot resolve $ref "a.yaml/c": no such file',
  ]);
});

describe("remains below the root", () => {
  it.each(["../outside.yaml", "/etc/hostname", "../root-2/a.yaml", ".."])("rejects %s", (name) => {
    const { read, problems } = setUp({ "outside.yaml": "secret: 1", "root-2/a.yaml": "secret: 1" });
    expect(read(name)).toBeUndefined();
    expect(problems()).toEqual([`openapi.yaml:7:3 ref-outside-root $ref "${name}" points outside the root folder`]);
  });

  it("rejects links to files or folders outside, and follows others", () => {
    const { folder, reader, read, problems } = setUp({ "outside/a.yaml": "secret: 1", "root/real/a.yaml": "a: 1" });
    symlinkSync("../outside/a.yaml", path.join(folder, "root/link.yaml"));
    symlinkSync("../outside", path.join(folder, "root/folder"));
    symlinkSync("real", path.join(folder, "root/alias"));
    symlinkSync("/dev/zero", path.join(folder, "root/zero"));
    for (const name of ["link.yaml", "folder/a.yaml", "zero"]) expect(read(name)).toBeUndefined();
    expect(problems().map((problem) => problem.split(" ")[1])).toEqual([
      "ref-outside-root",
      "ref-outside-root",
      "ref-outside-root",
    ]);
    expect(read("alias/a.yaml")).toEqual({ a: 1 });
    expect(reader.files.map((file) => file.path)).toEqual(["root/real/a.yaml"]);
  });

  it("accepts a name that starts with two dots", () => {
    const { read, problems } = setUp({ "root/..data/a.yaml": "a: 1", "root/...yaml": "b: 1" });
    expect([read("..data/a.yaml"), read("...yaml")]).toEqual([{ a: 1 }, { b: 1 }]);
    expect(problems()).toEqual([]);
  });

  it("works when the root is the root of the disk", () => {
    const folder = folderWith({ "a.yaml": "a: 1" });
    const reader = createSourceReader("/", folder, new Locations(), []);
    expect(reader.read(path.join(folder, "a.yaml"), "a.yaml")?.value).toEqual({ a: 1 });
  });
});

describe("opens regular files only", () => {
  it("and no folder", () => {
    const { folder, read, problems } = setUp({});
    mkdirSync(path.join(folder, "root/folder.yaml"));
    expect(read("folder.yaml")).toBeUndefined();
    expect(problems()).toEqual(['openapi.yaml:7:3 ref-unresolved cannot resolve $ref "folder.yaml": it is a folder']);
  });

  it("and does not wait for pipes", () => {
    const { folder, read, problems } = setUp({});
    execFileSync("mkfifo", [path.join(folder, "root/pipe")]);
    expect(read("pipe")).toBeUndefined();
    expect(problems()).toEqual(['openapi.yaml:7:3 ref-unresolved cannot resolve $ref "pipe": it is not a regular file']);
  });

  it("and no endless chains of links", () => {
    const { folder, read, problems } = setUp({});
    symlinkSync("loop", path.join(folder, "root/loop"));
    expect(read("loop")).toBeUndefined();
    expect(problems()).toEqual(['openapi.yaml:7:3 ref-unresolved cannot resolve $ref "loop": it cannot be read (ELOOP)']);
  });

  it("of limited size", () => {
    const { folder, read, problems } = setUp({});
    writeFileSync(path.join(folder, "root/big.yaml"), "");
    truncateSync(path.join(folder, "root/big.yaml"), 64 * 1024 * 1024 + 1);
    expect(read("big.yaml")).toBeUndefined();
    expect(problems()).toEqual(['openapi.yaml:7:3 file-too-large "big.yaml" exceeds the limit of 67108864 bytes']);
  });
});

it("calls the main document by its path, not a reference", () => {
  const { folder, reader, problems } = setUp({});
  reader.read(path.join(folder, "root"), "root");
  expect(problems()).toEqual(['- file-unreadable cannot read "root": it is a folder']);
});

it.each([
  ["/home/me/a/b.yaml", "/home/me", "a/b.yaml"],
  ["/home/me/..a.yaml", "/home/me", "..a.yaml"],
  ["/other/b.yaml", "/home/me", "/other/b.yaml"],
  ["/home/me-2/b.yaml", "/home/me", "/home/me-2/b.yaml"],
  ["/a.yaml", "/", "a.yaml"],
])("shows %s in %s as %s", (file, folder, shown) => {
  expect(displayPath(file, folder)).toBe(shown);
});
