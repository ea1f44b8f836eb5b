import { Resolver } from "node:dns/promises";
import { outsideTransaction } from "../../database/transactions.js";
import type { Log } from "../../log.js";
import { repeat } from "../../repeat.js";
import type { Running } from "../engine.js";
import { type StoredDomain, challengeName, challengeValue, domains } from "./domains.js";
import type { SearchParts } from "./parts.js";

/** Asks the DNS. */
export type DomainResolver = Pick<Resolver, "resolveTxt" | "resolveCname">;

/** The interval at which domains to check are looked up, in milliseconds. */
const pause = 10_000;

/** The interval of checks of a domain, in seconds. */
const interval = 60;

/** A domain whose records are not published after so many days has failed. */
const maxDays = 7;

/** Checks the domains whose records have not been found yet, again and again. */
export function startDomainChecks(parts: SearchParts, log: Log): Running {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const checking = repeat(pause, "Domains were not checked", log, () => checkDomains(parts, resolver, interval));
  return {
    stop() {
      resolver.cancel();
      return checking.stop();
    },
  };
}

/** Checks each domain that was not checked for so many seconds. One whose records are both there is active. */
export async function checkDomains(
  { database }: Pick<SearchParts, "database">,
  resolver: DomainResolver,
  seconds: number,
): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const domain = await domains.claim(database, seconds);
    const claim = `${domain?.domain} ${domain?.service_id}`;
    if (!domain || seen.has(claim)) return;
    seen.add(claim);
    const problem = await findProblem(domain, resolver);
    const isLate = domain.created_at.getTime() < Date.now() - maxDays * 86_400_000;
    const open = isLate ? "failed" : "pending_verification";
    if (problem === undefined && (await domains.settle(database, domain, "active", null))) continue;
    await domains.settle(database, domain, open, problem ?? "Another service has proven to own this domain.");
  }
}

/** Returns the reason why a domain isn't active, for callers. */
async function findProblem(domain: StoredDomain, resolver: DomainResolver): Promise<string | undefined> {
  outsideTransaction();
  const texts = await resolver.resolveTxt(challengeName(domain.domain)).catch((): string[][] => []);
  if (!texts.some((chunks) => chunks.join("") === challengeValue(domain))) return "The TXT record was not found.";
  const targets = await resolver.resolveCname(domain.domain).catch((): string[] => []);
  const isRouted = targets.some((target) => target.replace(/\.$/, "").toLowerCase() === domain.target);
  return isRouted ? undefined : "The CNAME record was not found.";
}
