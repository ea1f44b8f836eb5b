import type { operations } from "../../../../generated/validators/index.js";
import { addService } from "./add-service.js";
import type { Api } from "./api.js";
import { addProject, type Plane } from "./control-plane.js";

export const missing = "ffffffff-ffff-4fff-8fff-ffffffffffff";

/** Projects, services and tokens that the cases speak of. */
const given = {
  project: "",
  postgres: "",
  suspended: "",
  shared: "",
  otherProject: "",
  withoutWrite: "",
  withoutReveal: "",
  other: "",
};

/** Makes what the cases speak of. */
export async function makeGiven(current: Plane): Promise<void> {
  given.project = current.projectId;
  given.postgres = await addService(current, { type: "postgres", plan: "dedicated" });
  given.suspended = await addService(current, { type: "postgres", plan: "dedicated", status: "suspended" });
  given.shared = await addService(current, { type: "postgres", plan: "shared" });
  given.otherProject = await addProject(current, current.orgId);
  given.withoutWrite = await current.token(["service:read", "service:data", "service:admin", "service:reveal"]);
  given.withoutReveal = await current.token(["service:read", "service:data", "service:write", "service:admin"]);
  given.other = await current.token(["service:read", "service:write", "service:reveal"], [given.otherProject]);
}

/** A request that is rejected. */
export interface Rejection {
  readonly where: keyof typeof operations;
  readonly status: number;
  readonly error: RegExp;
  readonly call: (api: Api) => ReturnType<Api["send"]>;
  readonly token?: () => string;
}

const project = () => `/v1/projects/${given.project}`;
const nowhere = `/v1/projects/${missing}`;
const notFound = /^resource_not_found: /;
const ip = { ip: "203.0.113.7" };

/** Each condition under which the interface rejects a request, wherever it can occur. */
export const conditions: Readonly<Record<string, readonly Rejection[]>> = {
  "resource not found": [
    { where: "getProject", status: 404, error: notFound, call: (api) => api.send("GET", nowhere) },
    { where: "listServices", status: 404, error: notFound, call: (api) => api.send("GET", `${nowhere}/services`) },
    { where: "getService", status: 404, error: notFound, call: (api) => api.get(missing) },
    { where: "invokeAction", status: 404, error: notFound, call: (api) => api.invoke(missing, "add_ip", ip) },
    { where: "invokeAction", status: 404, error: notFound, call: (api) => api.invoke(given.postgres, "create_index", {}) },
    { where: "revealCredential", status: 404, error: notFound, call: (api) => api.reveal(missing) },
  ],
  "invalid action body": [
    {
      where: "invokeAction",
      status: 400,
      error: /^invalid_action_body: /,
      call: (api) => api.invoke(given.postgres, "add_ip", { ip: "no" }),
    },
    {
      where: "invokeAction",
      status: 400,
      error: /^invalid_action_body: /,
      call: (api) => api.invoke(given.postgres, "add_ip", { ...ip, more: 1 }),
    },
  ],
  "scope denied": [
    {
      where: "invokeAction",
      status: 403,
      error: /^access_denied: .*service:write/,
      call: (api) => api.invoke(given.postgres, "add_ip", ip),
      token: () => given.withoutWrite,
    },
    {
      where: "createService",
      status: 403,
      error: /^access_denied: .*service:write/,
      call: (api) => api.create("shared", "x"),
      token: () => given.withoutWrite,
    },
    {
      where: "revealCredential",
      status: 403,
      error: /^access_denied: .*service:reveal/,
      call: (api) => api.reveal(given.postgres),
      token: () => given.withoutReveal,
    },
  ],
  "project binding denied": [
    {
      where: "invokeAction",
      status: 403,
      error: /^access_denied: /,
      call: (api) => api.invoke(given.postgres, "add_ip", ip),
      token: () => given.other,
    },
    {
      where: "revealCredential",
      status: 403,
      error: /^access_denied: /,
      call: (api) => api.reveal(given.postgres),
      token: () => given.other,
    },
    { where: "getService", status: 404, error: notFound, call: (api) => api.get(given.postgres), token: () => given.other },
    { where: "getProject", status: 404, error: notFound, call: (api) => api.send("GET", project()), token: () => given.other },
  ],
  "action unavailable": [
    {
      where: "invokeAction",
      status: 409,
      error: /while the service is suspended/,
      call: (api) => api.invoke(given.suspended, "add_ip", ip),
    },
    {
      where: "invokeAction",
      status: 409,
      error: /plan shared does not include it/,
      call: (api) => api.invoke(given.shared, "add_ip", ip),
    },
    {
      where: "invokeAction",
      status: 409,
      error: /no PgBouncer/,
      call: (api) => api.invoke(given.postgres, "pgbouncer_enable", {}),
    },
  ],
  "entitlement or quota conflict": [
    {
      where: "createService",
      status: 409,
      error: /^entitlement_conflict: .*no entitlement/,
      call: (api) => api.create("gigantic", "x"),
    },
  ],
  "no valid token": [
    {
      where: "getProject",
      status: 401,
      error: /^unauthenticated: /,
      call: (api) => api.send("GET", project()),
      token: () => "nobody",
    },
    { where: "listServices", status: 401, error: /^unauthenticated: /, call: (api) => api.list(), token: () => "nobody" },
    {
      where: "createService",
      status: 401,
      error: /^unauthenticated: /,
      call: (api) => api.create("shared", "x"),
      token: () => "nobody",
    },
    {
      where: "getService",
      status: 401,
      error: /^unauthenticated: /,
      call: (api) => api.get(given.postgres),
      token: () => "nobody",
    },
    {
      where: "invokeAction",
      status: 401,
      error: /^unauthenticated: /,
      call: (api) => api.invoke(given.postgres, "add_ip", ip),
      token: () => "nobody",
    },
    {
      where: "revealCredential",
      status: 401,
      error: /^unauthenticated: /,
      call: (api) => api.reveal(given.postgres),
      token: () => "nobody",
    },
  ],
};
