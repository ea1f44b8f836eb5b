import { parseArgs } from "node:util";
import { allScopes, issueToken, type Scope } from "./access/tokens.js";
import { readConfig } from "./config.js";
import { loadKeyring, makeKey } from "./credentials/keyring.js";
import { rewrapAll } from "./credentials/rewrap-all.js";
import { createPool } from "./database/pool.js";
import { createLog, describeError } from "./log.js";
import { resumeProject, suspendProject } from "./projects/suspend-project.js";

/** A command that can't be run as it is written. */
class UsageError extends Error {
  override readonly name = "UsageError";
}

const usage = `npm run admin -- <command>

  organisation --name <name>
  project      --organisation <id> --name <name> --slug <slug> [--services <number>]
  entitlement  --organisation <id> --plan <plan> --capacity <number>
  token        --organisation <id> --name <name> --projects <id,…> [--scopes <scope,…>] [--days <number>]
  suspend      --project <id>
  resume       --project <id>
  make-key     --name <name>
  rewrap

DATABASE_URL says where. rewrap wraps all secrets with the first key of MASTER_KEYS, or of the key file.
`;

const names = ["name", "organisation", "project", "projects", "slug", "services", "plan", "capacity", "scopes", "days"] as const;
type Values = Partial<Record<(typeof names)[number], string>>;

const log = createLog((line) => process.stderr.write(line));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
});

try {
  process.stdout.write(`${await run(positionals[0], values as Values)}\n`);
} catch (error) {
  log("error", error instanceof UsageError ? error.message : "It failed", describeError(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(command: string | undefined, given: Values): Promise<string> {
  const need = (name: (typeof names)[number]) => {
    const value = given[name];
    if (value === undefined) throw new UsageError(`${command} needs --${name}\n\n${usage}`);
    return value;
  };
  if (command === "make-key") return makeKey(need("name"));
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined)
    throw new UsageError("Set DATABASE_URL: what administrates is not what runs the database");
  const pool = createPool(config.databaseUrl, 2, log);
  const insert = async (text: string, ...parameters: unknown[]) =>
    (await pool.query<{ id: string }>(text, parameters)).rows[0]!.id;
  try {
    switch (command) {
      case "organisation":
        return await insert("insert into organisations (name) values ($1) returning id", need("name"));
      case "project":
        return await insert(
          "insert into projects (org_id, name, slug, service_quota) values ($1, $2, $3, $4) returning id",
          need("organisation"),
          need("name"),
          need("slug"),
          Number(given.services ?? 20),
        );
      case "entitlement":
        return await insert(
          `insert into entitlements (org_id, type, plan, capacity) values ($1, 'postgres', $2, $3)
           on conflict (org_id, type, plan) do update set capacity = excluded.capacity returning org_id as id`,
          need("organisation"),
          need("plan"),
          Number(need("capacity")),
        );
      case "token": {
        const days = given.days === undefined ? undefined : Number(given.days);
        const { text } = await issueToken(pool, {
          orgId: need("organisation"),
          name: need("name"),
          projects: need("projects").split(","),
          scopes: given.scopes === undefined ? allScopes : given.scopes.split(",").map(toScope),
          ...(days === undefined ? {} : { expiresAt: new Date(Date.now() + days * 86_400_000) }),
        });
        return text;
      }
      case "suspend":
        return `${await suspendProject(pool, need("project"))} services suspended`;
      case "resume":
        return `${await resumeProject(pool, need("project"))} services resumed`;
      case "rewrap":
        return `${await rewrapAll(pool, await loadKeyring(config))} secrets rewrapped`;
      default:
        throw new UsageError(usage);
    }
  } finally {
    await pool.end();
  }
}

function toScope(text: string): Scope {
  const scope = allScopes.find((known) => known === text);
  if (scope === undefined) throw new UsageError(`There is no such scope; there are ${allScopes.join(", ")}`);
  return scope;
}
