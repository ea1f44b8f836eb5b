import type { StoredService } from "../../services/service.js";
import type { HealthComponent } from "../engine.js";
import { timeProbe } from "../time-probe.js";
import { databaseOf } from "./databases.js";
import type { PostgresParts } from "./parts.js";

/** Whether the database of a service accepts connections and responds. */
export function probeDatabase(
  { connections, database }: PostgresParts,
  service: StoredService,
  timeoutMs: number,
): Promise<HealthComponent> {
  return timeProbe("database", timeoutMs, async () => {
    const own = await databaseOf(database, service);
    await connections.asPlatform(service, own.database_name, (client) => client.query("select 1"));
    return { status: "healthy", message: null };
  });
}
