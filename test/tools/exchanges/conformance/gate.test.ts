import { expect, test } from "vitest";
import { testContract } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { contractPath, mockedServices } from "./mocked-services.js";

/** Runs the cases of one action on two services: one is active, the other is suspended. */
async function gates(change: (response: Response) => Response | Promise<Response>) {
  const { mock, access } = await mockedServices();
  const [collection] = Object.keys(mock.state.read().collections);
  const items = mock.state.read().collections[collection!]!;
  const suspended = { ...items[2]!, id: "00000000-0000-4000-8000-000000000009", status: "suspended" };
  mock.state.write({ ...mock.state.read(), collections: { [collection!]: [...items, suspended] } });
  const services = { ...access.services, postgres: [...access.services!["postgres"]!, String(suspended.id)] };
  const report = await testContract({
    ...access,
    services,
    contract: contractPath,
    only: ["gate/postgres.restart", "gate/postgres.add_ip", "gate/postgres.list_ip_allowlist"],
    fetch: async (url, init) => {
      const response = await mock.fetch(url, init);
      return init.method === "POST" ? change(response) : response;
    },
  });
  const messages = report.diagnostics.map(({ code, message }) => `${code} ${message}`);
  return { outcomes: report.cases.map(({ case: { id }, outcome }) => `${id} ${outcome}`), messages };
}

test("an action is tried on each service, whatever its state", async () => {
  const { outcomes, messages } = await gates((response) => response);
  expect(messages).toEqual([]);
  expect(outcomes).toContain("gate/postgres.add_ip passed");
  expect(outcomes).toContain("gate/postgres.add_ip/2 passed");
});

test("an action that runs although the service doesn't offer it is found", async () => {
  const { messages } = await gates((response) => (response.status === 409 ? new Response(null, { status: 204 }) : response));
  expect(messages).toContain("test-gate postgres.add_ip: responds with 204 although the service doesn't offer it");
});

test("an action that is rejected although the service offers it is found", async () => {
  const { messages } = await gates((response) =>
    response.ok ? Response.json({ error: "action_unavailable: not now" }, { status: 409 }) : response,
  );
  expect(messages).toContain(
    "test-gate postgres.list_ip_allowlist: is rejected with 409 as unavailable although the service offers it",
  );
});
