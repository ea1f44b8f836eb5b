import { listOperations, showOperation } from "../../../operations/operation.js";
import { worstOf } from "../../../services/live.js";
import { timeProbe } from "../../time-probe.js";
import type { SearchPlatform } from "../parts.js";
import { probeControlPlane } from "../probe.js";
import { tasks } from "../tasks.js";
import type { ActionResponse, Call } from "../../action.js";

/** So many tasks may wait, and the first of them so many milliseconds, before that is worth a mention. */
const maxWaiting = 100;
const maxDelay = 60_000;

/** Probes what a service consists of, all at once. */
export async function checkHealth(
  platform: SearchPlatform,
  { service, body }: Call<"search", "service_health">,
): ActionResponse<"search", "service_health"> {
  const { database, parts } = platform;
  const timeout = body.timeout_ms ?? 2000;
  const found = await Promise.all([
    probeControlPlane(database, timeout),
    timeProbe("engine", timeout, async () => {
      // Queries need their connections, and the extension for words with typos.
      await parts.data.read(service.id, (client) => client.query("select similarity('search', 'serach')"));
      return { status: "healthy", message: null };
    }),
    timeProbe("task_queue", timeout, async () => {
      const { waiting, oldest } = await tasks.waiting(database, service.id);
      const isLate = waiting > maxWaiting || (oldest !== null && oldest.getTime() < Date.now() - maxDelay);
      const message = waiting === 0 ? null : `${waiting.toLocaleString("en")} ${waiting === 1 ? "task is" : "tasks are"} waiting`;
      return { status: isLate ? "degraded" : "healthy", message };
    }),
  ]);
  const operations = (await listOperations(database, service.id)).map(showOperation);
  return { status: worstOf(found), result: { checked_at: new Date().toISOString(), components: found, operations } };
}
