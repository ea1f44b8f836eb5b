import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";

const start = `
  import { createClient, ALL } from ${JSON.stringify(repositoryPath("generated/client/index.ts"))};
  const options = { baseUrl: "https://api.platform.example", token: "t" };
  const target = { project_id: "p", service_id: "s" };
`;

/** The minified bundle of some code. */
async function bundle(code: string, imported = "retry"): Promise<string> {
  const entry = path.join(mkdtempSync(path.join(tmpdir(), "bundle-")), "entry.ts");
  writeFileSync(entry, start.replace("ALL", imported) + code);
  const build = await rolldown({ input: entry, platform: "browser", logLevel: "silent" });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  return output.map((file) => ("code" in file ? file.code : "")).join("");
}

const oneAction = 'console.log(await createClient(options).postgres(target).add_ip({ cidr: "203.0.113.0/24" }));';

test("a bundle that calls one action is small, and has no other action in it", async () => {
  const code = await bundle(oneAction);
  // 38 B of it name a cut-off response and reject a base URL with a query, which would swallow the paths.
  // 10 B keep the calls of actions out of clients without any, and 10 B say of what service they are, for keys of queries.
  expect(gzipSync(code).length).toBeLessThan(2700);
  expect(code).toContain("add_ip");
  for (const other of ["backup_now", "list_buckets", "service_health"]) expect(code).not.toContain(other);
});

test("unused parts are not in it: retries, validators, pages, handles, following", async () => {
  const code = await bundle(oneAction);
  for (const text of ["retry-after", "violates the contract", "next_cursor", "action_unavailable", "did not complete in time"]) {
    expect(code).not.toContain(text);
  }
});

test("retries add the names of the actions that may be repeated, and nothing else", async () => {
  const code = await bundle(oneAction.replace("options", "{ ...options, use: [retry()] }"));
  for (const text of ["list_buckets", "service_health", "retry-after"]) expect(code).toContain(text);
  for (const text of ["backup_now", "violates the contract", "next_cursor"]) expect(code).not.toContain(text);
});
