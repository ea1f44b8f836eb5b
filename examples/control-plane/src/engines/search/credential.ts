import { type Database, first, statement } from "../../database/query.js";
import { endpointOf } from "../../http/endpoints.js";
import { PermanentFailure, type Work } from "../../operations/work.js";
import { provisioningEnds } from "../../services/failed.js";
import type { StoredService } from "../../services/service.js";
import type { Credential } from "../engine.js";
import { keys, makeKeyText, tenants } from "./keys.js";
import type { SearchParts } from "./parts.js";
import { writeAmounts } from "./usage.js";

/** The key under which the credential of a service is revealed. The texts of its standing keys are sealed there. */
export const credentialKey = "SEARCH_CREDENTIALS";

/** The standing keys of every service. */
export type StandingRole = "admin" | "search";

/** The texts of the standing keys. */
export type StandingTexts = Readonly<Record<`${StandingRole}_key`, string>>;

/** The texts of the standing keys of a service; `undefined`: it is not provisioned. */
export async function readTexts(
  { credentials }: Pick<SearchParts, "credentials">,
  database: Database,
  serviceId: string,
): Promise<StandingTexts | undefined> {
  const current = await credentials.readCurrent(database, serviceId, credentialKey);
  return current && (JSON.parse(current.secret) as StandingTexts);
}

/** Where the token of a tenant is sealed. */
export function tenantEntry(id: string): string {
  return `${credentialKey}/tenant/${id}`;
}

const insertService = statement("insert-search-service", "insert into search_services (service_id) values ($1)");
const insertTurn = statement("insert-search-turn", "insert into search_turns (service_id) values ($1)");
const setEndpoint = statement("set-search-endpoint", "update services set endpoint = $2 where id = $1");

/** Makes what a new service consists of: all of it, in the transaction that ends the operation. */
export function provisioning({ credentials, endpointUrl }: SearchParts): Work {
  return {
    ...provisioningEnds,
    run({ service: { id, type } }) {
      if (endpointUrl === undefined) throw new PermanentFailure("This installation has no address for endpoints.");
      return Promise.resolve(async (client) => {
        await first(client, insertService, id);
        await first(client, insertTurn, id);
        const all = { indexes: ["*"], expires_at: null };
        const texts: StandingTexts = { admin_key: makeKeyText(), search_key: makeKeyText() };
        await keys.insert(client, id, { ...all, name: "Admin key", role: "admin", actions: ["*"], text: texts.admin_key });
        await keys.insert(client, id, {
          ...all,
          name: "Search key",
          role: "search",
          actions: ["search"],
          text: texts.search_key,
        });
        await credentials.add(client, id, credentialKey, JSON.stringify(texts), "current");
        await writeAmounts(client, id);
        await first(client, setEndpoint, id, endpointOf(endpointUrl, { type, id }));
      });
    },
  };
}

/** The revealed descriptor of a service. */
export async function revealCredential(
  parts: SearchParts,
  database: Database,
  service: StoredService,
): Promise<Credential | undefined> {
  const { credentials, endpointUrl } = parts;
  const texts = await readTexts(parts, database, service.id);
  if (!texts || endpointUrl === undefined) return undefined;
  const entries = await credentials.readEach(database, service.id, tenantEntry(""));
  const valid = (await tenants.list(database, service.id)).flatMap(({ id, tenant, expires_at }) => {
    const token = entries.get(tenantEntry(id))?.secret;
    return token === undefined ? [] : [{ credential_id: id, tenant, token, expires_at: expires_at.toISOString() }];
  });
  const { admin_key, search_key } = texts;
  const descriptor = {
    version: 1,
    endpoint: endpointOf(endpointUrl, service),
    admin_key,
    search_key,
    tenant_credentials: valid,
  };
  return { key: credentialKey, value: JSON.stringify(descriptor) };
}
