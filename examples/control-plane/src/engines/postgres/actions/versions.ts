import type { Platform } from "../../../platform.js";
import { majorOf } from "../installation.js";
import { versionOf } from "../why-off.js";
import type { Answer, Call } from "./types.js";

/** When the community ends its support, by major version. */
const endOfLife: Readonly<Record<number, string>> = {
  14: "2026-11-12",
  15: "2027-11-11",
  16: "2028-11-09",
  17: "2029-11-08",
  18: "2030-11-14",
};

/** Shows the version of a service. An installation has one version, so there is none to move to. */
export function showVersions(platform: Platform, { service }: Call<"list_version_targets">): Answer<"list_version_targets"> {
  const version = versionOf(platform.engines.postgres.parts.installation, service);
  const result = {
    current_version: version,
    end_of_life: endOfLife[majorOf(version)] ?? null,
    targets: [],
    planned_upgrade: null,
  };
  return Promise.resolve({ status: "ok", result });
}
