import { expect, onTestFinished, test } from "vitest";
import { resumeProject, suspendProject } from "../src/projects/project.js";
import { startControlPlane } from "../src/start.js";
import { createLog } from "../src/log.js";
import { allScopes, issueToken } from "../src/access/caller.js";
import { addProject, testConfig, usePlane } from "./support/control-plane.js";
import { demoApi, end, start, type Running } from "./support/program.js";
import { type Descriptor, type SearchService, addSearch, searchParts } from "./support/search.js";

const plane = usePlane();

test("services of all projects are apart, with every key", async () => {
  const { current } = plane;
  const services: SearchService[] = [];
  for (const name of ["a", "b", "c"]) {
    const projectId = await addProject(current, current.orgId);
    const { text } = await issueToken(current.platform.database, {
      orgId: current.orgId,
      name,
      scopes: allScopes,
      projects: [projectId],
    });
    const own = { ...current, projectId };
    const api = (await import("./support/api.js")).createApi(current.url, projectId, text);
    const service = await addSearch(own, name, projectId, api);
    await service.task("POST", "/indexes/shared-name/documents", [{ id: `of ${name}`, text: "common words" }]);
    await service.act("generate_tenant_credential", { tenant: name, search_rules: { "*": {} } });
    services.push(service);
  }
  const opened = await Promise.all(services.map((service) => service.reveal()));
  for (const [holder, keys] of opened.entries()) {
    for (const [target, service] of services.entries()) {
      for (const key of [keys.admin_key, keys.search_key, keys.tenant_credentials[0]!.token]) {
        const { status } = await service.send("POST", "/indexes/shared-name/search", { q: "common" }, key);
        expect([holder, target, status]).toEqual([holder, target, holder === target ? 200 : 401]);
      }
    }
    expect(await services[holder]!.find("shared-name", { q: "comon words" })).toEqual([`of ${"abc"[holder]!}`]);
  }
});

test("a suspension cuts the endpoint, and resuming opens it again", async () => {
  const { current } = plane;
  const { database } = current.platform;
  const projectId = await addProject(current, current.orgId);
  const { text } = await issueToken(database, { orgId: current.orgId, name: "s", scopes: allScopes, projects: [projectId] });
  const api = (await import("./support/api.js")).createApi(current.url, projectId, text);
  const service = await addSearch(current, "suspended", projectId, api);
  await service.task("POST", "/indexes/x/documents", [{ id: 1 }]);
  const { admin_key } = await service.reveal();
  expect(await suspendProject(database, projectId)).toBe(1);
  for (const [method, path] of [
    ["POST", "/indexes/x/search"],
    ["GET", "/indexes"],
    ["POST", "/indexes/x/documents"],
  ]) {
    const { status, body } = await service.send(method!, path!, method === "POST" ? {} : undefined, admin_key);
    expect([status, body.error]).toEqual([403, "service_suspended: The service is suspended."]);
  }
  expect((await service.act("list_indexes")).result.total).toBe(1);
  expect(await service.rejected("query", { index: "x" })).toEqual([409, "action_unavailable"]);
  expect(await resumeProject(database, projectId)).toBe(1);
  expect(await service.find("x", {})).toEqual([1]);
});

test("bodies of 1 MiB are taken, larger ones are not, and broken ones do no harm", async () => {
  const service = await addSearch(plane.current, "large");
  const documents = Array.from({ length: 1000 }, (_, id) => ({ id, text: `${"lorem ipsum dolor sit amet ".repeat(37)}${id}` }));
  const body = JSON.stringify(documents);
  expect(body.length).toBeGreaterThan(990_000);
  expect(body.length).toBeLessThan(1_048_576);
  expect(await service.task("POST", "/indexes/large/documents", body)).toMatchObject({
    status: "succeeded",
    documents_indexed: 1000,
  });
  expect(await service.find("large", { q: "997" })).toEqual([997]);
  const statusOf = async (text: string) => (await service.send("POST", "/indexes/large/documents", text)).status;
  expect(await statusOf(`${body}${" ".repeat(200_000)}`)).toBe(413);
  for (const bad of [
    "",
    "{",
    "null",
    "1",
    '["x"]',
    '{"id":1,"x":"\\u0000"}',
    '{"id":1,"\\ud800":1}',
    `${"[".repeat(50_000)}`,
    `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
  ])
    expect([bad.slice(0, 20), await statusOf(bad)]).toEqual([bad.slice(0, 20), 400]);
  const words = Array.from({ length: 9000 }, (_, index) => `w${index.toString(36)}`).join(" ");
  expect(
    await service.task("POST", "/indexes/large/documents", [
      { id: "many", words },
      { id: "long", word: "x".repeat(100_000) },
    ]),
  ).toMatchObject({ status: "succeeded" });
  expect(await service.find("large", { q: `w${(8999).toString(36)}` })).toEqual(["many"]);
  expect(await service.find("large", { q: "x".repeat(512) })).toEqual(["long"]);
});

test("odd names, texts and queries", async () => {
  const service = await addSearch(plane.current, "odd");
  const name = `${"n".repeat(398)}-_`;
  const odd = [
    "'",
    '"',
    "\\",
    "$1",
    "%",
    "_",
    "; drop table services; --",
    "<script>",
    "__proto__",
    "constructor",
    "😀",
    "​",
    "ﷺ",
    "İ",
    "ß",
    "a.b",
    "a\"]'b",
    "$.x ? (@ > 1)",
    "‮",
  ];
  const entries = odd.map((text, id) => ({ id, text, [text]: text, nested: { [text]: [text] } }));
  const settings = {
    filterable_attributes: ["text", ...odd.filter((text) => text !== "")],
    sortable_attributes: [...odd, "nested"],
  };
  expect(await service.task("PATCH", `/indexes/${name}/settings`, settings)).toMatchObject({ status: "succeeded", error: null });
  expect(await service.task("POST", `/indexes/${name}/documents`, JSON.stringify(entries))).toMatchObject({
    status: "succeeded",
    error: null,
  });
  for (const [id, text] of odd.entries()) {
    const quoted = `"${text.replace(/["\\]/g, "\\$&")}"`;
    expect([text, await service.find(name, { filter: `text = ${quoted}` })]).toEqual([text, [id]]);
    if (!text.includes(".")) expect([text, await service.find(name, { filter: `${quoted} = ${quoted}` })]).toEqual([text, [id]]);
    await service.find(name, {
      filter: `${quoted} > 1`,
      sort: [`${text}:asc`],
      facets: [text],
      q: text,
      attributes_to_highlight: [text, "*"],
      attributes_to_crop: ["*"],
      attributes_to_retrieve: [text],
    });
  }
  expect((await plane.current.platform.database.query("select from services")).rowCount).toBeGreaterThan(0);
  for (const q of ["' | !a & (b", "a:*", "<->", "!!", " ", "a".repeat(512), "\\' \\", "ab cd ef gh ij kl mn op qr st uv wx yz"])
    await service.find(name, { q });
});

test.each([
  ["GET", "/", 404],
  ["GET", "/indexes/a%2Fb", 404],
  ["GET", "/indexes/none", 404],
  ["PUT", "/indexes", 405],
  ["GET", "/tasks/99999999999", 404],
  ["GET", "/tasks/4294967295", 404],
  ["GET", "/indexes/x/documents?limit=-1", 400],
  ["GET", "/indexes/x/documents?limit=101", 400],
  ["POST", "/indexes/x/settings", 405],
  ["PATCH", "/indexes/x/settings", 400],
  ["DELETE", "/keys/none", 404],
])("%s %s is %d", async (method, path, status) => {
  const service = (await shared()) as SearchService;
  const body = method === "GET" || method === "DELETE" ? undefined : { searchable: 1 };
  expect((await service.send(method, path, body)).status).toBe(status);
});

let known: Promise<SearchService> | undefined;
function shared(): Promise<SearchService> {
  return (known ??= addSearch(plane.current, "shared").then(async (service) => {
    await service.task("POST", "/indexes", { index: "x" });
    return service;
  }));
}

test("browsers may send requests from anywhere, without a cookie", async () => {
  const { endpoint } = await (await shared()).reveal();
  const preflight = await fetch(`${endpoint}/indexes/x/search`, { method: "OPTIONS" });
  expect([
    preflight.status,
    preflight.headers.get("access-control-allow-origin"),
    preflight.headers.get("access-control-allow-credentials"),
  ]).toEqual([204, "*", null]);
});

test("queries of one service take no more than their share, and those of others are not held up", async () => {
  const { current } = plane;
  const [busy, calm] = [await shared(), await addSearch(current, "calm")];
  const { data } = searchParts(current);
  let release = () => {};
  const blocked = new Promise<void>((resolve) => (release = resolve));
  onTestFinished(() => release());
  const running = Array.from({ length: 64 }, () => data.read(busy.id, () => blocked));
  const { status } = await busy.send("POST", "/indexes/x/search", {});
  expect(status).toBe(429);
  await calm.task("POST", "/indexes/y/documents", [{ id: 1 }]);
  expect(await calm.find("y", {})).toEqual([1]);
  expect((await current.api.list()).status).toBe(200);
  release();
  await Promise.all(running);
  expect(await busy.find("x", {})).toEqual([]);
});

test("a query that takes too long is ended", async () => {
  const { data } = searchParts(plane.current);
  const { id } = await shared();
  const limit = await data.read(id, (client) => client.query("show statement_timeout"));
  expect(limit.rows).toEqual([{ statement_timeout: "5s" }]);
  // As at the end of that time.
  const ended = data.read(id, (client) => client.query("select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)"));
  await expect(ended).rejects.toThrow("The query took too long");
  await expect(data.read(id, (client) => client.query("delete from search_keys"))).rejects.toThrow("read-only");
});

test("two instances on one database share tasks and keys", async () => {
  const { current } = plane;
  const service = await addSearch(current, "two");
  const { connectionString } = current.platform.database.options as { connectionString: string };
  const second = await startControlPlane(
    { ...current.config, databaseUrl: connectionString },
    createLog(() => undefined),
  );
  onTestFinished(() => second.stop());
  const { endpointUrl } = searchParts(second as never);
  const { endpoint, admin_key } = await service.reveal();
  const others = endpoint.replace(/^.*(?=\/search\/)/, endpointUrl!);
  const headers = { authorization: `Bearer ${admin_key}`, "content-type": "application/json" };
  const sent = await Promise.all(
    Array.from({ length: 30 }, async (_, id) => {
      const url = `${id % 2 === 0 ? endpoint : others}/indexes/both/documents`;
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify([{ id }]) });
      return (await response.json()) as { task_id: number };
    }),
  );
  expect(new Set(sent.map(({ task_id }) => task_id)).size).toBe(30);
  for (const { task_id } of sent)
    expect(await service.ended(task_id)).toMatchObject({ status: "succeeded", documents_indexed: 1 });
  expect((await service.find("both", { limit: 100 })).length).toBe(30);
  expect((await service.act("list_indexes")).result.indexes).toMatchObject([{ documents: 30 }]);
});

test("killed at any moment, it loses no document that it has accepted", async () => {
  const config = await testConfig();
  let running: Running | undefined;
  onTestFinished(async () => void (running && (await end(running, "SIGTERM"))));
  const accepted = new Set<number>();
  let next = 0;
  const open = async () => {
    running = await start(config);
    const api = await demoApi(running, config);
    const { id, status } = (await api.list()).body.services.find(({ type }) => type === "search")!;
    if (status !== "active") await api.waitFor(id, "active");
    const descriptor = JSON.parse((await api.reveal(id)).body.value) as Descriptor;
    return {
      headers: { authorization: `Bearer ${descriptor.admin_key}`, "content-type": "application/json" },
      url: descriptor.endpoint,
    };
  };
  for (const count of [1, 4, 8]) {
    const { headers, url } = await open();
    const before = accepted.size;
    const sending = Array.from({ length: 12 }, async () => {
      const id = next++;
      const sent = fetch(`${url}/indexes/kept/documents`, { method: "POST", headers, body: JSON.stringify([{ id }]) });
      const response = await sent.catch(() => undefined);
      if (response?.status === 202) accepted.add(id);
    });
    await expect.poll(() => accepted.size - before, { interval: 5 }).toBeGreaterThanOrEqual(count);
    await end(running!, "SIGKILL");
    await Promise.all(sending);
  }
  const { headers, url } = await open();
  const found = async () => {
    const response = await fetch(`${url}/indexes/kept/documents?limit=100`, { headers });
    const { documents = [] } = (await response.json()) as { documents?: { id: number }[] };
    const ids = new Set(documents.map(({ id }) => id));
    return [...accepted].filter((id) => !ids.has(id));
  };
  await expect.poll(found).toEqual([]);
});
