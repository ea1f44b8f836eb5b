import { expect } from "vitest";
import type { ActionName, SearchActions } from "../../../../generated/actions.js";
import type { SearchEngine } from "../../src/engines/search/search-engine.js";
import type { SearchParts } from "../../src/engines/search/parts.js";
import { until } from "./api.js";
import { createService } from "../../src/services/create-service.js";
import type { Plane } from "./control-plane.js";

/** The descriptor of a search service. */
export interface Descriptor {
  readonly endpoint: string;
  readonly admin_key: string;
  readonly search_key: string;
  readonly tenant_credentials: readonly {
    readonly credential_id: string;
    readonly tenant: string;
    readonly token: string;
    readonly expires_at: string;
  }[];
}

/** A response of the endpoint. */
interface Reply<Body> {
  readonly status: number;
  readonly body: Body;
}

/** The result of a search. */
export type Found = SearchActions["query"]["result"];

/** A search service and what tests do with it. */
export interface SearchService {
  readonly id: string;
  readonly name: string;
  /** Invokes an action with the generated client. */
  act<Name extends ActionName<"search">>(
    action: Name,
    body?: SearchActions[Name]["body"],
  ): Promise<{ status: string; result: SearchActions[Name]["result"] }>;
  /** The status and the code of an action that is rejected. */
  rejected(action: string, body?: unknown): Promise<[number, string]>;
  reveal(): Promise<Descriptor>;
  /** Sends a request to the endpoint, with the admin key unless another is given. */
  send<Body = { readonly error: string }>(method: string, path: string, body?: unknown, key?: string): Promise<Reply<Body>>;
  /** The ids of what a search at the endpoint finds, in their order. */
  find(index: string, query: Readonly<Record<string, unknown>>, key?: string): Promise<unknown[]>;
  /** Sends a request that is accepted as a task, and waits until it has ended. */
  task(method: string, path: string, body?: unknown): Promise<SearchActions["get_task"]["result"]["task"]>;
  /** Waits until a task has ended. */
  ended(taskId: number): Promise<SearchActions["get_task"]["result"]["task"]>;
}

/** Returns the dependencies of the search engine. */
export function searchParts({ platform }: Pick<Plane, "platform">): SearchParts {
  return (platform.engines.search as SearchEngine).parts;
}

/** Creates a search service and waits until it is active. */
export async function addSearch(
  plane: Plane,
  name = "catalog",
  projectId = plane.projectId,
  api = plane.api,
): Promise<SearchService> {
  const { platform } = plane;
  await platform.database.query("update entitlements set capacity = capacity + 1 where type = 'search' and plan = 'shared'");
  const created = await createService(platform.database, { projectId, type: "search", plan: "shared", name });
  if ("rejected" in created) throw new Error(created.rejected);
  platform.worker.wake();
  await api.waitFor(created.id, "active");
  return useSearch({ api, projectId }, created.id, name);
}

/** A search service that there is. */
export function useSearch({ api, projectId }: Pick<Plane, "api" | "projectId">, id: string, name: string): SearchService {
  const act: SearchService["act"] = (action, body) => {
    const calls = api.client.search({ project_id: projectId, service_id: id });
    // Only the caller knows the action.
    const call = calls[action] as unknown as (body: unknown) => ReturnType<SearchService["act"]>;
    return call(body ?? {}) as never;
  };
  const reveal = async () => JSON.parse((await api.reveal(id)).body.value) as Descriptor;
  const send: SearchService["send"] = async <Body>(method: string, path: string, body?: unknown, key?: string) => {
    const { endpoint, admin_key } = await reveal();
    const response = await fetch(`${endpoint}${path}`, {
      method,
      headers: { authorization: `Bearer ${key ?? admin_key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const ended: SearchService["ended"] = (taskId) =>
    until("The task ends", async () => {
      const { task } = (await act("get_task", { task_id: taskId })).result;
      return task.finished_at === null ? undefined : task;
    });
  return {
    id,
    name,
    act,
    reveal,
    send,
    ended,
    async find(index, query, key) {
      const { body } = await send<Found & { error?: string }>("POST", `/indexes/${index}/search`, query, key);
      expect(body.error).toBeUndefined();
      return body.hits.map(({ document }) => document["id"]);
    },
    async rejected(action, body) {
      const response = await api.invoke(id, action, body);
      return [response.status, response.body.error.split(":")[0]!];
    },
    async task(method, path, body) {
      const reply = await send<{ task_id: number }>(method, path, body);
      expect(reply).toMatchObject({ status: 202, body: { error: null } });
      return ended(reply.body.task_id);
    },
  };
}
