import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../support/command-line.js";
import { repositoryPath } from "../../../support/repository.js";
import { expandSpec } from "../expand-contract.js";
import { redocly, runTool } from "./run-tool.js";

/** Type errors of a TypeScript file and what it imports; a line below `@ts-expect-error` must have one. */
async function typeErrors(folder: string, name: string, text: string): Promise<string> {
  writeFileSync(path.join(folder, name), text);
  const tsc = repositoryPath("node_modules/typescript-native/bin/tsc");
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom", "--types", ""];
  try {
    await promisify(execFile)(process.execPath, [tsc, ...options, name], { cwd: folder });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

function folderWithDocument(): string {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  const file = expandSpec().files.find(({ path: name }) => name === "openapi.postgres.json")!;
  writeFileSync(path.join(folder, file.path), file.text);
  return folder;
}

test("openapi-typescript types body, response and errors of an action", async () => {
  const folder = folderWithDocument();
  const { code } = await runTool(folder, "openapi-typescript/bin/cli.js", ["openapi.postgres.json", "-o", "types.ts"]);
  expect(code).toBe(0);
  const use = `
import type { operations } from "./types.js";
type AddIp = operations["postgres.add_ip"];
type Body = NonNullable<AddIp["requestBody"]>["content"]["application/json"];
type Answer = AddIp["responses"][200]["content"]["application/json"];
type Failure = AddIp["responses"][409]["content"]["application/json"];
export const body: Body = { cidr: "203.0.113.0/24" };
// @ts-expect-error
export const wrong: Body = { cdir: "203.0.113.0/24" };
// @ts-expect-error
export const incomplete: Body = { description: "office" };
export const facts = (answer: Answer): ["add_ip", "ok", boolean] => [answer.action, answer.status, answer.result.enforced];
export const text = (failure: Failure): string => failure.error;
`;
  expect(await typeErrors(folder, "use.ts", use)).toBe("");
});

test("the client of `redocly generate-client` types body and response of an action", async () => {
  const folder = folderWithDocument();
  expect((await runTool(folder, redocly, ["generate-client", "openapi.postgres.json", "-o", "client.ts"])).code).toBe(0);
  const use = `
import { postgres_add_ip } from "./client.js";
const path = { project_id: "project", service_id: "service" };
export const answer = await postgres_add_ip({ path, body: { ip: "203.0.113.7" } });
export const enforced: boolean = answer.result.enforced;
// @ts-expect-error
await postgres_add_ip({ path, body: { cdir: "203.0.113.0/24" } });
// @ts-expect-error
await postgres_add_ip({ path, body: {} });
`;
  expect(await typeErrors(folder, "use.ts", use)).toBe("");
});
