import path from "node:path";
import { beforeAll, describe, expect, test, type TestContext } from "vitest";
import { load } from "../../../generator/live/index.js";
import { describeMcp } from "../../../generator/emit/mcp/describe-mcp.js";
import { installNode } from "../../package/registry/install-binary.js";
import { repositoryPath } from "../../support/repository.js";
import { install } from "../install.js";
import { program, type Program } from "../programs.js";
import { command, startMcp } from "./start-mcp.js";

const contract = repositoryPath("spec/openapi.yaml");
const project = { project_id: "00000000-0000-4000-8000-000000000001" };

/** Loading the inspector takes seconds. */
const variables = { NO_COLOR: "1" };

let inspector: Program | string;
let script = "";

beforeAll(() => {
  const installed = install("@modelcontextprotocol/inspector", "2.12.0");
  const node = installNode("22");
  if ("reason" in installed) inspector = installed.reason;
  else if ("reason" in node) inspector = node.reason;
  else {
    inspector = program(node.binary, variables);
    script = path.join(installed.folder, "clients/launcher/build/index.js");
  }
}, 600_000);

/** What the inspector prints of a request to a server, given as a URL or as a command. */
async function inspect(context: TestContext, server: readonly string[], method: string, ...more: readonly string[]) {
  if (typeof inspector === "string") return context.skip(inspector);
  const target = server.length === 1 ? ["--server-url", ...server] : [];
  const started = server.length === 1 ? [] : server;
  const flags = ["--method", method, "--format", "json", "--quiet", ...more];
  const { code, stdout, stderr } = await inspector(script, "--cli", ...target, ...flags, ...started);
  const parsed = (text: string) => (text.startsWith("{") ? (JSON.parse(text) as Printed) : {});
  return { code, ...parsed(stdout), error: parsed(stderr).error, stderr };
}

interface Printed {
  readonly result?: Result & { readonly tools?: readonly { readonly name: string }[] };
  readonly error?: { readonly code: string; readonly message: string };
  readonly schemaFindings?: readonly { readonly toolName: string; readonly findings: readonly Finding[] }[];
}

interface Result {
  readonly content?: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly [name: string]: unknown;
}

interface Finding {
  readonly severity: string;
  readonly schema: string;
  readonly path: string;
  readonly issue: string;
}

const call = (name: string, args: object) => ["--tool-name", name, "--tool-args-json", JSON.stringify(args)];

/** How the inspector exits: a tool has failed, or a tool has no portable schema. */
const exits = { toolError: 5, otherError: 1 } as const;

describe.each(["legacy", "modern"])("era %s", (era) => {
  const flags = ["--protocol-era", era];

  test("over stdin and stdout: list, schemas, an invalid call and a destructive one", async (context) => {
    const server = [process.execPath, command, "mcp", contract, "--mock", "--budget", "1000000"];
    const listed = await inspect(context, server, "tools/list", "--strict", ...flags);
    expect([listed.code, listed.error]).toEqual([0, undefined]);
    const { tools } = describeMcp((await load(contract)).model);
    expect(listed.result?.tools?.map(({ name }) => name)).toEqual(tools.map(({ listed: { name } }) => name));
    const findings = listed.schemaFindings?.flatMap((one) => one.findings) ?? [];
    expect(findings.filter(({ severity, schema }) => severity === "error" || schema === "inputSchema")).toEqual([]);

    const invalid = await inspect(context, server, "tools/call", ...call("listServices", { project_id: 1 }), ...flags);
    expect([invalid.code, invalid.error?.code, invalid.result?.content?.[0]?.text]).toEqual([
      exits.toolError,
      "tool_is_error",
      "listServices violates the contract: /project_id must be string",
    ]);

    const body = { ...project, name: "orders", type: "postgres", plan: "shared" };
    const refused = await inspect(context, server, "tools/call", ...call("createService", body), ...flags);
    const text = "createService is destructive, and the client can't ask a person.";
    if (era === "legacy") expect(refused.result?.content?.[0]?.text).toContain(text);
    else expect(refused.error?.message).toContain(text);
    expect(refused.code).toBe(era === "legacy" ? exits.toolError : exits.otherError);

    const unknown = await inspect(context, server, "tools/call", ...call("no_such_tool", {}), ...flags);
    expect([unknown.code, unknown.error?.code]).toEqual([exits.toolError, "tool_not_found"]);
  });

  test("over HTTP: calls that change what later ones return, and 200 at once", async (context) => {
    const url = await startMcp(contract, "--mock", "--destructive", "allow", "--budget", "1000000");
    const body = { ...project, name: "orders", type: "postgres", plan: "shared" };
    const created = await inspect(context, [url], "tools/call", ...call("createService", body), ...flags);
    expect([created.code, created.result?.isError]).toEqual([0, undefined]);
    expect(created.result?.structuredContent).toMatchObject({ result: { name: "orders", type: "postgres" } });
    const listed = await inspect(context, [url], "tools/call", ...call("listServices", project), ...flags);
    expect(listed.result?.structuredContent).toMatchObject({ result: { services: [{ name: "orders" }] } });

    const load = ["--load", "--load-requests", "200", "--load-concurrency", "200"];
    const loaded = await inspect(context, [url], "tools/call", ...call("listServices", project), ...load, ...flags);
    expect(loaded.result).toMatchObject({ requests: 200, ok: 200, toolErrors: 0, errors: 0 });
  });
});
