import { describe, expect, test } from "vitest";
import { checkDomains } from "../src/engines/search/check-domains.js";
import { beforeTests, patient, usePlane } from "./support/control-plane.js";
import { addSearch, searchParts } from "./support/search.js";

const plane = usePlane();

const service = beforeTests(() => addSearch(plane.current, "catalog"));
const other = beforeTests(() => addSearch(plane.current, "other"));

const run = (text: string, ...values: unknown[]) => plane.current.platform.database.query(text, values);

describe("indexes and tasks", () => {
  test("an index is made once and deleted once, by tasks", async () => {
    const { result } = await service.act("create_index", { index: "first" });
    expect(result.task).toMatchObject({
      type: "index_creation",
      status: "enqueued",
      documents_received: null,
      duration_ms: null,
    });
    expect(await service.rejected("create_index", { index: "first" })).toEqual([409, "index_already_exists"]);
    const done = await service.ended(result.task.task_id);
    expect(done).toMatchObject({ status: "succeeded", error: null });
    expect(done.duration_ms).toBeGreaterThanOrEqual(0);
    expect(await service.rejected("create_index", { index: "first" })).toEqual([409, "index_already_exists"]);
    const { rows } = await run("select table_name from search_indexes where service_id = $1", service.id);
    const table = (rows[0] as { table_name: string }).table_name;
    const deleted = (await service.act("delete_index", { index: "first" })).result.task;
    expect(await service.rejected("delete_index", { index: "first" })).toEqual([404, "index_not_found"]);
    expect(await service.ended(deleted.task_id)).toMatchObject({ type: "index_deletion", status: "succeeded" });
    expect(await service.rejected("delete_index", { index: "first" })).toEqual([404, "index_not_found"]);
    expect((await run("select from pg_tables where starts_with(tablename, $1)", table)).rowCount).toBe(0);
  });

  test("indexes are listed by name, page by page", async () => {
    const names = ["Z", "a", "a-1", "a_b", "b"];
    for (const name of names) await service.task("POST", "/indexes", { index: name, primary_key: "sku" });
    await service.task("POST", "/indexes/b/documents", [{ sku: 1 }, { sku: 2 }]);
    const { result } = await service.act("list_indexes", { limit: 2 });
    expect([result.indexes.map(({ index }) => index), result.total]).toEqual([["Z", "a"], 5]);
    const next = (await service.act("list_indexes", { limit: 9, cursor: result.next_cursor! })).result;
    expect([next.indexes.map(({ index }) => index), next.next_cursor]).toEqual([["a-1", "a_b", "b"], null]);
    expect(next.indexes[2]).toMatchObject({ primary_key: "sku", documents: 2, is_indexing: false });
    expect(next.indexes[2]!.size_bytes).toBeGreaterThan(0);
    expect((await service.act("list_indexes", { prefix: "a" })).result).toMatchObject({ total: 3, next_cursor: null });
    expect(await service.rejected("list_indexes", { cursor: "bm90" })).toEqual([400, expect.any(String)]);
    expect((await other.act("list_indexes")).result).toEqual({ indexes: [], next_cursor: null, total: 0 });
  });

  test("documents are added, merged, replaced and deleted", async () => {
    await service.task("POST", "/indexes/docs/documents", [{ id: "a", x: 1, y: { z: [1] } }, { id: "b/ä", x: 2 }, { id: 3 }]);
    await service.task("PATCH", "/indexes/docs/documents", [
      { id: "a", x: 5 },
      { id: "a", n: null },
      { id: "new", x: 9 },
    ]);
    await service.task("POST", "/indexes/docs/documents", { id: 3, only: true });
    const read = async (id: string) => (await service.send("GET", `/indexes/docs/documents/${encodeURIComponent(id)}`)).body;
    expect(await read("a")).toEqual({ id: "a", x: 5, y: { z: [1] }, n: null });
    expect(await read("3")).toEqual({ id: 3, only: true });
    expect(await read("b/ä")).toEqual({ id: "b/ä", x: 2 });
    const list = await service.send<{ documents: unknown[]; total: number }>("GET", "/indexes/docs/documents?limit=2&offset=1");
    expect([list.body.documents.length, list.body.total]).toEqual([2, 4]);
    await service.task("DELETE", `/indexes/docs/documents/${encodeURIComponent("b/ä")}`);
    expect((await service.send("GET", "/indexes/docs/documents/b%2F%C3%A4")).status).toBe(404);
    await service.task("PATCH", "/indexes/docs/settings", { filterable_attributes: ["x"] });
    await service.task("POST", "/indexes/docs/delete-documents", { filter: "x > 6" });
    await service.task("POST", "/indexes/docs/delete-documents", { ids: ["nothing", 3] });
    expect(await service.find("docs", {})).toEqual(["a"]);
    await service.task("DELETE", "/indexes/docs/documents");
    expect((await service.act("list_indexes", { prefix: "docs" })).result.indexes[0]).toMatchObject({ documents: 0 });
  });

  test.each([
    ["POST", "/indexes/bad/documents", [{ id: 1 }, { name: "x" }], "missing_document_id"],
    ["POST", "/indexes/bad/documents", [{ id: { a: 1 } }], "invalid_document_id"],
    ["POST", "/indexes/bad/documents", [{ id: "" }], "invalid_document_id"],
    ["POST", "/indexes/bad/documents", [{ id: [1] }], "invalid_document_id"],
    ["POST", "/indexes/bad/documents", [{ id: ["a", "b"] }], "invalid_document_id"],
    ["POST", "/indexes/bad/documents", [{ id: [] }], "invalid_document_id"],
    ["POST", "/indexes/bad/documents?primary_key=a.id", [{ a: [{ id: 1 }] }], "invalid_document_id"],
    ["POST", "/indexes/bad/documents", [{ a_id: 1, b_id: 2 }], "primary_key_not_inferred"],
    ["POST", "/indexes/bad/documents", [{ id: 1, text: "x".repeat(140_000) }], "document_too_large"],
    ["POST", "/indexes/b/documents?primary_key=other", [{ other: 1 }], "primary_key_mismatch"],
    ["PATCH", "/indexes/b", { primary_key: "other" }, "primary_key_in_use"],
    ["DELETE", "/indexes/nothing", undefined, "index_not_found"],
    ["POST", "/indexes/b/delete-documents", { filter: "price > 1" }, "invalid_filter"],
    ["POST", "/indexes", { index: "b" }, "index_already_exists"],
  ])("%s %s fails as a task and changes nothing", async (method, path, body, code) => {
    const task = await service.task(method, path, body);
    expect(task).toMatchObject({ status: "failed", error: { code } });
    expect((await service.act("list_indexes", { prefix: "bad" })).result.total).toBe(0);
  });

  test.each(["12345678901234567890", "-9007199254740992", "9007199254740993.0", "1e400", "-1e400"])(
    "a document with the number %s, which would change, is rejected",
    async (number) => {
      for (const body of [`{"id":1,"x":${number}}`, `[{"id":1},{"id":2,"x":{"y":[${number}]}}]`, `{"id":${number}}`]) {
        const { status, body: reply } = await service.send("POST", "/indexes/bad/documents", body);
        expect([body, status, reply.error]).toEqual([body, 400, expect.stringContaining("between -9007199254740991 and")]);
      }
      expect((await service.act("list_indexes", { prefix: "bad" })).result.total).toBe(0);
    },
  );

  test("other numbers come back as they were", async () => {
    const document = { id: 9007199254740991, x: [-9007199254740991, 0.1, 1.5e-300, 2251799813685249.5], text: "1e400" };
    await service.task("POST", "/indexes/numbers/documents", document);
    expect((await service.send("GET", "/indexes/numbers/documents/9007199254740991")).body).toEqual(document);
    await service.task("DELETE", "/indexes/numbers");
  });

  test("tasks are listed newest first, filtered, and shown by number", async () => {
    const all = (await service.act("list_tasks", { limit: 100 })).result;
    expect(all.tasks.map(({ task_id }) => task_id)).toEqual(all.tasks.map((_, index) => all.tasks.length - index));
    expect(all.total).toBe(all.tasks.length);
    const failed = (await service.act("list_tasks", { statuses: ["failed"], limit: 3 })).result;
    expect(failed.tasks.every(({ status }) => status === "failed")).toBe(true);
    const next = (await service.act("list_tasks", { statuses: ["failed"], limit: 100, cursor: failed.next_cursor! })).result;
    expect(failed.tasks.length + next.tasks.length).toBe(failed.total);
    const filter = { types: ["document_addition"], indexes: ["docs", "b"] } as const;
    const added = (await service.act("list_tasks", { types: [...filter.types], indexes: [...filter.indexes] })).result;
    expect(new Set(added.tasks.map(({ index }) => index))).toEqual(new Set(["docs", "b"]));
    const { enqueued_at } = all.tasks[3]!;
    const after = (await service.act("list_tasks", { enqueued_after: enqueued_at, limit: 100 })).result;
    const before = (await service.act("list_tasks", { enqueued_before: enqueued_at, limit: 100 })).result;
    expect(after.total + before.total).toBe(all.total);
    expect((await service.act("get_task", { task_id: 1 })).result.task).toEqual(all.tasks.at(-1));
    expect(await service.rejected("get_task", { task_id: 4_294_967_295 })).toEqual([404, "task_not_found"]);
    expect(await other.rejected("get_task", { task_id: 1 })).toEqual([404, "task_not_found"]);
  });

  test("so many indexes, and no more", async () => {
    const { id } = other;
    await run(
      `insert into search_indexes (service_id, name, settings, table_name)
       select $1, 'full' || n, '{}', 'full_' || n from generate_series(1, 50) as n`,
      id,
    );
    expect(await other.rejected("create_index", { index: "more" })).toEqual([409, "index_limit_reached"]);
    expect(await other.task("POST", "/indexes", { index: "more" })).toMatchObject({ error: { code: "index_limit_reached" } });
    await run("delete from search_indexes where service_id = $1", id);
  });
});

describe("health and usage", () => {
  test("service_health probes control plane, engine and task queue", async () => {
    const { status, result } = await service.act("service_health", patient);
    expect(status).toBe("healthy");
    expect(result.components.map(({ name }) => name)).toEqual(["control_plane", "engine", "task_queue"]);
    expect(result.operations).toMatchObject([{ kind: "provision", status: "succeeded" }]);
    const live = async () => (await plane.current.api.get(service.id, true)).body.live?.["components"];
    await expect.poll(live).toMatchObject([{ name: "control_plane", status: "healthy" }]);
  });

  test("usage counts searches and tasks, and what is stored", async () => {
    const metered = await addSearch(plane.current, "metered");
    await metered.task("POST", "/indexes/m/documents", [{ id: 1 }, { id: 2 }]);
    await metered.find("m", {});
    await metered.act("query", { index: "m" });
    const { result } = await metered.act("get_usage");
    const used = Object.fromEntries(result.metrics.map(({ name, used: amount }) => [name, amount]));
    expect(used).toMatchObject({ documents: 2, indexes: 1, search_requests: 2, indexing_tasks: 1 });
    expect(used["storage_bytes"]).toBeGreaterThan(0);
    expect(result.metrics.map(({ name, unit, limit }) => [name, unit, limit !== null])).toEqual([
      ["documents", "count", true],
      ["indexes", "count", true],
      ["storage_bytes", "bytes", true],
      ["search_requests", "count", false],
      ["indexing_tasks", "count", false],
    ]);
    // An hour ago there were three documents and nine searches.
    const hour = new Date();
    hour.setUTCMinutes(0, 0, 0);
    const [from, to] = [new Date(hour.getTime() - 2 * 3_600_000), new Date(hour.getTime() - 3_600_000)];
    await run(
      `insert into search_usage (service_id, minute, search_requests, indexing_tasks, documents, indexes, storage_bytes)
       values ($1, $2, 9, 4, 3, 1, 77)`,
      metered.id,
      from,
    );
    const past = (await metered.act("get_usage", { from: from.toISOString(), to: to.toISOString() })).result;
    expect(past.metrics.map(({ used: amount }) => amount)).toEqual([3, 1, 77, 9, 4]);
    expect(past.period).toEqual({ from: from.toISOString(), to: to.toISOString() });
    for (const [begin, end] of [
      ["2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"],
      ["2026-01-01T00:00:00Z", "2026-04-04T00:00:01Z"],
    ])
      expect(await metered.rejected("get_usage", { from: begin, to: end })).toEqual([400, "interval_too_long"]);
    expect((await metered.act("get_usage", { period: "previous" })).result.period.to).toMatch(/-01T00:00:00.000Z$/);
  });
});

describe("domains", () => {
  const nowhere = {
    resolveTxt: () => Promise.reject(new Error("ENOTFOUND")),
    resolveCname: () => Promise.reject(new Error("ENOTFOUND")),
  };

  test("are attached, verified by their records, and detached", async () => {
    const { domain } = (await service.act("add_domain", { domain: "search.example.com" })).result;
    expect(domain).toMatchObject({ status: "pending_verification", certificate: null, verified_at: null });
    const [routing, ownership] = domain.dns_records;
    expect(routing).toMatchObject({ type: "CNAME", name: "search.example.com", purpose: "routing" });
    expect(ownership).toMatchObject({ type: "TXT", name: "_platform-challenge.search.example.com", purpose: "ownership" });
    const parts = searchParts(plane.current);
    const shown = async () => (await service.act("list_domains")).result.domains.find((entry) => entry.domain === domain.domain);
    await checkDomains(parts, nowhere, 0);
    expect(await shown()).toMatchObject({ status: "pending_verification", last_error: "The TXT record was not found." });
    const foreign = { ...nowhere, resolveTxt: () => Promise.resolve([["platform-domain-verification=0"]]) };
    await checkDomains(parts, foreign, 0);
    expect(await shown()).toMatchObject({ status: "pending_verification" });
    const asked: string[] = [];
    const published = {
      resolveTxt: (name: string) =>
        Promise.resolve([["v=spf1"], asked.push(name) ? [ownership!.value.slice(0, 9), ownership!.value.slice(9)] : []]),
      resolveCname: () => Promise.resolve([`${routing!.value.toUpperCase()}.`]),
    };
    await checkDomains(parts, { ...published, resolveCname: nowhere.resolveCname }, 0);
    expect(await shown()).toMatchObject({ last_error: "The CNAME record was not found." });
    await checkDomains(parts, published, 0);
    expect(await shown()).toMatchObject({ status: "active", last_error: null, verified_at: expect.any(String) as string });
    expect(asked).toContain(ownership!.name);
    expect(await other.rejected("add_domain", { domain: "search.example.com" })).toEqual([409, "domain_in_use"]);
    expect(await service.rejected("add_domain", { domain: "search.example.com" })).toEqual([409, "domain_in_use"]);
    expect(await other.rejected("remove_domain", { domain: "search.example.com" })).toEqual([404, "domain_not_found"]);
    expect((await service.act("remove_domain", { domain: "search.example.com" })).result.domain).toBe("search.example.com");
    expect(await service.rejected("remove_domain", { domain: "search.example.com" })).toEqual([404, "domain_not_found"]);
    expect(await shown()).toBeUndefined();
  });

  test("a claim without proof keeps nobody out, and of several the first that proves it has the domain", async () => {
    const name = "claimed.example.com";
    const claim = async (claimant: typeof service) =>
      (await claimant.act("add_domain", { domain: name })).result.domain.dns_records;
    const squatted = await claim(other);
    const owned = await claim(service);
    expect(squatted[1]!.value).not.toBe(owned[1]!.value);
    const statusAt = async (claimant: typeof service) =>
      (await claimant.act("list_domains")).result.domains.find(({ domain }) => domain === name);
    const texts = [owned[1]!.value];
    const resolver = {
      resolveTxt: () => Promise.resolve(texts.map((text) => [text])),
      resolveCname: () => Promise.resolve([owned[0]!.value]),
    };
    const parts = searchParts(plane.current);
    await checkDomains(parts, resolver, 0);
    expect(await statusAt(service)).toMatchObject({ status: "active" });
    expect(await statusAt(other)).toMatchObject({ status: "pending_verification", last_error: "The TXT record was not found." });
    // The second to prove it gets it only after the first has removed it.
    texts.push(squatted[1]!.value);
    await checkDomains(parts, resolver, 0);
    expect(await statusAt(service)).toMatchObject({ status: "active" });
    const late = { status: "pending_verification", last_error: "Another service has proven to own this domain." };
    expect(await statusAt(other)).toMatchObject(late);
    await service.act("remove_domain", { domain: name });
    await checkDomains(parts, resolver, 0);
    expect(await statusAt(other)).toMatchObject({ status: "active" });
    expect(await service.rejected("add_domain", { domain: name })).toEqual([409, "domain_in_use"]);
    await other.act("remove_domain", { domain: name });
    // Two that are proven at the same moment: one gets it.
    texts.splice(0, 2, (await claim(service))[1]!.value, (await claim(other))[1]!.value);
    await Promise.all([checkDomains(parts, resolver, 0), checkDomains(parts, resolver, 0)]);
    const statuses = [(await statusAt(service))!.status, (await statusAt(other))!.status];
    expect(statuses.sort()).toEqual(["active", "pending_verification"]);
    for (const claimant of [service, other]) await claimant.act("remove_domain", { domain: name });
  });

  test("one whose records never come fails", async () => {
    await service.act("add_domain", { domain: "never.example.com" });
    await run("update search_domains set created_at = now() - interval '8 days' where domain = 'never.example.com'");
    await checkDomains(searchParts(plane.current), nowhere, 0);
    expect((await service.act("list_domains")).result.domains).toMatchObject([{ domain: "never.example.com", status: "failed" }]);
  });

  test.each([
    "co.uk",
    "github.io",
    "a.kawasaki.jp",
    "s3.amazonaws.com",
    "control.example",
    "api.control.example",
    "db.internal",
    "x.localhost",
    "printer.lan",
    "shop.corp",
    "host.in-addr.arpa",
    "expyuzz4wqqyqhjn.onion",
  ])("%s is not allowed", async (domain) => {
    expect(await service.rejected("add_domain", { domain })).toEqual([400, "domain_not_allowed"]);
  });

  test("so many, and no more", async () => {
    const names = ["b", "a", "d", "c"].map((name) => `${name}.example.org`);
    for (const domain of names) await service.act("add_domain", { domain });
    expect((await service.act("list_domains")).result.domains.map(({ domain }) => domain)).toEqual([
      ...names.sort(),
      "never.example.com",
    ]);
    expect(await service.rejected("add_domain", { domain: "e.example.org" })).toEqual([409, "domain_limit_reached"]);
  });
});
