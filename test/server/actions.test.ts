import { describe, expect, test } from "vitest";
import { actions as guards } from "../../generated/validators/index.js";
import { createControlPlane, otherProjectId, projectId, serviceIds, type StoredService } from "./control-plane.js";
import { examples } from "./examples.js";
import { listen } from "./listen.js";

const types = ["auth", "objects", "postgres", "search"] as const;

function pathOf(type: string, action: string, project = projectId): string {
  return `/v1/projects/${project}/services/${serviceIds[type as keyof typeof serviceIds]}/actions/${action}`;
}

/** A plan on which the action can run. */
function plane(type: string, plans: readonly string[] | undefined, change: Partial<StoredService> = {}) {
  const result = createControlPlane();
  const id = serviceIds[type as keyof typeof serviceIds];
  const stored = result.services.get(id)!;
  result.services.set(id, { ...stored, plan: plans?.[0] ?? stored.plan, ...change });
  return result;
}

test("there are 86", () => {
  expect(examples).toHaveLength(86);
});

describe.each(examples)("$type $action", ({ type, action, body, status, result, scopes, plans, isAsync, states }) => {
  const path = pathOf(type, action);

  test("accepts its example and returns it", async () => {
    const { server, ran, log } = plane(type, plans);
    const { send } = await listen(server);
    const answer = await send("POST", path, { body });
    expect([answer.status, answer.json]).toEqual([isAsync ? 202 : 200, { action, status, result }]);
    expect([ran, log]).toEqual([[`${type}.${action}`], []]);
  });

  test("rejects wrong bodies, naming the field", async () => {
    const { server, ran } = plane(type, plans);
    const { send } = await listen(server);
    const more = await send("POST", path, { body: { ...body, no_such_field: "not-a-real-password" } });
    expect(more.status).toBe(400);
    expect(more.json).toEqual({
      error: expect.stringMatching(/^invalid_action_body: .*\/no_such_field is not allowed/) as unknown,
    });
    expect(more.text).not.toContain("not-a-real-password");
    for (const wrong of [[], null, "text", 7]) {
      expect((await send("POST", path, { body: JSON.stringify(wrong) })).json).toEqual({
        error: expect.stringMatching(/^invalid_action_body: the body must be object/) as unknown,
      });
    }
    for (const field of Object.keys(body)) {
      const nested = await send("POST", path, { body: { ...body, [field]: { deeper: [1] } } });
      expect([nested.status, nested.json], field).toEqual([400, { error: expect.stringContaining(`/${field}`) as unknown }]);
    }
    const empty = await send("POST", path, { body: {} });
    const takesEmpty = (guards as unknown as Record<string, Record<string, { body: (value: unknown) => boolean }>>)[type]![
      action
    ]!.body({});
    expect(empty.status).toBe(takesEmpty ? (isAsync ? 202 : 200) : 400);
    expect(ran).toHaveLength(takesEmpty ? 1 : 0);
  });

  test("is not found at services of types that don't have it", async () => {
    const { server, ran } = plane(type, plans);
    const { send } = await listen(server);
    for (const other of types) {
      if (examples.some((example) => example.type === other && example.action === action)) continue;
      expect((await send("POST", pathOf(other, action), { body })).json).toEqual({
        error: "resource_not_found: The service has no action of this name.",
      });
    }
    expect(ran).toEqual([]);
  });

  test("requires its scopes, and the project", async () => {
    const { server, ran } = plane(type, plans);
    const { send } = await listen(server);
    expect(scopes).toHaveLength(1);
    const scope = await send("POST", path, { body, token: `without-${scopes[0]!.slice("service:".length)}` });
    expect([scope.status, scope.json]).toEqual([403, { error: `access_denied: The scope ${scopes[0]} is required.` }]);
    const unbound = await send("POST", path, { body, token: "other-project" });
    expect([unbound.status, unbound.json]).toEqual([403, { error: "access_denied: The token does not cover this resource." }]);
    const elsewhere = await send("POST", pathOf(type, action, otherProjectId), { body, token: "both-projects" });
    expect(elsewhere.status).toBe(404);
    expect(ran).toEqual([]);
  });

  test("does not run where it is not advertised as enabled", async () => {
    const statuses = [
      "provisioning",
      "maintenance",
      "upgrading",
      "restoring",
      "migrating",
      "suspended",
      "failed",
      "deleting",
      "no-such-state",
    ];
    for (const state of statuses.filter((candidate) => !states.includes(candidate))) {
      const { server, services, ran } = plane(type, plans, { status: state });
      const { send } = await listen(server);
      const { status: code, json } = await send("POST", path, { body });
      const entries = await server.capabilities(services.get(serviceIds[type as keyof typeof serviceIds])!, {
        projects: [],
        scopes: [],
      });
      const entry = entries.find(({ name }) => name === action)!;
      expect([code, json, entry.enabled, ran]).toEqual([409, { error: `action_unavailable: ${entry.reason}` }, false, []]);
    }
    if (!plans) return;
    const { server, ran } = plane(type, undefined, { plan: "no-such-plan" });
    const { send } = await listen(server);
    expect((await send("POST", path, { body })).json).toEqual({
      error: "action_unavailable: The plan no-such-plan does not include it.",
    });
    expect(ran).toEqual([]);
  });
});
