import { EndpointError } from "../../../http/endpoint-request.js";
import { inTransaction } from "../../../database/query.js";
import { oneAtATime } from "../../../services/lock-service.js";
import type { StoredService } from "../../../services/service.js";
import { type StoredIndex, indexes } from "../indexes.js";
import type { KeyAction } from "../keys.js";
import type { SearchParts } from "../parts.js";
import { type TaskInput, showTask, tasks } from "../tasks.js";
import type { Access } from "./access.js";
import { badRequest } from "./request.js";

/** A response of the endpoint. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** A request whose sender may make it. */
export interface Call {
  readonly parts: SearchParts;
  readonly service: StoredService;
  readonly access: Access;
  /** The names in the path, the index first. */
  readonly names: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** A route of the endpoint. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: RegExp;
  /** The action that a key must allow. */
  readonly action: KeyAction;
  readonly isOfIndex: boolean;
  run(call: Call): Promise<Reply>;
}

/** Accepts a task and shows it. */
export async function enqueue({ parts, service, names }: Call, input: TaskInput, index = names[0]!): Promise<Reply> {
  // They would wait for each other in the database, each with a connection.
  const task = await oneAtATime(`tasks of ${service.id}`, () =>
    inTransaction(parts.database, (client) => tasks.enqueue(client, service.id, index, input)),
  );
  parts.tasks.wake();
  return { status: 202, body: showTask(task) };
}

/** The index that the path names. */
export async function indexOf({ parts, service, names }: Call): Promise<StoredIndex> {
  const index = await indexes.find(parts.database, service.id, names[0]!);
  if (!index) throw new EndpointError(404, "index_not_found", "No index has this name.");
  return index;
}

/** A primary key that the sender names; null: none. */
export function readKey(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" && value.length >= 1 && value.length <= 255) return value;
  throw badRequest('"primary_key" must be a text of 1 to 255 characters.');
}
