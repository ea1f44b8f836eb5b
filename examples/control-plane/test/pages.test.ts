import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { catalog } from "../../../generated/actions.js";
import { operations } from "../../../generated/validators/index.js";
import { fileOf, ownSite } from "../../../test/tools/site/build-site.js";
import { usePlane } from "./support/control-plane.js";
import { contract } from "./support/minimal-body.js";
import { testedServices } from "./support/tested-services.js";

const plane = usePlane();
const base = "https://api.platform.example";

/** Runs the command of a page as printed, at the address of the control plane. */
async function run(page: string, variables: Readonly<Record<string, string>>) {
  const [, command] = /```sh\n(curl [^]*?)\n```/.exec(fileOf(await ownSite(), `${page}.md`))!;
  expect(command).toContain(`"${base}/`);
  const called = `${command!.replace(base, plane.current.url)} --silent --noproxy '*' --write-out '\n%{http_code}'`;
  const env = { PATH: process.env["PATH"], TOKEN: plane.current.tokenText, PROJECT_ID: plane.current.projectId, ...variables };
  const { stdout } = await promisify(execFile)("sh", ["-c", called], { env });
  const [body = "", status] = stdout.split(/\n(?=\d+$)/);
  return { status: Number(status), body: JSON.parse(body) as { readonly error?: string } };
}

test("the command of every action's page is valid: it succeeds, or names something that isn't there or isn't possible now", async () => {
  const { services } = await testedServices(plane.current);
  const possible: string[] = [];
  const wrong: string[] = [];
  for (const [type, actions] of Object.entries<object>(catalog)) {
    for (const name of Object.keys(actions)) {
      const { status, body } = await run(`actions/${type}/${name}`, { SERVICE_ID: services![type]![0]! });
      const code = /^\w+/.exec(body.error ?? "")?.[0] ?? "";
      // An earlier action may have begun to change the service.
      const isOwn = code === "action_unavailable" || status === 503 || errorsOf(type, name).includes(code);
      if (status === 200 || status === 202) possible.push(name);
      else if (!isOwn) wrong.push(`${type} ${name}: ${status} ${body.error}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(possible.length).toBeGreaterThan(30);
}, 300_000);

/** The codes of the failures that an action has of its own, for bodies that are valid. */
function errorsOf(type: string, name: string): string[] {
  const { post } = contract.paths["/v1/projects/{project_id}/services/{service_id}/actions/{action}"]!;
  const action = post[`x-platform-${type}-actions`]![name] as { readonly errors?: readonly { readonly code: string }[] };
  return (action.errors ?? []).map(({ code }) => code);
}

test.each(["getProject", "getService", "listServices", "revealCredential"] as const)("the command of %s succeeds", async (id) => {
  const { services } = await testedServices(plane.current, ["postgres"]);
  const { status, body } = await run(`operations/${id}`, { SERVICE_ID: services!["postgres"]![0]! });
  expect([status, operations[id].responses["200"](body)]).toEqual([200, true]);
});
