import type { components } from "../../../../generated/types.js";
import type { Engine, HealthComponent } from "../engines/engine.js";
import type { StoredService } from "./service.js";

type LiveHealth = components["schemas"]["LiveHealth"];

/** How long a probe may take, in milliseconds. */
const probeTimeout = 2000;

/** The health of a service as of now. */
export async function probeLive(engine: Engine, service: StoredService): Promise<LiveHealth> {
  const found = await engine.probe(service, probeTimeout);
  return { status: worstOf(found), checked_at: new Date().toISOString(), components: [...found] };
}

const fromBest = ["healthy", "unknown", "degraded", "error"] as const;

/** The worst status among components. */
export function worstOf(components: readonly Pick<HealthComponent, "status">[]): HealthComponent["status"] {
  const rank = Math.max(0, ...components.map(({ status }) => fromBest.indexOf(status)));
  return fromBest[rank]!;
}
