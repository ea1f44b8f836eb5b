import { expect, test } from "vitest";
import { projectId } from "../server/control-plane.js";
import { connectTo, failureOf, targets, type Seen } from "./connect.js";

const ok = { status: 200, body: { status: "ok", result: {} } };
const refused = { status: 401, body: { error: "unauthenticated: A valid bearer token is required." } };

test("a function returns the token of every call", async () => {
  let count = 0;
  const { client, seen } = await connectTo(() => ok, { token: async () => `token-${++count}` });
  await client.getProject({ project_id: projectId });
  await client.getProject({ project_id: projectId });
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-1", "Bearer token-2"]);
});

test("a rejected token is renewed once, and any call is repeated", async () => {
  const asked: (string | undefined)[] = [];
  const token = (refusedToken?: string) => {
    asked.push(refusedToken);
    return refusedToken === undefined ? "old" : "new";
  };
  const answer = (_: number, { headers }: Seen) => (headers.authorization === "Bearer new" ? ok : refused);
  const { client, seen } = await connectTo(answer, { token });
  await client.postgres(targets.postgres).backup_now({ label: "x" });
  expect(asked).toEqual([undefined, "old"]);
  expect(seen.map(({ body }) => body)).toEqual(['{"label":"x"}', '{"label":"x"}']);
});

test("a token that is rejected again is not renewed again", async () => {
  let count = 0;
  const { client, seen } = await connectTo(() => refused, { token: () => `token-${++count}` });
  expect(await failureOf(client.getProject({ project_id: projectId }))).toMatchObject({ status: 401 });
  expect(seen).toHaveLength(2);
});

test.each([
  ["a function that has no other", () => "same"],
  ["a text", "same"],
])("%s: the call is not repeated", async (_, token) => {
  const { client, seen } = await connectTo(() => refused, { token });
  expect(await failureOf(client.getProject({ project_id: projectId }))).toMatchObject({ status: 401, code: "unauthenticated" });
  expect(seen).toHaveLength(1);
});

test("without a token none is sent", async () => {
  const { client, seen } = await connectTo(() => ok, { token: undefined });
  await client.getProject({ project_id: projectId });
  expect(seen[0]!.headers).not.toHaveProperty("authorization");
});

test("the function's error reaches the caller unchanged", async () => {
  const broken = new Error("The keyring is locked");
  const { client } = await connectTo(() => ok, { token: () => Promise.reject(broken) });
  expect(await failureOf(client.getProject({ project_id: projectId }))).toBe(broken);
});
