import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { provisionAuth } from "./support/auth-service.js";
import { usePlane } from "./support/control-plane.js";
import { provisionObjects } from "./support/objects.js";
import { addSearch } from "./support/search.js";

const plane = usePlane();
const example = fileURLToPath(new URL("../", import.meta.url));

/** Whether programs that the commands use are installed. */
function isInstalled(...names: readonly string[]): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names.every((name) => folders.some((folder) => existsSync(join(folder, name))));
}

/** Pastes a block of commands of a page into a shell, after the lines that `npm start` prints, and returns what they print. */
async function paste(page: string, block = 0): Promise<string> {
  const text = readFileSync(join(example, page), "utf8");
  const commands = [...text.matchAll(/^```sh\n(.*?)^```$/gms)][block]![1]!;
  const { url, projectId, tokenText } = plane.current;
  const env = {
    PATH: process.env["PATH"],
    HOME: plane.current.config.dataDir,
    TOKEN: tokenText,
    PROJECT: `${url}/v1/projects/${projectId}`,
  };
  const pasted = promisify(execFile)("bash", ["-e", "-o", "pipefail", "-c", commands], { cwd: example, env });
  // psql reads statements until their end.
  pasted.child.stdin!.end();
  return (await pasted).stdout;
}

test.runIf(isInstalled("bash", "curl", "jq", "psql"))("the README connects to a new service", async () => {
  expect(await paste("README.md", 1)).toBe("");
  const { services } = (await plane.current.api.list()).body;
  expect(services.map(({ name, status }) => [name, status])).toEqual([["invoices", "active"]]);
});

test.runIf(isInstalled("bash", "curl", "jq"))("docs/auth.md signs a user up", async () => {
  await provisionAuth(plane.current);
  expect(JSON.parse(await paste("docs/auth.md"))).toMatchObject({ user: { email: "ada@example.com" } });
});

test.runIf(isInstalled("bash", "curl", "jq"))("docs/search.md finds what it has written", async () => {
  await addSearch(plane.current);
  expect(await paste("docs/search.md")).toContain('"title":"<em>Star</em> Wars"');
});

test.runIf(isInstalled("bash", "curl", "jq", "aws"))("docs/objects.md shares what it has uploaded", async () => {
  await provisionObjects(plane.current);
  const presigned = (await paste("docs/objects.md")).trim().split("\n").at(-1)!;
  const response = await fetch(presigned);
  expect(await response.text()).toBe(readFileSync(join(example, "docs/objects.md"), "utf8"));
});
