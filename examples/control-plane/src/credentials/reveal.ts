import { record } from "../access/audit.js";
import type { Caller } from "../access/caller.js";
import { inTransaction } from "../database/query.js";
import type { Credential } from "../engines/engine.js";
import type { Platform } from "../platform.js";
import { type StoredService, mayReveal } from "../services/service.js";

/**
 * The current credential of a service, once the audit trail contains who requested it: if that can't be written, the
 * secret does not leave. `undefined`: there is nothing to reveal now.
 */
export async function reveal(
  { database, engines }: Pick<Platform, "database" | "engines">,
  service: StoredService,
  caller: Caller,
  requestId: string,
): Promise<Credential | undefined> {
  if (!mayReveal(service)) return undefined;
  return inTransaction(database, async (client) => {
    const credential = await engines[service.type].revealCredential(client, service);
    const outcome = credential ? "done" : "resource_not_found";
    await record(client, {
      caller,
      requestId,
      projectId: service.project_id,
      serviceId: service.id,
      event: "credential.reveal",
      outcome,
    });
    return credential;
  });
}
