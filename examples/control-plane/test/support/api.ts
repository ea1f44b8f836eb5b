import { setTimeout as sleep } from "node:timers/promises";
import type { ActionName, PostgresActions } from "../../../../generated/actions.js";
import { createClient, validate, type Client } from "../../../../generated/client/index.js";
import type { components } from "../../../../generated/types.js";
import { actions, operations } from "../../../../generated/validators/index.js";

type Schemas = components["schemas"];

/** A response of any kind. */
interface ApiResponse<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
  readonly headers: Headers;
}

/** The API of one project as the holder of one token sees it. */
export interface Api {
  /** The generated client. Calls and responses are validated against the contract; errors are thrown. */
  readonly client: Client;
  /** Invokes an action of a postgres service with the generated client. */
  act<Name extends ActionName<"postgres">>(
    id: string,
    action: Name,
    body?: PostgresActions[Name]["body"],
  ): Promise<{ status: string; result: PostgresActions[Name]["result"] }>;
  /** Creates a postgres service with the generated client and waits until it is active. */
  provision(plan: string, name?: string): Promise<Schemas["Service"]>;
  /** Waits until a service has a status. */
  waitFor(id: string, status: string): Promise<Schemas["Service"]>;
  /** Waits until no operation of a postgres service is queued or runs. */
  settle(id: string): Promise<void>;

  /** Sends what it is given, also what the client would not. */
  send<Body = unknown>(method: string, path: string, body?: unknown): Promise<ApiResponse<Body>>;
  create(plan: string, name: string): Promise<ApiResponse<Schemas["PostgresService"]>>;
  get(id: string, live?: boolean): Promise<ApiResponse<Schemas["Service"]>>;
  list(): Promise<ApiResponse<Schemas["ServiceList"]>>;
  reveal(id: string): Promise<ApiResponse<Schemas["Credential"]>>;
  invoke(id: string, action: string, body?: unknown): Promise<ApiResponse<Schemas["Error"]>>;
}

let count = 0;

/** The API of one project. */
export function createApi(url: string, projectId: string, token: string): Api {
  const client = createClient({ baseUrl: url, token, use: [validate({ actions, operations })] });
  const send: Api["send"] = async <Body>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, body: (isJson ? JSON.parse(text) : undefined) as Body, text, headers: response.headers };
  };
  const waitFor: Api["waitFor"] = (id, status) =>
    until(`The service becomes ${status}`, async () => {
      const service = await client.getService({ project_id: projectId, service_id: id });
      return service.status === status ? service : undefined;
    });
  const settle: Api["settle"] = (id) =>
    until("Operations end", async () => {
      const { result } = await client.postgres({ project_id: projectId, service_id: id }).service_health();
      const isOpen = result.operations.some(({ status }) => status === "queued" || status === "running");
      return isOpen ? undefined : true;
    }).then(() => undefined);
  const services = `/v1/projects/${projectId}/services`;
  return {
    client,
    act(id, action, body) {
      const calls = client.postgres({ project_id: projectId, service_id: id });
      // Only the caller knows the action.
      const call = calls[action] as unknown as (body: unknown) => ReturnType<Api["act"]>;
      return call(body ?? {}) as never;
    },
    async provision(plan, name = `service-${count++}`) {
      const { id } = await client.createService({ project_id: projectId, body: { type: "postgres", plan, name } });
      return waitFor(id, "active");
    },
    waitFor,
    settle,
    send,
    create: (plan, name) => send("POST", services, { type: "postgres", plan, name }),
    get: (id, live = false) => send("GET", `${services}/${id}${live ? "?live=true" : ""}`),
    list: () => send("GET", services),
    reveal: (id) => send("GET", `${services}/${id}/credential`),
    invoke: (id, action, body = {}) => send("POST", `${services}/${id}/actions/${action}`, body),
  };
}

/** Looks again and again until something is found; for so long that only what never comes is missed. */
export async function until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  for (let tries = 0; tries < 3600; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error(`Waited in vain: ${what}`);
}
