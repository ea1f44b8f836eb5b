import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../generator/document/load-contract.js";
import { folderWith, inWords, load, problems, type Files } from "./load-text.js";

const small = "openapi: 3.1.0\ninfo: {}\n";

it("loads a document and lists the files it read", () => {
  const { contract, problems } = load({
    "api/openapi.yaml": `${small}components: { schemas: { A: { $ref: b.json } } }`,
    "api/b.json": "{}",
    "api/unused.yaml": "]",
  });
  expect(problems).toEqual([]);
  expect(contract!.document).toEqual({ components: { schemas: { A: {} } }, info: {}, openapi: "3.1.0" });
  expect(contract!.files.map((file) => file.path)).toEqual(["api/openapi.yaml", "api/b.json"]);
  expect(contract!.entry).toBe(contract!.files[0]);
  expect(contract!.extensionPrefix).toBe("platform");
});

it.each<[string, Files]>([
  ["YAML", { "a.yaml": "openapi: 3.1.0\ninfo: { title: é }\npaths: {}\n" }],
  ["JSON", { "a.json": '{"paths": {}, "info": {"title": "\\u00e9"}, "openapi": "3.1.0"}' }],
  ["CRLF", { "a.yaml": "openapi: 3.1.0\r\ninfo:\r\n  title: é\r\npaths: {}\r\n" }],
  ["a byte order mark", { "a.yaml": "\ufeffopenapi: 3.1.0\ninfo: { title: é }\npaths: {}\n" }],
  ["JSON with a byte order mark", { "a.json": '\ufeff{"openapi": "3.1.0", "info": {"title": "é"}, "paths": {}}' }],
])("gives the same document from %s", (_, files) => {
  expect(JSON.stringify(load(files).contract!.document)).toBe('{"info":{"title":"é"},"openapi":"3.1.0","paths":{}}');
});

describe("rejects", () => {
  it.each<[string, string, string]>([
    ["an empty file", "", "openapi.yaml:1:1 empty-document the document is empty"],
    ["comments alone", "# no\n", "openapi.yaml:1:1 empty-document the document is empty"],
    ["a scalar", "openapi", "openapi.yaml:1:1 root-not-object an OpenAPI document must be a map at its root, but it is a string"],
    [
      "a list",
      "- openapi: 3.1.0",
      "openapi.yaml:1:1 root-not-object an OpenAPI document must be a map at its root, but it is a list",
    ],
    ["no version", "info: {}", "openapi.yaml:1:1 openapi-version missing OpenAPI version"],
    ["Swagger", 'info: {}\nswagger: "1.2"', 'openapi.yaml:2:10 openapi-version OpenAPI version "1.2" is not supported'],
    ["3.3", "openapi: 3.3.0", 'openapi.yaml:1:10 openapi-version OpenAPI version "3.3.0" is not supported'],
    ["a number", "openapi: 3.1", "openapi.yaml:1:10 openapi-version OpenAPI version the number 3.1 is not supported"],
    ["more than a version", "openapi: 3.1.0-rc", 'openapi.yaml:1:10 openapi-version OpenAPI version "3.1.0-rc" is not supported'],
    ["3.1 under the wrong key", 'swagger: "3.1.0"', 'openapi.yaml:1:10 openapi-version OpenAPI version "3.1.0" is not supported'],
    ["bad syntax", "openapi: ]", 'openapi.yaml:1:10 syntax invalid YAML: Unexpected flow-seq-end token in YAML stream: "]"'],
  ])("%s", (_, text, problem) => {
    expect(load(text)).toMatchObject({ contract: undefined, problems: [problem] });
  });

  it("a missing file, and a folder", () => {
    const folder = folderWith({ "api/a.yaml": "" });
    const messages = ["none.yaml", "api", "/none.yaml"].map((entry) =>
      loadContract(entry, { workingFolder: folder }).diagnostics.map(inWords),
    );
    expect(messages).toEqual([
      ['- file-unreadable cannot read "none.yaml": no such file'],
      ['- file-unreadable cannot read "api": it is a folder'],
      ['- file-unreadable cannot read "/none.yaml": no such file'],
    ]);
  });
});

it.each(["3.0.0", "3.0.4", "3.1.0", "3.1.2"])("accepts version %s", (version) => {
  expect(problems(`openapi: ${version}\ninfo: {}`)).toEqual([]);
});

it("reports all problems together", () => {
  expect(problems(`${small}paths: []\ncomponents:\n  schemas:\n    A: { $ref: a.yaml }\n    B: 5\n`)).toEqual([
    'openapi.yaml:6:16 ref-unresolved cannot resolve $ref "a.yaml": no such file',
    "openapi.yaml:7:8 structure a schema must be a map, but it is the number 5",
    "openapi.yaml:3:8 structure a paths object must be a map, but it is a list",
  ]);
});

it("reads the target of a link to the main document, with the files next to it", () => {
  const folder = folderWith({
    "real/openapi.yaml": `${small}components: { schemas: { A: { $ref: b.yaml } } }`,
    "real/b.yaml": "{}",
    "work/x": "",
  });
  symlinkSync("../real/openapi.yaml", path.join(folder, "work/openapi.yaml"));
  const { contract, diagnostics } = loadContract("openapi.yaml", { workingFolder: path.join(folder, "work") });
  expect(diagnostics).toEqual([]);
  expect(contract!.files.map((file) => file.path)).toEqual([`${folder}/real/openapi.yaml`, `${folder}/real/b.yaml`]);
});

it("accepts another prefix", () => {
  const text = `${small}x-acme-db-actions: { run: { body: { $ref: "#/x-acme-db-actions/run/result" }, result: { type: object } } }\n`;
  const { contract } = loadContract("a.yaml", { workingFolder: folderWith({ "a.yaml": text }), extensionPrefix: "acme" });
  expect(contract!.extensionPrefix).toBe("acme");
  expect(Object.keys(contract!.document["components"] as object)).toEqual(["schemas"]);
});
