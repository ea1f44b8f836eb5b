import { createHmac } from "node:crypto";
import { decodeJwt, jwtVerify } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { beforeTests, usePlane } from "./support/control-plane.js";
import { addSearch } from "./support/search.js";

const plane = usePlane();

const service = beforeTests(() => addSearch(plane.current, "catalog"));
const other = beforeTests(() => addSearch(plane.current, "other"));

const run = (text: string, ...values: unknown[]) => plane.current.platform.database.query(text, values);

beforeAll(async () => {
  for (const index of ["a", "a-1", "b"]) await service.task("POST", "/indexes", { index, primary_key: "sku" });
});

describe("keys", () => {
  const statusWith = async (key: string, path = "/indexes/b/search", method = "POST") =>
    (await service.send(method, path, method === "POST" ? {} : undefined, key)).status;

  test("the standing keys are listed without their values, and do what they may", async () => {
    const { result } = await service.act("list_api_keys");
    expect(result.keys.map(({ role, actions, indexes, rotated_at }) => [role, actions, indexes, rotated_at]).sort()).toEqual([
      ["admin", ["*"], ["*"], null],
      ["search", ["search"], ["*"], null],
    ]);
    const page = (await service.act("list_api_keys", { limit: 1 })).result;
    expect((await service.act("list_api_keys", { limit: 1, cursor: page.next_cursor! })).result.keys).toEqual([result.keys[1]]);
    const { search_key } = await service.reveal();
    expect(await statusWith(search_key)).toBe(200);
    for (const [method, path] of [
      ["GET", "/indexes"],
      ["DELETE", "/indexes/b"],
      ["GET", "/indexes/b/documents/1"],
      ["GET", "/keys"],
      ["GET", "/tasks"],
    ])
      expect(await statusWith(search_key, path, method)).toBe(403);
    expect(await statusWith("sk_wrong")).toBe(401);
    expect(await statusWith((await other.reveal()).admin_key)).toBe(401);
  });

  test("keys made at the endpoint have their actions, indexes and end", async () => {
    const wanted = { name: "feed", actions: ["documents.add", "tasks.get"], indexes: ["a*"] };
    const { status, body } = await service.send<{ key: string; key_id: string }>("POST", "/keys", wanted);
    expect(status).toBe(201);
    expect((await service.act("list_api_keys")).result.keys.at(-1)).toMatchObject({
      ...wanted,
      role: "custom",
      key_id: body.key_id,
    });
    const add = async (index: string) =>
      (await service.send("POST", `/indexes/${index}/documents`, [{ sku: 7 }], body.key)).status;
    expect([await add("a"), await add("a-1"), await add("b")]).toEqual([202, 202, 403]);
    expect((await service.send("POST", "/indexes/a/search", {}, body.key)).status).toBe(403);
    await run("update search_keys set expires_at = now() - interval '1 second' where id = $1", body.key_id);
    expect(await add("a")).toBe(401);
    expect((await service.send("DELETE", `/keys/${body.key_id}`)).status).toBe(200);
    expect((await service.send("DELETE", `/keys/${body.key_id}`)).status).toBe(404);
    for (const bad of [
      { actions: ["*"] },
      { actions: [] },
      { actions: ["search"], indexes: ["a b"] },
      { actions: ["search"], expires_at: "2020-01-01" },
    ])
      expect((await service.send("POST", "/keys", bad)).status).toBe(400);
  });

  test("a rotation with a grace period: both work until it ends", async () => {
    const before = await service.reveal();
    const { result } = await service.act("rotate_credentials", { keys: "admin", grace_period_seconds: 3600 });
    expect(result.rotated).toMatchObject([{ role: "admin", rotated_at: result.receipts[0]!.changed_at }]);
    expect(result.tenant_credentials_valid_until).toBeNull();
    const [receipt] = result.receipts;
    expect(receipt).toMatchObject({
      credential_key: "SEARCH_CREDENTIALS",
      entry_id: "admin_key",
      reveal_scope: "service:reveal",
    });
    expect(Date.parse(receipt!.previous_valid_until!) - Date.parse(receipt!.changed_at)).toBe(3_600_000);
    const after = await service.reveal();
    expect(after.admin_key).not.toBe(before.admin_key);
    expect(after.search_key).toBe(before.search_key);
    expect([await statusWith(before.admin_key), await statusWith(after.admin_key)]).toEqual([200, 200]);
    expect(await service.rejected("rotate_credentials", { keys: "all", grace_period_seconds: 0 })).toEqual([
      409,
      "rotation_in_progress",
    ]);
    await run("update search_keys set previous_valid_until = now() - interval '1 second' where service_id = $1", service.id);
    expect([await statusWith(before.admin_key), await statusWith(after.admin_key)]).toEqual([401, 200]);
  });

  test("a rotation without one: the key before is invalid at once, and tenants that it signed", async () => {
    const searched = await addSearch(plane.current, "rotated");
    await searched.task("POST", "/indexes/b/documents", [{ id: 1 }]);
    await searched.act("generate_tenant_credential", { tenant: "t", search_rules: { "*": {} } });
    const before = await searched.reveal();
    const token = before.tenant_credentials[0]!.token;
    expect(await searched.find("b", {}, token)).toEqual([1]);
    const { result } = await searched.act("rotate_credentials", { keys: "all", grace_period_seconds: 0 });
    expect(result.receipts.map(({ entry_id, previous_valid_until }) => [entry_id, previous_valid_until])).toEqual([
      ["admin_key", null],
      ["search_key", null],
    ]);
    expect(result.tenant_credentials_valid_until).not.toBeNull();
    for (const key of [before.admin_key, before.search_key, token])
      expect((await searched.send("POST", "/indexes/b/search", {}, key)).status).toBe(401);
    const after = await searched.reveal();
    expect(after.tenant_credentials).toEqual([]);
    expect(await searched.find("b", {}, after.search_key)).toEqual([1]);
  });
});

describe("tenant credentials", () => {
  const orders = [
    { id: 1, tenant_id: "acme", total: 5, text: "red shoes" },
    { id: 2, tenant_id: "acme", total: 50, text: "blue shoes" },
    { id: 3, tenant_id: "Acme", total: 7, text: "green shoes" },
    { id: 4, tenant_id: ["other", "acme2"], total: 9, text: "black shoes" },
    { id: 5, total: 1, text: "nobody's shoes" },
  ];

  beforeAll(async () => {
    await service.task("PATCH", "/indexes/orders_1/settings", { filterable_attributes: ["tenant_id", "total"] });
    await service.task("POST", "/indexes/orders_1/documents", orders);
    await service.task("POST", "/indexes/catalog/documents", [{ id: "c" }]);
    await service.task("POST", "/indexes/private/documents", [{ id: "p" }]);
  });

  const generate = async (tenant: string, search_rules: Record<string, { filter?: string }>, expires_in_seconds = 3600) => {
    const { result } = await service.act("generate_tenant_credential", { tenant, search_rules, expires_in_seconds });
    const entry = (await service.reveal()).tenant_credentials.find(
      ({ credential_id }) => credential_id === result.credential_id,
    )!;
    return { result, entry, token: entry.token };
  };

  test("the token is revealed, is signed with the search key, and contains its tenant", async () => {
    const { result, entry, token } = await generate("acme", { "orders_*": { filter: "tenant_id = acme" }, catalog: {} });
    expect(result.indexes).toEqual(["catalog", "orders_*"]);
    expect(entry).toMatchObject({ tenant: "acme", expires_at: result.expires_at });
    expect(result.receipt).toMatchObject({ entry_id: result.credential_id, previous_valid_until: null });
    const { search_key, endpoint } = await service.reveal();
    const { payload } = await jwtVerify(token, new TextEncoder().encode(search_key), { issuer: endpoint });
    expect(payload).toMatchObject({ sub: "acme", jti: result.credential_id, exp: Date.parse(result.expires_at) / 1000 });
    const [newest] = (await service.reveal()).tenant_credentials;
    expect(newest).toEqual(entry);
  });

  test("its filters can't be widened", async () => {
    const { token } = await generate("acme", { "orders_*": { filter: "tenant_id = acme" }, catalog: {} });
    const find = (query: object) => service.find("orders_1", { ...query }, token);
    expect(await find({})).toEqual([1, 2]);
    expect(await find({ filter: "total > 6" })).toEqual([2]);
    expect(await find({ filter: "tenant_id = Acme" })).toEqual([]);
    expect(await find({ filter: "total > 6 OR total < 100" })).toEqual([1, 2]);
    expect(await find({ filter: ["total > 6 OR tenant_id = other"] })).toEqual([2]);
    expect(await find({ filter: [["total > 0", "tenant_id = other"]] })).toEqual([1, 2]);
    expect(await find({ q: "green", matching_strategy: "last" })).toEqual([]);
    const reply = await service.send<{ facet_distribution: unknown; pagination: unknown }>(
      "POST",
      "/indexes/orders_1/search",
      { facets: ["*"], page: 1 },
      token,
    );
    expect(reply.body.facet_distribution).toEqual({ tenant_id: { acme: 2 }, total: { "5": 1, "50": 1 } });
    expect(reply.body.pagination).toMatchObject({ total_hits: 2 });
    for (const filter of ["total > 0) OR (total > 0", "total > 0 --", 'total > 0" OR "1" = "1'])
      expect((await service.send("POST", "/indexes/orders_1/search", { filter }, token)).status).toBe(400);
    expect(await service.find("catalog", {}, token)).toEqual(["c"]);
    expect((await service.send("POST", "/indexes/private/search", {}, token)).status).toBe(403);
    for (const [method, path] of [
      ["GET", "/indexes/orders_1/documents"],
      ["GET", "/indexes"],
      ["POST", "/indexes/orders_1/documents"],
      ["POST", "/keys"],
    ])
      expect((await service.send(method!, path!, method === "POST" ? {} : undefined, token)).status).toBe(403);
  });

  test("a changed or home-made token is nobody's, even with the search key", async () => {
    const { token } = await generate("acme", { "*": { filter: "tenant_id = acme" } });
    const { search_key } = await service.reveal();
    const [head, claims, signature] = token.split(".") as [string, string, string];
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const sign = (text: string) => `${text}.${createHmac("sha256", search_key).update(text).digest("base64url")}`;
    const tried = [
      `${head}.${claims}.`,
      `${head}.${claims}.${signature.slice(0, -2)}AA`,
      `${encode({ alg: "none" })}.${claims}.`,
      sign(`${head}.${encode({ ...decodeJwt(token), sub: "other" })}`),
      sign(`${head}.${encode({ ...decodeJwt(token), exp: 9_999_999_999 })}`),
    ];
    for (const forged of tried) expect((await service.send("POST", "/indexes/orders_1/search", {}, forged)).status).toBe(401);
    expect((await other.send("POST", "/indexes/orders_1/search", {}, token)).status).toBe(401);
    expect(await service.find("orders_1", {}, token)).toEqual([1, 2]);
  });

  test("the most specific rule wins, and a filter on what is not filterable lets nothing through", async () => {
    const { token } = await generate("acme", {
      "*": { filter: "tenant_id = acme" },
      "orders_*": { filter: "total > 40" },
      orders_1: { filter: "total < 6" },
    });
    expect(await service.find("orders_1", {}, token)).toEqual([1, 5]);
    expect((await service.send("POST", "/indexes/catalog/search", {}, token)).status).toBe(400);
  });

  test("it ends when it ends, and a hundred may be valid", async () => {
    const { token, result } = await generate("late", { "*": {} }, 60);
    await run(
      "update search_tenant_credentials set expires_at = now() - interval '1 second' where id = $1",
      result.credential_id,
    );
    expect((await service.send("POST", "/indexes/catalog/search", {}, token)).status).toBe(401);
    expect((await service.reveal()).tenant_credentials.map(({ tenant }) => tenant)).not.toContain("late");
    await run(
      `insert into search_tenant_credentials (service_id, tenant, rules, hash, expires_at)
       select $1, 'many', '{}', sha256(n::text::bytea), now() + interval '1 hour' from generate_series(1, 100) as n`,
      service.id,
    );
    const body = { tenant: "more", search_rules: { "*": {} } };
    expect(await service.rejected("generate_tenant_credential", body)).toEqual([409, "tenant_credential_limit_reached"]);
    await run("delete from search_tenant_credentials where tenant = 'many'");
    await service.act("generate_tenant_credential", body);
    const sealed = await run(
      "select from credentials where service_id = $1 and key = $2",
      service.id,
      `SEARCH_CREDENTIALS/tenant/${result.credential_id}`,
    );
    expect(sealed.rowCount).toBe(0);
    const bad = { tenant: "bad", search_rules: { "*": { filter: "a = " } } };
    expect(await service.rejected("generate_tenant_credential", bad)).toEqual([400, "invalid_filter"]);
  });
});
