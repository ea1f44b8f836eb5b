import { expect, test } from "vitest";
import type { ClientResponse, Call, Middleware } from "../../generated/client/index.js";
import { projectId } from "../server/control-plane.js";
import { connectTo, failureOf, targets } from "./connect.js";

const ok = { status: 200, headers: { "x-request-id": "r-1" }, body: { status: "ok", result: {} } };

test("the first is the outermost", async () => {
  const order: string[] = [];
  const trace =
    (name: string): Middleware =>
    async (call, next) => {
      order.push(`${name} before`);
      const answer = await next(call);
      order.push(`${name} after`);
      return answer;
    };
  const { client } = await connectTo(() => ok, { use: [trace("a"), trace("b")] });
  await client.getProject({ project_id: projectId });
  expect(order).toEqual(["a before", "b before", "b after", "a after"]);
});

test("it sees the call and the response, and may change headers", async () => {
  const seenCalls: Call[] = [];
  const answers: ClientResponse[] = [];
  const watch: Middleware = async (call, next) => {
    call.headers.set("traceparent", "00-1-2-01");
    seenCalls.push(call);
    const answer = await next(call);
    answers.push(answer);
    return answer;
  };
  const { client, seen } = await connectTo(() => ok, { use: [watch] });
  await client.postgres(targets.postgres).add_ip({ cidr: "10.0.0.0/8" });
  expect(seenCalls[0]).toMatchObject({
    name: "postgres.add_ip",
    operation: "invokeAction",
    service: "postgres",
    action: "add_ip",
    args: { ...targets.postgres, action: "add_ip", body: { cidr: "10.0.0.0/8" } },
  });
  expect(seenCalls[0]!.headers.has("authorization")).toBe(false);
  expect(seen[0]!.headers["traceparent"]).toBe("00-1-2-01");
  expect(answers[0]).toMatchObject({ status: 200, body: ok.body });
  expect(answers[0]!.headers.get("x-request-id")).toBe("r-1");
});

test("it may respond without the API", async () => {
  const cached: Middleware = async () => ({ status: 200, headers: new Headers(), body: { id: "cached" } });
  const { client, seen } = await connectTo(() => ok, { use: [cached] });
  expect(await client.getProject({ project_id: projectId })).toEqual({ id: "cached" });
  expect(seen).toEqual([]);
});

test("it sees failures", async () => {
  const failures: unknown[] = [];
  const watch: Middleware = (call, next) =>
    next(call).catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  const { client } = await connectTo(() => ({ status: 503 }), { use: [watch] });
  const error = await failureOf(client.getProject({ project_id: projectId }));
  expect(failures).toEqual([error]);
});

test("a call can receive the status and headers of its response", async () => {
  const { client } = await connectTo(() => ok);
  const received: unknown[] = [];
  await client.getProject(
    { project_id: projectId },
    { onResponse: ({ status, headers }) => received.push([status, headers.get("x-request-id")]) },
  );
  expect(received).toEqual([[200, "r-1"]]);
});
