import { expect, test } from "vitest";
import { items, pages } from "../../generated/client/index.js";
import { connectTo, failureOf, targets, type Seen } from "./connect.js";

const all = ["a", "b", "c", "d", "e"];

/** An API that answers a list of buckets in pages of as many as it is asked for. */
const listing = (_: number, { body }: Seen) => {
  const { limit, cursor = "0" } = JSON.parse(body) as { limit: number; cursor?: string };
  const end = Number(cursor) + limit;
  const buckets = all.slice(Number(cursor), end);
  return { status: 200, body: { status: "ok", result: { buckets, next_cursor: end < all.length ? String(end) : null } } };
};

test("pages arrive one by one, each with the cursor of the preceding one", async () => {
  const { client, seen } = await connectTo(listing);
  const found: unknown[] = [];
  for await (const page of pages(client.objects(targets.objects).list_buckets, { limit: 2, prefix: "p" })) {
    found.push(page.result.buckets);
    expect(seen).toHaveLength(found.length);
  }
  expect(found).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  expect(seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { limit: 2, prefix: "p" },
    { limit: 2, prefix: "p", cursor: "2" },
    { limit: 2, prefix: "p", cursor: "4" },
  ]);
});

test("items are those of all pages", async () => {
  const { client } = await connectTo(listing);
  const found: unknown[] = [];
  for await (const bucket of items(client.objects(targets.objects).list_buckets, "buckets", { limit: 2 })) found.push(bucket);
  expect(found).toEqual(all);
});

test("no further page is requested after an early stop", async () => {
  const { client, seen } = await connectTo(listing);
  for await (const bucket of items(client.objects(targets.objects).list_buckets, "buckets", { limit: 2 })) {
    if ((bucket as unknown) === "b") break;
  }
  expect(seen).toHaveLength(1);
});

test("it continues from a cursor", async () => {
  const { client, seen } = await connectTo(listing);
  const found: unknown[] = [];
  const list = client.objects(targets.objects).list_buckets;
  for await (const bucket of items(list, "buckets", { limit: 2, cursor: "2" }, { headers: { "x-trace": "1" } }))
    found.push(bucket);
  expect(found).toEqual(["c", "d", "e"]);
  expect(seen.map(({ headers }) => headers["x-trace"])).toEqual(["1", "1"]);
});

test.each([null, undefined, ""])("the cursor %j ends the pages", async (next_cursor) => {
  const { client, seen } = await connectTo(() => ({ status: 200, body: { status: "ok", result: { tasks: [1], next_cursor } } }));
  const found: unknown[] = [];
  for await (const task of items(client.search(targets.search).list_tasks, "tasks")) found.push(task);
  expect(found).toEqual([1]);
  expect(seen).toHaveLength(1);
});

test("a list that a page lacks has no items", async () => {
  const { client } = await connectTo(() => ({ status: 200, body: { status: "ok", result: { next_cursor: null } } }));
  const found: unknown[] = [];
  for await (const task of items(client.search(targets.search).list_tasks, "tasks")) found.push(task);
  expect(found).toEqual([]);
});

test("an API that returns the cursor it was sent is not called forever", async () => {
  const page = { status: "ok", result: { tasks: [], next_cursor: "same" } };
  const { client, seen } = await connectTo(() => ({ status: 200, body: page }));
  const walk = async () => {
    for await (const _ of pages(client.search(targets.search).list_tasks, {}));
  };
  expect(await failureOf(walk())).toMatchObject({ name: "InvalidResponseError" });
  expect(seen).toHaveLength(2);
});

test("a failure ends the pages", async () => {
  const { client } = await connectTo((before, request) => (before === 0 ? listing(before, request) : { status: 503 }));
  const found: unknown[] = [];
  const walk = async () => {
    for await (const bucket of items(client.objects(targets.objects).list_buckets, "buckets", { limit: 2 })) found.push(bucket);
  };
  expect(await failureOf(walk())).toMatchObject({ status: 503 });
  expect(found).toEqual(["a", "b"]);
});

/** The cursors that a walk sends, and what it finds, where the API answers by a table of cursors. */
async function walk(next: (cursor: unknown) => unknown, start?: unknown) {
  const sent: unknown[] = [];
  const call = ({ cursor }: { cursor?: unknown }) => {
    sent.push(cursor);
    return Promise.resolve({ rows: [cursor], next_cursor: next(cursor) });
  };
  const found: unknown[] = [];
  const list = call as (args: { cursor?: string }) => Promise<{ rows: unknown[]; next_cursor: unknown }>;
  const outcome = (async () => {
    for await (const row of items(list, "rows", start === undefined ? {} : { cursor: start as string })) found.push(row);
  })();
  const error = await outcome.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { sent, found, error };
}

test("cursors may be numbers", async () => {
  const { found, error } = await walk((cursor = 0) => (cursor === 4 ? null : (cursor as number) + 2));
  expect([found, error]).toEqual([[undefined, 2, 4], undefined]);
  expect((await walk((cursor) => (cursor === 1.5 ? 0 : 1.5))).sent).toEqual([undefined, 1.5]);
});

test.each([
  ["A", "B", undefined],
  [1, 2, undefined],
  ["A", "B", "B"],
])("a cycle from %j to %j ends with an error", async (a, b, start) => {
  const { sent, error } = await walk((cursor) => (cursor === a ? b : a), start);
  expect(error).toMatchObject({ name: "InvalidResponseError", message: "pages returned the same cursor again" });
  expect(sent).toEqual(start === undefined ? [undefined, a, b] : [b, a]);
});

test("a long list is not a cycle, and a cycle after it is found", async () => {
  const { sent, error } = await walk((cursor = 0) => ((cursor as number) < 25_000 ? (cursor as number) + 1 : 24_000));
  expect(error).toMatchObject({ name: "InvalidResponseError" });
  expect(sent).toHaveLength(25_001);
});

test.each([true, {}, [], 2 ** 53])("a cursor %j does not end the pages: it can't be sent back", async (cursor) => {
  const { sent, error } = await walk(() => cursor);
  expect(error).toMatchObject({ name: "InvalidResponseError", message: "pages returned a cursor that can't be sent back" });
  expect(sent).toHaveLength(1);
});

test("a value that is not a list has no items", async () => {
  const { client } = await connectTo(() => ({ status: 200, body: { status: "ok", result: { tasks: {}, next_cursor: null } } }));
  const tasks = async () => {
    for await (const _ of items(client.search(targets.search).list_tasks, "tasks"));
  };
  expect(await failureOf(tasks())).toMatchObject({
    name: "InvalidResponseError",
    message: "items returned tasks that is not a list",
  });
});

/** A list of three pages, in the response itself or as the result of an action. */
async function walkNamed(next: string, taken: string, shape: "response" | "result") {
  const sent: unknown[] = [];
  const call = (args: Record<string, unknown>) => {
    sent.push(args[taken]);
    const number = Number(args[taken] ?? 1);
    const page = { rows: [number], ...(number < 3 && { [next]: String(number + 1) }) };
    return Promise.resolve(shape === "response" ? page : { status: "ok", result: page });
  };
  const found: unknown[] = [];
  const list = call as (args: { cursor?: string }) => Promise<{ rows: unknown[]; next_cursor?: string }>;
  for await (const row of items(list, "rows", {})) found.push(row);
  return { sent, found };
}

test.each([
  ["next_cursor", "cursor"],
  ["nextCursor", "cursor"],
  ["next_page_token", "page_token"],
  ["nextPageToken", "pageToken"],
  ["next_marker", "marker"],
  ["nextToken", "nextToken"],
  ["NextToken", "NextToken"],
])("%s is sent back as %s, and the last page needs none", async (next, taken) => {
  const walked = { sent: [undefined, "2", "3"], found: [1, 2, 3] };
  expect(await walkNamed(next, taken, "response")).toEqual(walked);
  expect(await walkNamed(next, taken, "result")).toEqual(walked);
});

test("a list may be named like a member of an action's response", async () => {
  type List = (args?: { cursor?: string }) => Promise<{ result: unknown[]; next_cursor?: string }>;
  const read = async (response: object) => {
    const found: unknown[] = [];
    for await (const one of items((() => Promise.resolve(response)) as List, "result")) found.push(one);
    return found;
  };
  expect(await read({ result: [1] })).toEqual([1]);
  expect(await read({ status: "ok", result: { result: [2] } })).toEqual([2]);
});
