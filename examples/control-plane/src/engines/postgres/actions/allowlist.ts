import { invalid } from "../../../../../../generated/server/index.js";
import { all, first, statement } from "../../../database/query.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { applyAllowlist, readNetwork } from "../allowlist-rules.js";
import { syncPooler } from "../pooler.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

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
const insert = statement<Entry>(
  "insert-allowlist-entry",
  `insert into postgres_allowlist (service_id, cidr, description) values ($1, $2, $3)
   on conflict (service_id, cidr) do nothing returning ${columns}`,
);
const remove = statement<Entry>(
  "delete-allowlist-entry",
  `delete from postgres_allowlist where service_id = $1 and (id = $2 or postgres_allowlist.cidr = $3::cidr) returning ${columns}`,
);

/** Lists the networks that may connect. */
export async function listAllowlist(
  { database }: PostgresPlatform,
  { service }: Call<"postgres", "list_ip_allowlist">,
): ActionResponse<"postgres", "list_ip_allowlist"> {
  const entries = await all(database, list, service.id);
  return { status: "ok", result: { entries: entries.map(show), enforced: entries.length > 0, max_entries: maxEntries } };
}

/** Lets a network connect. The list is stored and in force, or neither. */
export async function addToAllowlist(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "add_ip">,
): ActionResponse<"postgres", "add_ip"> {
  const [pointer, text] = "ip" in body ? ["/ip", body.ip] : ["/cidr", body.cidr];
  const network = readNetwork(text);
  if (!network) throw invalid(pointer, "must be an address or a network without a zone");
  if (!network.isCanonical) throw fail("cidr_not_canonical");
  if (network.isEverything) throw invalid(pointer, "must not be every address: empty the list instead");
  return withServiceLock(platform.database, service, async (client) => {
    const before = await all(client, list, service.id);
    if (before.length >= maxEntries) throw fail("allowlist_full");
    const entry = await first(client, insert, service.id, network.cidr, body.description ?? null);
    if (!entry) throw fail("entry_exists");
    await applyAllowlist(
      platform.parts,
      client,
      service,
      [...before, entry].map(({ cidr }) => cidr),
    );
    await syncPooler(platform.parts, client, service);
    return { status: "ok", result: { entry: show(entry), enforced: true } };
  });
}

/** Takes a network off the list; the last one only if everybody may connect then. */
export async function removeFromAllowlist(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "remove_ip">,
): ActionResponse<"postgres", "remove_ip"> {
  const id = "entry_id" in body ? body.entry_id : null;
  const text = "ip" in body ? body.ip : "cidr" in body ? body.cidr : undefined;
  const network = text === undefined ? undefined : readNetwork(text);
  if (text !== undefined && !network?.isCanonical) throw fail("entry_not_found");
  return withServiceLock(platform.database, service, async (client) => {
    const removed = await first(client, remove, service.id, id, network?.cidr ?? null);
    if (!removed) throw fail("entry_not_found");
    const left = await all(client, list, service.id);
    if (left.length === 0 && body.open_to_all !== true) throw fail("last_entry");
    await applyAllowlist(
      platform.parts,
      client,
      service,
      left.map(({ cidr }) => cidr),
    );
    await syncPooler(platform.parts, client, service);
    return { status: "ok", result: { removed: show(removed), enforced: left.length > 0 } };
  });
}

function show({ id, cidr, description, created_at }: Entry) {
  // PostgreSQL writes some networks of IPv6 with dots, which the contract doesn't.
  return { entry_id: id, cidr: readNetwork(cidr)!.cidr, description, created_at: created_at.toISOString() };
}
