import { randomBytes, randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, inject, vi } from "vitest";
import { type Scope, allScopes, issueToken } from "../../src/access/caller.js";
import type { Config } from "../../src/config.js";
import { makeKey } from "../../src/credentials/keyring.js";
import type { PostgresParts } from "../../src/engines/postgres/parts.js";
import type { PostgresEngine } from "../../src/engines/postgres/postgres-engine.js";
import { createLog } from "../../src/log.js";
import type { Platform } from "../../src/platform.js";
import { startControlPlane, type ControlPlane } from "../../src/start.js";
import { createApi, type Api } from "./api.js";

/** Probes as long as the contract allows: what a slow machine takes long for is not broken. */
export const patient = { timeout_ms: 10_000 } as const;

/** The half of the test runs: with the given server or with the embedded one. */
export const target = inject("target");

/** Whether this half has a pg_dump that is new enough for its servers. */
export const hasDump = target === "given";

/** A control plane for the tests of one file, and what they need around it. */
export interface Plane extends ControlPlane {
  readonly config: Config;
  /** All that was logged. */
  readonly lines: string[];
  /** Calls the API as the holder of every scope of the project. */
  readonly api: Api;
  readonly orgId: string;
  readonly projectId: string;
  readonly tokenText: string;
  /** Calls the API with another token. */
  as(token: string): Api;
  /** Makes a token of the organisation. */
  token(scopes: readonly Scope[], projects?: readonly string[]): Promise<string>;
}

/** Settings for a control plane on a database of its own. */
export async function testConfig(changes: Partial<Config> = {}): Promise<Config> {
  const dataDir = join(inject("folder"), randomBytes(4).toString("hex"));
  await mkdir(dataDir);
  const serverUrl = inject("serverUrl");
  return {
    host: "127.0.0.1",
    port: 0,
    endpointPort: 0,
    endpointUrl: undefined,
    tls: undefined,
    databaseUrl: serverUrl === undefined ? undefined : await createDatabase(serverUrl),
    dataDir,
    masterKeys: makeKey("test"),
    postgresBin: inject("postgresBin"),
    postgresBins: [],
    clientBin: undefined,
    // Pool users of most tests connect to the server itself.
    pgbouncerBin: "none",
    publicUrl: "https://control.example",
    migrationSources: [],
    mail: undefined,
    objectsStore: undefined,
    metricsKey: undefined,
    demo: false,
    poolSize: 10,
    ...changes,
  };
}

/** Starts a control plane with an organisation that may have 10 services of each type and plan. */
async function startPlane(changes: Partial<Config> = {}): Promise<Plane> {
  const config = await testConfig(changes);
  const lines: string[] = [];
  const plane = await startControlPlane(
    config,
    createLog((line) => lines.push(line)),
  );
  const { database } = plane.platform;
  const orgId = randomUUID();
  await database.query("insert into organisations (id, name) values ($1, 'Test')", [orgId]);
  await database.query(
    `insert into entitlements (org_id, type, plan, capacity)
     select $1, * from (values
       ('postgres', 'shared', 10), ('postgres', 'dedicated', 10), ('postgres', 'dedicated-ha', 10),
       ('auth', 'standard', 10), ('search', 'shared', 10), ('search', 'dedicated', 10), ('objects', 'standard', 10)) as plans`,
    [orgId],
  );
  const projectId = await addProject(plane, orgId);
  const token = async (scopes: readonly Scope[], projects: readonly string[] = [projectId]) =>
    (await issueToken(database, { orgId, name: "test", scopes, projects })).text;
  const as = (text: string) => createApi(plane.url, projectId, text);
  const tokenText = await token(allScopes);
  return { ...plane, config, lines, orgId, projectId, token, tokenText, as, api: as(tokenText) };
}

/** A control plane from before the first test of a file until after the last. */
export function usePlane(changes: Partial<Config> = {}): { readonly current: Plane } {
  const holder: { current: Plane } = { current: undefined as never };
  beforeAll(async () => void (holder.current = await startPlane(changes)));
  afterAll(async () => {
    await stopDedicated(holder.current);
    await holder.current.stop();
  });
  return holder;
}

/** Makes something before the first test of a file or a block. It can be used in tests as if it were there from the beginning. */
export function beforeTests<Made extends object>(make: () => Promise<Made>): Made {
  let made: Made;
  beforeAll(async () => void (made = await make()));
  return new Proxy({} as Made, { get: (_, name) => Reflect.get(made, name) as unknown });
}

/** Adds a project to an organisation. */
export async function addProject({ platform }: ControlPlane, orgId: string): Promise<string> {
  const { rows } = await platform.database.query<{ id: string }>(
    "insert into projects (org_id, name, slug, service_quota) values ($1, 'Project', $2, 100) returning id",
    [orgId, randomBytes(4).toString("hex")],
  );
  return rows[0]!.id;
}

/** Makes a database of its own on the given server. */
async function createDatabase(serverUrl: string): Promise<string> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  const name = `control_${randomBytes(6).toString("hex")}`;
  await client.query(`create database ${name} template template0`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns the dependencies of the postgres engine. */
export function postgresParts({ engines }: Pick<Platform, "engines">): PostgresParts {
  return (engines.postgres as PostgresEngine).parts;
}

/** Makes calls while work of a kind is queued and begun, but does nothing: however long they take, it does not end before them. */
export async function whileHeld<Result>({ platform }: Plane, kind: string, call: () => Promise<Result>): Promise<Result> {
  const work = platform.engines.postgres.work[kind]!;
  const { run } = work;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const held = vi.spyOn(work, "run").mockImplementation((job) => released.then(() => run(job)));
  try {
    return await call();
  } finally {
    held.mockRestore();
    release();
  }
}

/** Beside a given server, servers of their own outlive the control plane. */
async function stopDedicated({ platform }: Plane): Promise<void> {
  const { stopServers } = await import("../../src/engines/postgres/supervisor.js");
  await stopServers(postgresParts(platform), platform.log);
}
