import type { TestOptions } from "../../../../generator/tools/exchanges/conformance/index.js";
import { repositoryPath } from "../../../../test/support/repository.js";
import { allScopes } from "../../src/access/caller.js";
import { createService } from "../../src/services/create-service.js";
import { addProject, type Plane } from "./control-plane.js";

/** The plan of the service that is tested, by type. */
const plans = { auth: "standard", search: "shared", postgres: "shared", objects: "standard" } as const;

/** What a test of the control plane may use: an active service of each type, all scopes, callers that lack one, and a foreign project. */
export async function testedServices(
  plane: Plane,
  types: readonly (keyof typeof plans)[] = ["auth", "search", "postgres", "objects"],
): Promise<TestOptions> {
  const { url, platform, api, projectId, orgId, tokenText, token } = plane;
  const services: Record<string, string[]> = {};
  for (const type of types) {
    const made = await createService(platform.database, { projectId, type, plan: plans[type], name: type });
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
  return {
    contract: repositoryPath("spec/openapi.yaml"),
    url,
    callers: { owner: { token: tokenText, scopes: allScopes, path }, ...Object.fromEntries(await Promise.all(limited)) },
    path: { project_id: projectId },
    foreign: { project_id: await addProject(plane, orgId) },
    services,
  };
}
