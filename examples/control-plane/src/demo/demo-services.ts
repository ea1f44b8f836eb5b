import { randomBytes } from "node:crypto";
import { inTransaction } from "../database/transaction.js";
import type { Platform } from "../platform.js";

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
export async function seedServices({ database, credentials }: Platform, projectId: string): Promise<void> {
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
