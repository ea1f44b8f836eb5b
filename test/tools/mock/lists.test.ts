import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createMock, type Mock } from "../../../generator/tools/mock/mock.js";

/** A collection of parts, with what its list tells about pages. */
async function mockWith(page: object, parameters: readonly string[], headers: object = {}): Promise<Mock> {
  const part = {
    type: "object",
    required: ["id", "colour"],
    properties: { id: { type: "integer" }, colour: { type: "string" } },
  };
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const document = {
    openapi: "3.1.0",
    info: { title: "Parts", version: "1" },
    servers: [{ url: "/" }],
    paths: {
      "/parts": {
        get: {
          operationId: "listParts",
          parameters: [...parameters, "colour"].map((name) => ({
            name,
            in: "query",
            schema: { type: name === "colour" || name === "cursor" ? "string" : "integer" },
          })),
          responses: {
            "200": {
              description: "A page.",
              headers,
              ...json({
                type: "object",
                required: ["parts", ...Object.keys(page)],
                properties: { parts: { type: "array", items: part }, ...page },
              }),
            },
          },
        },
        post: {
          operationId: "createPart",
          requestBody: json({ type: "object", properties: { colour: { type: "string" } } }),
          responses: { "201": { description: "Created.", ...json(part) } },
        },
      },
      "/parts/{part_id}": {
        parameters: [{ name: "part_id", in: "path", required: true, schema: { type: "integer" } }],
        get: { operationId: "getPart", responses: { "200": { description: "A part.", ...json(part) } } },
        delete: { operationId: "deletePart", responses: { "204": { description: "Gone." } } },
      },
    },
  };
  const file = path.join(mkdtempSync(path.join(tmpdir(), "mock-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const mock = await createMock(file, { log: (message) => expect.fail(message) });
  for (let index = 0; index < 5; index++) {
    const body = JSON.stringify({ colour: index % 2 === 0 ? "red" : "blue" });
    await mock.fetch("http://mock.invalid/parts", { method: "POST", headers: { "content-type": "application/json" }, body });
  }
  return mock;
}

const list = async (mock: Mock, query: string) =>
  (await (await mock.fetch(`http://mock.invalid/parts?${query}`)).json()) as Record<string, unknown> & {
    parts: { id: number }[];
  };

const integer = { type: "integer" };

test("a cursor leads from page to page until there is none", async () => {
  const mock = await mockWith({ next_cursor: { type: ["string", "null"] }, has_more: { type: "boolean" } }, ["limit", "cursor"]);
  const ids: number[] = [];
  let cursor: unknown = "";
  for (let pages = 0; pages < 10 && cursor !== null; pages++) {
    const page = await list(mock, `limit=2${cursor === "" ? "" : `&cursor=${String(cursor)}`}`);
    ids.push(...page.parts.map(({ id }) => id));
    expect(page["has_more"]).toBe(page["next_cursor"] !== null);
    cursor = page["next_cursor"];
  }
  expect(ids).toEqual([1, 2, 3, 4, 5]);
});

test("numbered pages, wherever the body tells about them", async () => {
  const pagination = {
    type: "object",
    required: ["page", "per_page", "last_page", "next_page", "total_entries"],
    properties: {
      page: integer,
      per_page: integer,
      last_page: integer,
      next_page: { type: ["integer", "null"] },
      total_entries: integer,
    },
  };
  const meta = { type: "object", required: ["pagination"], properties: { pagination } };
  const mock = await mockWith({ meta }, ["page", "per_page"]);
  const second = await list(mock, "page=2&per_page=2");
  expect(second.parts.map(({ id }) => id)).toEqual([3, 4]);
  const third = await list(mock, "page=3&per_page=2");
  const paginationOf = (page: Record<string, unknown>) => (page["meta"] as { pagination: object }).pagination;
  expect(paginationOf(second)).toEqual({ page: 2, per_page: 2, last_page: 3, next_page: 3, total_entries: 5 });
  expect(paginationOf(third)).toEqual({ page: 3, per_page: 2, last_page: 3, next_page: null, total_entries: 5 });
});

test("offsets, counts and filters", async () => {
  const mock = await mockWith({ total: integer, count: integer }, ["offset", "limit"]);
  const page = await list(mock, "offset=3&limit=10");
  expect(page.parts.map(({ id }) => id)).toEqual([4, 5]);
  const red = await list(mock, "colour=red");
  expect(red.parts.map(({ id }) => id)).toEqual([1, 3, 5]);
  expect([page["total"], page["count"], red["total"], red["count"]]).toEqual([5, 2, 3, 3]);
});

test("what is removed is gone", async () => {
  const mock = await mockWith({}, []);
  const remove = () => mock.fetch("http://mock.invalid/parts/2", { method: "DELETE" });
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect((await list(mock, "")).parts.map(({ id }) => id)).toEqual([1, 3, 4, 5]);
});

test.each(["X-Total-Count", "X-Total", "Total-Count", "x-pagination-total", "X-TotalResults"])(
  "%s is the number of all items",
  async (name) => {
    const text = { type: "string", minLength: 1 };
    const headers = {
      [name]: { schema: integer },
      "X-Page": { required: true, schema: text },
      "X-Next-Page": { schema: integer },
      "X-Total-Cost": { schema: integer },
      "X-Per-Page": { schema: { type: "integer", minimum: 100 } },
    };
    const mock = await mockWith({}, ["page", "limit"], headers);
    const read = async (query: string) => {
      const response = await mock.fetch(`http://mock.invalid/parts?${query}`);
      return [name, "x-page", "x-next-page", "x-total-cost", "x-per-page"].map((header) => response.headers.get(header));
    };
    expect(await read("limit=2")).toEqual(["5", "1", "2", null, null]);
    expect(await read("limit=2&page=3")).toEqual(["5", "3", null, null, null]);
    expect(await read("colour=blue")).toEqual(["2", "1", null, null, null]);
    expect(await read("colour=green")).toEqual(["0", "1", null, null, null]);
  },
);
