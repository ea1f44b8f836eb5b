import { expect, test } from "vitest";
import { load } from "../../../generator/live/index.js";
import { mockOf } from "../../../generator/tools/mock/mock.js";
import { repositoryPath } from "../../support/repository.js";

test("an event of the life cycle that is named like an action happens when the action is called, and not before", async () => {
  let time = 0;
  const contract = await load(repositoryPath("test/tools/exchanges/conformance/servers/caches.yaml"));
  const mock = mockOf(contract, { now: () => time, tempo: 1_000, log: (message) => expect.fail(message) });
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: "Bearer any", "content-type": "application/json" };
    const response = await mock.fetch(`http://mock.invalid/projects/p-own/caches${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const created = await send("POST", "", { name: "a" });
  expect(created).toMatchObject({ status: 201, body: { status: "active" } });
  const path = `/${String(created.body["id"])}`;
  const status = async () => (await send("GET", path)).body["status"];
  time += 10_000;
  expect(await status()).toBe("active");
  expect((await send("POST", `${path}/actions/pause`, {})).status).toBe(200);
  expect(await status()).toBe("paused");
  expect((await send("POST", `${path}/actions/pause`, {})).status).toBe(409);
  expect((await send("POST", `${path}/actions/resume`, {})).status).toBe(200);
  expect(await status()).toBe("active");
});
