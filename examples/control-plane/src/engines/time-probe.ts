import { setTimeout as sleep } from "node:timers/promises";
import type { HealthComponent } from "./engine.js";

/** Runs a probe for at most so long. One that takes longer is `unknown`, one that fails is an `error`. */
export async function timeProbe(name: string, timeoutMs: number, probe: () => Promise<Finding>): Promise<HealthComponent> {
  const started = performance.now();
  const late = new AbortController();
  const outcome = await Promise.race([
    probe().catch((): Finding => ({ status: "error", message: "It does not respond." })),
    sleep(timeoutMs, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
  ]);
  late.abort();
  if (!outcome) return { name, status: "unknown", latency_ms: null, message: `No response within ${timeoutMs} ms.` };
  const latency = outcome.status === "error" ? null : Math.round((performance.now() - started) * 10) / 10;
  return { name, status: outcome.status, latency_ms: latency, message: outcome.message };
}

/** The result of a probe. */
export interface Finding {
  readonly status: HealthComponent["status"];
  readonly message: string | null;
}
