import { parseArgs } from "node:util";
import { isUuid } from "./uuid.js";
import type { Pool } from "pg";
import type { ServiceType } from "../../../generated/actions.js";
import { type Scope, type StoredToken, allScopes, issueToken, listTokens, revokeToken } from "./access/caller.js";
import { ConfigError, isSafeAddress, readConfig, type Config } from "./config.js";
import { isKeyName, loadKeyring, makeKey } from "./credentials/keyring.js";
import { rewrapAll } from "./credentials/rewrap-all.js";
import { createService } from "./services/create-service.js";
import { deleteFailed, retryProvisioning } from "./services/failed.js";
import { DatabaseUnavailable, createPool } from "./database/connections.js";
import { inTransaction } from "./database/query.js";
import { createLog, describeError } from "./log.js";
import { resumeProject, suspendProject, waitForTraffic } from "./projects/project.js";

/** A command that can't be run as it is written. */
class UsageError extends Error {
  override readonly name = "UsageError";
}

const usage = `npm run admin -- <command>

  organisation --name <name>
  project      --organisation <id> --name <name> --slug <slug> [--services <number>]
  entitlement  --organisation <id> [--type <type>] --plan <plan> --capacity <number>
  service      --project <id> --type <type> --plan <plan> --name <name>
  retry        --service <id>
  delete       --service <id>
  mail-links   --service <id> [--url <address>]
  token        --organisation <id> --name <name> --projects <id,…> [--scopes <scope,…>] [--days <number>]
  tokens       --organisation <id>
  revoke       --token <id>
  suspend      --project <id>
  resume       --project <id>
  make-key     --name <name>
  rewrap

DATABASE_URL says where. tokens lists ids, never texts. retry provisions a service again whose provisioning has
failed, delete removes it. rewrap wraps all secrets with the first key of MASTER_KEYS, or of the
key file. mail-links names the page of an application that links in mails of its auth service lead to; without --url it is the
endpoint's own again.
`;

/** The plans of each type of service in the contract. */
const plans: Readonly<Record<ServiceType, readonly string[]>> = {
  auth: ["standard"],
  search: ["shared", "dedicated"],
  postgres: ["shared", "dedicated", "dedicated-ha"],
  objects: ["standard"],
};

const names = [
  "name",
  "organisation",
  "project",
  "projects",
  "slug",
  "services",
  "type",
  "plan",
  "capacity",
  "scopes",
  "days",
  "token",
  "service",
  "url",
] as const;
type Name = (typeof names)[number];

/** The arguments of a command, with readers. */
interface Given {
  text(name: Name): string;
  id(name: Name): string;
  ids(name: Name): string[];
  number(name: Name, least: number, fallback?: number): number;
  optional(name: Name): string | undefined;
}

interface Command {
  readonly takes: readonly Name[];
  run(given: Given, pool: Pool, config: Config): Promise<string>;
}

const commands: Readonly<Record<string, Command>> = {
  organisation: {
    takes: ["name"],
    run: (given, pool) => insert(pool, "insert into organisations (name) values ($1) returning id", given.text("name")),
  },
  project: {
    takes: ["organisation", "name", "slug", "services"],
    run: (given, pool) =>
      insert(
        pool,
        "insert into projects (org_id, name, slug, service_quota) values ($1, $2, $3, $4) returning id",
        given.id("organisation"),
        given.text("name"),
        given.text("slug"),
        given.number("services", 0, 20),
      ),
  },
  entitlement: {
    takes: ["organisation", "type", "plan", "capacity"],
    run: (given, pool) =>
      insert(
        pool,
        `insert into entitlements (org_id, type, plan, capacity) values ($1, $2, $3, $4)
         on conflict (org_id, type, plan) do update set capacity = excluded.capacity returning org_id as id`,
        given.id("organisation"),
        ...toPlan(given.optional("type") ?? "postgres", given.text("plan")),
        given.number("capacity", 0),
      ),
  },
  service: {
    takes: ["project", "type", "plan", "name"],
    async run(given, pool) {
      const [type, plan] = toPlan(given.text("type"), given.text("plan"));
      const service = await createService(pool, { projectId: given.id("project"), type, plan, name: given.text("name") });
      if ("rejected" in service) throw new RangeError(service.rejected);
      return service.id;
    },
  },
  retry: {
    takes: ["service"],
    async run(given, pool) {
      await retryProvisioning(pool, given.id("service"));
      return "The service is provisioned again";
    },
  },
  delete: {
    takes: ["service"],
    async run(given, pool) {
      await deleteFailed(pool, given.id("service"));
      return "The service will be deleted";
    },
  },
  "mail-links": {
    takes: ["service", "url"],
    async run(given, pool) {
      const id = given.id("service");
      const url = given.optional("url");
      if (url !== undefined && !isSafeAddress(url))
        throw new UsageError("--url must be an https address (http on this machine) without user, query and fragment");
      const { rowCount } = await pool.query("select from services where id = $1 and type = 'auth'", [id]);
      if (rowCount === 0) throw new RangeError("No auth service has this id");
      await pool.query("delete from auth_link_addresses where service_id = $1", [id]);
      if (url === undefined) return "Links lead to the endpoint's own page";
      await pool.query("insert into auth_link_addresses (service_id, url) values ($1, $2)", [id, url]);
      return `Links lead to ${url}`;
    },
  },
  token: {
    takes: ["organisation", "name", "projects", "scopes", "days"],
    async run(given, pool) {
      const days = given.number("days", 1, 0);
      const grant = {
        orgId: given.id("organisation"),
        name: given.text("name"),
        projects: given.ids("projects"),
        scopes: given.optional("scopes")?.split(",").map(toScope) ?? allScopes,
        ...(days === 0 ? {} : { expiresAt: new Date(Date.now() + days * 86_400_000) }),
      };
      return (await inTransaction(pool, (client) => issueToken(client, grant))).text;
    },
  },
  tokens: {
    takes: ["organisation"],
    run: async (given, pool) => (await listTokens(pool, given.id("organisation"))).map(describeToken).join("\n"),
  },
  revoke: {
    takes: ["token"],
    async run(given, pool) {
      if (!(await revokeToken(pool, given.id("token")))) throw new RangeError("No valid token has this id");
      return "The token is revoked";
    },
  },
  suspend: {
    takes: ["project"],
    run: (given, pool) => switchProject(pool, given, suspendProject, "suspended"),
  },
  resume: {
    takes: ["project"],
    run: (given, pool) => switchProject(pool, given, resumeProject, "resumed"),
  },
  rewrap: {
    takes: [],
    run: async (_, pool, config) => `${await rewrapAll(pool, await loadKeyring(config))} secrets rewrapped`,
  },
};

/** How long a command waits for the control plane to cut traffic or to let it in, in milliseconds. */
const maxSwitchTime = 30_000;

/** Suspends or resumes a project. Throws an error that lists the services whose traffic has not followed in time. */
async function switchProject(
  pool: Pool,
  given: Given,
  change: typeof suspendProject,
  outcome: "suspended" | "resumed",
): Promise<string> {
  const id = given.id("project");
  const message = `${await change(pool, id)} services ${outcome}`;
  const left = await waitForTraffic(pool, id, maxSwitchTime);
  if (left.length === 0) return message;
  const lines = left.map(({ id: operation, service_id, status }) => `service ${service_id}: operation ${operation} is ${status}`);
  throw new RangeError(
    `${message}, but their traffic is not ${outcome === "suspended" ? "cut" : "let in"} yet. The control plane must run; the action service_health shows the operations.\n${lines.join("\n")}`,
  );
}

/** Codes of the network, and of a server that rejects a connection: its role, its database, its state. */
const cannotConnect = /^(E(CONN|NOTFOUND|AI_|HOST|NET|TIMEDOUT|ACCES|PERM)|08|28|3D000|53300|57P03)/;

const log = createLog((line) => process.stderr.write(line));

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  const isUsage = error instanceof UsageError || error instanceof ConfigError;
  const explanation = explain(error);
  if (isUsage) process.stderr.write(`${error.message}\n\n${usage}`);
  // Valid, but impossible.
  else if (explanation !== undefined) process.stderr.write(`${explanation}\n`);
  else log("error", "The command failed", describeError(error));
  process.exitCode = isUsage ? 2 : 1;
}

async function run(parameters: string[]): Promise<string> {
  const { help, name: command, values } = read(parameters);
  if (help) return usage;
  const given = toGiven(command, values);
  if (command === "make-key") return makeKey(toKeyName(given.text("name")));
  const { run: work } = commands[command]!;
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) throw new UsageError("DATABASE_URL is not set");
  const pool = createPool({ connectionString: config.databaseUrl, max: 2, application_name: "control-plane" }, log);
  try {
    return await work(given, pool, config);
  } finally {
    await pool.end();
  }
}

type Values = Partial<Record<Name, string>>;

/** Reads the command line. Throws a `UsageError` for anything that no command takes. */
function read(parameters: string[]): { help: boolean; name: string; values: Values } {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  let parsed;
  try {
    const help = { type: "boolean", short: "h" } as const;
    parsed = parseArgs({ args: parameters, allowPositionals: true, options: { ...options, help } });
  } catch (error) {
    throw new UsageError((error as Error).message.split(". ", 1)[0]!);
  }
  const { positionals } = parsed;
  const { help = false, ...values } = parsed.values as Values & { help?: boolean };
  const [name] = positionals;
  if (help) return { help, name: "", values };
  if (name === undefined) throw new UsageError("No command is given");
  if (name !== "make-key" && !Object.hasOwn(commands, name)) throw new UsageError(`Unknown command "${name}"`);
  if (positionals.length > 1) throw new UsageError(`Unexpected "${positionals[1]}"`);
  const takes = commands[name]?.takes ?? ["name"];
  const odd = names.find((option) => values[option] !== undefined && !takes.includes(option));
  if (odd !== undefined) throw new UsageError(`${name} takes no --${odd}`);
  return { help, name, values };
}

function toGiven(command: string, values: Values): Given {
  const text = (name: Name) => {
    const value = values[name];
    if (value === undefined || value === "") throw new UsageError(`${command} needs --${name}`);
    return value;
  };
  const toId = (name: Name, value: string) => {
    if (isUuid(value.toLowerCase())) return value;
    throw new UsageError(`--${name} must be the id that the command for it printed`);
  };
  return {
    text,
    id: (name) => toId(name, text(name)),
    ids: (name) =>
      text(name)
        .split(",")
        .map((value) => toId(name, value)),
    number(name, least, fallback) {
      if (values[name] === undefined && fallback !== undefined) return fallback;
      const value = text(name);
      if (/^\d{1,6}$/.test(value) && Number(value) >= least) return Number(value);
      throw new UsageError(`--${name} must be a whole number from ${least} to 999999`);
    },
    optional: (name) => values[name],
  };
}

async function insert(pool: Pool, text: string, ...parameters: unknown[]): Promise<string> {
  return (await pool.query<{ id: string }>(text, parameters)).rows[0]!.id;
}

/** Why a command failed, in a sentence without values of the database; `undefined`: see the log. */
function explain(error: unknown): string | undefined {
  if (error instanceof RangeError) return error.message;
  const { code, constraint = "" } = (error instanceof DatabaseUnavailable ? error.cause : error) as {
    code?: unknown;
    constraint?: string;
  };
  if (code === "23505" && constraint === "projects_org_id_slug_key") return "The organisation has a project with this slug";
  if (code === "23503" && constraint.endsWith("_org_id_fkey")) return "No organisation has this id";
  if (code === "23514" && constraint === "entitlements_check") return "The organisation has more services than this capacity";
  // undefined_table
  if (code === "42P01") return "The database that DATABASE_URL names has no tables: start the control plane once";
  if (typeof code === "string" && cannotConnect.test(code))
    return `Cannot connect to the database that DATABASE_URL names (${code})`;
  return undefined;
}

function toKeyName(text: string): string {
  if (isKeyName(text)) return text;
  throw new UsageError("--name must be 1 to 64 letters, digits, dots, underscores and hyphens");
}

/** A type of service and one of its plans. */
function toPlan(type: string, plan: string): [ServiceType, string] {
  if (!Object.hasOwn(plans, type)) throw new UsageError(`Unknown type; the types are ${Object.keys(plans).join(", ")}`);
  const known = plans[type as ServiceType];
  if (known.includes(plan)) return [type as ServiceType, plan];
  throw new UsageError(`Unknown plan; the plans of ${type} are ${known.join(", ")}`);
}

function toScope(text: string): Scope {
  const scope = allScopes.find((known) => known === text);
  if (scope === undefined) throw new UsageError(`Unknown scope; the scopes are ${allScopes.join(", ")}`);
  return scope;
}

/** One line, its parts separated by tabs. */
function describeToken({ id, name, scopes, created_at, expires_at, revoked_at }: StoredToken): string {
  const until = revoked_at
    ? `revoked ${revoked_at.toISOString()}`
    : expires_at
      ? `expires ${expires_at.toISOString()}`
      : "does not expire";
  return [id, JSON.stringify(name), scopes.join(","), `created ${created_at.toISOString()}`, until].join("\t");
}
