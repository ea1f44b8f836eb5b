import { describe, expect, test } from "vitest";
import { failureOf } from "./connect.js";
import { emitClientOf, jsonOf, machines, object, text, type AnyClient } from "./other-contract.js";

const inPath = (name: string) => ({ name, in: "path", required: true, schema: text });
const names = { type: "array", items: text };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const responses = { "200": { description: "Done." } };
const done = { status: 200, body: { action: "start", status: "ok", result: {} } };

/** A contract whose services are shown by a schema. */
const shownBy = (schemas: Record<string, object>, endpoint: object = {}, shown: object = ref("Machine")) =>
  machines(
    { responses, ...endpoint },
    {
      schemas,
      paths: {
        "/machines/{id}": { get: { operationId: "getMachine", parameters: [inPath("id")], responses: { "200": jsonOf(shown) } } },
      },
    },
  );

interface AnyHandle {
  type: string;
  can: (name: string) => boolean;
  reason: (name: string) => string | undefined;
  actions: Record<string, () => Promise<unknown>>;
}

/** A handle of a service, and the requests of the calls of its actions. */
async function handleOf(document: object, service: object, options: object = {}) {
  const { connect, exports } = await emitClientOf(document);
  const { client, seen } = connect(() => done);
  const createHandle = exports["createHandle"] as (client: AnyClient, service: object, options: object) => AnyHandle;
  return { handle: createHandle(client, service, options), seen, exports };
}

describe("a handle reads the service by the binding", () => {
  const kinds = shownBy({ Machine: object({ id: text, kind: { const: "vm" }, actions: names }, ["id", "kind"]) });

  test("another member as the type, actions as names", async () => {
    const { handle, seen } = await handleOf(kinds, { id: "m-1", kind: "vm", actions: ["start"] });
    expect([handle.type, handle.can("start"), handle.can("stop")]).toEqual(["vm", true, false]);
    await handle.actions["start"]!();
    expect(seen.map(({ url }) => url)).toEqual(["https://api.machines.test/v2/machines/m-1/do/start"]);
  });

  test("a service without a list of actions advertises none", async () => {
    const { handle } = await handleOf(kinds, { id: "m-1", kind: "vm" });
    expect(handle.reason("start")).toBe("The machine does not advertise this action.");
  });

  test("one type without a member for it, nested members", async () => {
    const item = object({ name: text, enabled: { type: "boolean" }, reason: text });
    const Machine = object({ id: text, links: object({ actions: { type: "array", items: item } }) }, ["id"]);
    const binding = { service: { type: null, actions: "/links/actions" } };
    const document = shownBy({ Machine }, { "x-platform-action-binding": binding });
    const actions = [{ name: "start" }, { name: "stop", enabled: false, reason: "It is off." }];
    const { handle } = await handleOf(document, { id: "m-1", links: { actions } });
    expect([handle.type, handle.reason("start"), handle.reason("stop")]).toEqual(["vm", undefined, "It is off."]);
  });

  test("its own rejection is an error of the contract", async () => {
    const Problem = object({ type: text, title: text, detail: text, code: text });
    const content = { "application/problem+json": { schema: ref("Problem") } };
    const failing = { ...responses, "423": { description: "Locked.", content } };
    const document = shownBy(
      { Problem, Machine: object({ id: text, kind: { const: "vm" }, actions: names }, ["id", "kind"]) },
      { responses: failing },
    );
    const service = { id: "m-1", kind: "vm", actions: [] };
    const { handle, seen, exports } = await handleOf(document, service, { rejectUnavailable: true });
    const error = await failureOf(handle.actions["start"]!());
    expect(error).toBeInstanceOf(exports["ApiError"]);
    expect(error).toMatchObject({
      status: 423,
      code: "action_unavailable",
      text: "The machine does not advertise this action.",
      message: "vm.start returned 423: action_unavailable: The machine does not advertise this action.",
      body: undefined,
    });
    expect(seen).toEqual([]);
  });
});

test("there is none if services advertise no actions", async () => {
  const { exports } = await emitClientOf(shownBy({ Machine: object({ id: text, kind: { const: "vm" } }, ["id", "kind"]) }));
  expect(exports).not.toHaveProperty("createHandle");
});

describe("its type", () => {
  const endpoint = { "x-platform-disk-actions": { attach: { label: "Attach" } } };
  const use = `
    import { createClient, createHandle, type ServiceRepresentation } from "./client/index.js";
    export async function use(service: ServiceRepresentation) {
      const handle = createHandle(createClient({ baseUrl: "" }), service);
      if (handle.type === "vm") await handle.actions.start();
      else await handle.actions.attach();
      // @ts-expect-error only one of them has it
      await handle.actions.attach();
    }
  `;

  test("narrows by components", async () => {
    const of = (kind: string) => object({ id: text, kind: { const: kind }, actions: names }, ["id", "kind"]);
    const { check } = await emitClientOf(
      shownBy({ Machine: of("vm"), Disk: of("disk") }, endpoint, { oneOf: [ref("Machine"), ref("Disk")] }),
    );
    expect(await check(use)).toBe("");
  });

  test("narrows by the values of one component", async () => {
    const Machine = object({ id: text, kind: { enum: ["vm", "disk"] }, actions: names }, ["id", "kind"]);
    const { check } = await emitClientOf(shownBy({ Machine }, endpoint));
    expect(await check(use)).toBe("");
  });
});
