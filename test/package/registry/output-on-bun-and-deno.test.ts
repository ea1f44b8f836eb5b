import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { runCli, temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { installBinary } from "./install-binary.js";

const server = `
import { bearerToken, createServer } from "../generated/server/index.ts";
import { handlers } from "./handlers/index.ts";

const { cache } = handlers.actions;
export const server = createServer({
  handlers: {
    ...handlers,
    actions: { cache: { ...cache, resize: async ({ body }) => ({ status: "done", result: { memory_mb: body.memory_mb } }) } },
  },
  authenticate: ({ headers }) => (bearerToken(headers) === "secret" ? { scopes: ["service:write"] } : undefined),
  canAccess: () => true,
  findResource: () => ({ type: "cache", status: "active" } as const),
  log: ({ message }) => console.error(message),
});
`;

let project: string;

beforeAll(async () => {
  project = temporaryFolder();
  cpSync(repositoryPath("templates/init/spec"), path.join(project, "spec"), { recursive: true });
  writeFileSync(path.join(project, "package.json"), '{ "type": "module" }\n');
  writeFileSync(path.join(project, "openapi-actions.config.yaml"), "scaffold: src/handlers\nimportExtension: .ts\n");
  const { code, stderr } = await runCli(project, ["generate"]);
  if (code !== 0) throw new Error(stderr);
  writeFileSync(path.join(project, "src/server.ts"), server);
  const recipes = readFileSync(repositoryPath("recipes/README.md"), "utf8");
  writeFileSync(path.join(project, "src/main.ts"), /^\/\/ src\/main\.ts\n[^]*?(?=^```$)/m.exec(recipes)![0]);
});

const { platform, arch } = process;
const bun = () => installBinary(`@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}`, "1.4.5", "bin/bun");
const deno = () => installBinary(`@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`, "2.9.6", "deno");

test.for([
  { runtime: "Bun", install: bun, args: ["src/main.ts"] },
  { runtime: "Deno", install: deno, args: ["serve", "--port", "0", "src/main.ts"] },
])("$runtime runs the output unchanged", async ({ install, args }, { skip }) => {
  const installed = install();
  if ("reason" in installed) return skip(installed.reason);
  const address = await start(installed.binary, args);
  const resize = async (body: object, token = "secret") => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const url = new URL("/v1/services/c1/actions/resize", address);
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return [response.status, await response.json()];
  };
  expect(await resize({ memory_mb: 256 })).toEqual([200, { action: "resize", status: "done", result: { memory_mb: 256 } }]);
  expect(await resize({ memory_mb: 1 })).toEqual([400, { error: "invalid_action_body: /memory_mb must be >= 64." }]);
  expect((await resize({ memory_mb: 256 }, "wrong"))[0]).toBe(401);
});

/** Starts a program that serves on a free port, and returns the address that it prints. */
function start(binary: string, args: readonly string[]): Promise<string> {
  const child = spawn(binary, args, {
    cwd: project,
    env: { ...process.env, PORT: "0", DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
  });
  onTestFinished(() => void child.kill());
  return new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const port = /https?:\/\/[^\s:]+:(\d+)/.exec(printed)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`it ended with ${code}: ${printed}`)));
  });
}
