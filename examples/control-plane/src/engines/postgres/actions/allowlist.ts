import { all, first, statement } from "../../../database/query.js";
import { inTransaction } from "../../../database/transaction.js";
import type { Platform } from "../../../platform.js";
import { applyAllowlist } from "../allowlist-rules.js";
import type { Answer, Call } from "./types.js";

/** Most entries of a list. */
const maxEntries = 100;

interface Entry {
  readonly id: string;
  readonly cidr: string;
  readonly description: string | null;
  readonly created_at: Date;
}

const columns = "id, cidr::text as cidr, description, created_at";
const list = statement<Entry>(
  "list-allowlist",
  `select ${columns} from postgres_allowlist where service_id = $1 order by postgres_allowlist.cidr`,
);
const lock = statement("lock-allowlist", "select from services where id = $1 for update");
const insert = statement<Entry>(
  "insert-allowlist-entry",
  `insert into postgres_allowlist (service_id, cidr, description) values ($1, $2, $3)
   on conflict (service_id, cidr) do nothing returning ${columns}`,
);
const remove = statement<Entry>(
  "delete-allowlist-entry",
  `delete from postgres_allowlist where service_id = $1 and (id = $2 or postgres_allowlist.cidr = $3::cidr) returning ${columns}`,
);
const isCanonical = statement<{ canonical: boolean }>("is-canonical-network", "select network($1::inet) = $1::inet as canonical");

/** Lists the networks that may connect. */
export async function listAllowlist({ database }: Platform, { service }: Call<"list_ip_allowlist">): Answer<"list_ip_allowlist"> {
  const entries = await all(database, list, service.id);
  return { status: "ok", result: { entries: entries.map(show), enforced: entries.length > 0, max_entries: maxEntries } };
}

/** Lets a network connect. The list is stored and in force, or neither. */
export async function addToAllowlist(platform: Platform, { service, body, fail }: Call<"add_ip">): Answer<"add_ip"> {
  const network = "ip" in body ? body.ip : body.cidr;
  return inTransaction(platform.database, async (client) => {
    const { canonical } = (await first(client, isCanonical, network))!;
    if (!canonical) throw fail("cidr_not_canonical");
    // One change at a time.
    await all(client, lock, service.id);
    const before = await all(client, list, service.id);
    if (before.length >= maxEntries) throw fail("allowlist_full");
    const entry = await first(client, insert, service.id, network, body.description ?? null);
    if (!entry) throw fail("entry_exists");
    await applyAllowlist(
      platform.engines.postgres.parts,
      service,
      [...before, entry].map(({ cidr }) => cidr),
    );
    return { status: "ok", result: { entry: show(entry), enforced: true } };
  });
}

/** Takes a network off the list; the last one only if everybody may connect then. */
export async function removeFromAllowlist(platform: Platform, { service, body, fail }: Call<"remove_ip">): Answer<"remove_ip"> {
  const id = "entry_id" in body ? body.entry_id : null;
  const network = "ip" in body ? body.ip : "cidr" in body ? body.cidr : null;
  return inTransaction(platform.database, async (client) => {
    if (network !== null && !(await first(client, isCanonical, network))!.canonical) throw fail("entry_not_found");
    await all(client, lock, service.id);
    const removed = await first(client, remove, service.id, id, network);
    if (!removed) throw fail("entry_not_found");
    const left = await all(client, list, service.id);
    if (left.length === 0 && body.open_to_all !== true) throw fail("last_entry");
    await applyAllowlist(
      platform.engines.postgres.parts,
      service,
      left.map(({ cidr }) => cidr),
    );
    return { status: "ok", result: { removed: show(removed), enforced: left.length > 0 } };
  });
}

function show({ id, cidr, description, created_at }: Entry) {
  return { entry_id: id, cidr, description, created_at: created_at.toISOString() };
}
