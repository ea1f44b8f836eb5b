import { QueryClient, skipToken } from "@tanstack/query-core";
import { expect, test, vi } from "vitest";
import { raw, retry, validate } from "../../generated/client/index.js";
import { actions, operations } from "../../generated/validators/index.js";
import {
  createInvalidate,
  createMutationOptions,
  infiniteQueryOptionsOf,
  queryOptionsOf,
} from "../../templates/runtime/client/query.js";
import { projectId } from "../server/control-plane.js";
import { connect, connectTo, targets } from "./connect.js";

type Options = { queryKey: unknown[]; queryFn: (context: object) => Promise<unknown> };
const project = { project_id: projectId };

test("keys are the operation with its arguments, or the service with the action and its body", async () => {
  const { client } = await connect();
  const keyOf = (...given: Parameters<typeof queryOptionsOf>) => (queryOptionsOf(...given) as Options).queryKey;
  expect(keyOf(client, "getProject", project)).toEqual(["getProject", project]);
  expect(keyOf(client, "getProject", skipToken)).toEqual(["getProject", {}]);
  expect(keyOf(client.postgres(targets.postgres), "list_backups")).toEqual(["postgres", targets.postgres, "list_backups", {}]);
});

test("queries pass the signal on, and compose with retry and validate", async () => {
  const { client } = await connect({}, { use: [validate({ actions, operations }), retry()] });
  const queries = new QueryClient();
  const data = await queries.fetchQuery(queryOptionsOf(client, "getProject", project) as Options);
  expect(data).toEqual((await raw(client, "getProject", [], project)).body);
  const aborted = (queryOptionsOf(client, "getProject", project) as Options).queryFn({ signal: AbortSignal.abort() });
  await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
  expect((queryOptionsOf(client, "getProject", skipToken) as Options).queryFn).toBe(skipToken);
});

test("pages follow their cursors to the last", async () => {
  const { client, seen } = await connectTo((before) => ({
    status: 200,
    body: { action: "list_objects", status: "ok", result: before === 0 ? { objects: [1], next_cursor: "c" } : { objects: [2] } },
  }));
  const options = infiniteQueryOptionsOf(client.objects(targets.objects), "list_objects", { bucket: "b" }) as Options;
  const queries = new QueryClient();
  const { pages } = await queries.fetchInfiniteQuery({ ...options, pages: 9 } as never);
  expect(pages).toHaveLength(2);
  expect(seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ bucket: "b" }, { bucket: "b", cursor: "c" }]);
});

test("a mutation invalidates its service and the operations that show it, and nothing else", async () => {
  const { client } = await connect();
  const reads = { postgres: { getService: ["project_id", "service_id"], listServices: ["project_id"] } };
  const invalidateQueries = vi.fn<(filters: { queryKey: unknown }) => Promise<void>>().mockResolvedValue();
  const { mutationFn, onSuccess, mutationKey } = createMutationOptions(reads)(
    client.postgres(targets.postgres),
    "backup_now",
  ) as {
    mutationFn: (body: object) => Promise<object>;
    onSuccess: (...given: unknown[]) => Promise<void>;
    mutationKey: unknown;
  };
  expect(mutationKey).toEqual(["postgres", targets.postgres, "backup_now"]);
  expect(await mutationFn({})).toMatchObject({ action: "backup_now" });
  await onSuccess({}, {}, undefined, { client: { invalidateQueries } });
  const keys = invalidateQueries.mock.calls.map(([{ queryKey }]) => queryKey);
  expect(keys).toEqual([
    ["getService", targets.postgres],
    ["listServices", { project_id: targets.postgres.project_id }],
    ["postgres", targets.postgres],
  ]);
  const queries = new QueryClient();
  queries.setQueryData(["getService", { ...targets.postgres, live: true }], 1);
  queries.setQueryData(["getService", { ...targets.search }], 2);
  await createInvalidate(reads)(queries as never, client.postgres(targets.postgres), "backup_now", {});
  const isInvalidated = (key: unknown[]) => queries.getQueryState(key)?.isInvalidated;
  expect(isInvalidated(["getService", { ...targets.postgres, live: true }])).toBe(true);
  expect(isInvalidated(["getService", { ...targets.search }])).toBe(false);
});
