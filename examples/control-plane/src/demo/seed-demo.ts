import { randomBytes } from "node:crypto";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { allScopes, findCaller, issueToken } from "../access/caller.js";
import { inTransaction } from "../database/query.js";
import type { Platform } from "../platform.js";
import type { ControlPlane } from "../start.js";

const orgId = "c2a9e7d4-6b31-4f58-8e0a-d5f1b3c7a926";

const projectId = "5f0c7b1e-3a52-4e0b-9d7c-1b6a2f4e8c90";

/** Makes a demo organisation with a project and services, unless it is there, and says how to try it. */
export async function seedDemo({ url, platform }: ControlPlane): Promise<string> {
  const { database, config } = platform;
  await database.query("insert into organisations (id, name) values ($1, 'Demo') on conflict do nothing", [orgId]);
  await database.query(
    "insert into projects (id, org_id, name, slug) values ($1, $2, 'Web shop', 'web-shop') on conflict do nothing",
    [projectId, orgId],
  );
  await database.query(
    `insert into entitlements (org_id, type, plan, capacity)
     values ($1, 'postgres', 'shared', 10), ($1, 'postgres', 'dedicated', 3), ($1, 'postgres', 'dedicated-ha', 1) on conflict do nothing`,
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
    -d '{"type":"postgres","plan":"shared","name":"orders"}' $PROJECT/services

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

const secret = () => randomBytes(24).toString("base64url");

/** Services of the types that run elsewhere, as a platform that has engines for them would have made them. */
const services = [
  {
    id: "2a6d9f14-c05b-4e73-b8a1-f47e3d0c6b95",
    type: "auth",
    plan: "standard",
    name: "accounts",
    endpoint: "https://auth-7d1f.platform.example",
    key: "AUTH_CREDENTIALS",
    describe: (endpoint: string) => ({
      version: 1,
      endpoint,
      issuer: endpoint,
      jwks_uri: `${endpoint}/.well-known/jwks.json`,
      publishable_key: secret(),
      service_key: secret(),
    }),
  },
  {
    id: "e4c1a7f9-2d60-4b35-8f1e-6a9d0c5b7e32",
    type: "search",
    plan: "shared",
    name: "catalog",
    endpoint: "https://search-7d1f.platform.example",
    key: "SEARCH_CREDENTIALS",
    describe: (endpoint: string) => ({ version: 1, endpoint, admin_key: secret(), search_key: secret(), tenant_credentials: [] }),
  },
  {
    id: "0b8e5d3c-71f4-4a26-9c0d-3e7a1f6b2d58",
    type: "objects",
    plan: "standard",
    name: "assets",
    endpoint: "objects-7d1f.platform.example",
    key: "S3_CREDENTIALS",
    describe: (endpoint: string) => ({
      version: 1,
      endpoint: `https://${endpoint}`,
      region: "eu-central",
      addressing_style: "path",
      access_key_id: randomBytes(10).toString("hex").toUpperCase(),
      secret_access_key: secret(),
      access_keys: [],
    }),
  },
] as const;

/** Puts the demo services into a project; those that are there stay as they are. */
async function seedServices({ database, credentials }: Platform, projectId: string): Promise<void> {
  for (const { id, type, plan, name, endpoint, key, describe } of services) {
    await inTransaction(database, async (client) => {
      const { rowCount } = await client.query(
        `insert into services (id, project_id, type, plan, name, status, endpoint) values ($1, $2, $3, $4, $5, 'active', $6)
         on conflict do nothing`,
        [id, projectId, type, plan, name, endpoint],
      );
      if (rowCount === 0) return;
      await client.query("update projects set service_count = service_count + 1 where id = $1", [projectId]);
      await credentials.add(client, id, key, JSON.stringify(describe(endpoint)), "current");
    });
  }
}
