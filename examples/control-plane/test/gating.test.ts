import { expect, inject, test } from "vitest";
import { catalog } from "../../../generated/actions.js";
import { addService } from "./support/add-service.js";
import { hasDump, target, usePlane } from "./support/control-plane.js";
import { contract, minimalBody } from "./support/minimal-body.js";
import { olderBin } from "./support/older.js";
import { hasPgBouncer } from "./support/pooler.js";
import { transitions } from "../src/services/lifecycle.js";

/** The given server is older than the embedded one on most machines. */
const hasTwoVersions = target === "given" && olderBin === inject("postgresBin");
const plane = usePlane({ pgbouncerBin: undefined, postgresBins: hasTwoVersions ? [inject("embeddedBin")!] : [] });

interface Lifecycle {
  readonly transitions: readonly { readonly from: string | null; readonly event: string; readonly to: string }[];
  readonly states: Readonly<Record<string, { readonly types: readonly string[] }>>;
  readonly plans: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Info {
  readonly states?: readonly string[];
  readonly plans?: readonly string[];
}

const lifecycle = contract["x-platform-lifecycle"] as Lifecycle;

const cases = Object.entries(lifecycle.plans).flatMap(([type, plans]) =>
  Object.keys(plans).flatMap((plan) =>
    Object.entries(lifecycle.states)
      .filter(([, { types }]) => types.includes(type))
      .map(([status]) => ({ type: type as keyof typeof catalog, plan, status })),
  ),
);

/** Actions of postgres that an installation doesn't support in any state. */
const offWithoutVersions = ["pg_upgrade_cancel", "pg_upgrade_preview", "pg_upgrade_request", "shared_version_migration_request"];
const offWithoutPgBouncer = ["pgbouncer_disable", "pgbouncer_enable"];
const offWithoutDump = {
  shared: ["prepare_backup_download", "prepare_database_export"],
  dedicated: ["prepare_database_export"],
};

test("the moves of services are those of the contract", () => {
  expect(transitions).toEqual(lifecycle.transitions.filter(({ from }) => from !== null));
});

test.each(cases)("$type on $plan while $status: what is advertised is what is rejected", async ({ type, plan, status }) => {
  const { current } = plane;
  const id = await addService(current, { type, plan, status });
  const { body } = await current.api.get(id);
  const advertised = body.capabilities!.actions!;
  const infos: Readonly<Record<string, Info>> = catalog[type];
  expect(advertised.map(({ name }) => name).sort()).toEqual(Object.keys(infos).sort());

  const offHere =
    type !== "postgres"
      ? []
      : [
          ...(hasTwoVersions ? [] : offWithoutVersions),
          ...(hasPgBouncer ? [] : offWithoutPgBouncer),
          ...(hasDump ? [] : offWithoutDump[plan === "shared" ? "shared" : "dedicated"]),
        ];
  const expected = Object.entries(infos)
    .filter(([name]) => !offHere.includes(name))
    .filter(([, { states, plans }]) => (states?.includes(status) ?? true) && (plans?.includes(plan) ?? true))
    .map(([name]) => name);
  expect(
    advertised
      .filter(({ enabled }) => enabled)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(expected.sort());

  for (const { name, enabled, reason } of advertised) {
    expect(reason === undefined).toBe(enabled);
    if (enabled) continue;
    const response = await current.api.invoke(id, name, minimalBody(type, name));
    expect([name, response.status, response.body.error]).toEqual([name, 409, `action_unavailable: ${reason}`]);
  }
});

test("a plan that this installation can't run, and one that nobody has", async () => {
  const { api } = plane.current;
  const { status, body } = await api.create("gigantic", "x");
  expect(status).toBe(409);
  expect(body).toEqual({ error: "entitlement_conflict: The organization has no entitlement for the plan gigantic." });
});
