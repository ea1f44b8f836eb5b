import { QueryClient } from "@tanstack/query-core";
import { expect, test } from "vitest";
import { createClientOf, follow, getProject, postgresBackupNow, raw, retryOf, validate } from "../../generated/client/index.js";
import { actions, operations } from "../../generated/validators/index.js";
import { createMutationOptions, queryOptionsOf } from "../../templates/runtime/client/query.js";
import { projectId } from "../server/control-plane.js";
import { connect, connectTo, failureOf, targets } from "./connect.js";

const quick = { interval: 1 };
const project = { project_id: projectId };
const use = [validate({ actions, operations })];
const operation = (status: string) => ({ operation_id: "o-1", status });

test("follow validates the call, and each response that it polls", async () => {
  const { client, seen } = await connectTo(
    () => ({ status: 202, body: { status: "accepted", result: { backup: {}, operation: operation("queued") } } }),
    { use },
  );
  const { backup_now } = client.postgres(targets.postgres);
  expect(await failureOf(follow(backup_now, { label: 7 as never }, quick))).toMatchObject({ name: "InvalidCallError" });
  expect(seen).toHaveLength(0);
  expect(await failureOf(follow(backup_now, {}, quick))).toMatchObject({
    name: "InvalidResponseError",
    call: "postgres.backup_now",
  });
  expect(seen).toHaveLength(1);
});

test("queries, retries, validation, raw and follow compose on a client of some calls", async () => {
  const { baseUrl } = await connect();
  const calls = [getProject, postgresBackupNow] as const;
  const client = createClientOf(calls, { baseUrl, token: "all", use: [retryOf(calls), ...use] });
  const queries = new QueryClient();
  const read = queryOptionsOf(client, "getProject", project) as { queryKey: [string, object]; queryFn: () => Promise<unknown> };
  expect(await queries.fetchQuery(read)).toEqual((await raw(client, "getProject", [], project)).body);
  const postgres = client.postgres(targets.postgres);
  const { mutationFn } = createMutationOptions({})(postgres, "backup_now") as { mutationFn: (body: object) => Promise<never> };
  const response = await mutationFn({});
  const invalid = { ...(response as object), result: { operation: operation("stuck") } } as never;
  expect(await failureOf(follow(postgres.backup_now, {}, { ...quick, response: invalid }))).toMatchObject({
    message: "postgres.backup_now returned a state that the contract does not declare",
  });
  expect(await failureOf(queries.fetchQuery(queryOptionsOf(client, "getProject", { project_id: "x" })))).toMatchObject({
    name: "InvalidCallError",
  });
  queries.clear();
});
