import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { load } from "../../../generator/live/index.js";
import { mockOf } from "../../../generator/tools/mock/mock.js";
import { createControlPlane, projectId, serviceIds } from "../../server/control-plane.js";
import { examples } from "../../server/examples.js";
import { listen } from "../../server/listen.js";
import { fileOf, ownSite } from "./build-site.js";

const site = await ownSite();
const base = "https://api.platform.example";

/** The commands of a page, in its order. */
function commandsOf(page: string): string[] {
  return [...fileOf(site, `${page}.md`).matchAll(/```sh\n(curl [^]*?)\n```/g)].map(([, command]) => command!);
}

/** Runs a command as printed, at another address, and returns the status and the body. */
async function run(command: string, port: number, variables: Readonly<Record<string, string>>) {
  expect(command).toContain(`"${base}/`);
  const called = `${command.replace(base, `http://127.0.0.1:${port}`)} --silent --noproxy '*' --write-out '\n%{http_code}'`;
  const env = { PATH: process.env["PATH"], ...variables };
  const { stdout } = await promisify(execFile)("sh", ["-c", called], { env });
  const [body = "", status] = stdout.split(/\n(?=\d+$)/);
  return { status: Number(status), body: JSON.parse(body) as { readonly error?: string } };
}

const contract = await load("spec/openapi.yaml");
const operations = ["createService", "getProject", "getService", "listServices", "revealCredential"];

/** The servers of which every command is tried: the generated one, and a mock. */
const servers = {
  "the control plane": async (type: keyof typeof serviceIds, facts: object) => {
    const plane = createControlPlane();
    const id = serviceIds[type];
    plane.services.set(id, { ...plane.services.get(id)!, ...facts });
    return (await listen(plane.server)).port;
  },
  "the mock": async (type: keyof typeof serviceIds, facts: object) => {
    const scopes = ["service:read", "service:data", "service:write", "service:admin", "service:reveal"];
    const mock = mockOf(contract, { tempo: 0, tokens: { all: { scopes } }, log: (message) => expect.fail(message) });
    const service = { id: serviceIds[type], project_id: projectId, type, plan: "shared", name: "orders", status: "active" };
    mock.setState({ collections: { [`/v1/projects/${projectId}/services`]: [{ ...service, ...facts }] } });
    return (await listen(mock)).port;
  },
} as const;

describe.each(Object.entries(servers))("at %s", (name, start) => {
  const variables = { TOKEN: "all", PROJECT_ID: projectId };

  test("the command of every action succeeds, and those that follow one", { timeout: 300_000 }, async () => {
    const wrong: string[] = [];
    let ran = 0;
    for (const { type, action, states, plans, isAsync } of examples) {
      const kind = type as keyof typeof serviceIds;
      const port = await start(kind, { status: states[0], ...(plans?.[0] !== undefined && { plan: plans[0] }) });
      const commands = commandsOf(`actions/${type}/${action}`);
      expect(commands.length).toBe(isAsync ? 2 : 1);
      for (const command of commands) {
        const { status, body } = await run(command, port, { ...variables, SERVICE_ID: serviceIds[kind] });
        ran++;
        // A mock knows none of the things that examples name.
        const isMissing = name === "the mock" && [404, 409].includes(status) && !/^(?:resource|action)_/.test(body.error ?? "");
        if (![200, 202].includes(status) && !isMissing) wrong.push(`${type} ${action}: ${status} ${body.error}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(ran).toBeGreaterThan(examples.length);
  });

  test.each(operations)("the command of %s succeeds", async (id) => {
    const port = await start("postgres", {});
    const [command, ...others] = commandsOf(`operations/${id}`);
    expect(others).toEqual([]);
    const { status, body } = await run(command!, port, { ...variables, SERVICE_ID: serviceIds.postgres });
    // This control plane has no plan to create services in.
    const isFull = id === "createService" && name === "the control plane";
    expect([status, body.error]).toEqual(
      isFull ? [409, "entitlement_conflict: The plan is not included."] : [id === "createService" ? 201 : 200, undefined],
    );
  });
});
