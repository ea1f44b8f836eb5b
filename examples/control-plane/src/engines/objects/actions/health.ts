import { listOperations, showOperation } from "../../../operations/operation.js";
import { worstOf } from "../../../services/live.js";
import type { ObjectsPlatform } from "../parts.js";
import { probeService } from "../probe.js";
import type { ActionResponse, Call } from "../../action.js";

/** Probes a service and lists its operations. */
export async function checkHealth(
  { database, parts }: ObjectsPlatform,
  { service, body }: Call<"objects", "service_health">,
): ActionResponse<"objects", "service_health"> {
  const found = await probeService(parts, service, body.timeout_ms ?? 2000);
  const operations = (await listOperations(database, service.id)).map(showOperation);
  return {
    status: worstOf(found),
    result: { checked_at: new Date().toISOString(), components: [...found], operations },
  };
}
