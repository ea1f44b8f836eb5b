import { describe, expect, it } from "vitest";
import { isPendingState } from "../../generator/binding/following-states.js";
import { json, read, success, told } from "./read-binding.js";

const states = "{ enum: [queued, running, succeeded, failed] }";
const state = { pending: ["queued", "running"], done: ["succeeded"], failed: ["failed"] };
const operation = (path: string, schema: string) =>
  `{ "${path}": { get: { operationId: getOperation, responses: ${success(schema)} } } }`;
const resource = operation("/operations/{operation_id}", `{ properties: { id: { type: string }, status: ${states} } }`);
const accepted = (schema: string, more = "") => `{ "202": ${json(schema, more)} }`;
const location = ", headers: { Location: { schema: { type: string } } }";

describe("what completes asynchronously", () => {
  const followingOf = (responses: string, paths = resource) => read({ responses, paths }).following;

  it("is followed by an operation resource whose id the 202 has", () => {
    const found = {
      kind: "operation",
      path: "/operations/{operation_id}",
      method: "get",
      parameter: "operation_id",
      state: { status: "/status", ...state },
    };
    expect(followingOf(accepted("{ properties: { operation_id: { type: string } } }"))).toEqual({
      ...found,
      id: "/operation_id",
    });
    expect(followingOf(accepted("{ properties: { operationId: { type: integer } } }"))).toEqual({ ...found, id: "/operationId" });
    expect(followingOf(accepted("{ properties: { operation: { properties: { id: { type: string } } } } }"))).toEqual({
      ...found,
      id: "/operation/id",
    });
    expect(followingOf(accepted("{ allOf: [{ properties: { id: { type: string } } }] }"))).toEqual({ ...found, id: "/id" });
  });

  it("has its state at the root rather than in its error", () => {
    const error = "error: { properties: { code: { type: integer }, status: { enum: [NOT_FOUND, ABORTED, pending, done] } } }";
    const google = operation(
      "/operations/{name}",
      `{ properties: { name: { type: string }, done: { type: boolean }, ${error} } }`,
    );
    expect(followingOf(accepted("{ properties: { name: { type: string } } }"), google)?.state).toEqual({
      status: "/done",
      pending: [false],
      done: [true],
      failed: [],
      absent: false,
    });
  });

  it("has its id in the one object of the 202", () => {
    const jobs = operation("/v3/jobs/{job_id}", `{ properties: { data: { properties: { status: ${states} } } } }`);
    const ended = "{ type: object, properties: { id: { type: string }, state: { type: string } } }";
    const meta = "meta: { type: object, properties: { took: { type: number } } }";
    const idOf = (data: string) => followingOf(accepted(`{ properties: { data: { properties: { ${data} } }, ${meta} } }`), jobs);
    expect(idOf("job_id: { type: string }")).toMatchObject({ path: "/v3/jobs/{job_id}", id: "/data/job_id" });
    expect(idOf(`operation: ${ended}, job_id: { type: string }`)).toMatchObject({ id: "/data/job_id" });
    expect(idOf(`job: ${ended}`)).toMatchObject({ id: "/data/job/id" });
    expect(idOf("id: { type: string }")).toMatchObject({ id: "/data/id" });
  });

  it("is followed by a header if the body has no id", () => {
    expect(followingOf(accepted("{ properties: { note: { type: string } } }", location))).toEqual({
      kind: "header",
      header: "location",
      shownBy: { path: "/operations/{operation_id}", method: "get" },
      state: { status: "/status", ...state },
    });
  });

  it("is followed by a header without an operation if several match", () => {
    const one = operation("/jobs/{job_id}", `{ properties: { status: ${states} } }`);
    const other = operation("/tasks/{task_id}", `{ properties: { status: ${states} } }`);
    const both = `{ ${[one, other].map((paths) => paths.trim().slice(1, -1)).join(", ")} }`;
    const following = followingOf(accepted("{ properties: { note: { type: string } } }", location), both);
    expect(following).toMatchObject({ kind: "header", header: "location" });
    expect(following).not.toHaveProperty("shownBy");
  });

  it("has a state in the only object of the followed resource", () => {
    const wrapped = operation("/jobs/{job_id}", `{ properties: { job: { properties: { state: ${states} } } } }`);
    expect(followingOf(accepted("{ properties: { job_id: { type: string } } }"), wrapped)).toMatchObject({
      path: "/jobs/{job_id}",
      state: { status: "/job/state" },
    });
    const beside = operation(
      "/jobs/{job_id}",
      `{ properties: { job: { properties: { state: ${states} } }, meta: { properties: { took: { type: number } } } } }`,
    );
    expect(followingOf(accepted("{ properties: { job_id: { type: string } } }"), beside)).toMatchObject({
      state: { status: "/job/state" },
    });
  });

  it("is not followed without a 202, an operation resource, or final states", () => {
    const body = "{ properties: { operation_id: { type: string } } }";
    expect(followingOf(success(body))).toBeUndefined();
    expect(followingOf(accepted(body), "{}")).toBeUndefined();
    const user = operation("/users/{user_id}", `{ properties: { status: ${states} } }`);
    expect(followingOf(accepted("{ properties: { user_id: { type: string } } }"), user)).toBeUndefined();
    const open = operation("/operations/{operation_id}", "{ properties: { status: { enum: [queued, running] } } }");
    expect(followingOf(accepted(body), open)).toBeUndefined();
  });
});

describe("async of a binding", () => {
  const bound = (async: string, more: Parameters<typeof read>[0] = {}) => {
    const responses = accepted("{ properties: { op: { type: string } } }", location);
    return read({ responses, paths: resource, ...more, binding: `{ async: ${async} }` });
  };

  it("names an operation, the id in the response, and the meaning of the states", () => {
    expect(bound("{ operation: getOperation, id: /op, done: [succeeded] }")).toMatchObject({
      following: { kind: "operation", parameter: "operation_id", id: "/op", state: { status: "/status", ...state } },
      problems: [],
    });
    expect(bound("{ operation: getOperation, id: /op, pending: [queued], failed: [] }").following).toMatchObject({
      state: { pending: ["queued"], done: ["running", "succeeded", "failed"], failed: [] },
    });
  });

  it("names a header", () => {
    expect(bound("{ header: Location }")).toMatchObject({
      following: { kind: "header", header: "location", state: { status: "/status", ...state } },
      problems: [],
    });
    expect(bound("{ header: Location, operation: getOperation }").following).toMatchObject({
      shownBy: { path: "/operations/{operation_id}", method: "get" },
    });
  });

  it("otherwise refers to the state of the service", () => {
    expect(bound("{ status: /state }", { service: "{ properties: { state: { enum: [starting, on] } } }" })).toMatchObject({
      following: {
        kind: "service",
        path: "/things/{thing_id}",
        state: { status: "/state", pending: ["starting"], done: ["on"] },
      },
      problems: [],
    });
  });

  const serviceOf = (states: string, more = "") => {
    const { following, problems } = bound(`{${more}}`, { service: `{ properties: { state: { enum: [${states}] } } }` });
    return { state: following?.state, told: told(problems) };
  };

  it("includes states in which a service remains, such as running", () => {
    expect(serviceOf("running, starting, 'off', rebuilding, error")).toEqual({
      state: { status: "/state", pending: ["starting", "rebuilding"], done: ["running", "off"], failed: ["error"] },
      told: [],
    });
    expect(serviceOf("ACTIVE, PENDING_CREATE, SUSPENDED").state).toMatchObject({
      pending: ["PENDING_CREATE"],
      done: ["ACTIVE", "SUSPENDED"],
    });
  });

  it("defines the states whose names are not conclusive", () => {
    const missing = (unsorted: string, all: string) => [
      `binding-missing async: cannot determine whether the state ${unsorted} at "/state" is final | Add pending: […] to async, with the states that are not final, or done: […], with the final ones. The possible states are ${all}.`,
    ];
    expect(serviceOf("'on', busy, 'off'").told).toEqual(missing('"busy"', '"on", "busy", "off"'));
    expect(serviceOf("RUNNABLE, SUSPENDED, MAINTENANCE").told).toEqual(
      missing('"RUNNABLE", "MAINTENANCE"', '"RUNNABLE", "SUSPENDED", "MAINTENANCE"'),
    );
    const hetzner = "running, initializing, 'off', deleting, unknown";
    expect(serviceOf(hetzner).told).toHaveLength(1);
    expect(serviceOf(hetzner, " done: [running, 'off', unknown] ")).toEqual({
      state: { status: "/state", pending: ["initializing", "deleting"], done: ["running", "off", "unknown"], failed: [] },
      told: [],
    });
    expect(serviceOf("'on', busy, 'off'", " pending: [busy] ")).toMatchObject({ state: { done: ["on", "off"] }, told: [] });
  });

  it("has pending and final states", () => {
    expect(serviceOf("'on', 'off'").told).toEqual([
      'binding-missing async: no state at "/state" is pending, so polling would end immediately | Add pending: […] to async, with the states that are not final, or follow another resource. The possible states are "on", "off".',
    ]);
    expect(serviceOf("starting, stopping").told).toEqual([
      'binding-missing async: all states at "/state" are pending, so polling would never end | Add done: […] to async, with the final states. The possible states are "starting", "stopping".',
    ]);
    const open = operation("/operations/{operation_id}", "{ properties: { status: { type: string } } }");
    const endless =
      'binding-missing async: cannot determine which states at "/status" are final | Add done: […] to async, with the final states.';
    for (const async of ["{ operation: getOperation, id: /op }", "{ header: Location, operation: getOperation }"])
      expect(told(bound(async, { paths: open }).problems)).toEqual([endless]);
    expect(told(bound("{ header: Location, done: [over] }", { paths: open }).problems)).toEqual([]);
    const doubtful = operation("/operations/{operation_id}", "{ properties: { status: { enum: [queued, hot, done] } } }");
    for (const async of ["{ operation: getOperation, id: /op }", "{ header: Location, operation: getOperation }"])
      expect(told(bound(async, { paths: doubtful }).problems)).toEqual([
        expect.stringContaining('cannot determine whether the state "hot" at "/status" is final'),
      ]);
  });

  it("has a boolean as its state, which may be omitted", () => {
    const google = (more: string) =>
      operation("/v1/operations/{name}", `{ properties: { name: { type: string }, done: { type: boolean } }${more} }`);
    const state = { status: "/done", pending: [false], done: [true], failed: [] };
    const responses = success("{ properties: { name: { type: string } } }");
    const actions = { vm: "{ stop: { async: true } }" };
    const pieces = { responses, actions, paths: google("") };
    for (const more of ["", ", status: /done, pending: [false], done: [true]"])
      expect(bound(`{ operation: getOperation, id: /name${more} }`, pieces)).toMatchObject({
        following: { path: "/v1/operations/{name}", parameter: "name", id: "/name", state: { ...state, absent: false } },
        problems: [],
      });
    const required = bound("{ operation: getOperation, id: /name }", { ...pieces, paths: google(", required: [done]") });
    expect(required.following?.state).toEqual(state);
    expect(told(bound("{ operation: getOperation, id: /name, pending: ['false'] }", pieces).problems)).toEqual([
      'binding-state pending: "false" is none of the states that "/done" can have | The possible states are false, true.',
    ]);
  });

  it("can declare that nothing is followed", () => {
    const responses = accepted("{ properties: { operation_id: { type: string } } }");
    expect(bound("null", { responses }).following).toBeUndefined();
  });

  it("requires a GET", () => {
    const post = `{ "/starts/{id}": { post: { operationId: start, responses: ${success("{ properties: { status: { enum: [queued, done] } } }")} } }, "/jobs/{id}": { get: { operationId: getJob, responses: {} } } }`;
    const responses = accepted("{ properties: { op: { type: string } } }");
    const { following, problems } = bound("{ operation: start, id: /op }", { paths: post, responses });
    expect(following).toBeUndefined();
    expect(told(problems)).toEqual([
      'binding-operation operation: "start" is a POST, but a followed resource is read by a GET | Operations that can be followed: "getJob".',
    ]);
  });

  it("rejects members without effect, and duplicate states", () => {
    const problemsOf = (async: string) => told(bound(async).problems);
    expect(problemsOf("{ header: Location, id: /op }")).toEqual([
      'binding-async id: "id" has no effect next to "header", which contains the whole URL | Remove id, or header.',
    ]);
    expect(problemsOf("{ operation: getOperation, id: /op, pending: [running], done: [running, succeeded] }")).toEqual([
      'binding-state done: "running" is in both "pending" and "done" | Name each state once.',
    ]);
    const represented = bound("{ id: /op }", { service: "{ properties: { status: { enum: [starting, on] } } }" });
    expect(told(represented.problems)).toEqual([
      'binding-async id: "id" has no effect without "operation" | Add operation, the id of a GET. Operations that can be followed: "getThing", "getOperation".',
    ]);
  });

  it("may name a member that exists only after a failure", () => {
    const { following, problems } = bound("{ operation: getOperation, id: /op, error: /problem }");
    expect(following?.state).toMatchObject({ status: "/status", error: "/problem" });
    expect(told(problems)).toEqual([
      'binding-pointer error: the followed resource has nothing at "/problem" | Write one of "/id", "/status"; or null if there is none.',
    ]);
  });

  it("must refer to parts of the contract", () => {
    const problemsOf = (async: string) => told(bound(async).problems);
    expect(problemsOf("{ operation: getOperaton }")).toEqual([
      'binding-operation operation: no operation has the id "getOperaton" | Did you mean "getOperation"?',
    ]);
    expect(problemsOf("{ operation: getOperation }")).toEqual([
      `binding-operation operation: cannot determine the location of the followed resource's id in the response | If it is at "/op", add id: /op to async.`,
    ]);
    expect(problemsOf("{ operation: getOperation, id: /opp, status: /statu, done: [succeded, off] }")).toEqual([
      'binding-pointer id: the response has nothing at "/opp" | Did you mean "/op"?',
      'binding-pointer status: the followed resource has nothing at "/statu" | Did you mean "/status"?',
    ]);
    expect(problemsOf("{ operation: getOperation, id: /op, done: [succeded, off] }")).toEqual([
      'binding-state done: "succeded" is none of the states that "/status" can have | Did you mean "succeeded"?',
      'binding-state done: "off" is none of the states that "/status" can have | The possible states are queued, running, succeeded, failed.',
    ]);
    // The states are named, but the resource has them elsewhere than assumed.
    const elsewhere = bound("{ operation: getOperation, id: /op, pending: [running], done: [done] }", {
      paths: operation(
        "/operations/{operation_id}",
        "{ properties: { id: { type: string }, phase: { enum: [running, done] } } }",
      ),
    });
    expect(told(elsewhere.problems)).toEqual([
      'binding-missing async: cannot determine where the state of the followed resource is: its schema has no "/status" | Add status: /phase to async, with the location of the state.',
    ]);
    expect(problemsOf("{ operation: getOperation, id: /op, parameter: operation_ids }")).toEqual([
      'binding-async parameter: "/operations/{operation_id}" has no parameter "operation_ids" | Did you mean "operation_id"?',
    ]);
    expect(problemsOf("{ header: Locaton }")).toEqual([
      'binding-async header: the response declares no header "Locaton" | Did you mean "location"?',
    ]);
    expect(problemsOf("{ header: Retry-After }")).toEqual([
      'binding-async header: the response declares no header "Retry-After" | Declare it under headers of the response. It declares "location".',
    ]);
    expect(problemsOf("{}")).toEqual([
      'binding-async x-acme-action-binding: cannot determine what to follow: there is neither an operation nor a header, and the contract has no GET for the service | Write async: { operation: … } or async: { header: Location }. Operations that can be followed: "getOperation".',
    ]);
  });
});

it("recognizes pending states by their names", () => {
  for (const pending of ["queued", "running", "issuing_certificate", "inProgress", "IN_PROGRESS"])
    expect(isPendingState(pending)).toBe(true);
  for (const ended of ["done", "failed", "ring", "active"]) expect(isPendingState(ended)).toBe(false);
});
