import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createMock, type Mock } from "../../../generator/tools/mock/index.js";

const id = { type: "integer" };
const all = <Properties extends object>(properties: Properties) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const work = all({
  id,
  status: { enum: ["error", "running", "success"] },
  error: { type: ["object", "null"], example: { code: "x" } },
});
const disk = all({
  id,
  name: { type: "string" },
  users: { type: "array", items: { type: "integer" }, example: [42] },
  parts: { type: "array", minItems: 1, items: { type: "integer" } },
  labels: { type: "object", additionalProperties: { type: "string" }, example: { a: "b" } },
  place: all({ hosts: { type: "array", items: { type: "string" } } }),
});
const image = all({
  id,
  name: { type: "string", example: "debian" },
  deleted: { type: ["string", "null"], example: null },
  parent: { enum: [null, "none"] },
});
const task = all({ id, status: { enum: ["pending", "done"] } });

const json = (schema: object) => ({ description: "Here.", content: { "application/json": { schema } } });
const named = (name: string) => ({ name, in: "query", schema: { type: "string" } });
const reads = (name: string, schema: object, wrapped: (schema: object) => object = (one) => one) => ({
  [`/${name}`]: {
    get: {
      operationId: `list-${name}`,
      parameters: ["name", "status"].map(named),
      responses: { 200: json(all({ [name]: { type: "array", items: schema } })) },
    },
  },
  [`/${name}/{id}`]: {
    parameters: [{ name: "id", in: "path", required: true, schema: id }],
    get: { operationId: `get-${name}`, responses: { 200: json(wrapped(schema)) } },
  },
});
const creates = (paths: Record<string, object>, name: string, properties: object, schema: object) => ({
  ...paths,
  [`/${name}`]: {
    ...paths[`/${name}`],
    post: {
      operationId: `create-${name}`,
      requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
      responses: { 201: json(schema) },
    },
  },
});

const document = {
  openapi: "3.1.0",
  info: { title: "What clients wait and look for", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    ...reads("actions", work),
    ...reads("images", image),
    ...creates(
      reads("disks", disk, (one) => all({ disk: one })),
      "disks",
      { name: { type: "string" } },
      all({ action: work, disk }),
    ),
    ...creates(reads("tasks", task), "tasks", { status: task.properties.status }, task),
  },
};

async function mockOfDocument() {
  const clock = { now: 0 };
  const file = path.join(mkdtempSync(path.join(tmpdir(), "mock-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const mock = await createMock(file, { tempo: 10, now: () => clock.now, log: (message) => expect.fail(message) });
  return { mock, clock };
}

const get = async (mock: Mock, target: string): Promise<unknown> => (await mock.fetch(`http://mock.invalid${target}`)).json();
const create = async (mock: Mock, target: string, value: object): Promise<unknown> => {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
  return (await mock.fetch(`http://mock.invalid${target}`, init)).json();
};

test("work that goes on has no error, and succeeds", async () => {
  const { mock, clock } = await mockOfDocument();
  expect(await get(mock, "/actions/13")).toEqual({ id: 13, status: "running", error: null });
  clock.now = 10;
  expect(await get(mock, "/actions/13")).toEqual({ id: 13, status: "success", error: null });
});

test("a status that requests set stays", async () => {
  const { mock, clock } = await mockOfDocument();
  await create(mock, "/tasks", { status: "pending" });
  clock.now = 10;
  expect(await get(mock, "/tasks/1")).toMatchObject({ status: "pending" });
});

test("of several objects in a response, the created item is the one like the resource", async () => {
  const { mock } = await mockOfDocument();
  const created = (await create(mock, "/disks", { name: "d" })) as { disk: object };
  expect(created.disk).toMatchObject({ id: 1, name: "d" });
  expect(await get(mock, "/disks/1")).toEqual({ disk: created.disk });
});

test("a new item begins with empty lists and maps", async () => {
  const { mock } = await mockOfDocument();
  await create(mock, "/disks", { name: "d" });
  const { disk: shown } = (await get(mock, "/disks/1")) as { disk: { parts: unknown[] } };
  expect(shown).toMatchObject({ users: [], labels: {}, place: { hosts: [] } });
  expect(shown.parts).toHaveLength(1);
});

test("what a client looks for by name exists, if calls can't create it", async () => {
  const { mock } = await mockOfDocument();
  const found = await get(mock, "/images?name=arch");
  expect(found).toMatchObject({ images: [{ name: "arch" }] });
  expect(await get(mock, "/images?name=arch")).toEqual(found);
  expect(await get(mock, "/disks?name=arch")).toEqual({ disks: [] });
});

test("null is an example", async () => {
  const { mock } = await mockOfDocument();
  expect(await get(mock, "/images/7")).toMatchObject({ deleted: null, parent: null });
});
