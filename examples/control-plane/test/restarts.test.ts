import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GetObjectCommand, PutObjectCommand, CreateBucketCommand } from "@aws-sdk/client-s3";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Descriptor as SearchDescriptor } from "./support/search.js";
import { findBinaries } from "../src/postgres-server/binaries.js";
import {
  type Cluster,
  clusterAt,
  createCluster,
  findFreePort,
  platformRole,
  readAdminPassword,
  startServer,
  stopServer,
} from "../src/postgres-server/cluster.js";
import type { Api } from "./support/api.js";
import { type AuthFixture, authFixture } from "./support/auth-service.js";
import { type Breakable, breakable } from "./support/breakable.js";
import { testConfig } from "./support/control-plane.js";
import { type Descriptor, s3For } from "./support/objects.js";
import { type Running, demoApi, end, projectId, start } from "./support/program.js";

/** Two instances on one server that can be restarted, and to which the way can be interrupted. */
let cluster: Cluster;
let way: Breakable;
let instances: Running[];
let apis: Api[];
let direct: string;
let objects: string;
let auth: AuthFixture;
let search: SearchDescriptor;
let s3: ReturnType<typeof s3For>;

beforeAll(async () => {
  const config = await testConfig({ databaseUrl: undefined });
  const folder = join(config.dataDir, "state");
  await mkdir(folder);
  cluster = clusterAt(folder, (await findBinaries(config))!);
  const port = await findFreePort();
  await createCluster(cluster, { port, maxConnections: 100 });
  await startServer(cluster);
  const urlOf = (at: number, password: string) => `postgres://${platformRole}:${password}@127.0.0.1:${at}/postgres`;
  const password = await readAdminPassword(cluster);
  direct = urlOf(port, password);
  way = await breakable(port);
  const own = { ...config, databaseUrl: urlOf(way.port, password) };
  instances = [await start(own), await start(own)];
  apis = await Promise.all(instances.map((running) => demoApi(running, own)));
  const api = apis[0]!;
  const { services } = (await api.list()).body;
  const idOf = (type: string) => services.find((service) => service.type === type)!.id;
  for (const { id } of services) await api.waitFor(id, "active");
  objects = idOf("objects");
  s3 = s3For(JSON.parse((await api.reveal(objects)).body.value) as Descriptor);
  search = JSON.parse((await api.reveal(idOf("search"))).body.value) as SearchDescriptor;
  auth = await authFixture(api, projectId, idOf("auth"));
  await s3.send(new CreateBucketCommand({ Bucket: "kept" }));
});

afterAll(async () => {
  await way.restore();
  await Promise.all(instances.map((running) => end(running, "SIGTERM")));
  await way.stop();
  await stopServer(cluster);
});

/** The acknowledged writes, and the statuses of the rest. */
interface Load {
  readonly folders: string[];
  readonly objects: string[];
  readonly statuses: Map<string, number>;
}

let count = 0;

/** Calls of every kind, several at once, while something happens. */
async function underLoad(event: () => Promise<unknown>): Promise<Load> {
  const load: Load = { folders: [], objects: [], statuses: new Map() };
  const { token } = await auth.signUp(`user${count++}@example.com`);
  let isOver = false;
  const note = (kind: string, status: number, retryAfter: string | null | undefined) => {
    const text = `${kind} ${status}${status === 503 && retryAfter == null ? " without Retry-After" : ""}`;
    load.statuses.set(text, (load.statuses.get(text) ?? 0) + 1);
    return status === 200;
  };
  const calls: (() => Promise<unknown>)[] = [
    ...apis.flatMap((api) => [
      async () => {
        const path = `f${count++}/`;
        const { status, headers } = await api.invoke(objects, "create_folder", { bucket: "kept", path });
        if (note("action", status, headers.get("retry-after"))) load.folders.push(path);
      },
      async () => {
        const { status, headers } = await api.list();
        note("list", status, headers.get("retry-after"));
      },
    ]),
    async () => {
      const Key = `o${count++}`;
      const { status, retryAfter } = await s3.send(new PutObjectCommand({ Bucket: "kept", Key, Body: Key })).then(
        ({ $metadata }) => ({ status: $metadata.httpStatusCode!, retryAfter: null }),
        ({ $response }: { $response?: { statusCode: number; headers: Record<string, string> } }) => ({
          status: $response?.statusCode ?? 0,
          retryAfter: $response?.headers["retry-after"],
        }),
      );
      if (note("object", status, retryAfter)) load.objects.push(Key);
    },
    async () => {
      const { status, headers, body } = await auth.call("/get-session", { token });
      note(status === 200 && body === null ? "no session" : "session", status, headers.get("retry-after"));
    },
    async () => {
      const { status, headers } = await fetch(`${search.endpoint}/indexes`, {
        headers: { authorization: `Bearer ${search.admin_key}` },
      });
      note("search", status, headers.get("retry-after"));
    },
  ];
  const running = [...calls, ...calls].map(async (call) => {
    while (!isOver) {
      await call().catch((error: Error) => note(`failed ${error.message}`, 0, null));
      await sleep(5);
    }
  });
  await sleep(500);
  await event();
  await sleep(1500);
  isOver = true;
  await Promise.all(running);
  return load;
}

/** Whether all instances live, work, and know what was acknowledged. */
async function expectSound({ folders, objects: keys, statuses }: Load): Promise<void> {
  for (const { child } of instances) expect(child.exitCode).toBeNull();
  expect([...statuses.keys()].filter((text) => !/^(?:action|list|object|session|search) (?:200|503)$/.test(text))).toEqual([]);
  for (const kind of ["action", "list", "object", "session", "search"]) expect(statuses.get(`${kind} 200`)).toBeGreaterThan(0);
  const stored = new Set<string>();
  for (let after: string | undefined; ;) {
    const { result } = await apis[0]!.client
      .objects({ project_id: projectId, service_id: objects })
      .list_objects({ bucket: "kept", ...(after === undefined ? {} : { cursor: after }) } as never);
    for (const { key } of (result as unknown as { objects: { key: string }[] }).objects) stored.add(key);
    after = (result as unknown as { next_cursor: string | null }).next_cursor ?? undefined;
    if (after === undefined) break;
  }
  expect([...folders, ...keys].filter((key) => !stored.has(key))).toEqual([]);
  for (const Key of keys.slice(-3))
    expect(await (await s3.send(new GetObjectCommand({ Bucket: "kept", Key }))).Body!.transformToString()).toBe(Key);
  // The workers go on: each instance takes work.
  const { id } = await apis[1]!.provision("shared", `after-${count++}`);
  expect((await apis[0]!.get(id)).body.status).toBe("active");
  await expect.poll(async () => (await fetch(`${instances[1]!.url}/health`)).status).toBe(200);
}

async function onServer(text: string): Promise<void> {
  const client = new pg.Client(direct);
  client.on("error", () => undefined);
  await client.connect();
  await client.query(text);
  await client.end().catch(() => undefined);
}

const terminate =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'control-plane%' and pid <> pg_backend_pid()";

test("sessions that the server ends, again and again, end no instance and lose nothing", async () => {
  const load = await underLoad(async () => {
    for (let round = 0; round < 8; round++) {
      await onServer(terminate);
      await sleep(300);
    }
  });
  await expectSound(load);
});

test("a restart of the server ends no instance and loses nothing", async () => {
  const load = await underLoad(async () => {
    await stopServer(cluster);
    await sleep(1000);
    await startServer(cluster);
    await sleep(1000);
  });
  await expectSound(load);
});

test("connections that break without a word end no instance and lose nothing", async () => {
  const load = await underLoad(async () => {
    for (let round = 0; round < 8; round++) {
      way.cut();
      await sleep(200);
    }
    await way.refuse();
    await sleep(2000);
    await way.restore();
  });
  await expectSound(load);
});

test("a server that is silent for a minute ends no instance; calls are told to come again", async () => {
  const load = await underLoad(async () => {
    way.hold();
    await sleep(60_000);
    await way.restore();
    await sleep(1000);
  });
  await expectSound(load);
});

test("an instance that is paused wakes without its connections and lives", async () => {
  const load = await underLoad(async () => {
    instances[1]!.child.kill("SIGSTOP");
    await sleep(500);
    await onServer(terminate);
    await sleep(500);
    instances[1]!.child.kill("SIGCONT");
    await sleep(1000);
  });
  await expectSound(load);
});
