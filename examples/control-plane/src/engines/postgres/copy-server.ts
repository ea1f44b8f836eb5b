import { join } from "node:path";
import pg, { type Client } from "pg";
import { PermanentFailure, step, type Job } from "../../operations/work.js";
import type { Binaries } from "../../postgres-server/binaries.js";
import {
  type Cluster,
  createCluster,
  findFreePort,
  platformRole,
  programsRole,
  readAdminPassword,
  startServer,
  writeAdminPassword,
} from "../../postgres-server/cluster.js";
import { makeServerFolder } from "../../postgres-server/run-program.js";
import { writeRules } from "./allowlist-rules.js";
import { programDefaults } from "./connections.js";
import { databaseOf, listDatabases } from "./databases.js";
import { asMember, dump, restore, type DumpSide } from "./dump.js";
import { createOwned } from "./make-database.js";
import type { PostgresParts } from "./parts.js";
import type { Connect } from "./pool-users.js";
import { clusterOf, dedicatedConnections, type StoredServer } from "./servers.js";

const { escapeIdentifier, escapeLiteral } = pg;

/** A server that is being made from another. */
interface Copying {
  readonly parts: PostgresParts;
  readonly job: Job;
  readonly from: StoredServer;
  readonly to: StoredServer;
  readonly fromServer: Connect;
  readonly toServer: Connect;
}

/**
 * Makes a server of another version in a folder, with the roles and databases of the one that runs, and leaves it running where
 * only the platform gets in. No statement of a dump runs with more rights than the main role has.
 */
export async function copyServer(
  parts: PostgresParts,
  job: Job,
  from: StoredServer,
  folder: string,
  binaries: Binaries,
): Promise<Cluster> {
  const { config, connections, database } = parts;
  const cluster = { ...clusterOf(config, binaries, { folder }), binaries };
  const to = { ...from, folder, port: await findFreePort() };
  await step("A server of the other version could not be made.", async () => {
    // The platform's password stays, so that backups of either server can be restored in the place of the other.
    await makeServerFolder(cluster.folder);
    await writeAdminPassword(cluster, await readAdminPassword(clusterOf(config, binaries, from)));
    await createCluster(cluster, { port: to.port, maxConnections: dedicatedConnections });
    await writeRules(cluster.data, "platform only");
    await startServer(cluster);
  });
  const fromServer: Connect = (name, work) => connections.toServer(from, name, work);
  const toServer: Connect = (name, work) => connections.toServer(to, name, work);
  const copying = { parts, job, from, to, fromServer, toServer };
  const own = await databaseOf(database, job.service);
  const roles = await step("The roles could not be copied.", () => copyRoles(copying));
  const names = await fromServer(undefined, (client) => listDatabases(client, job.service, own));
  for (const [number, name] of names.entries()) {
    await step(`The database ${name} could not be copied.`, () =>
      copyDatabase(copying, name, roles, own.username, join(cluster.folder, `${number}.dump`)),
    );
    job.progress(Math.round((90 * (number + 1)) / names.length));
  }
  await step("The settings of roles and databases could not be copied.", () => copySettings(copying, names, roles));
  await toServer(undefined, (client) => client.query("revoke connect on database postgres, template1 from public"));
  return cluster;
}

interface Role {
  readonly name: string;
  readonly verifier: string | null;
  readonly logs_in: boolean;
  readonly creates: boolean;
  readonly most: number;
  readonly remark: string | null;
}

/** Copies all roles but the platform's, with their passwords; returns their names. */
async function copyRoles({ fromServer, toServer }: Copying): Promise<string[]> {
  const [roles, members] = await fromServer(undefined, async (client) => [
    (
      await client.query<Role>(
        `select rolname as name, rolpassword as verifier, rolcanlogin as logs_in, rolcreatedb as creates, rolconnlimit as most,
           shobj_description(oid, 'pg_authid') as remark
         from pg_authid where not rolsuper and rolname !~ '^pg_' and not starts_with(rolname, $1) order by rolname`,
        [programsRole],
      )
    ).rows,
    (
      await client.query<{ role: string; member: string }>(
        "select r.rolname as role, m.rolname as member from pg_auth_members a join pg_roles r on r.oid = a.roleid join pg_roles m on m.oid = a.member",
      )
    ).rows,
  ]);
  const names = roles.map(({ name }) => name);
  await toServer(undefined, async (client) => {
    for (const { name, verifier, logs_in, creates, most, remark } of roles) {
      const role = escapeIdentifier(name);
      const password = verifier === null ? "null" : escapeLiteral(verifier);
      await client.query(
        `create role ${role} ${logs_in ? "login" : "nologin"} ${creates ? "createdb" : "nocreatedb"}
         connection limit ${most} password ${password}`,
      );
      if (remark !== null) await client.query(`comment on role ${role} is ${escapeLiteral(remark)}`);
    }
    for (const { role, member } of members)
      if (names.includes(role) && names.includes(member))
        await client.query(`grant ${escapeIdentifier(role)} to ${escapeIdentifier(member)}`);
  });
  return names;
}

async function copyDatabase(
  { parts, job, from, to, fromServer, toServer }: Copying,
  name: string,
  roles: readonly string[],
  owner: string,
  file: string,
): Promise<void> {
  const programs = parts.installation.clientPrograms;
  if (!programs) throw new PermanentFailure("This installation has no pg_dump and pg_restore.");
  const described = await fromServer(undefined, (client) => describeDatabase(client, name));
  if (!described.is_usual) throw new PermanentFailure(`The database ${name} has another encoding or locale than UTF8 and C.`);
  await toServer(undefined, async (client) => {
    await createOwned(client, { database_name: name, username: owner });
    await applyDescription(client, name, described);
  });
  await copyPlatformExtensions(fromServer, toServer, name);
  const run = { programs, job };
  const { config, installation } = parts;
  const defaultsOn = (server: StoredServer) => programDefaults(clusterOf(config, installation.binaries, server).binaries.version);
  const side = { host: "127.0.0.1", database: name, sslMode: "disable" };
  await asMember(fromServer, roles, (user, password) => {
    const source: DumpSide = { ...side, port: from.port!, user, password, settings: defaultsOn(from) };
    return dump(run, source, file, ["--format=custom"]);
  });
  await asMember(toServer, [owner], (user, password) => {
    const target: DumpSide = { ...side, port: to.port!, user, password, settings: `-c role=${owner} ${defaultsOn(to)}` };
    return restore(run, file, target, true);
  });
  const owned = await fromServer(name, (client) => listOwned(client, owner));
  const grants = await fromServer(name, listGrants);
  await toServer(name, async (client) => {
    for (const { type, identity, role } of owned) await giveTo(client, type, identity, role);
    for (const { privilege, role } of grants)
      await client.query(
        `grant ${privilege} on database ${escapeIdentifier(name)} to ${role === null ? "public" : escapeIdentifier(role)}`,
      );
  });
}

/** Properties of a database that dumps don't contain. */
interface Description {
  readonly limit: number;
  readonly remark: string | null;
  readonly encoding: string;
  readonly collate: string;
  readonly ctype: string;
  /** Databases of the platform's servers have the usual encoding and locale. */
  readonly is_usual: boolean;
}

/** Describes a database of a server. */
export async function describeDatabase(client: Client, name: string): Promise<Description> {
  const { rows } = await client.query<Description>(
    `select datconnlimit as limit, shobj_description(oid, 'pg_database') as remark,
       pg_encoding_to_char(encoding) as encoding, datcollate as collate, datctype as ctype,
       pg_encoding_to_char(encoding) = 'UTF8' and datlocprovider = 'c' and datcollate = 'C' and datctype = 'C' as is_usual
     from pg_database where datname = $1`,
    [name],
  );
  return rows[0]!;
}

/** Gives a database the limit and the remark of another. */
export async function applyDescription(client: Client, name: string, { limit, remark }: Description): Promise<void> {
  const database = escapeIdentifier(name);
  await client.query(`alter database ${database} connection limit ${limit}`);
  if (remark !== null) await client.query(`comment on database ${database} is ${escapeLiteral(remark)}`);
}

/** Extensions that the main role may not install itself must exist before. */
export async function copyPlatformExtensions(fromServer: Connect, toServer: Connect, name: string, toName = name): Promise<void> {
  const { rows } = await fromServer(name, (client) =>
    client.query<{ name: string; schema: string }>(
      `select e.extname as name, n.nspname as schema from pg_extension e join pg_roles r on r.oid = e.extowner
       join pg_namespace n on n.oid = e.extnamespace where r.rolsuper and e.extname <> 'plpgsql' and n.nspname = 'public'`,
    ),
  );
  await toServer(toName, async (client) => {
    for (const extension of rows)
      await client.query(
        `create extension if not exists ${escapeIdentifier(extension.name)} schema ${escapeIdentifier(extension.schema)} cascade`,
      );
  });
}

interface Owned {
  readonly type: string;
  readonly identity: string;
  readonly role: string;
}

/** Objects that don't belong to the main role. */
async function listOwned(client: Client, owner: string): Promise<Owned[]> {
  const { rows } = await client.query<Owned>(
    `select o.type, o.identity, pg_get_userbyid(s.refobjid) as role
     from pg_shdepend s, pg_identify_object(s.classid, s.objid, s.objsubid) o
     where s.refclassid = 'pg_authid'::regclass and s.deptype = 'o' and pg_get_userbyid(s.refobjid) not in ($1, $2)
       and s.dbid = (select oid from pg_database where datname = current_database())
       and o.type not in ('default acl', 'extension', 'index')`,
    [owner, platformRole],
  );
  return rows;
}

async function giveTo(client: Client, type: string, identity: string, role: string): Promise<void> {
  await client.query(`alter ${type} ${identity} owner to ${escapeIdentifier(role)}`).catch((error: { code?: string }) => {
    // The sequence of a column goes with its table.
    if (type !== "sequence" || error.code !== "0A000") throw error;
  });
}

async function listGrants(client: Client): Promise<{ privilege: string; role: string | null }[]> {
  const { rows } = await client.query<{ privilege: string; role: string | null }>(
    `select a.privilege_type as privilege, r.rolname as role
     from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a left join pg_roles r on r.oid = a.grantee
     where d.datname = current_database() and (a.grantee = 0 or not r.rolsuper) and a.privilege_type in ('CONNECT', 'CREATE', 'TEMPORARY')`,
  );
  return rows;
}

interface Setting {
  readonly database: string | null;
  readonly role: string | null;
  readonly settings: string[];
}

/** Row by row, as they are stored: lists among them can't be told from texts. */
export async function copySettings(
  { fromServer, toServer }: Pick<Copying, "fromServer" | "toServer">,
  names: readonly string[],
  roles: readonly string[],
): Promise<void> {
  const { rows } = await fromServer(undefined, (client) =>
    client.query<Setting>(
      `select d.datname as database, r.rolname as role, s.setconfig as settings from pg_db_role_setting s
       left join pg_database d on d.oid = s.setdatabase left join pg_roles r on r.oid = s.setrole
       where (s.setdatabase = 0 or d.datname = any($1)) and (s.setrole = 0 or r.rolname = any($2))
         and (s.setdatabase <> 0 or s.setrole <> 0)`,
      [names, roles],
    ),
  );
  await toServer(undefined, async (client) => {
    for (const { database, role, settings } of rows) {
      await client.query(
        `insert into pg_db_role_setting (setdatabase, setrole, setconfig)
         values (coalesce((select oid from pg_database where datname = $1), 0), coalesce((select oid from pg_roles where rolname = $2), 0), $3)`,
        [database, role, settings],
      );
    }
  });
}
