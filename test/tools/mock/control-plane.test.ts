// The control plane's own walk, and the conditions under which it rejects requests, by its own test client, against a mock.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createApi, type Api } from "../../../examples/control-plane/test/support/api.js";
import { operations } from "../../../generated/validators/index.js";
import { load } from "../../../generator/live/index.js";
import { mockOf } from "../../../generator/tools/mock/mock.js";

const project = "00000000-0000-4000-8000-000000000001";
const missing = "ffffffff-ffff-4fff-8fff-ffffffffffff";
const ip = { ip: "203.0.113.7" };
const scopes = ["service:read", "service:data", "service:write", "service:admin", "service:reveal"];
const without = (scope: string) => ({ scopes: scopes.filter((one) => one !== scope) });
const contract = await load("spec/openapi.yaml");
const mock = mockOf(contract, {
  tempo: 0,
  tokens: {
    own: { scopes, path: { project_id: [project] } },
    "without-write": without("service:write"),
    "without-reveal": without("service:reveal"),
    other: { scopes, path: { project_id: [missing] } },
  },
  log: (message) => expect.fail(message),
});
const as = (token: string) => createApi("http://mock.invalid", project, token);

beforeEach(() => {
  mock.reset();
  vi.stubGlobal("fetch", mock.fetch);
});
afterEach(() => vi.unstubAllGlobals());

test.each(["shared", "dedicated", "dedicated-ha"])(
  "a service on the plan %s is created, listed, revealed and used",
  async (plan) => {
    const api = as("own");
    const created = await api.create(plan, `orders-${plan}`);
    expect(created.status).toBe(201);
    expect(operations.createService.responses[201](created.body)).toBe(true);
    expect(created.body).toMatchObject({
      project_id: project,
      type: "postgres",
      plan,
      name: `orders-${plan}`,
      status: "provisioning",
    });
    const service = await api.waitFor(created.body.id, "active");
    expect((await api.list()).body.services).toEqual([service]);
    const { status, body } = await api.reveal(service.id);
    expect(status).toBe(200);
    expect(operations.revealCredential.responses[200](body)).toBe(true);
    await api.settle(service.id);
  },
);

test("an address is allowed and listed", async () => {
  const api = as("own");
  const { id } = await api.provision("dedicated");
  const { result } = await api.act(id, "add_ip", ip);
  expect((await api.act(id, "list_ip_allowlist")).result.entries).toEqual([result.entry]);
});

interface Case {
  readonly where: keyof typeof operations;
  readonly status: number;
  readonly error: RegExp;
  readonly token?: string;
  readonly call: (api: Api, id: string) => Promise<{ readonly status: number; readonly body: unknown }>;
}

const cases: readonly Case[] = [
  { where: "getService", status: 404, error: /^resource_not_found: /, call: (api) => api.get(missing) },
  { where: "invokeAction", status: 404, error: /^resource_not_found: /, call: (api) => api.invoke(missing, "add_ip", ip) },
  { where: "invokeAction", status: 404, error: /^resource_not_found: /, call: (api, id) => api.invoke(id, "create_index") },
  {
    where: "invokeAction",
    status: 400,
    error: /^invalid_action_body: /,
    call: (api, id) => api.invoke(id, "add_ip", { ip: "no" }),
  },
  {
    where: "invokeAction",
    status: 400,
    error: /^invalid_action_body: /,
    call: (api, id) => api.invoke(id, "add_ip", { ...ip, more: 1 }),
  },
  {
    where: "invokeAction",
    status: 403,
    error: /service:write/,
    token: "without-write",
    call: (api, id) => api.invoke(id, "add_ip", ip),
  },
  {
    where: "createService",
    status: 403,
    error: /service:write/,
    token: "without-write",
    call: (api) => api.create("shared", "x"),
  },
  { where: "revealCredential", status: 403, error: /service:reveal/, token: "without-reveal", call: (api, id) => api.reveal(id) },
  {
    where: "invokeAction",
    status: 403,
    error: /^access_denied: /,
    token: "other",
    call: (api, id) => api.invoke(id, "add_ip", ip),
  },
  { where: "getService", status: 404, error: /^resource_not_found: /, token: "other", call: (api, id) => api.get(id) },
  {
    where: "invokeAction",
    status: 409,
    error: /plan shared does not include it/,
    call: (api, id) => api.invoke(id, "add_replica", { name: "a" }),
  },
  { where: "listServices", status: 401, error: /^unauthenticated: /, token: "nobody", call: (api) => api.list() },
  {
    where: "invokeAction",
    status: 401,
    error: /^unauthenticated: /,
    token: "nobody",
    call: (api, id) => api.invoke(id, "add_ip", ip),
  },
];

test.each(cases)("$where $status $error", async ({ where, status, error, token = "own", call }) => {
  const { id } = await as("own").provision("shared");
  const found = await call(as(token), id);
  expect(found.status).toBe(status);
  const responses: Readonly<Record<number, (value: unknown) => boolean>> = operations[where].responses;
  expect(responses[status]!(found.body)).toBe(true);
  expect((found.body as { error: string }).error).toMatch(error);
});
