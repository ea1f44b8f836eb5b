import { beforeAll, expect, test } from "vitest";
import { featureOf, json, type Feature } from "./feature.js";

const text = { type: "string", maxLength: 20 };
const size = { type: "object", additionalProperties: false, required: ["size"], properties: { size: { type: "integer" } } };

const contract = {
  security: [],
  paths: {
    "/disks/{disk_id}/{verb}": {
      parameters: [
        { name: "disk_id", in: "path", required: true, schema: text },
        { name: "verb", in: "path", required: true, schema: text },
      ],
      post: {
        operationId: "changeDisk",
        "x-platform-action-binding": {
          action: { in: "path", name: "verb" },
          type: { const: "disk" },
          response: { result: "" },
        },
        "x-platform-disk-actions": {
          grow: { label: "Grow", summary: "Makes it larger.", body: size },
          wipe: { label: "Wipe", summary: "Empties it.", requestBody: { content: {} } },
          check: { label: "Check", summary: "Checks it." },
        },
        requestBody: { required: true, content: json({ type: "object" }) },
        responses: {
          200: { description: "Done.", content: json({ type: "object" }) },
          default: {
            description: "Failed.",
            content: json({ type: "object", required: ["error"], properties: { error: { type: "string" } } }),
          },
        },
      },
    },
  },
};

let feature: Feature;
const bodies: unknown[] = [];
const handler = ({ body }: { body: unknown }) => {
  bodies.push(body);
  return { result: {} };
};
const application = { handlers: { operations: {}, actions: { disk: { grow: handler, wipe: handler, check: handler } } } };

beforeAll(async () => {
  feature = await featureOf(contract, ["binding-assumed"]);
});

test.each([
  ["application/json", '{"t":5}'],
  ["application/json", "{"],
  ["application/x-www-form-urlencoded", "t=5"],
  [undefined, "now"],
  [undefined, ""],
])("a server doesn't read a body of the type %s: %s", async (type, body) => {
  const { send } = await feature.connect({}, application as never);
  const call = (action: string) =>
    send(`/disks/d1/${action}`, { method: "POST", body, headers: type === undefined ? {} : { "content-type": type } });
  bodies.length = 0;
  expect((await call("wipe")).status).toBe(200);
  expect(bodies).toEqual([{}]);
  expect((await call("check")).status).toBeGreaterThanOrEqual(400);
  expect((await call("grow")).status).toBeGreaterThanOrEqual(400);
});

test("the client sends none, although the endpoint requires one", async () => {
  const { send } = await feature.connect({}, application as never);
  const sent: unknown[] = [];
  const { disk } = (await feature.clientOf({
    baseUrl: "http://localhost",
    fetch: (url: string, init: RequestInit) => {
      sent.push(init.body ?? undefined);
      return send(url, init);
    },
  })) as unknown as { disk: (target: object) => Readonly<Record<string, (body?: object) => Promise<unknown>>> };
  const calls = disk({ disk_id: "d1" });
  await calls["wipe"]!();
  await calls["check"]!();
  expect(sent).toEqual([undefined, "{}"]);
});

test("types, docs, fixtures, expand and diff say so", async () => {
  expect(
    await feature.typeErrors(`
import { createClient } from "./client/index.js";
const disk = createClient({ baseUrl: "" }).disk({ disk_id: "a" });
await disk.wipe();
// @ts-expect-error it takes no input
await disk.wipe({ size: 1 });
`),
  ).toBe("");
  expect(await feature.page("actions/disk/wipe.md")).toContain("a request body is not read");
  expect(await feature.page("actions/disk/check.md")).toContain("It takes no input: only `{}` is valid.");
  const { paths } = (await feature.expanded()) as { paths: Record<string, { post: object }> };
  expect(paths["/disks/{disk_id}/wipe"]!.post).not.toHaveProperty("requestBody");
  expect(paths["/disks/{disk_id}/check"]!.post).toHaveProperty("requestBody");
  const exchange = (body: object | undefined) => {
    return { service_type: "disk", action: "wipe", request: { ...(body && { body }) } } as never;
  };
  expect(feature.validate(exchange(undefined))).toEqual([]);
  // As for an operation without one: a server ignores it, but it is a mistake.
  expect(feature.validate(exchange({ t: 5 }))).toEqual(["/request/body is not allowed: the operation accepts no body"]);
});

const withAction = (name: string, action: object) => {
  const [path, item] = Object.entries(contract.paths)[0]!;
  const actions = { ...item.post["x-platform-disk-actions"], [name]: action };
  return { ...contract, paths: { [path]: { ...item, post: { ...item.post, "x-platform-disk-actions": actions } } } };
};

test("diff reports actions that read a body that they ignored, and none that ignore it now", async () => {
  const read = await feature.changes(withAction("wipe", { label: "Wipe", summary: "Empties it." }));
  expect(read).toEqual(['error action-body-required "wipe" of "disk" no longer ignores the body of requests']);
  expect(
    await feature.changes(withAction("check", { label: "Check", summary: "Checks it.", requestBody: { content: {} } })),
  ).toEqual([]);
});

test("an action with input has a media type", async () => {
  await expect(
    featureOf(withAction("grow", { label: "Grow", body: size, requestBody: { content: {} } }), ["binding-assumed"]),
  ).rejects.toThrow("an action with a body must have a media type");
});

test("a body that names the action is read", async () => {
  const [path, item] = Object.entries(withAction("grow", { label: "Grow", body: size }).paths)[0]!;
  const binding = { action: { in: "body-field", name: "type" }, type: { const: "disk" }, response: { result: "" } };
  const named = path.replace("/{verb}", "");
  const changed = {
    ...item,
    parameters: item.parameters.slice(0, 1),
    post: { ...item.post, "x-platform-action-binding": binding },
  };
  await expect(featureOf({ ...contract, paths: { [named]: changed } }, ["binding-assumed"])).rejects.toThrow(
    'the body of "wipe" can\'t be ignored: it names the action',
  );
});
