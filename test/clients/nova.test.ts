import { expect, test } from "vitest";
import { compileContract, serveContract } from "./contract-server.js";
import { findProgram, program } from "./programs.js";

interface Call {
  readonly path: { readonly server_id: string; readonly flavor_id: string };
  readonly query: { readonly name?: string };
  readonly body: { readonly flavorRef: string };
  readonly fail: (code: string, message: string) => unknown;
}

const flavors = ["small", "large"].map((name, index) => ({ id: `f${index}`, name }));

test("openstack calls the generated server", async ({ skip }) => {
  const file = findProgram("openstack");
  if (!file) return skip("openstack is not installed");
  const { url, log, calls } = await serveServers();
  const run = program(file);
  const openstack = (line: string, token = "secret") =>
    run("--os-auth-type", "admin_token", "--os-endpoint", url, "--os-token", token, "server", ...line.split(" "));
  const prints = (stdout: string) => ({ code: 0, stdout, stderr: "" });
  const fails = (message: string) => ({ code: 1, stdout: "", stderr: expect.stringContaining(`${message}\n`) as string });

  expect(await openstack("list --no-name-lookup -f value -c Name -c Status")).toEqual(prints("web SHUTOFF\n"));
  expect(await openstack("start web")).toEqual(prints(""));
  expect(await openstack("reboot --hard web")).toEqual(prints(""));
  expect(await openstack("resize --flavor f1 web")).toEqual(prints(""));
  expect(await openstack("resize confirm web")).toEqual(prints(""));
  expect(await openstack("show web -f value -c flavor -c status")).toEqual(prints("large (f1)\nACTIVE\n"));
  expect(await openstack("stop web")).toEqual(prints(""));
  expect(calls).toEqual([
    ["os-start", {}],
    ["reboot", { type: "HARD" }],
    ["resize", { flavorRef: "f1" }],
    ["confirmResize", {}],
    ["os-stop", {}],
  ]);

  expect(await openstack("stop web")).toEqual(fails("Not possible while the server is SHUTOFF. (HTTP 409)"));
  expect(await openstack("resize --flavor f1 web")).toEqual(fails("The server has this flavor. (HTTP 400)"));
  expect(await openstack("pause web")).toEqual(fails("/servers/s1/action, The server has no action of this name."));
  expect(await openstack("stop none")).toEqual(fails("No server with a name or ID of 'none' exists."));
  expect(await openstack("list", "wrong")).toEqual(fails("Valid credentials are required. (HTTP 401)"));
  expect(log).toEqual([]);
});

/** Serves one server, and keeps which of its actions were called. */
async function serveServers() {
  const server = { id: "s1", name: "web", status: "SHUTOFF", flavor: { id: "f0" }, image: "", addresses: {}, metadata: {} };
  const calls: [action: string, body: object][] = [];
  const become = (status: string, action: string) => (call: Call) => {
    calls.push([action, call.body]);
    server.status = status;
    return {};
  };
  const { url, log } = await serveContract(await compileContract("nova.yaml"), {
    authenticate: ({ headers }) => (headers["x-auth-token"] === "secret" ? {} : undefined),
    findResource: (at) => ((at as Call["path"]).server_id === server.id ? { server } : undefined),
    handlers: {
      operations: {
        findServers: ({ query }: Call) => ({ status: 200, body: { servers: query.name === server.name ? [server] : [] } }),
        listServers: () => ({ status: 200, body: { servers: [server] } }),
        getServer: ({ path, fail }: Call) =>
          path.server_id === server.id ? { status: 200, body: { server } } : fail("not_found", "There is no such server."),
        getFlavor: ({ path, fail }: Call) => {
          const flavor = flavors.find(({ id }) => id === path.flavor_id);
          return flavor ? { status: 200, body: { flavor } } : fail("not_found", "There is no such flavor.");
        },
      },
      actions: {
        server: {
          "os-start": become("ACTIVE", "os-start"),
          "os-stop": become("SHUTOFF", "os-stop"),
          reboot: become("ACTIVE", "reboot"),
          resize: (call: Call) => {
            const { flavorRef: id } = call.body;
            if (id === server.flavor.id) return call.fail("flavor_in_use", "The server has this flavor.");
            server.flavor = { id };
            return become("VERIFY_RESIZE", "resize")(call);
          },
          confirmResize: become("ACTIVE", "confirmResize"),
        },
      },
    },
  });
  return { url: `${url}/v2.1`, log, calls };
}
