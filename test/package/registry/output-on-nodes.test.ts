import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runCli, temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { run } from "../run.js";
import { installNode } from "./install-binary.js";

/** Two projects with the same program: as it is, for Node that runs TypeScript, and compiled by tsc. */
let typed: string;
let compiled: string;

/** Calls the server of handlers that `--scaffold` wrote by the client, and checks a body by the validators. */
const program = `
import { createClient, hasCode, retry } from "./generated/client/index.ts";
import { createServer, notImplemented, toFetchHandler, toNodeHandler } from "./generated/server/index.ts";
import { actions, loadAllErrors } from "./generated/validators/index.ts";
import { handlers } from "./handlers/index.ts";
import type { Principal, Service } from "./handlers/types.ts";

const server = createServer<Principal, Service>({
  handlers: {
    ...handlers,
    actions: {
      postgres: {
        ...handlers.actions.postgres,
        add_ip: async ({ body }) => ({ status: "ok", result: { enforced: body.cidr !== "" } }),
      },
    },
  },
  authenticate: () => ({ scopes: ["service:read", "service:write"] }),
  canAccess: () => true,
  log: () => {},
  findResource: () => ({ type: "postgres", status: "active", plan: "dedicated" }),
});
const handle = toFetchHandler(server);
const client = createClient({
  baseUrl: "https://api.example.com",
  token: "secret",
  fetch: (url, init) => handle(new Request(url, init)),
  use: [retry({ attempts: 1 })],
});
const postgres = client.postgres({ service_id: "9f0d4f5c-2a53-4c39-9d0c-6f8f6cbb2a50" });
const { result } = await postgres.add_ip({ cidr: "203.0.113.0/24" });
const status = await postgres.list_ips({}).catch((error) => error.status);
const all = (await loadAllErrors()).actions.postgres.add_ip.body({ cidr: 1, note: 2 });
const isValid = actions.postgres.add_ip.body({ cidr: "::" });
const shown = [result.enforced, status, all.length, isValid, typeof toNodeHandler, typeof hasCode, typeof notImplemented];
console.log(JSON.stringify(shown));
`;

const expected = '[true,501,2,true,"function","function","function"]\n';

beforeAll(async () => {
  typed = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(typed, "spec"), { recursive: true });
  // The whole contract of the project has each of its modules loaded too.
  const whole = { input: repositoryPath("spec/openapi.yaml"), out: "whole" };
  const contracts = { api: { out: "generated", scaffold: "handlers" }, whole };
  const config = { importExtension: ".ts", contracts };
  writeFileSync(path.join(typed, "openapi-actions.config.json"), JSON.stringify(config));
  writeFileSync(path.join(typed, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(typed, "main.ts"), program);
  const modules = ["client", "server", "validators", "validators/all-errors"].map(
    (name) => `import "./whole/${name}/index.ts";\n`,
  );
  writeFileSync(path.join(typed, "whole.ts"), modules.join(""));
  const { code, stderr } = await runCli(typed, ["generate"]);
  if (code !== 0) throw new Error(stderr);

  compiled = temporaryFolder();
  const language = { module: "nodenext", target: "es2022", lib: ["es2022", "dom"], types: [], strict: true };
  const imports = { erasableSyntaxOnly: true, verbatimModuleSyntax: true, rewriteRelativeImportExtensions: true };
  const compilerOptions = { ...language, ...imports, rootDir: ".", outDir: compiled };
  writeFileSync(path.join(typed, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  run(typed, process.execPath, [repositoryPath("node_modules/typescript-native/bin/tsc"), "-p", "."]);
  writeFileSync(path.join(compiled, "package.json"), '{ "type": "module" }');
});

describe.each(["20", "22", "24", "26"])("with Node %s", (major) => {
  let node: string;

  beforeEach((context) => {
    const installed = installNode(major);
    if ("reason" in installed) context.skip(installed.reason);
    else node = installed.binary;
  });

  test("the compiled output runs", () => {
    expect(run(compiled, node, ["main.js"])).toBe(expected);
    expect(run(compiled, node, ["whole.js"])).toBe("");
  });

  // Node 20 can't run TypeScript; Node 22 warns whenever it does.
  test.skipIf(major === "20")("the output runs unchanged", () => {
    const flag = "--disable-warning=ExperimentalWarning";
    expect(run(typed, node, [flag, "main.ts"])).toBe(expected);
    expect(run(typed, node, [flag, "whole.ts"])).toBe("");
  });
});
