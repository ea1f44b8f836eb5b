import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../support/command-line.js";
import { compileContract, contractsFolder, serveContract } from "./contract-server.js";
import { findProgram, program } from "./programs.js";

interface Call {
  readonly path: { readonly id: number };
  readonly query: { readonly name?: string; readonly id?: readonly number[] };
  readonly body: { readonly server_type: number };
  readonly fail: (code: string, message: string) => unknown;
}

interface Failure {
  readonly code: string;
  readonly message: string;
}

/** An action that a server has begun, and how it ends. */
interface Action {
  readonly id: number;
  readonly command: string;
  readonly failure: Failure | undefined;
  polls: number;
}

const types = ["cx22", "cx32", "cpx11"].map((name, index) => ({ id: index + 1, name }));
const named = (name: string | undefined) => (item: { readonly name: string }) => (name ?? item.name) === item.name;

test("hcloud calls a server of the adopted document", async ({ skip }) => {
  const file = findProgram("hcloud");
  if (!file) return skip("hcloud is not installed");
  const { url, log, seen } = await serveServers();
  const hcloud = (line: string, HCLOUD_TOKEN = "secret") =>
    program(file, { HCLOUD_ENDPOINT: `${url}/v1`, HCLOUD_TOKEN })("server", ...line.split(" "), "--poll-interval", "1ms");
  const prints = (stdout: unknown) => ({ code: 0, stdout, stderr: expect.not.stringContaining("hcloud:") as string });
  const fails = (message: string) => ({ code: 1, stdout: "", stderr: expect.stringContaining(`hcloud: ${message}\n`) as string });

  expect(await hcloud("list -o columns=id,name,status")).toEqual(
    prints("ID   NAME   STATUS\n1    web    off\n2    db     running\n"),
  );
  expect(await hcloud("describe db -o format={{.Status}}")).toEqual(prints("running\n"));
  expect(await hcloud("change-type web cx32")).toEqual(prints("Server 1 changed to type cx32\n"));
  expect(await hcloud("describe 1 -o format={{.ServerType.Name}}")).toEqual(prints("cx32\n"));
  expect(await hcloud("change-type web cpx11")).toEqual(fails("The disk is too large for this type. (invalid_server_type)"));
  expect(await hcloud("poweron web")).toEqual(prints("Server 1 started\n"));
  expect(await hcloud("list -o noheader -o columns=status")).toEqual(prints("running\nrunning\n"));
  expect(await hcloud("reboot 2")).toEqual(fails("action 3 failed: The host is overloaded. (action_failed)"));
  // Each action was asked for until it had ended.
  expect(seen).toEqual([
    "change_server_type running",
    "change_server_type success",
    "start_server running",
    "start_server success",
    "reboot_server running",
    "reboot_server error",
  ]);

  expect(await hcloud("change-type db cx32")).toEqual(fails("Not possible while the server is running. (server_not_stopped)"));
  expect(await hcloud("poweroff 2")).toEqual(fails("The server has no action of this name. (not_found)"));
  expect(await hcloud("list", "wrong")).toEqual(fails("A valid bearer token is required. (unauthorized)"));
  expect(await hcloud("describe 9")).toEqual(fails("server not found: 9"));
  expect(log).toEqual([]);
});

/** Serves two servers. Their actions are running when they are asked for first, and have ended from then on. */
async function serveServers() {
  const servers = [
    { id: 1, name: "web", status: "off", server_type: types[0]! },
    { id: 2, name: "db", status: "running", server_type: types[0]! },
  ];
  const find = ({ path: { id } }: Pick<Call, "path">) => servers.find((server) => server.id === id);
  const actions: Action[] = [];
  const seen: string[] = [];
  const begin = (command: string, failure?: Failure) => {
    const action: Action = { id: actions.length + 1, command, failure, polls: 0 };
    actions.push(action);
    return { result: { action: representation(action) } };
  };
  const poll = (action: Action) => {
    action.polls += 1;
    const shown = representation(action);
    seen.push(`${shown.command} ${shown.status}`);
    return shown;
  };
  const { url, log } = await serveContract(await adopt(), {
    authenticate: ({ headers }) => (headers["authorization"] === "Bearer secret" ? {} : undefined),
    findResource: (at) => {
      const server = find({ path: at as Call["path"] });
      return server && { server };
    },
    handlers: {
      operations: {
        listServers: ({ query }: Call) => ({ status: 200, body: { servers: servers.filter(named(query.name)), meta } }),
        getServer: (call: Call) => {
          const server = find(call);
          return server ? { status: 200, body: { server } } : call.fail("not_found", "There is no such server.");
        },
        listServerTypes: ({ query }: Call) => ({ status: 200, body: { server_types: types.filter(named(query.name)) } }),
        listActions: ({ query }: Call) => ({
          status: 200,
          body: { actions: actions.filter(({ id }) => query.id?.includes(id)).map(poll), meta },
        }),
      },
      actions: {
        server: {
          poweron: (call: Call) => {
            find(call)!.status = "running";
            return begin("start_server");
          },
          reboot: () => begin("reboot_server", { code: "action_failed", message: "The host is overloaded." }),
          change_type: (call: Call) => {
            const type = types.find(({ id }) => id === call.body.server_type)!;
            if (type.name === "cpx11") return call.fail("invalid_server_type", "The disk is too large for this type.");
            find(call)!.server_type = type;
            return begin("change_server_type");
          },
        },
      },
    },
  });
  return { url, log, seen };
}

const meta = { pagination: { page: 1, per_page: 50, previous_page: null, next_page: null, last_page: 1, total_entries: 2 } };

function representation({ id, command, failure, polls }: Action) {
  const ended = failure ? "error" : "success";
  const status = polls > 1 ? ended : "running";
  const error = status === "error" ? failure : null;
  return { id, command, status, error, progress: 0, started: "2026-01-01T00:00:00Z", finished: null, resources: [] };
}

/** Compiles the document with the overlay that `adopt` writes for it, and with what the document doesn't describe. */
async function adopt() {
  const workingFolder = mkdtempSync(path.join(tmpdir(), "hetzner-"));
  for (const file of ["hetzner.yaml", "hetzner.additions.yaml"])
    copyFileSync(path.join(contractsFolder, file), path.join(workingFolder, file));
  expect(await runCli(workingFolder, ["adopt", "hetzner.yaml"])).toMatchObject({ code: 0 });
  return compileContract("hetzner.yaml", { workingFolder, overlays: ["hetzner.overlay.yaml", "hetzner.additions.yaml"] });
}
