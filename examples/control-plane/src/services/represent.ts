import type { ServiceType } from "../../../../generated/actions.js";
import type { components } from "../../../../generated/types.js";
import type { ActionEntry } from "../../../../generated/server/index.js";
import type { StoredService } from "./service.js";

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
  service: StoredService & { readonly type: Type },
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
