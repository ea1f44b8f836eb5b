import { copyFileSync, writeFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";
import { createProject, type Project } from "./project.js";

let project: Project;

/** Responds to everything with the same. */
const api = `require("node:http").createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
}).listen(Number(process.env.PORT), "127.0.0.1");`;

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(() => {
  project = createProject();
  copyFileSync(repositoryPath("recipes/proxy.sh"), path.join(project.folder, "proxy.sh"));
  writeFileSync(path.join(project.folder, "api.cjs"), api);
});

async function run(tests: string) {
  const [port, proxyPort] = [await freePort(), await freePort()];
  const environment = { PORT: String(port), PROXY_PORT: String(proxyPort) };
  return project.run(`sh proxy.sh "node api.cjs" http://127.0.0.1:${port} "${tests}"`, environment);
}

test("tests that pass without a finding pass", async () => {
  expect(await run("test -n \\$API_URL")).toMatchObject({ code: 0 });
  expect(project.read("proxy.xml")).toContain("<testsuite");
});

test("a finding fails, and is in the report", async () => {
  expect(await run("curl --silent --output /dev/null \\$API_URL/nothing")).toMatchObject({ code: 1 });
  expect(project.read("proxy.xml")).toContain("har-unmatched");
});

test("tests that fail fail with their exit code", async () => {
  expect(await run("exit 7")).toMatchObject({ code: 7 });
});
