import pg, { type Client } from "pg";
import type { components } from "../../../../../../generated/types.js";
import { unavailable } from "../../../../../../generated/server/index.js";
import { oneAtATime } from "../../../services/lock-service.js";
import { databaseOf, listDatabases } from "../databases.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

const { escapeIdentifier, escapeLiteral } = pg;

type Extension = components["schemas"]["PostgresExtension"];

/** Not marked as trusted by PostgreSQL, but harmless: what it shows of others is nothing. */
const harmless = new Set(["pg_stat_statements"]);

/** Attempts at a change that concurrent ones interrupt. */
const maxAttempts = 5;

/** Languages whose libraries may be missing. */
const languages = /^(pl|.*_pl)(perl|python|tcl)/;

interface Offer {
  readonly extension: string;
  readonly installed_version: string | null;
  readonly default_version: string;
  readonly available_versions: string[];
  readonly schema: string | null;
  readonly description: string;
  readonly trusted: boolean;
  /** The schema that it requires, if any. */
  readonly fixed_schema: string | null;
  readonly needs: string[];
}

const offers = `
  select e.name as extension, e.installed_version, e.default_version, coalesce(e.comment, '') as description,
    array(select version from pg_available_extension_versions v where v.name = e.name order by version) as available_versions,
    (select nspname from pg_extension x join pg_namespace n on n.oid = x.extnamespace where x.extname = e.name) as schema,
    d.trusted, d.schema as fixed_schema, coalesce(d.requires, '{}')::text[] as needs
  from pg_available_extensions e
  join pg_available_extension_versions d on d.name = e.name and d.version = e.default_version`;

/** Lists what can be installed and what is. */
export async function listExtensions(
  platform: PostgresPlatform,
  call: Call<"postgres", "list_extensions">,
): ActionResponse<"postgres", "list_extensions"> {
  const { installed_only = false } = call.body;
  return inDatabase(platform, call, async (client, database) => {
    const { rows } = await client.query<Offer>(
      `${offers} where not $1 or e.installed_version is not null order by e.name collate "C"`,
      [installed_only],
    );
    return { status: "ok", result: { database, extensions: rows.map(show) } };
  });
}

/** Installs an extension, unless it is installed already. */
export async function enableExtension(
  platform: PostgresPlatform,
  call: Call<"postgres", "enable_extension">,
): ActionResponse<"postgres", "enable_extension"> {
  const { body, fail } = call;
  return inDatabase(platform, call, async (client, database, owner) => {
    const offer = await findOffer(client, body.extension);
    if (!offer || (body.version !== undefined && !offer.available_versions.includes(body.version)))
      throw fail("extension_not_found");
    if (offer.installed_version !== null) return respond(offer, []);
    if (!isAllowed(offer)) throw fail("extension_not_allowed");
    if (body.schema !== undefined && !(await hasSchema(client, body.schema, owner))) throw fail("schema_not_found");
    const before = await installed(client);
    const missing = offer.needs.filter((name) => !before.has(name));
    if (missing.length > 0 && body.cascade === false) throw fail("dependency_missing");
    // Without rights of its own, the script of the extension can't be tricked into using them.
    if (offer.trusted) await client.query(`set role ${escapeIdentifier(owner)}`);
    const created = client.query(
      `create extension if not exists ${escapeIdentifier(offer.extension)} with
       ${offer.fixed_schema === null ? `schema ${escapeIdentifier(body.schema ?? "public")}` : ""}
       ${body.version === undefined ? "" : `version ${escapeLiteral(body.version)}`} cascade`,
    );
    await created.catch((error: { code?: string }) => {
      // invalid_schema_name
      if (error.code === "3F000") throw fail("schema_not_found");
      throw error;
    });
    await client.query("reset role");
    const also = [...(await installed(client))].filter((name) => !before.has(name) && name !== offer.extension);
    return respond((await findOffer(client, body.extension))!, also);

    function respond(found: Offer, also_installed: string[]) {
      return { status: "ok" as const, result: { database, extension: show(found), also_installed, restarted: false } };
    }
  });
}

/** Drops an extension; fine if it isn't there. */
export async function disableExtension(
  platform: PostgresPlatform,
  call: Call<"postgres", "disable_extension">,
): ActionResponse<"postgres", "disable_extension"> {
  const { body, fail } = call;
  return inDatabase(platform, call, async (client, database) => {
    const offer = await findOffer(client, body.extension);
    if (!offer) throw fail("extension_not_found");
    const { extension } = offer;
    if (extension === "plpgsql") throw fail("extension_protected");
    if (offer.installed_version === null) {
      return { status: "ok", result: { database, extension, was_installed: false, dropped_objects: [] } };
    }
    const notices: string[] = [];
    client.on("notice", ({ message, detail }) => notices.push(detail ?? message ?? ""));
    try {
      await client.query(
        `drop extension if exists ${escapeIdentifier(extension)} ${body.cascade === true ? "cascade" : "restrict"}`,
      );
    } catch (error) {
      // dependent_objects_still_exist
      if ((error as { code?: string }).code === "2BP01") throw fail("extension_has_dependents");
      throw error;
    }
    return { status: "ok", result: { database, extension, was_installed: true, dropped_objects: readDropped(notices) } };
  });
}

/** `drop cascades to index public.title_trgm_idx`, one or one per line. */
function readDropped(notices: readonly string[]): string[] {
  return notices
    .flatMap((notice) => notice.split("\n"))
    .map((line) => /^drop cascades to (.+)$/.exec(line)?.[1]?.slice(0, 255))
    .filter((object) => object !== undefined)
    .slice(0, 1000);
}

function isAllowed({ extension, trusted }: Offer): boolean {
  return (trusted || harmless.has(extension)) && !languages.test(extension);
}

function show(offer: Offer): Extension {
  const { extension, installed_version, default_version, available_versions, schema, description } = offer;
  const allowed = installed_version !== null || isAllowed(offer);
  return {
    extension,
    installed_version,
    default_version,
    available_versions,
    schema,
    description,
    requires_restart: false,
    allowed,
    reason: allowed ? null : "It reaches beyond the database.",
  };
}

async function findOffer(client: Client, name: string): Promise<Offer | undefined> {
  const { rows } = await client.query<Offer>(`${offers} where e.name = $1`, [name]);
  return rows[0];
}

async function installed(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select extname as name from pg_extension order by extname collate "C"');
  return new Set(rows.map(({ name }) => name));
}

/** Whether a role may create objects in a schema, which is none of PostgreSQL's own. */
async function hasSchema(client: Client, name: string, owner: string): Promise<boolean> {
  const found = await client.query(
    `select from pg_namespace where nspname = $1 and nspname !~ '^pg_' and nspname <> 'information_schema'
     and has_schema_privilege($2::name, oid, 'create')`,
    [name, owner],
  );
  return found.rowCount === 1;
}

type DatabaseCall =
  | Call<"postgres", "list_extensions">
  | Call<"postgres", "enable_extension">
  | Call<"postgres", "disable_extension">;

async function inDatabase<Result>(
  platform: PostgresPlatform,
  { service, body, fail }: DatabaseCall,
  work: (client: Client, database: string, owner: string) => Promise<Result>,
): Promise<Result> {
  const { connections } = platform.parts;
  const own = await databaseOf(platform.database, service);
  const name = body.database ?? own.database_name;
  if (name !== own.database_name) {
    const names = await connections.asPlatform(service, undefined, (client) => listDatabases(client, service, own));
    if (!names.includes(name)) throw fail("database_not_found");
  }
  return oneAtATime(`extensions of ${service.id}`, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await connections.asPlatform(service, name, (client) => work(client, name, own.username));
      } catch (error) {
        // Others change extensions as well: the next look finds what they did.
        if (attempt === maxAttempts || !isRace(error)) throw explain(error);
      }
    }
  });
}

/** Objects of the caller may have the names of those that an extension creates, or be protected from it. */
function explain(error: unknown): unknown {
  const { code = "", message } = error as { code?: string; message?: string };
  // duplicate_function, duplicate_object, duplicate_table, duplicate_schema, insufficient_privilege
  if (!["42723", "42710", "42P07", "42P06", "42501"].includes(code)) return error;
  return unavailable(`PostgreSQL rejects the change: ${message}.`);
}

/** Errors of a catalog that another connection changed at the same time. */
function isRace(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  // unique_violation, duplicate_object, undefined_object, deadlock_detected
  const isKnown = code !== undefined && ["23505", "42710", "42704", "40P01"].includes(code);
  return isKnown || (code === "XX000" && /^tuple concurrently (updated|deleted)$/.test(message ?? ""));
}
