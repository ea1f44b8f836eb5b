import type { ServiceType } from "../../../../generated/actions.js";
import type { CredentialStore } from "../credentials/store.js";
import { trafficKind } from "../projects/suspend-project.js";
import type { Credential, Engine } from "./engine.js";

/** The keys under which services of these types keep their credential, and the components that their health has. */
const kinds = {
  auth: { key: "AUTH_CREDENTIALS", components: ["control_plane", "project"] },
  search: { key: "SEARCH_CREDENTIALS", components: ["control_plane"] },
  objects: { key: "S3_CREDENTIALS", components: ["s3", "control_plane"] },
} as const satisfies Partial<Record<ServiceType, unknown>>;

/** A type whose services are known here but run elsewhere: they are listed, gated and revealed; their actions are off. */
export function createAbsentEngine(type: keyof typeof kinds, credentials: CredentialStore): Engine {
  const { key, components } = kinds[type];
  const reason = `This installation runs no ${type} engine.`;
  return {
    whyOff: () => reason,
    whyNoPlan: () => reason,
    async revealCredential(database, service) {
      const current = await credentials.readCurrent(database, service.id, key);
      return current && ({ key, value: current.secret } as Credential);
    },
    probe: () =>
      Promise.resolve(components.map((name) => ({ name, status: "unknown" as const, latency_ms: null, message: reason }))),
    // What runs them follows the status by itself.
    work: { [trafficKind]: { run: () => Promise.resolve() } },
  };
}
