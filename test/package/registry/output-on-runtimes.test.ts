import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "rolldown";
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

test("the runtime of Cloudflare Workers runs the server and the client in one module", async ({ skip }) => {
  const machine = `${platform}-${arch === "x64" ? "64" : arch}`;
  const installed = installBinary(`@cloudflare/workerd-${machine}`, "1.20261117.1", "bin/workerd");
  if ("reason" in installed) return skip(installed.reason);
  writeFileSync(path.join(project, "src/worker.ts"), worker);
  await build({
    input: path.join(project, "src/worker.ts"),
    platform: "neutral",
    logLevel: "silent",
    output: { file: path.join(project, "worker.js"), codeSplitting: false },
  });
  writeFileSync(path.join(project, "worker.capnp"), workerConfig);
  const address = await start(installed.binary, ["serve", "worker.capnp", "--control-fd=1"]);
  const call = async (memory: number) => (await fetch(new URL(`/resize/${memory}`, address))).json();
  expect(await Promise.all([256, 512].map(call))).toEqual([{ memory_mb: 256 }, { memory_mb: 512 }]);
  expect(await call(1)).toEqual({ code: "invalid_action_body", status: 400 });
});

/** Calls the server of `src/server.ts` with the client. */
const worker = `
import { ClientError, createClient } from "../generated/client/index.ts";
import { toFetchHandler } from "../generated/server/index.ts";
import { server } from "./server.ts";

const handle = toFetchHandler(server);
export default {
  async fetch({ url }: Request): Promise<Response> {
    const client = createClient({ baseUrl: new URL(url).origin, token: "secret", fetch: (input, init) => handle(new Request(input, init)) });
    try {
      const { result } = await client.cache({ service_id: "c1" }).resize({ memory_mb: Number(url.split("/").at(-1)) });
      return Response.json(result);
    } catch (error) {
      if (error instanceof ClientError) return Response.json({ code: error.code, status: error.status });
      throw error;
    }
  },
};
`;

const workerConfig = `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.js")], compatibilityDate = "2026-01-01"))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

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
      const port = /https?:\/\/[^\s:]+:(\d+)|"port":(\d+)/.exec(printed)?.slice(1).find(Boolean);
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`it ended with ${code}: ${printed}`)));
  });
}
