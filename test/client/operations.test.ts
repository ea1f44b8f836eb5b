import { expect, test } from "vitest";
import { createClient } from "../../generated/client/index.js";
import { projectId } from "../server/control-plane.js";
import { connect, connectTo, targets } from "./connect.js";

test("operations answer their bodies", async () => {
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

test("a call is sent as the contract has it", async () => {
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

test.each(["", ".", "..", undefined])("the path parameter %j, which would lead elsewhere, is not sent", async (service_id) => {
  const { client, seen } = await connectTo(() => ({ status: 200, body: {} }));
  const call = client.getService({ project_id: projectId, service_id: service_id as string });
  await expect(call).rejects.toMatchObject({
    name: "InvalidCallError",
    message: "getService needs a parameter service_id that fits into a path",
  });
  expect(seen).toEqual([]);
});

test("an answer without a body is undefined", async () => {
  const { client } = await connectTo(() => ({ status: 204 }));
  expect(await client.getProject({ project_id: projectId })).toBeUndefined();
});
