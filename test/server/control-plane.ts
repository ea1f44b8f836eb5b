import { randomUUID } from "node:crypto";
import type { ActionName, ServiceType } from "../../generated/actions.js";
import {
  bearerToken,
  createServer,
  notFound,
  type Application,
  type Gate,
  type Handlers,
  type LogEntry,
} from "../../generated/server/index.js";
import type { components } from "../../generated/types.js";
import { examples } from "./examples.js";

type Schemas = components["schemas"];

/** The caller: the projects and scopes of its token. */
export interface Caller {
  readonly projects: readonly string[];
  readonly scopes: readonly string[];
}

/** A service as the control plane keeps it. */
export interface StoredService {
  readonly id: string;
  readonly project_id: string;
  readonly type: ServiceType;
  readonly plan: string;
  readonly name: string;
  readonly status: string;
}

export const projectId = "5f0c7b1e-3a52-4e0b-9d7c-1b6a2f4e8c90";
export const otherProjectId = "0d9f4a52-7c1e-4b6a-8e3d-2f5b9c7a1e60";
export const missingId = "ffffffff-ffff-4fff-8fff-ffffffffffff";

export const serviceIds = {
  auth: "2a6d9f14-c05b-4e73-b8a1-f47e3d0c6b95",
  search: "e4c1a7f9-2d60-4b35-8f1e-6a9d0c5b7e32",
  postgres: "7d1f2a60-94c3-4b8e-a5d2-0e6f3b9c1a47",
  objects: "0b8e5d3c-71f4-4a26-9c0d-3e7a1f6b2d58",
} as const;

export const secret = "not-a-real-password-7f3a";

const allScopes = ["service:read", "service:data", "service:write", "service:admin", "service:reveal"];

/** Options of a control plane in tests. */
export interface Options {
  readonly gate?: (service: StoredService, action: string) => Gate | Promise<Gate>;
  readonly limits?: { readonly bodyBytes?: number; readonly jsonDepth?: number };
  readonly basePath?: string;
  /** Handlers that take the place of others, by `type.action` or operation. */
  readonly handlers?: Readonly<Record<string, (call: never) => unknown>>;
  readonly authenticate?: Application<Caller, StoredService>["authenticate"];
}

/** The project's API over data in memory: one service of each type, and tokens that differ in what they allow. */
export function createControlPlane(options: Options = {}) {
  const log: LogEntry[] = [];
  const ran: string[] = [];
  const services = new Map<string, StoredService>();
  for (const [type, id] of Object.entries(serviceIds)) {
    const plan = type === "postgres" || type === "search" ? "dedicated" : "standard";
    services.set(id, { id, project_id: projectId, type: type as ServiceType, plan, name: `my-${type}`, status: "active" });
  }
  const tokens = new Map<string, Caller>([
    ["all", { projects: [projectId], scopes: allScopes }],
    ["other-project", { projects: [otherProjectId], scopes: allScopes }],
    ["both-projects", { projects: [projectId, otherProjectId], scopes: allScopes }],
    ["no-scopes", { projects: [projectId], scopes: [] }],
    ...allScopes.map(
      (scope) =>
        [
          `without-${scope.slice("service:".length)}`,
          { projects: [projectId], scopes: allScopes.filter((other) => other !== scope) },
        ] as const,
    ),
  ]);

  const application: Application<Caller, StoredService> = {
    authenticate: options.authenticate ?? (({ headers }) => tokens.get(bearerToken(headers) ?? "")),
    canAccess: (caller, path) => caller.projects.includes(path.project_id),
    findResource({ project_id, service_id }) {
      const service = services.get(service_id);
      return service?.project_id === project_id ? service : undefined;
    },
    handlers: { operations: operationHandlers(services), actions: actionHandlers(ran) },
    log: (entry) => void log.push(entry),
    ...(options.gate ? { gate: options.gate } : {}),
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.basePath === undefined ? {} : { basePath: options.basePath }),
  };
  for (const [name, handler] of Object.entries(options.handlers ?? {})) replaceHandler(application.handlers, name, handler);
  return { server: createServer(application), application, services, log, ran };
}

function replaceHandler(handlers: Handlers<Caller, StoredService>, name: string, handler: (call: never) => unknown): void {
  const [type, action] = name.split(".");
  const group = action === undefined ? handlers.operations : handlers.actions[type as ServiceType];
  Object.assign(group, { [action ?? name]: handler });
}

function operationHandlers(services: Map<string, StoredService>): Handlers<Caller, StoredService>["operations"] {
  return {
    getProject: ({ path }) => {
      if (path.project_id !== projectId) return notFound();
      return {
        status: 200,
        body: {
          id: projectId,
          org_id: "c2a9e7d4-6b31-4f58-8e0a-d5f1b3c7a926",
          name: "Web shop",
          slug: "web-shop",
          status: "active",
        },
      };
    },
    listServices: async ({ path, capabilities }) => {
      const own = [...services.values()].filter((service) => service.project_id === path.project_id);
      return {
        status: 200,
        body: { services: await Promise.all(own.map(async (service) => represent(service, await capabilities(service)))) },
      };
    },
    createService: async ({ path, body, capabilities }) => {
      if (body.plan !== "shared") return { status: 409, body: { error: "entitlement_conflict: The plan is not included." } };
      const service = {
        id: randomUUID(),
        project_id: path.project_id,
        type: "postgres",
        plan: body.plan,
        name: body.name,
        status: "provisioning",
      } as const;
      services.set(service.id, service);
      return { status: 201, body: { ...service, capabilities: switches(service, await capabilities(service)) } };
    },
    getService: async ({ service, query, capabilities }) => {
      const live: Schemas["LiveHealth"] = {
        status: "healthy",
        checked_at: "2026-11-20T09:15:00Z",
        components: [{ name: "control_plane", status: "healthy", latency_ms: 1, message: null }],
      };
      return { status: 200, body: { ...represent(service, await capabilities(service)), ...(query.live ? { live } : {}) } };
    },
    revealCredential: ({ service }) => {
      if (service.status === "provisioning") throw notFound();
      return { status: 200, body: { key: credentialKeys[service.type], value: secret } as Schemas["Credential"] };
    },
  };
}

const credentialKeys = {
  auth: "AUTH_CREDENTIALS",
  search: "SEARCH_CREDENTIALS",
  postgres: "DATABASE_URL",
  objects: "S3_CREDENTIALS",
} as const;

function represent(service: StoredService, actions: unknown[]): Schemas["Service"] {
  return { ...service, capabilities: switches(service, actions) } as Schemas["Service"];
}

function switches<Entry>(service: StoredService, actions: Entry[]) {
  const enabled = service.status !== "provisioning";
  return { live: { enabled }, reveal_credential: { enabled }, actions };
}

/** Each action answers as its example does. */
function actionHandlers(ran: string[]): Handlers<Caller, StoredService>["actions"] {
  const groups: Record<string, Record<string, () => unknown>> = {};
  for (const { type, action, status, result } of examples) {
    (groups[type] ??= {})[action] = () => {
      ran.push(`${type}.${action}`);
      return { status, result };
    };
  }
  return groups as unknown as Handlers<Caller, StoredService>["actions"];
}

/** The path of an action. */
export function actionPath<Type extends ServiceType>(type: Type, action: ActionName<Type>): string {
  return `/v1/projects/${projectId}/services/${serviceIds[type]}/actions/${action}`;
}
