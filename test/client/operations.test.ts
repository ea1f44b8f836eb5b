import { expect, test } from "vitest";
import { ClientError, createClient, type Client } from "../../generated/client/index.js";
import { projectId } from "../server/control-plane.js";
import { watchUnhandled } from "../support/unhandled.js";
import { connect, connectTo, failureOf, targets, type Scripted } from "./connect.js";

test("operations return their bodies", async () => {
  const { client } = await connect();
  expect(await client.getProject({ project_id: projectId })).toMatchObject({ id: projectId, name: "Web shop" });
  const { services } = await client.listServices({ project_id: projectId });
  expect(services.map(({ type }) => type)).toEqual(["auth", "search", "postgres", "objects"]);
  const created = await client.createService({ project_id: projectId, body: { type: "postgres", plan: "shared", name: "new" } });
  expect(created).toMatchObject({ status: "provisioning", name: "new" });
});

test("a query parameter is sent if it is given", async () => {
  const { client } = await connect();
  expect(await client.getService({ ...targets.auth, live: true })).toMatchObject({ live: { status: "healthy" } });
  expect(await client.getService({ ...targets.auth, live: false })).not.toHaveProperty("live");
  expect(await client.getService({ ...targets.auth, live: undefined })).not.toHaveProperty("live");
  expect(await client.getService(targets.auth)).not.toHaveProperty("live");
});

test("a call is sent as the contract declares", async () => {
  const { client, seen, baseUrl } = await connectTo(() => ({ status: 200, body: { status: "ok", result: {} } }), {
    headers: { "X-App": "shop" },
  });
  await client
    .postgres({ project_id: "a/b c", service_id: "1?2" })
    .add_ip({ cidr: "10.0.0.0/8" }, { headers: { "x-trace": "7" } });
  expect(seen).toEqual([
    {
      method: "POST",
      url: "/v1/projects/a%2Fb%20c/services/1%3F2/actions/add_ip",
      body: '{"cidr":"10.0.0.0/8"}',
      headers: expect.objectContaining({
        authorization: "Bearer all",
        "content-type": "application/json",
        accept: "application/json, */*;q=0.5",
        "x-app": "shop",
        "x-trace": "7",
        host: new URL(baseUrl).host,
      }) as unknown,
    },
  ]);
});

test("an API may be mounted below a path", async () => {
  const { baseUrl } = await connect({ basePath: "/api" });
  const client = createClient({ baseUrl: `${baseUrl}/api/`, token: "all" });
  expect(await client.getProject({ project_id: projectId })).toMatchObject({ id: projectId });
});

test.each(["", ".", "..", undefined])("the path parameter %j, which would change the path, is not sent", async (service_id) => {
  const { client, seen } = await connectTo(() => ({ status: 200, body: {} }));
  const call = client.getService({ project_id: projectId, service_id: service_id as string });
  await expect(call).rejects.toMatchObject({
    name: "InvalidCallError",
    message: "getService has a parameter service_id that can't be sent in a path",
  });
  expect(seen).toEqual([]);
});

test.each<[string, Scripted]>([
  ["no body", { status: 204 }],
  ["an empty body", { status: 200, body: "" }],
  ["an empty body of JSON", { status: 200, headers: { "content-type": "application/json" }, body: "" }],
  ["a page", { status: 200, headers: { "content-type": "text/html" }, body: '{"id":"7"}' }],
  ["text", { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: '{"id":"7"}' }],
  ["a body without a content type", { status: 200, body: '{"id":"7"}' }],
  ["JSON of another kind", { status: 200, headers: { "content-type": "application/vnd.acme.v2+json" }, body: '{"id":"7"}' }],
  ["bytes", { status: 200, headers: { "content-type": "application/octet-stream" }, body: '{"id":"7"}' }],
])("%s is neither a project nor the result of an action", async (_, scripted) => {
  const { client } = await connectTo(() => scripted);
  const answered = { name: "InvalidResponseError", message: "getProject returned text that is not the declared JSON" };
  expect(await failureOf(client.getProject({ project_id: projectId }))).toMatchObject(answered);
  expect(await failureOf(client.postgres(targets.postgres).list_replicas())).toMatchObject({ name: "InvalidResponseError" });
});

test.each(["application/json; charset=utf-8", "Application/JSON"])("%s is JSON", async (type) => {
  const { client } = await connectTo(() => ({ status: 200, headers: { "content-type": type }, body: '{"id":"7"}' }));
  expect(await client.getProject({ project_id: projectId })).toEqual({ id: "7" });
});

test.each<[string, (client: Client) => Promise<unknown>]>([
  ["half a surrogate pair in a path", (client) => client.getProject({ project_id: "\ud800" })],
  ["half a surrogate pair in a query", (client) => client.getService({ ...targets.postgres, live: "\ud800" as never })],
  ["a big integer", (client) => client.createService({ project_id: projectId, body: { n: 1n } as never })],
  [
    "a circle",
    (client) => {
      const circle: Record<string, unknown> = { password: "password-7f3a" };
      circle["self"] = circle;
      return client.createService({ project_id: projectId, body: circle as never });
    },
  ],
])("a call with %s can't be written, and is not sent", async (_, call) => {
  const { client, seen } = await connectTo(() => ({ status: 200, body: {} }));
  const error = await failureOf(call(client));
  expect(error).toBeInstanceOf(ClientError);
  expect((error as Error).message).toMatch(/^\w+ can't be written$/);
  expect([(error as Error).cause, seen]).toEqual([undefined, []]);
});

test("an onResponse that throws or rejects fails the call, and nothing else", async () => {
  const unhandled = watchUnhandled();
  const { client } = await connectTo(() => ({ status: 200, body: {} }));
  const failing = [() => Promise.reject(new Error("told")), () => expect.fail("told")];
  for (const onResponse of failing)
    expect(await failureOf(client.getProject({ project_id: projectId }, { onResponse }))).toMatchObject({ message: "told" });
  expect(unhandled).toEqual([]);
});
