import type { PostgresActions } from "../../generated/actions.js";
import {
  createServer,
  type Application,
  type AuthHandlers,
  type Handlers,
  type OperationHandlers,
  type PostgresHandlers,
  type Server,
} from "../../generated/server/index.js";
import type { components } from "../../generated/types.js";

// For the compiler: what must not compile is marked, and unmarked errors and needless marks fail.

type Service = components["schemas"]["Service"];

interface Caller {
  readonly name: string;
  readonly scopes: readonly string[];
}

const stubs = null as unknown as PostgresHandlers;
const application = null as unknown as Application<Caller, Service>;
const entry = {
  entry_id: "7a1d6f0e-92a4-4f6e-8d0b-54b5a9b7c811",
  cidr: "203.0.113.0/24",
  description: null,
  created_at: "2026-11-20T09:15:00Z",
};

export const good: PostgresHandlers<Caller, Service & { readonly type: "postgres" }> = {
  ...stubs,
  add_ip: ({ body, path, principal, service, fail, signal }) => {
    const ip: string | undefined = "ip" in body ? body.ip : body.cidr;
    const project: string = path.project_id;
    const caller: string = principal.name;
    const type: "postgres" = service.type;
    if (signal.aborted || !ip || !project || !caller || !type) return fail("entry_exists", "There already.");
    return { status: "ok", result: { entry, enforced: true } };
  },
  backup_now: async ({ fail }) => {
    throw fail("backup_in_progress");
  },
};

export const undeclaredError: Pick<PostgresHandlers<Caller, Service>, "add_ip" | "list_replicas"> = {
  // @ts-expect-error bucket_not_empty is an error of another action
  add_ip: ({ fail }) => fail("bucket_not_empty"),
  // @ts-expect-error list_replicas declares no errors
  list_replicas: ({ fail }) => fail("anything"),
};

const { add_ip: _addIp, ...others } = stubs;

// @ts-expect-error add_ip is missing
export const missing: PostgresHandlers = others;

export const wrongName: PostgresHandlers = {
  ...stubs,
  // @ts-expect-error there is no add_up
  add_up: stubs.add_ip,
};

export const wantsMore: Pick<PostgresHandlers, "add_ip"> = {
  // @ts-expect-error the body has no field port
  add_ip: (call: { body: { ip: string; port: number } }) => ({ status: "ok", result: { entry, enforced: call.body.port > 0 } }),
};

export const wrongResults: Pick<PostgresHandlers, "add_ip" | "list_replicas"> = {
  // @ts-expect-error enforced is missing
  add_ip: () => ({ status: "ok", result: { entry } }),
  // @ts-expect-error max_replicas is a number
  list_replicas: async () => ({ status: "ok", result: { replicas: [], max_replicas: "3" } }),
};

export const wrongStatus: Pick<AuthHandlers, "ban_user"> = {
  // @ts-expect-error the status is no text
  ban_user: () => ({ status: 200, result: null as never }),
};

type Operations = OperationHandlers<Caller, Service>;

export const operations: Pick<Operations, "getService" | "createService"> = {
  getService: ({ service, query, path }) => {
    const live: boolean | undefined = query.live;
    return path.service_id && live ? { status: 200, body: service } : { status: 404, body: { error: "x" } };
  },
  createService: async ({ body, capabilities }) => {
    const plan: string = body.plan;
    const service = { id: "", project_id: "", type: "postgres", plan, name: body.name, status: "provisioning" } as const;
    return { status: 201, body: { ...service, capabilities: { actions: await capabilities(service) } } };
  },
};

export const wrongOperations: Pick<Operations, "getProject" | "listServices" | "createService"> = {
  // @ts-expect-error the contract declares no 418
  getProject: () => ({ status: 418, body: { error: "x" } }),
  // @ts-expect-error the body of 200 is a list of services
  listServices: () => ({ status: 200, body: { error: "x" } }),
  // @ts-expect-error a project leads to no service
  createService: ({ service }) => ({ status: 201, body: { ...service.type } }),
};

// @ts-expect-error all four types need handlers
export const missingType: Handlers["actions"] = { auth: null as never, postgres: null as never, search: null as never };

export function applications(): void {
  createServer(application);
  createServer<Caller, Service>({
    authenticate: ({ headers, operation }) =>
      headers["x"] && operation === "getService" ? { name: "a", scopes: [] } : undefined,
    canAccess: (caller, { project_id, service_id }, operation) => caller.name === project_id + (service_id ?? "") + operation,
    findResource: async ({ project_id, service_id }, caller) =>
      project_id && service_id && caller.name ? (null as unknown as Service) : undefined,
    gate: (service, action) => (service.type === "auth" && action === "x" ? "hidden" : { reason: "Not now." }),
    handlers: application.handlers,
    log: ({ level, error }) => void [level, error],
  });
  createServer<Caller, Service>({ ...application, authenticate: ({ method }) => (method === "GET" ? null : false) });
  createServer<Caller, Service>({ ...application, authenticate: async ({ method }) => method === "GET" && application && null });
  const found = async (): Promise<Caller | null> => null;
  const inferred: Server<Caller, Service> = createServer({
    ...application,
    authenticate: found,
    canAccess: ({ name }) => name === "a",
  });
  void inferred;
  // @ts-expect-error a name is no Caller
  createServer<Caller, Service>({ ...application, authenticate: () => "name" });
  const { scopesOf: _, ...rest } = application as Application<{ name: string }, Service>;
  // @ts-expect-error the caller has no scopes, so scopesOf is needed
  createServer<{ name: string }, Service>(rest);
  // @ts-expect-error no service has this type
  createServer<Caller, Service>({ ...application, findResource: () => ({ ...(null as unknown as Service), type: "postgers" }) });
  // @ts-expect-error no service has this type
  createServer<Caller, { type: "postgers" }>(null as never);
  // @ts-expect-error canAccess is needed
  createServer<Caller, Service>((({ canAccess: _unused, ...others }) => others)(application));
  // @ts-expect-error hooks are told the operation's id
  createServer<Caller, Service>({ ...application, canAccess: (_caller, _path, operation) => operation === "noSuchOperation" });
  const error: PostgresActions["add_ip"]["error"] = "entry_exists";
  void error;
}
