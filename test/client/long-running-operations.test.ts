import { expect, test } from "vitest";
import { findLongRunningOperations } from "../../generator/emit/client/long-running-operations.js";
import { contractOf } from "../emit/load-emitted.js";

const text = { type: "string" };
const object = (properties: object, required: string[] = []) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});
const job = object({ job_id: text, state: { enum: ["queued", "running", "done", "failed"] } }, ["job_id", "state"]);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The operations of a contract whose service type `vm` has some actions. */
function operationsOf(actions: object, schemas: object = { Job: job }, responses: object = { "200": { description: "Done." } }) {
  const contract = contractOf({
    openapi: "3.1.0",
    info: { title: "Machines", version: "1" },
    paths: {
      "/vms/{id}/{action}": {
        post: { operationId: "invoke", responses, "x-platform-vm-actions": actions },
      },
    },
    components: { schemas },
  });
  return Object.fromEntries(
    [...findLongRunningOperations(contract).values()]
      .flat()
      .map(({ action, operation, component }) => [action.name, { ...operation, component }]),
  );
}

const watched = { watch: "job", state: "state", pending: ["queued", "running"], done: ["done", "failed"], component: "Job" };
const start = { async: true, result: object({ job: ref("Job") }) };

test("by an action that takes its id", () => {
  const get_job = {
    readOnly: true,
    body: object({ job_id: text, verbose: { type: "boolean" } }, ["job_id"]),
    result: object({ job: ref("Job") }),
  };
  expect(operationsOf({ start, get_job })).toEqual({ start: { ...watched, poll: "get_job", key: "job_id" } });
});

test("by a list, found by its id", () => {
  const list_jobs = { readOnly: true, result: object({ jobs: { type: "array", items: ref("Job") } }) };
  expect(operationsOf({ start, list_jobs })).toEqual({ start: { ...watched, poll: "list_jobs", list: "jobs", key: "job_id" } });
});

test("not by a list that has pages, needs input or has an effect", () => {
  const jobs = { type: "array", items: ref("Job") };
  const paged = { readOnly: true, result: object({ jobs, next_cursor: text }) };
  const needy = { readOnly: true, body: object({ of: text }, ["of"]), result: object({ jobs }) };
  const writing = { result: object({ jobs }) };
  const google = { readOnly: true, result: object({ jobs, nextPageToken: text }) };
  expect(operationsOf({ start, paged, google, needy, writing })).toEqual({});
});

test("by the same action, given the id that it returned", () => {
  const body = { oneOf: [object({ format: text }), object({ run_id: text }, ["run_id"])] };
  const export_all = { async: true, readOnly: true, body, result: object({ run_id: text, job: ref("Job") }) };
  expect(operationsOf({ export_all })).toEqual({ export_all: { ...watched, key: "run_id" } });
  expect(operationsOf({ export_all: { ...export_all, readOnly: false } })).toEqual({});
});

test("by the same action with the same body, if it is read-only", () => {
  const prepare = { async: true, readOnly: true, result: object({ status: { enum: ["preparing", "ready"] } }) };
  expect(operationsOf({ prepare })).toEqual({
    prepare: { state: "status", pending: ["preparing"], done: ["ready"], component: undefined },
  });
  expect(operationsOf({ prepare: { ...prepare, readOnly: false } })).toEqual({});
});

test("the part that most actions return is observed", () => {
  const disk = object({ disk_id: text, status: { enum: ["attaching", "attached"] } }, ["disk_id", "status"]);
  const list_all = {
    readOnly: true,
    result: object({ disks: { type: "array", items: ref("Disk") }, jobs: { type: "array", items: ref("Job") } }),
  };
  const attach = { async: true, result: object({ disk: ref("Disk"), job: ref("Job") }) };
  const operations = operationsOf({ attach, start, list_all }, { Job: job, Disk: disk });
  expect(operations["attach"]).toEqual({ ...watched, poll: "list_all", list: "jobs", key: "job_id" });
});

test.each([
  ["no enum", text],
  ["no state that others follow", { enum: ["done", "failed"] }],
  ["no end", { enum: ["queued", "running"] }],
])("an action whose state has %s can't be followed", (_, state) => {
  const list_jobs = { readOnly: true, result: object({ jobs: { type: "array", items: ref("Job") } }) };
  expect(operationsOf({ start, list_jobs }, { Job: object({ job_id: text, state }, ["job_id"]) })).toEqual({});
});

test("an action that is complete when its response arrives is not followed", () => {
  const list_jobs = { readOnly: true, result: object({ jobs: { type: "array", items: ref("Job") } }) };
  expect(operationsOf({ start: { ...start, async: false }, list_jobs })).toEqual({});
});

test("the result must be in the action's response: a 202 may lack it", () => {
  const list_jobs = { readOnly: true, result: object({ jobs: { type: "array", items: ref("Job") } }) };
  const jsonOf = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
  const whole = jsonOf(object({ status: text, result: { type: "object" } }));
  const operations = (accepted: object) => operationsOf({ start, list_jobs }, { Job: job }, { "200": whole, "202": accepted });
  expect(operations(whole)).toHaveProperty("start");
  expect(operations(jsonOf(object({ status: text, note: text })))).toEqual({});
});
