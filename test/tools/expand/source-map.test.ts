import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../generator/document/json-value.js";
import { repositoryPath } from "../../support/repository.js";
import { contractWith, expandCase, expandSpec, expandValue, type Expanded } from "./expand-contract.js";

/** `<file>:<line>:<column> <text there>` of a pointer. */
function whereIs(expanded: Expanded, part: string, folder: string, pointer: string): string | undefined {
  const { files, pointers } = expanded.map(part);
  const found = pointers[pointer];
  if (!found) return undefined;
  const [file, line, column] = found;
  const text = readFileSync(repositoryPath(`${folder}/${files[file]}`), "utf8").split("\n")[line - 1]!;
  return `${files[file]}:${line}:${column} ${text.slice(column - 1)}`;
}

describe("of a contract in several files", () => {
  const expanded = expandCase("several-files");
  const at = (pointer: string) => whereIs(expanded, "postgres", "test/cases/several-files/contract", pointer);
  const action = "/paths/~1services~1{service_id}~1actions~1";

  test("names the document and the files", () => {
    const { version, document, files } = expanded.map("postgres");
    expect({ version, document, files }).toEqual({
      version: 1,
      document: "openapi.postgres.json",
      files: ["actions/add-ip.yaml", "actions/postgres.yaml", "openapi.yaml", "paths/action.yaml", "schemas.yaml"],
    });
  });

  test("an action maps to its name, or to the file that a reference points to", () => {
    expect(at(`${action}remove_ip/post`)).toBe("actions/postgres.yaml:2:1 remove_ip:");
    expect(at(`${action}remove_ip`)).toBe("actions/postgres.yaml:2:1 remove_ip:");
    expect(at(`${action}add_ip/post`)).toBe("actions/add-ip.yaml:1:1 label: Allow address");
  });

  test("its parts map to their locations", () => {
    expect(at(`${action}remove_ip/post/requestBody`)).toBe("actions/postgres.yaml:6:3 body: { $ref: ../schemas.yaml#/Address }");
    expect(at(`${action}add_ip/post/responses/200`)).toBe("actions/add-ip.yaml:5:1 result:");
    expect(at(`${action}remove_ip/post/responses/200`)).toBe('paths/action.yaml:11:5 "200": { description: Done }');
    expect(at(`${action}remove_ip/post/parameters/0`)).toMatch(/^paths\/action\.yaml:2:5 \{ name: service_id,/);
    expect(at(`${action}remove_ip/post/x-platform-action`)).toBe("actions/postgres.yaml:2:1 remove_ip:");
  });

  test("schemas map to their locations, generated ones to what they represent", () => {
    expect(at("/components/schemas/Address/properties/ip")).toBe("schemas.yaml:6:17 ip: { type: string, format: ipv4 } }");
    expect(at("/components/schemas/PostgresAddIpResult/properties/id")).toBe(
      "actions/add-ip.yaml:9:17 id: { $ref: ../schemas.yaml#/Id } }",
    );
    expect(at("/components/schemas/PostgresAddIpAnswer/properties/status")).toBe("actions/add-ip.yaml:5:1 result:");
    expect(at("/components/schemas/PostgresRemoveIpAnswer")).toBe("actions/postgres.yaml:2:1 remove_ip:");
  });
});

test("each object of each document has a location", () => {
  const expanded = expandSpec();
  for (const part of ["auth", "objects", "postgres", "search", "all"]) {
    const { pointers, files } = expanded.map(part);
    expect(Object.keys(pointers)).toEqual(objectPointers(expanded.document(part), ""));
    expect(files).toEqual([...files].sort());
    expect(files.every((file) => !file.startsWith("/") && !file.includes("\\"))).toBe(true);
  }
});

test("each property of a schema of the contract maps to the line that begins with its name", () => {
  const expanded = expandSpec();
  const pointers = Object.keys(expanded.map("all").pointers).filter((pointer) => {
    const keys = pointer.split("/");
    return keys.at(-2) === "properties" && keys.at(-3) !== "properties" && !/Answer\/properties\/\w+$/.test(pointer);
  });
  expect(pointers.length).toBeGreaterThan(900);
  const wrong = pointers.filter((pointer) => {
    const text = whereIs(expanded, "all", "spec", pointer)!.replace(/^\S+ /, "");
    return !text.startsWith(`${pointer.split("/").at(-1)}:`);
  });
  expect(wrong).toEqual([]);
});

test("an action that is defined elsewhere in the same file maps to its definition", () => {
  const root = { "x-definitions": { stop: { label: "There" } } };
  const contract = contractWith({ stop: { $ref: "#/x-definitions/stop" } }, { root });
  const pointer = "/paths/~1vms~1{id}~1actions~1stop/post";
  const column = JSON.stringify(contract).indexOf('{"label":"There"}') + 1;
  expect(expandValue(contract).map("vm").pointers[pointer]).toEqual([0, 1, column]);
});

test("generated objects have the location of their nearest ancestor", () => {
  const paths = { "/a": { get: { responses: { "200": { description: "Done." } } } } };
  const expanded = expandValue({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths });
  expect(expanded.map("all")).toMatchObject({ files: ["openapi.json"], pointers: { "": [0, 1, 1], "/info": [0, 1, 20] } });
});

function objectPointers(value: JsonValue, pointer: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.entries(value).flatMap(([key, item]) =>
    objectPointers(item, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
  return Array.isArray(value) ? below : [pointer, ...below];
}
