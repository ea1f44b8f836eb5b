import type { StoredService } from "../../services/service.js";
import type { HealthComponent } from "../engine.js";
import { timeProbe } from "../time-probe.js";
import { readAllowance } from "./buckets.js";
import type { ObjectsParts } from "./parts.js";

/** Whether content can be read and written, and metadata read. */
export function probeService(
  { store, database, endpointUrl }: ObjectsParts,
  service: StoredService,
  timeoutMs: number,
): Promise<readonly HealthComponent[]> {
  return Promise.all([
    timeProbe("s3", timeoutMs, async () => {
      if (endpointUrl === undefined) return { status: "error", message: "There is no address for the endpoint." };
      await store.check();
      if (service.status === "suspended")
        return { status: "degraded", message: "The endpoint is closed: the service is suspended." };
      const { stored_bytes, max_storage_bytes } = await readAllowance(database, service.id);
      if (stored_bytes < max_storage_bytes * 0.95) return { status: "healthy", message: null };
      return { status: "degraded", message: `${stored_bytes} of ${max_storage_bytes} bytes are stored.` };
    }),
    timeProbe("control_plane", timeoutMs, async () => {
      await database.query("select 1");
      return { status: "healthy", message: null };
    }),
  ]);
}
