// The control plane keeps the contract, as `openapi-actions test` sees it.
import { beforeAll, expect, test } from "vitest";
import { testContract, type TestOptions } from "../../../generator/tools/exchanges/conformance/test-contract.js";
import { repositoryPath } from "../../../test/support/repository.js";
import { allScopes } from "../src/access/caller.js";
import { createService } from "../src/services/create-service.js";
import { addProject, usePlane } from "./support/control-plane.js";

const plane = usePlane();
const plans = [
  ["auth", "standard"],
  ["search", "shared"],
  ["postgres", "shared"],
  ["objects", "standard"],
] as const;

/** Without `unchanged` for postgres, which probes servers again and again, and `http`: they take a minute. */
const only = [
  "credentials",
  "scope",
  "order",
  "access",
  "foreign",
  "missing",
  "gate",
  "capabilities",
  "valid",
  "invalid",
  "method",
  "content",
  "resource",
  "unchanged/createService",
  "unchanged/auth.export_users",
  "unchanged/objects.create_folder",
  "idempotent",
  "pages",
];

let options: TestOptions;

beforeAll(async () => {
  const { url, platform, api, projectId, orgId, tokenText, token } = plane.current;
  const services: Record<string, string[]> = {};
  for (const [type, plan] of plans) {
    const made = await createService(platform.database, { projectId, type, plan, name: type });
    if ("rejected" in made) throw new Error(made.rejected);
    services[type] = [made.id];
  }
  platform.worker.wake();
  for (const [id] of Object.values(services)) await api.waitFor(id!, "active");
  const path = { project_id: [projectId] };
  const limited = allScopes.map(async (missing) => {
    const scopes = allScopes.filter((scope) => scope !== missing);
    return [`without ${missing}`, { token: await token(scopes), scopes, path }] as const;
  });
  options = {
    contract: repositoryPath("spec/openapi.yaml"),
    url,
    callers: { owner: { token: tokenText, scopes: allScopes, path }, ...Object.fromEntries(await Promise.all(limited)) },
    path: { project_id: projectId },
    foreign: { project_id: await addProject(plane.current, orgId) },
    services,
    allow: "write",
    only,
    limits: { time: 280_000 },
  };
});

test("no response deviates from the contract", async () => {
  const { diagnostics, cases, ended } = await testContract(options);
  // The contract has no operation that removes a service, and leaves open what is counted and logged.
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(({ message, hint }) => [message, hint])).toEqual([]);
  expect(ended).toBeUndefined();
  expect(cases.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(2_000);
});
