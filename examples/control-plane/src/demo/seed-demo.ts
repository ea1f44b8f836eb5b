import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { allScopes, findCaller, issueToken } from "../access/caller.js";
import type { Platform } from "../platform.js";
import { createService } from "../services/create-service.js";
import type { ControlPlane } from "../start.js";

const orgId = "c2a9e7d4-6b31-4f58-8e0a-d5f1b3c7a926";

const projectId = "5f0c7b1e-3a52-4e0b-9d7c-1b6a2f4e8c90";

/** Creates a demo organisation with a project and services, unless it exists, and returns how to try it. */
export async function seedDemo({ url, platform }: ControlPlane): Promise<string> {
  const { database, config } = platform;
  await database.query("insert into organisations (id, name) values ($1, 'Demo') on conflict do nothing", [orgId]);
  await database.query(
    "insert into projects (id, org_id, name, slug) values ($1, $2, 'Web shop', 'web-shop') on conflict do nothing",
    [projectId, orgId],
  );
  await database.query(
    `insert into entitlements (org_id, type, plan, capacity)
     values ($1, 'postgres', 'shared', 10), ($1, 'postgres', 'dedicated', 3), ($1, 'postgres', 'dedicated-ha', 1),
       ($1, 'auth', 'standard', 3), ($1, 'search', 'shared', 3), ($1, 'objects', 'standard', 3) on conflict do nothing`,
    [orgId],
  );
  await seedServices(platform, projectId);
  const token = await demoToken(platform, join(config.dataDir, "demo-token"));
  return `
The Managed Services Control API is at ${url}, the demo project is ${projectId}.

  export TOKEN=${token}
  export PROJECT=${url}/v1/projects/${projectId}

  curl -s -H "Authorization: Bearer $TOKEN" $PROJECT/services
  curl -s -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
    -d '{"type":"postgres","plan":"shared","name":"invoices"}' $PROJECT/services

If this process ends, nothing starts it again. To run it for longer, use systemd or a container: see "Keeping it running" in the README.

`;
}

/** The same token at every start; it is kept in a file that only its owner may read. */
async function demoToken({ database }: ControlPlane["platform"], path: string): Promise<string> {
  const kept = await readFile(path, "utf8").catch(() => undefined);
  if (kept !== undefined && (await findCaller(database, kept))) return kept;
  const { text } = await issueToken(database, { orgId, name: "demo", scopes: allScopes, projects: [projectId] });
  await writeFile(path, text, { mode: 0o600 });
  await chmod(path, 0o600);
  return text;
}

/** A service of each type that this installation can run. */
const services = [
  { type: "auth", plan: "standard", name: "accounts" },
  { type: "objects", plan: "standard", name: "assets" },
  { type: "postgres", plan: "shared", name: "orders" },
  { type: "search", plan: "shared", name: "catalog" },
] as const;

/** Creates the demo services; existing ones are left untouched. */
async function seedServices({ database, engines, worker }: Platform, projectId: string): Promise<void> {
  for (const { type, plan, name } of services) {
    if (engines[type].whyNoPlan(plan) !== undefined) continue;
    const { rowCount } = await database.query("select from services where project_id = $1 and type = $2", [projectId, type]);
    if (rowCount === 0) await createService(database, { projectId, type, plan, name });
  }
  worker.wake();
}
