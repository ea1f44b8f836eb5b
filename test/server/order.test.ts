import { describe, expect, test } from "vitest";
import { steps } from "../../templates/runtime/server/create-server.js";
import { createControlPlane, missingId, projectId, serviceIds, type Caller } from "./control-plane.js";
import { listen, type Sent } from "./listen.js";

/** A call with some things wrong at once; `undefined` in `body` sends the example. */
interface Draft {
  token: string;
  bound: boolean;
  scopes: readonly string[];
  project: string;
  service: string;
  action: string;
  body: string;
  mediaType: string;
  status: string;
}

const good: Draft = {
  token: "good",
  bound: true,
  scopes: ["service:write"],
  project: projectId,
  service: serviceIds.postgres,
  action: "add_ip",
  body: '{"ip":"203.0.113.7"}',
  mediaType: "application/json",
  status: "active",
};

interface Fault {
  readonly name: string;
  readonly apply: Partial<Draft>;
  readonly answer: readonly [number, string];
}

/** Everything that can be wrong with a call of an action, in the order in which it must show. */
const faults: readonly Fault[] = [
  { name: "token", apply: { token: "bad" }, answer: [401, "unauthenticated: A valid bearer token is required."] },
  { name: "path", apply: { project: "not-a-uuid" }, answer: [400, 'invalid_parameter: project_id must match format "uuid".'] },
  { name: "binding", apply: { bound: false }, answer: [403, "access_denied: The token does not cover this resource."] },
  {
    name: "service",
    apply: { service: missingId },
    answer: [404, "resource_not_found: The resource does not exist, or you may not see it."],
  },
  {
    name: "action",
    apply: { action: "create_bucket" },
    answer: [404, "resource_not_found: The service has no action of this name."],
  },
  { name: "scope", apply: { scopes: [] }, answer: [403, "access_denied: The scope service:write is required."] },
  { name: "size", apply: { body: "{".repeat(2000) }, answer: [413, "payload_too_large: The body must not exceed 1000 bytes."] },
  {
    name: "media type",
    apply: { mediaType: "text/plain" },
    answer: [415, "unsupported_media_type: Send application/json, text in UTF-8, without a content encoding."],
  },
  { name: "JSON", apply: { body: "{" }, answer: [400, "invalid_action_body: The body is not JSON."] },
  {
    name: "body",
    apply: { body: '{"ip":"x","bogus":1}' },
    answer: [400, 'invalid_action_body: /bogus is not allowed; /ip must match format "ipv4"; /ip must match format "ipv6".'],
  },
  {
    name: "availability",
    apply: { status: "suspended" },
    answer: [409, "action_unavailable: Not possible while the service is suspended."],
  },
];

async function call(draft: Draft): Promise<{ answer: [number, string]; ran: readonly string[] }> {
  const caller: Caller = { projects: draft.bound ? [projectId] : [], scopes: draft.scopes };
  const plane = createControlPlane({
    authenticate: ({ headers }) => (headers["authorization"] === "Bearer good" ? caller : undefined),
    limits: { bodyBytes: 1000 },
  });
  plane.services.set(serviceIds.postgres, { ...plane.services.get(serviceIds.postgres)!, status: draft.status });
  const { send } = await listen(plane.server);
  const path = `/v1/projects/${draft.project}/services/${draft.service}/actions/${draft.action}`;
  const { status, json } = await send("POST", path, {
    token: draft.token,
    body: draft.body,
    headers: { "content-type": draft.mediaType },
  });
  return { answer: [status, (json as { error?: string }).error ?? ""], ran: plane.ran };
}

/** The earlier of two faults in the same part of a call stands. */
function combine(some: readonly Fault[]): Draft {
  return some.reduceRight((draft, fault) => ({ ...draft, ...fault.apply }), good);
}

describe("an action", () => {
  test("without errors runs", async () => {
    expect(await call(good)).toEqual({ answer: [200, ""], ran: ["postgres.add_ip"] });
  });

  test.each(faults.map((fault, index) => ({ ...fault, index })))(
    "$name alone, and before all later ones",
    async ({ index, answer }) => {
      expect(await call(combine(faults.slice(index, index + 1)))).toEqual({ answer, ran: [] });
      expect(await call(combine(faults.slice(index)))).toEqual({ answer, ran: [] });
    },
  );

  const pairs = faults.flatMap((first, index) => faults.slice(index + 1).map((second) => ({ first, second })));
  test.each(pairs.map((pair) => ({ ...pair, names: `${pair.first.name} before ${pair.second.name}` })))(
    "$names",
    async ({ first, second }) => {
      expect(await call(combine([first, second]))).toEqual({ answer: first.answer, ran: [] });
    },
  );
});

test("the steps are listed in one place", () => {
  expect(steps.map(({ name }) => name)).toEqual([
    "authenticate",
    "parameters",
    "access",
    "resource",
    "action",
    "scopes",
    "body",
    "availability",
    "handler",
  ]);
});

const project = `/v1/projects/${projectId}`;
const notFound = "resource_not_found: The resource does not exist, or you may not see it.";
const unbound = "access_denied: The token does not cover this resource.";
const create = { body: { type: "search" } };

describe("other operations", () => {
  test.each<[string, string, string, Sent | undefined, number, string]>([
    ["GET", `${project}/services/x`, "", undefined, 401, "unauthenticated: A valid bearer token is required."],
    [
      "GET",
      `${project}/services/x?live=1`,
      "other-project",
      undefined,
      400,
      'invalid_parameter: service_id must match format "uuid"; live must be boolean.',
    ],
    ["GET", project, "other-project", undefined, 404, notFound],
    ["GET", `${project}/services`, "other-project", undefined, 404, notFound],
    ["GET", `${project}/services/${missingId}`, "other-project", undefined, 404, notFound],
    ["GET", `${project}/services/${missingId}`, "no-scopes", undefined, 404, notFound],
    [
      "GET",
      `${project}/services/${serviceIds.auth}`,
      "no-scopes",
      undefined,
      403,
      "access_denied: The scope service:read is required.",
    ],
    ["GET", `${project}/services/${missingId}/credential`, "other-project", undefined, 403, unbound],
    ["GET", `${project}/services/${missingId}/credential`, "no-scopes", undefined, 404, notFound],
    [
      "GET",
      `${project}/services/${serviceIds.auth}/credential`,
      "without-reveal",
      undefined,
      403,
      "access_denied: The scope service:reveal is required.",
    ],
    ["POST", `${project}/services`, "other-project", create, 403, unbound],
    ["POST", `${project}/services`, "no-scopes", create, 403, "access_denied: The scope service:write is required."],
    [
      "POST",
      `${project}/services`,
      "all",
      create,
      400,
      'invalid_body: /plan is required; /name is required; /type must be "postgres".',
    ],
  ])("%s %s as %j", async (method, path, token, sent, status, error) => {
    const { send } = await listen(createControlPlane().server);
    const answer = await send(method, path, { ...sent, token });
    expect([answer.status, answer.json]).toEqual([status, { error }]);
  });

  test("invisible resources are indistinguishable from missing ones", async () => {
    const { send } = await listen(createControlPlane().server);
    const hidden = await send("GET", project, { token: "other-project" });
    const missing = await send("GET", `/v1/projects/${missingId}`);
    expect([hidden.status, hidden.json]).toEqual([missing.status, missing.json]);
  });
});
