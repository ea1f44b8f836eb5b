import type { ServiceType } from "../../../../generated/actions.js";
import type { ActionEntry } from "../../../../generated/server/index.js";
import type { components } from "../../../../generated/types.js";
import { type Database, all, first, statement } from "../database/query.js";
import type { ServiceStatus } from "./lifecycle.js";

/** A service as it is stored; what handlers and engines get. */
export interface StoredService {
  readonly id: string;
  readonly project_id: string;
  readonly type: ServiceType;
  readonly plan: string;
  readonly name: string;
  readonly status: ServiceStatus;
  /** Absent until it is provisioned. Callers are shown what `presentEndpoint` makes of it. */
  readonly endpoint: string | null;
}

/** A service of one type. */
export type ServiceOf<Type extends ServiceType> = StoredService & { readonly type: Type };

const columns = "id, project_id, type, plan, name, status, endpoint";

const find = statement<StoredService>("find-service", `select ${columns} from services where id = $1 and project_id = $2`);

const findById = statement<StoredService>("find-service-by-id", `select ${columns} from services where id = $1`);

const list = statement<StoredService>(
  "list-services",
  `select ${columns} from services where project_id = $1 order by name collate "C", id`,
);

/** The service of this id in this project. */
export function findService(database: Database, projectId: string, id: string): Promise<StoredService | undefined> {
  return first(database, find, id, projectId);
}

/** The service of this id, wherever it is. Only for work that no caller waits for. */
export function findServiceById(database: Database, id: string): Promise<StoredService | undefined> {
  return first(database, findById, id);
}

/** All services of a project by name, then id. */
export function listServices(database: Database, projectId: string): Promise<StoredService[]> {
  return all(database, list, projectId);
}

type Service = components["schemas"]["Service"];

/** Whether a service can be probed: while it comes and goes there is nothing to ask. */
export function mayProbe({ status }: Pick<StoredService, "status">): boolean {
  return status !== "provisioning" && status !== "deleting";
}

/** Whether there is a credential that works. */
export function mayReveal({ status }: Pick<StoredService, "status">): boolean {
  return status !== "provisioning" && status !== "restoring" && status !== "deleting";
}

/** A service as callers see it. */
export function represent<Type extends ServiceType>(
  service: ServiceOf<Type>,
  actions: readonly ActionEntry[],
): Extract<Service, { type: Type }> {
  const { id, project_id, type, plan, name, status, endpoint } = service;
  const capabilities = {
    live: { enabled: mayProbe(service) },
    reveal_credential: { enabled: mayReveal(service) },
    actions,
  };
  const shown = { id, project_id, type, plan, name, status, ...(endpoint === null ? {} : { endpoint }), capabilities };
  // The four types of services differ in what their actions are called; that these belong to this one is the server's doing.
  return shown as unknown as Extract<Service, { type: Type }>;
}
