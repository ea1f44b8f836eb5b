// Clients notice nothing of `openapi-actions proxy` before the control plane, and it finds nothing that isn't there.
import { afterAll, beforeAll, expect, test } from "vitest";
import { coverageTotals } from "../../../generator/tools/exchanges/coverage.js";
import { readContract } from "../../../generator/tools/exchanges/exchange-contract.js";
import { createProxy, type Proxy } from "../../../generator/tools/exchanges/proxy/create-proxy.js";
import { repositoryPath } from "../../../test/support/repository.js";
import { addService } from "./support/add-service.js";
import { createApi, type Api } from "./support/api.js";
import { usePlane } from "./support/control-plane.js";
import { minimalBody } from "./support/minimal-body.js";
import { conditions, makeGiven } from "./support/rejections.js";

const plane = usePlane();
let proxy: Proxy;
let origin: string;

beforeAll(async () => {
  await makeGiven(plane.current);
  proxy = createProxy(readContract(repositoryPath("spec/openapi.yaml")), new URL(plane.current.url), {
    serviceTypes: new Map(),
    bodyLimit: 1024 * 1024,
    isEnforcing: false,
    rewrites: false,
    maxConnections: 100,
    headTimeout: 60_000,
  });
  origin = await proxy.listen(0, "127.0.0.1");
});
afterAll(() => proxy.close());

/** Calls the API through the proxy. */
const through = (token = plane.current.tokenText, projectId = plane.current.projectId): Api =>
  createApi(origin, projectId, token);

type Response = Awaited<ReturnType<Api["send"]>>;

/** What must be the same; the request ids and the time are not. */
const plain = ({ status, text, headers }: Response) => {
  const { date: _, connection: _c, "keep-alive": _k, "x-request-id": id, ...rest } = Object.fromEntries(headers);
  return { status, text: id === undefined ? text : text.replaceAll(id, "id"), rest };
};

test("rejections are the control plane's, unchanged", async () => {
  for (const { call, status, token } of Object.values(conditions).flat()) {
    const text = token?.();
    const found = await call(through(text));
    expect(found.status).toBe(status);
    expect(plain(found)).toEqual(plain(await call(text === undefined ? plane.current.api : plane.current.as(text))));
  }
});

test("services are created, listed, revealed and used", async () => {
  const api = through();
  const { id } = await api.provision("shared", "orders");
  expect(plain(await api.list())).toEqual(plain(await plane.current.api.list()));
  expect((await api.reveal(id)).body).toMatchObject({ key: "DATABASE_URL" });
  expect((await api.reveal(id)).headers.get("cache-control")).toBe("no-store");
  expect((await api.get(id, true)).body.live).toMatchObject({ status: "healthy" });
  const { result } = await api.act(id, "service_health", { timeout_ms: 10_000 });
  expect(result.components).toContainEqual(expect.objectContaining({ name: "database", status: "healthy" }));
  await api.settle(id);
});

test.each(["postgres", "auth", "search", "objects"] as const)("what %s advertises is what it rejects", async (type) => {
  const plan = type === "auth" || type === "objects" ? "standard" : "shared";
  const id = await addService(plane.current, { type, plan, status: "suspended" });
  const { body } = await through().get(id);
  expect(body).toEqual((await plane.current.api.get(id)).body);
  const rejected = body.capabilities!.actions!.filter(({ enabled }) => !enabled);
  expect(rejected).not.toEqual([]);
  for (const { name, reason } of rejected) {
    const response = await through().invoke(id, name, minimalBody(type, name));
    expect([name, response.status, response.body.error]).toEqual([name, 409, `action_unavailable: ${reason}`]);
  }
});

test("the proxy reports the invalid requests among the rejected ones, nothing else, and counts coverage", async () => {
  await proxy.close();
  const { counts, coverage, failure, kinds } = proxy.inspector;
  expect(failure).toBeUndefined();
  expect(kinds.diagnostics().map(({ severity, message }) => `${severity} ${message}`)).toEqual([
    'warning postgres.add_ip: "/request/body/more" is not allowed (rule "additionalProperties"), and was rejected with 400',
    'warning invokeAction: "/request/params/action" is not an action of services of type "postgres" (rule "action"), and was rejected with 404',
    'warning postgres.add_ip: "/request/body/ip" must have the format "ipv4" (rule "format"), and was rejected with 400',
  ]);
  expect(counts).toMatchObject({ unchecked: 0, passedThrough: 0, brokenOff: 0 });
  expect(counts.exchanges).toBeGreaterThan(80);
  expect(coverageTotals(coverage.rows()).covered).toBeGreaterThan(80);
});
