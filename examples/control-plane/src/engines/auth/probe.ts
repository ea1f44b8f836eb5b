import type { StoredService } from "../../services/service.js";
import type { HealthComponent } from "../engine.js";
import { timeProbe } from "../time-probe.js";
import type { AuthParts } from "./parts.js";

/**
 * Probes the database that keeps the state, the service by reading its signing keys as its endpoint does, and the mail server
 * where there is one. There is no SMS.
 */
export function probeAuth(parts: AuthParts, service: StoredService, timeoutMs: number): Promise<HealthComponent[]> {
  const { mailer } = parts;
  return Promise.all([
    timeProbe("control_plane", timeoutMs, async () => {
      await parts.database.query("select 1");
      return { status: "healthy", message: null };
    }),
    timeProbe("project", timeoutMs, async () => {
      if (service.status === "provisioning") return { status: "unknown", message: "The service is being created." };
      await (await parts.instances.of(service)).readKeys();
      if (service.status === "active") return { status: "healthy", message: null };
      return { status: "degraded", message: `The endpoint serves nothing: the service is ${service.status}.` };
    }),
    ...(mailer
      ? [
          timeProbe("email_delivery", timeoutMs, async () => {
            await mailer.check();
            return { status: "healthy", message: null };
          }),
        ]
      : []),
  ]);
}
