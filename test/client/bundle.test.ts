import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bundlers } from "../../bench/client/bundlers.mjs";
import { repositoryPath } from "../support/repository.js";

const options = '{ baseUrl: "https://api.platform.example", token: "t" }';
const target = '{ project_id: "p", service_id: "s" }';

/** The minified bundle of some code. */
async function bundle(imported: string, code: string): Promise<string> {
  const entry = path.join(mkdtempSync(path.join(tmpdir(), "bundle-")), "entry.ts");
  const from = JSON.stringify(repositoryPath("generated/client/index.ts"));
  writeFileSync(entry, `import ${imported && `{ ${imported} } from `}${from};\n${code}`);
  return (await bundlers.rolldown(entry)).code;
}

const call = (client: string) => `console.log(await ${client}.postgres(${target}).add_ip({ cidr: "203.0.113.0/24" }));`;

const oneAction = call(`createClient(${options})`);
const onlyAction = call(`createClientOf([postgresAddIp], ${options})`);

test("a bundle that calls one action is small, and has no other action in it", async () => {
  const code = await bundle("createClient", oneAction);
  expect(gzipSync(code).length).toBeLessThan(2_900);
  expect(code).toContain("add_ip");
  for (const other of ["backup_now", "list_buckets", "service_health"]) expect(code).not.toContain(other);
});

test("a client of one action has no other operation, no other service type and no function that only others need", async () => {
  const code = await bundle("createClientOf, postgresAddIp", onlyAction);
  expect(gzipSync(code).length).toBeLessThan(2_420);
  expect(code).toContain("add_ip");
  const others = ["backup_now", "service_health", "objects", "getProject", "revealCredential", "[redacted]`}", "query`"];
  for (const other of others) expect(code).not.toContain(other);
});

test("a client of one operation has no action in it", async () => {
  const code = await bundle("createClientOf, getProject", `createClientOf([getProject], ${options}).getProject(${target});`);
  expect(gzipSync(code).length).toBeLessThan(2_175);
  for (const other of ["actions", "postgres", "Proxy", "getService"]) expect(code).not.toContain(other);
});

test("unused parts are not in it: retries, validators, pages, handles, following", async () => {
  const unused = ["retry-after", "violates the contract", "next_cursor", "action_unavailable", "did not complete in time"];
  for (const code of [await bundle("createClient", oneAction), await bundle("createClientOf, postgresAddIp", onlyAction)])
    for (const text of unused) expect(code).not.toContain(text);
});

test("retries add the names of the actions that may be repeated, and nothing else", async () => {
  const code = await bundle("createClient, retry", oneAction.replace('"t"', '"t", use: [retry()]'));
  for (const text of ["list_buckets", "service_health", "retry-after"]) expect(code).toContain(text);
  for (const text of ["backup_now", "violates the contract", "next_cursor"]) expect(code).not.toContain(text);
});

test("retries of some calls add no names", async () => {
  const code = await bundle(
    "createClientOf, postgresAddIp, retryOf",
    onlyAction.replace('"t"', '"t", use: [retryOf([postgresAddIp])]'),
  );
  expect(gzipSync(code).length).toBeLessThan(3_150);
  expect(code).toContain("retry-after");
  for (const text of ["list_buckets", "service_health", "backup_now"]) expect(code).not.toContain(text);
});

test("nothing of a client that is imported without being used is in a bundle", async () => {
  expect(await bundle("", "")).toBe("");
});
