import { inspect } from "node:util";
import { expect, test } from "vitest";
import { retry, validate } from "../../generated/client/index.js";
import { actions, operations } from "../../generated/validators/index.js";
import * as postgresValidators from "../../generated/validators/postgres.js";
import { examples } from "../server/examples.js";
import { projectId } from "../server/control-plane.js";
import { connect, connectTo, failureOf, targets } from "./connect.js";

const use = [validate({ actions, operations })];
const cidr = { cidr: "203.0.113.0/24" };

test("valid calls pass: all actions and operations", async () => {
  const { client, services } = await connect({}, { use });
  for (const { type, action, body, plans } of examples) {
    const target = targets[type as keyof typeof targets];
    services.set(target.service_id, { ...services.get(target.service_id)!, plan: plans?.[0] ?? "dedicated" });
    const calls = client[type as keyof typeof targets](target) as unknown as Record<string, (body: unknown) => Promise<unknown>>;
    expect(await calls[action]!(body)).toMatchObject({ action });
  }
  await client.getProject({ project_id: projectId });
  await client.listServices({ project_id: projectId });
  await client.getService({ ...targets.search, live: true });
});

test("an invalid body is not sent", async () => {
  const { client, seen } = await connectTo(() => ({ status: 200, body: {} }), { use });
  const error = await failureOf(client.postgres(targets.postgres).add_ip({ cidr: "secret-7f3a" }));
  expect(error).toMatchObject({ name: "InvalidCallError", call: "postgres.add_ip" });
  expect((error as Error).message).toMatch(/^postgres\.add_ip violates the contract: its body/);
  expect((error as { problems: unknown[] }).problems.length).toBeGreaterThan(0);
  expect(inspect(error, { depth: 9 })).not.toContain("7f3a");
  expect(seen).toEqual([]);
});

test("neither are parameters", async () => {
  const { client, seen } = await connectTo(() => ({ status: 200, body: {} }), { use });
  expect(await failureOf(client.getService({ ...targets.auth, service_id: "x" }))).toMatchObject({
    name: "InvalidCallError",
    message: 'getService violates the contract: its path at /service_id must match format "uuid"',
  });
  expect(await failureOf(client.getService({ ...targets.auth, live: "yes" as never }))).toMatchObject({
    message: "getService violates the contract: its query at /live must be boolean",
  });
  expect(seen).toEqual([]);
});

test("an invalid response is rejected, and not requested again", async () => {
  const { client, seen } = await connectTo(() => ({ status: 200, body: { id: "secret-7f3a" } }), { use: [retry(), ...use] });
  const error = await failureOf(client.getProject({ project_id: projectId }));
  expect(error).toMatchObject({ name: "InvalidResponseError", call: "getProject" });
  expect(inspect(error, { depth: 9 })).not.toContain("7f3a");
  expect(seen).toHaveLength(1);
});

test("neither is the result of an action", async () => {
  const body = { action: "add_ip", status: "ok", result: { enforced: "yes" } };
  const { client } = await connectTo(() => ({ status: 200, body }), { use });
  expect(await failureOf(client.postgres(targets.postgres).add_ip(cidr))).toMatchObject({
    name: "InvalidResponseError",
    message: expect.stringMatching(/^postgres\.add_ip violates the contract: its result /) as unknown,
  });
});

test("revealed values are validated as sent", async () => {
  const good = { key: "DATABASE_URL", value: "postgresql://app@db" };
  const { client } = await connectTo((before) => ({ status: 200, body: before === 0 ? good : { ...good, value: 7 } }), { use });
  expect((await client.revealCredential(targets.postgres)).value.reveal()).toBe("postgresql://app@db");
  expect(await failureOf(client.revealCredential(targets.postgres))).toMatchObject({ name: "InvalidResponseError" });
});

test("one direction alone can be validated", async () => {
  const bad = () => ({ status: 200, body: {} });
  const calls = await connectTo(bad, { use: [validate({ actions, operations }, { responses: false })] });
  expect(await calls.client.getProject({ project_id: projectId })).toEqual({});
  expect(await failureOf(calls.client.getProject({ project_id: "x" }))).toMatchObject({ name: "InvalidCallError" });
  const answers = await connectTo(bad, { use: [validate({ actions, operations }, { calls: false })] });
  expect(await failureOf(answers.client.getProject({ project_id: "x" }))).toMatchObject({ name: "InvalidResponseError" });
});

test("the validators of one type are enough for its actions", async () => {
  const { client } = await connect({}, { use: [validate({ actions: { postgres: postgresValidators } })] });
  expect(await failureOf(client.postgres(targets.postgres).add_ip({} as never))).toMatchObject({ name: "InvalidCallError" });
  expect(await client.objects(targets.objects).list_buckets()).toMatchObject({ action: "list_buckets" });
});

test("without it the API decides", async () => {
  const { client } = await connect();
  expect(await failureOf(client.postgres(targets.postgres).add_ip({} as never))).toMatchObject({ status: 400 });
});
