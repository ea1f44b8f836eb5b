import { describe, expect, test } from "vitest";
import type { CallOptions } from "../../generated/client/index.js";
import { examples } from "../server/examples.js";
import { connect, targets } from "./connect.js";

/** An action's call, its types forgotten: tests of all actions can't know them. */
type AnyCall = (body: unknown, options?: CallOptions) => Promise<unknown>;

describe.each(examples)("$type.$action", ({ type, action, body, status, result, isAsync, plans }) => {
  test("is sent with its body and returns its result", async () => {
    const { client, services, ran } = await connect();
    const target = targets[type as keyof typeof targets];
    if (plans) services.set(target.service_id, { ...services.get(target.service_id)!, plan: plans[0]! });
    const calls = client[type as keyof typeof targets](target) as unknown as Record<string, AnyCall>;
    let answered: number | undefined;
    const answer = await calls[action]!(body, { onResponse: (received) => (answered = received.status) });
    expect(answer).toEqual({ action, status, result });
    expect(answered).toBe(isAsync ? 202 : 200);
    expect(ran).toEqual([`${type}.${action}`]);
  });
});

test("a body that may be empty may be omitted", async () => {
  const { client } = await connect();
  const postgres = client.postgres(targets.postgres);
  expect(await postgres.list_replicas()).toMatchObject({ action: "list_replicas" });
  expect(await postgres.list_backups(undefined, {})).toMatchObject({ action: "list_backups" });
});

test("an unknown action returns the response of the API", async () => {
  const { client } = await connect();
  const calls = client.postgres(targets.postgres) as unknown as Record<string, AnyCall>;
  await expect(calls["add_up"]!({})).rejects.toThrow(
    "postgres.add_up returned 404: resource_not_found: The service has no action of this name.",
  );
  await expect(calls["../credential"]!({})).rejects.toThrow("postgres.../credential returned 40");
});

test("the properties that JavaScript reads of an object are not actions", async () => {
  const { client, ran } = await connect();
  const postgres = client.postgres(targets.postgres);
  expect(await postgres).toBe(postgres);
  expect(JSON.stringify(postgres)).toBe("{}");
  expect(String(postgres)).toBe("[object Object]");
  expect(Object.keys(postgres)).toEqual([]);
  expect(ran).toEqual([]);
});
