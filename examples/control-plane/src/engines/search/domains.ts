import { parse } from "tldts";
import type { components } from "../../../../../generated/types.js";
import { type Database, all, first, statement } from "../../database/query.js";

type Shown = components["schemas"]["SearchDomain"];

/** A custom domain as it is stored. */
export interface StoredDomain {
  readonly domain: string;
  readonly service_id: string;
  /** The content of the TXT record; public. */
  readonly token: string;
  /** Where the CNAME record leads. */
  readonly target: string;
  readonly status: Shown["status"];
  readonly created_at: Date;
  readonly verified_at: Date | null;
  readonly last_error: string | null;
}

const columns = "domain, service_id, token, target, status, created_at, verified_at, last_error";

const insert = statement<StoredDomain>(
  "insert-search-domain",
  `insert into search_domains (domain, service_id, token, target)
   select $1, $2, $3, $4
   where not exists (select from search_domains where domain = $1 and status in ('issuing_certificate', 'active'))
   on conflict (domain, service_id) do update
     set token = excluded.token, target = excluded.target, status = 'pending_verification',
       created_at = now(), checked_at = null, last_error = null
     where search_domains.status = 'failed'
   returning ${columns}`,
);

const list = statement<StoredDomain>(
  "list-search-domains",
  `select ${columns} from search_domains where service_id = $1 order by domain collate "C"`,
);

const remove = statement<{ removed_at: Date }>(
  "delete-search-domain",
  "delete from search_domains where service_id = $1 and domain = $2 returning now()::timestamptz(3) as removed_at",
);

const claim = statement<StoredDomain>(
  "claim-search-domain",
  `update search_domains set checked_at = now() where (domain, service_id) = (
     select d.domain, d.service_id from search_domains d join services s on s.id = d.service_id
     where d.status = 'pending_verification' and s.status = 'active'
       and (d.checked_at is null or d.checked_at <= now() - make_interval(secs => $1))
     order by d.checked_at nulls first limit 1 for update of d skip locked)
   returning ${columns}`,
);

const settle = statement(
  "settle-search-domain",
  `update search_domains set status = $4, last_error = $5,
     verified_at = case when $4 = 'active' then now() else verified_at end
   where service_id = $1 and domain = $2 and token = $3 and status = 'pending_verification'`,
);

/** The rows of custom domains. */
export const domains = {
  /**
   * Claims a domain. `undefined`: this service has claimed it already, or another has proven to own it. A claim that nobody
   * has proven keeps nobody else out.
   */
  insert: (
    database: Database,
    { domain, service_id, token, target }: Pick<StoredDomain, "domain" | "service_id" | "token" | "target">,
  ): Promise<StoredDomain | undefined> => first(database, insert, domain, service_id, token, target),

  /** All, by name. */
  list: (database: Database, serviceId: string): Promise<StoredDomain[]> => all(database, list, serviceId),

  /** Returns when; `undefined`: it is not attached to this service. */
  remove: async (database: Database, serviceId: string, domain: string): Promise<Date | undefined> =>
    (await first(database, remove, serviceId, domain))?.removed_at,

  /** The next one to check that was not checked for so many seconds. */
  claim: (database: Database, seconds: number): Promise<StoredDomain | undefined> => first(database, claim, seconds),

  /** Writes down what a check has found, unless the domain was removed meanwhile. False: another service owns it by now. */
  async settle(
    database: Database,
    { service_id, domain, token }: StoredDomain,
    status: StoredDomain["status"],
    error: string | null,
  ): Promise<boolean> {
    try {
      await all(database, settle, service_id, domain, token, status, error);
      return true;
    } catch (failure) {
      // unique_violation: only one may be active
      if ((failure as { code?: string }).code === "23505") return false;
      throw failure;
    }
  },
};

/** The name of the TXT record. */
export function challengeName(domain: string): string {
  return `_platform-challenge.${domain}`;
}

/** The content of the TXT record. */
export function challengeValue({ token }: Pick<StoredDomain, "token">): string {
  return `platform-domain-verification=${token}`;
}

/** A domain as callers see it. No certificate is issued here: whoever serves the endpoints with TLS needs one for it. */
export function showDomain(stored: StoredDomain): Shown {
  const { domain, status, target, created_at, verified_at, last_error } = stored;
  return {
    domain,
    status,
    dns_records: [
      { type: "CNAME", name: domain, value: target, purpose: "routing" },
      { type: "TXT", name: challengeName(domain), value: challengeValue(stored), purpose: "ownership" },
    ],
    certificate: null,
    created_at: created_at.toISOString(),
    verified_at: verified_at?.toISOString() ?? null,
    last_error,
  };
}

/** Whether a domain may be attached: somebody has registered it or one above it, and it is not the platform's. */
export function isAllowedDomain(domain: string, ownHosts: readonly string[]): boolean {
  const { domain: registered, publicSuffix, isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true });
  // Top-level domains outside the list, such as "local", belong to nobody; nobody registers names below the last two.
  if (registered === null || !(isIcann || isPrivate) || /(?:^|\.)(?:arpa|onion)$/.test(publicSuffix!)) return false;
  return !ownHosts.some((host) => domain === host || domain.endsWith(`.${host}`) || host.endsWith(`.${domain}`));
}
