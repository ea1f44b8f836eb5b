import { showOperation } from "../../../operations/operation.js";
import { majorOf } from "../installation.js";
import { blockersOfMove } from "../move-shared.js";
import { presentVersion, targetsOf, upgrades } from "../upgrades.js";
import { whyOff } from "../why-off.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

/** When the community ends its support, by major version. */
const endOfLife: Readonly<Record<number, string>> = {
  14: "2026-11-12",
  15: "2027-11-11",
  16: "2028-11-09",
  17: "2029-11-08",
  18: "2030-11-14",
};

/** Shows the version of a service and those it can move to. */
export async function showVersions(
  platform: PostgresPlatform,
  { service }: Call<"postgres", "list_version_targets">,
): ActionResponse<"postgres", "list_version_targets"> {
  const { database, parts } = platform;
  const isShared = service.plan === "shared";
  const version = await presentVersion(parts, database, service);
  const move = isShared ? "shared_version_migration_request" : "pg_upgrade_request";
  const later = whyOff(parts.installation, service, move) === undefined ? targetsOf(parts, version) : [];
  const targets = later.map(async (target, index) => {
    const major = majorOf(target.version);
    const preview = await upgrades.latestPreview(database, service.id, String(major));
    const failures = (preview?.checks ?? []).filter(({ outcome }) => outcome === "fail");
    return {
      target_version: String(major),
      minor_version: target.version,
      method: isShared ? ("shared_migration" as const) : ("pg_upgrade" as const),
      recommended: index === later.length - 1,
      end_of_life: endOfLife[major] ?? null,
      blockers: isShared ? await blockersOfMove(parts, service, major) : failures.map(({ message }) => message.slice(0, 300)),
    };
  });
  const planned = await upgrades.planned(database, service.id);
  const result = {
    current_version: version,
    end_of_life: endOfLife[majorOf(version)] ?? null,
    targets: await Promise.all(targets),
    planned_upgrade: planned ? showOperation(planned) : null,
  };
  return { status: "ok", result };
}
