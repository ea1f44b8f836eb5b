import { listOperations, showOperation } from "../../../operations/operation.js";
import { worstOf } from "../../../services/live.js";
import type { ActionResponse, Call } from "../../action.js";
import type { AuthPlatform } from "../parts.js";
import { probeAuth } from "../probe.js";

/** Probes a service. */
export async function checkHealth(
  { database, parts }: AuthPlatform,
  { service, body }: Call<"auth", "service_health">,
): ActionResponse<"auth", "service_health"> {
  const components = await probeAuth(parts, service, body.timeout_ms ?? 2000);
  const operations = (await listOperations(database, service.id)).map(showOperation);
  return { status: worstOf(components), result: { checked_at: new Date().toISOString(), components, operations } };
}
