import { describe, expect, test } from "vitest";
import {
  ContractError,
  createClient,
  createHandle,
  createServer,
  follow,
  load,
  toFetchHandler,
  type LiveContract,
} from "../../generator/live/index.js";

const contract = await load("spec/openapi.yaml");
const service = { project_id: "00000000-0000-4000-8000-000000000001", service_id: "00000000-0000-4000-8000-000000000002" };

const action = contract.model.serviceTypes
  .find(({ name }) => name === "postgres")!
  .actions.find(({ name }) => name === "add_ip")!;
const [example] = action.examples;

/** A server of the contract, and a client of it without a network between them. */
function connect() {
  const scopes = contract.model.serviceTypes.flatMap(({ actions }) => actions.flatMap((action) => action.scopes));
  const server = createServer(contract, {
    authenticate: ({ headers }) => (headers["authorization"] === "Bearer good" ? { scopes } : undefined),
    canAccess: () => true,
    findResource: () => ({ type: "postgres", status: "active", plan: "dedicated" }),
    handlers: { actions: { postgres: { add_ip: () => ({ status: "ok", result: example!.result }) } } },
    log: ({ message, problems }) => expect.fail(`${message} ${JSON.stringify(problems)}`),
  });
  const answer = toFetchHandler(server);
  const fetch = (url: string, init: RequestInit) => answer(new Request(url, init));
  return createClient(contract, { baseUrl: "http://localhost", token: "good", fetch });
}

test("a contract with errors is not run", async () => {
  await expect(load("test/cases/hostile-text/nothing.yaml")).rejects.toThrow(ContractError);
});

test("a client calls a server by the contract alone", async () => {
  const client = connect();
  const response = await client.services["postgres"]!(service)["add_ip"]!(example!.body as object).catch(
    (error: unknown) => error,
  );
  expect(response).toEqual({ action: "add_ip", status: "ok", result: example!.result });
});

test("a body that the contract rejects does not reach a handler", async () => {
  const error = await connect().services["postgres"]!(service)["add_ip"]!({ ip: 1, more: true }).catch(
    (thrown: unknown) => thrown,
  );
  expect(String((error as Error).message)).toContain("/more is not allowed; /ip must be string");
});

describe("an asynchronous action", () => {
  /** A client of an API that shows an operation of a backup, which has a state more with each request. */
  function connectTo(states: readonly string[], of: LiveContract = contract) {
    const urls: string[] = [];
    const fetch = (url: string) => {
      urls.push(url.slice(url.lastIndexOf("/") + 1));
      const operation = { operation_id: "o-1", status: states[urls.length - 1] };
      const isFirst = urls.length === 1;
      const result = isFirst ? { backup: {}, operation } : { components: [], operations: [operation] };
      return Promise.resolve(Response.json({ status: "ok", result }, { status: isFirst ? 202 : 200 }));
    };
    return {
      urls,
      calls: createClient(of, { baseUrl: "http://localhost", token: "good", fetch }).services["postgres"]!(service),
    };
  }

  test("is followed until it ends", async () => {
    const { urls, calls } = connectTo(["queued", "running", "succeeded"]);
    const outcome = await follow(contract, calls["backup_now"]!, { label: "x" }, { interval: 1 });
    expect(outcome).toEqual({ operation_id: "o-1", status: "succeeded" });
    expect(urls).toEqual(["backup_now", "service_health", "service_health"]);
  });

  test("that can't be followed is not called", () => {
    const { urls, calls } = connectTo([]);
    const { operations } = createClient(contract, { baseUrl: "http://localhost" });
    for (const call of [calls["add_ip"]!, calls["constructor"]!, operations["getService"]!])
      expect(() => follow(contract, call, {})).toThrow(new TypeError("the contract defines no way to follow this call"));
    expect(urls).toEqual([]);
  });
});

describe("a handle", () => {
  const capabilities = {
    actions: [
      { name: "add_ip", enabled: true },
      { name: "restart", enabled: false, reason: "It starts." },
    ],
  };
  const shown = { type: "postgres", id: service.service_id, project_id: service.project_id, capabilities };
  const client = connect();

  test("has a service's actions, and whether it advertised them", async () => {
    const { type, actions, can, reason } = createHandle(contract, client, shown);
    expect([type, can("add_ip"), can("restart"), reason("restart")]).toEqual(["postgres", true, false, "It starts."]);
    await expect(actions["add_ip"]!(example!.body as object)).resolves.toMatchObject({ status: "ok" });
  });

  test("rejects what is not available", async () => {
    const { actions } = createHandle(contract, client, shown, { rejectUnavailable: true });
    await expect(actions["restart"]!()).rejects.toMatchObject({ status: 409, text: "action_unavailable: It starts." });
  });

  test.each(["mysql", "constructor", undefined])("does not exist for services of the type %s", (type) => {
    const message = "the contract does not have the type of this service";
    expect(() => createHandle(contract, client, { ...shown, type })).toThrow(new TypeError(message));
  });

  test("does not exist if the contract doesn't define how services are represented", () => {
    const without = { client: { ...contract.client, handle: undefined } };
    const message = "the contract does not define how services are represented";
    expect(() => createHandle(without, client, shown)).toThrow(new TypeError(message));
  });
});
