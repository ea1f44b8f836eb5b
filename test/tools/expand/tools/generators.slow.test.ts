import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../support/command-line.js";
import type { Expansion } from "../../../../generator/tools/expand/expansion.js";
import { expandSpec } from "../expand-contract.js";
import { redocly, runTool } from "./run-tool.js";

const types = ["auth", "objects", "postgres", "search"];

/** The declarations of the Python and Go clients of every service type. */
async function generate(settings: Expansion): Promise<{ python: string; go: string; log: string }> {
  const clients = { python: "", go: "", log: "" };
  for (const type of types) {
    const folder = temporaryFolder();
    const file = expandSpec(settings).files.find(({ path: name }) => name === `openapi.${type}.json`)!;
    writeFileSync(path.join(folder, file.path), file.text);
    const args = ["generate-client", file.path, "-o", "client.ts", "--generator", "python", "--generator", "go"];
    const { code, stdout, stderr } = await runTool(folder, redocly, args);
    expect(code).toBe(0);
    // The rest is the same for each contract.
    const read = (name: string) => readFileSync(path.join(folder, name), "utf8").split("Embedded runtime")[0]!;
    clients.python += read("client.py");
    clients.go += read("client.go");
    clients.log += stdout + stderr;
  }
  return clients;
}

/** The bodies of actions that are an alias of something that nothing is known about. */
const aliases = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!).sort();
const untyped = {
  python: (text: string) => aliases(text, /^(\w+Body) = .*\bAny\b/gm),
  go: (text: string) => aliases(text, /^type (\w+Body) = any$/gm),
};

const unions = [
  "AuthCreateUserBody",
  "AuthExportUsersBody",
  "PostgresAddIpBody",
  "PostgresCredentialConnectivityBody",
  "PostgresMigrationBeginBody",
  "PostgresPgUpgradeRequestBody",
  "PostgresPoolUserCreateBody",
  "PostgresPoolUserRotateBody",
  "PostgresPrepareDatabaseExportBody",
  "PostgresRemoveIpBody",
  "PostgresRestoreBackupBody",
];

test("with inline schemas, bodies with alternatives have no type", async () => {
  const { python, go } = await generate({ nested: "inline" });
  expect(untyped.python(python)).toEqual(unions);
  expect(untyped.go(go)).toEqual(unions);
});

describe.each(["3.1", "3.0"] as const)("OpenAPI %s", (openapi) => {
  test("every body has a type in Python, and every alternative in Go", async () => {
    const { python, go, log } = await generate({ openapi, operationId: "snake" });
    const declared = (text: string, pattern: RegExp) => new Set(aliases(text, pattern));
    const classes = declared(python, /^class (\w+)/gm);
    const bodies = new Set([...expandSpec().contract.serviceTypes].flatMap(({ actions }) => actions.map(({ body }) => body)));
    const members = new Map(
      [...python.matchAll(/^(\w+Body) = Union\[(.*)\]$/gm)].map(([, name, list]) => [name!, list!.split(", ")]),
    );
    expect([...members.keys()].sort()).toEqual(unions);
    expect(bodies.size).toBeGreaterThan(80);
    expect([...bodies].filter((body) => !classes.has(body) && !members.has(body))).toEqual([]);
    // Redocly writes every union as `any` in Go; its alternatives have types.
    const structs = declared(go, /^type (\w+) struct/gm);
    expect([...bodies].filter((body) => !structs.has(body))).toEqual(unions);
    for (const list of members.values()) expect(list.filter((name) => !classes.has(name) || !structs.has(name))).toEqual([]);
    expect(aliases(go, /^func Unmarshal(\w+Body)\(/gm)).toEqual(["PostgresPgUpgradeRequestBody"]);
    expect(log).not.toContain("not a usable identifier");
  });
});
