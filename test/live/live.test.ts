import { expect, test } from "vitest";
import { ContractError, createClient, createServer, load, toFetchHandler } from "../../generator/live/index.js";

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
    isBound: () => true,
    findService: () => ({ type: "postgres", status: "active", plan: "dedicated" }),
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
