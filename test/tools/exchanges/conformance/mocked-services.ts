import { createMock, type Mock, type MockOptions } from "../../../../generator/tools/mock/index.js";
import type { JsonObject } from "../../../../generator/document/json-value.js";
import { repositoryPath } from "../../../support/repository.js";
import type { Caller, TestAccess } from "../../../../generator/tools/exchanges/conformance/callers.js";

export const contractPath = repositoryPath("spec/openapi.yaml");

const project = "3f0c9d1e-2b4a-4c6d-8e1f-0a1b2c3d4e5f";
const collection = `/v1/projects/${project}/services`;

/** All scopes of the contract, and for each a caller that lacks only this one. */
const scopes = ["service:admin", "service:data", "service:read", "service:reveal", "service:write"];
const lists = {
  owner: scopes,
  ...Object.fromEntries(scopes.map((one) => [one.replace(":", "_"), scopes.filter((other) => other !== one)])),
};

/** A mock, and what a test may use of it. */
interface MockedServices {
  readonly mock: Mock;
  readonly access: TestAccess;
}

/** A mock of the carried contract with a service of each type. */
export async function mockedServices(options: MockOptions = {}): Promise<MockedServices> {
  const tokens = Object.fromEntries(
    Object.entries(lists).map(([name, own]) => [`token-of-${name}`, { scopes: own, path: { project_id: [project] } }]),
  );
  const mock = await createMock(contractPath, { tempo: 5, tokens, ...options });
  const headers = { authorization: "Bearer token-of-owner", "content-type": "application/json" };
  const body = JSON.stringify({ type: "postgres", plan: "dedicated", name: "orders" });
  await mock.fetch(`http://api.test${collection}`, { method: "POST", headers, body });
  const [made] = mock.state.read().collections[collection]! as JsonObject[];
  const services: Record<string, string[]> = {};
  const items = ["auth", "objects", "postgres", "search"].map((type, index) => {
    const id = `00000000-0000-4000-8000-00000000000${index}`;
    services[type] = [id];
    return { ...made, id, type, plan: type === "postgres" ? "dedicated" : "shared", status: "active" };
  });
  mock.state.write({ ...mock.state.read(), collections: { [collection]: items } });
  const callers = Object.fromEntries(
    Object.entries(lists).map(([name, own]): [string, Caller] => [
      name,
      { token: `token-of-${name}`, ...(name !== "owner" && { scopes: own }) },
    ]),
  );
  return { mock, access: { callers, path: { project_id: project }, services } };
}
