import { randomBytes } from "node:crypto";
import { withServiceLock } from "../../../services/lock-service.js";
import { domains, isAllowedDomain, showDomain } from "../domains.js";
import { type SearchPlatform, limits } from "../parts.js";
import type { ActionResponse, Call } from "../../action.js";

/** Lists custom domains by name. */
export async function listDomains(
  { database }: SearchPlatform,
  { service }: Call<"search", "list_domains">,
): ActionResponse<"search", "list_domains"> {
  return { status: "ok", result: { domains: (await domains.list(database, service.id)).map(showDomain) } };
}

/** Attaches a custom domain; it is checked in the background until its records are published. */
export async function addDomain(
  { database, parts }: SearchPlatform,
  { service, body, fail }: Call<"search", "add_domain">,
): ActionResponse<"search", "add_domain"> {
  const { domain } = body;
  if (!isAllowedDomain(domain, parts.ownHosts)) throw fail("domain_not_allowed");
  const added = await withServiceLock(database, service, async (client) => {
    const present = await domains.list(client, service.id);
    const wanted = { domain, service_id: service.id, token: randomBytes(16).toString("hex"), target: parts.domainTarget };
    const row = await domains.insert(client, wanted);
    if (!row) throw fail("domain_in_use");
    if (present.length >= limits.domains) throw fail("domain_limit_reached");
    return row;
  });
  return { status: "ok", result: { domain: showDomain(added) } };
}

/** Detaches a custom domain. */
export async function removeDomain(
  { database }: SearchPlatform,
  { service, body, fail }: Call<"search", "remove_domain">,
): ActionResponse<"search", "remove_domain"> {
  const { domain } = body;
  const removedAt = await withServiceLock(database, service, (client) => domains.remove(client, service.id, domain));
  if (!removedAt) throw fail("domain_not_found");
  return { status: "ok", result: { domain, removed_at: removedAt.toISOString() } };
}
