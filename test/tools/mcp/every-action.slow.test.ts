import { describe, expect, test } from "vitest";
import { createClient, load } from "../../../generator/live/index.js";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { createServer as createHttpServer } from "node:http";
import { mockOf, type Mock } from "../../../generator/tools/mock/mock.js";
import { toNodeHandler } from "../../../generator/live/index.js";
import { compile } from "../../../generator/compile.js";
import { readTemplate } from "../../../generator/package.js";
import { loadOutput } from "../../support/load-output.js";
import { repositoryPath } from "../../support/repository.js";
import { connect, type CreateServers, eras } from "./connect.js";

const contract = await load("spec/openapi.yaml");
const { model } = contract;
const target = { project_id: "00000000-0000-4000-8000-000000000001", service_id: "00000000-0000-4000-8000-000000000002" };
const collection = `/v1/projects/${target.project_id}/services`;
const actions = model.serviceTypes.flatMap((type) =>
  type.actions.map((action) => [`${type.name}_${action.name}`, action] as const),
);

/** The actions that make what others name, with the member of their results that names it. */
const makers: Readonly<Record<string, string>> = {
  auth_delete_user: "create_user",
  objects_delete_access_key: "create_access_key",
  objects_delete_bucket: "create_bucket",
  postgres_delete_replica: "add_replica",
  postgres_remove_ip: "add_ip",
  search_delete_index: "create_index",
  search_remove_domain: "add_domain",
};

/** Mocks that behave the same. */
function startMock(): Mock {
  return mockOf(contract, { tempo: 0, seed: 7, now: () => 1_800_000_000_000, log: (message) => expect.fail(message) });
}

/** The mock over HTTP. */
async function listen(mock: Mock): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createHttpServer(toNodeHandler(mock));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

const { files } = await compile("spec/openapi.yaml", {
  workingFolder: repositoryPath("."),
  template: readTemplate,
  targets: ["mcp"],
});
const { createServers } = (await loadOutput(files!)("mcp/index.ts")) as { readonly createServers: CreateServers };

test("generated and live servers list the same", async () => {
  const api = { baseUrl: "http://mock.invalid" };
  const lists = [contract, createServers].map(async (of) => (await connect({ contract: of, api })).client.listTools());
  const [live, generated] = await Promise.all(lists);
  expect(generated).toEqual(live);
  expect(live!.tools).toHaveLength(90);
});

test("the contract has its actions", () => expect(actions).toHaveLength(86));

describe.each([...eras.map((era) => ({ name: era, era, of: contract })), { name: "generated", era: eras[1], of: createServers }])(
  "$name",
  ({ era, of }) => {
    test.each(actions)("%s returns what the same call over HTTP does", async (name, action) => {
      const [tool, plain] = [startMock(), startMock()];
      const plan = (action.plans ?? model.lifecycle!.plans.get(action.serviceType)!.map((one) => one.name))[0]!;
      const status = action.states?.[0] ?? "active";
      const service = {
        id: target.service_id,
        project_id: target.project_id,
        type: action.serviceType,
        plan,
        name: "orders",
        status,
      };
      for (const mock of [tool, plain]) mock.setState({ collections: { [collection]: [service] } });
      const http = await listen(plain);
      const calls = createClient(contract, { baseUrl: http.url, token: "any" }).services[action.serviceType]!(target);
      const { call, outcomes, logs } = await connect({
        contract: of,
        era,
        api: { baseUrl: "http://mock.invalid", token: "any", fetch: tool.fetch },
        respond: () => ({ action: "accept", content: { confirm: true } }),
      });
      const maker =
        makers[name] === undefined ? undefined : actions.find(([key]) => key === `${action.serviceType}_${makers[name]}`)![1];
      let body = (action.examples[0]!.body ?? {}) as JsonObject;
      if (maker) {
        const given = maker.examples[0]!.body as JsonObject;
        const made = (await calls[maker.name]!(given)) as { readonly result: JsonObject };
        await call(`${action.serviceType}_${maker.name}`, { ...target, ...given });
        const members = {
          ...made.result,
          ...Object.assign({}, ...Object.values(made.result).filter((part) => typeof part === "object")),
        } as JsonObject;
        body = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, members[key] ?? value]));
      } else if (body["export_id"] !== undefined) {
        const given = name === "postgres_prepare_database_export" ? { database: "app" } : {};
        const made = (await calls[action.name]!(given)) as { readonly result: JsonObject };
        await call(name, { ...target, ...given });
        body = { export_id: made.result["export_id"]! };
      }
      const expected: unknown = await calls[action.name]!(body);
      const { structuredContent, isError, text } = await call(name, { ...target, ...body });
      expect([isError ?? false, isError ? text : ""]).toEqual([false, ""]);
      const { outcome, finished, ...facts } = structuredContent as JsonObject;
      expect(facts).toEqual(JSON.parse(JSON.stringify(expected)));
      expect(action.async ? finished : outcome).toBe(action.async ? true : undefined);
      const sent = (mock: Mock) => mock.requests.filter((request) => request.action === action.name).map(({ body: of }) => of);
      expect(sent(tool)).toEqual(expect.arrayContaining(sent(plain)));
      expect([outcomes().at(-1), outcomes().includes("asked"), logs.errors]).toEqual(["ok", action.destructive, []]);
      http.close();
    });
  },
);
