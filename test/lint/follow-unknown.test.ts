import { expect, test } from "vitest";
import { bindingRules } from "../../generator/lint/rules/binding-rules.js";
import { findings } from "./lint-text.js";

interface Parts {
  readonly action?: string;
  readonly binding?: string;
  /** Of the 202. */
  readonly body?: string;
  readonly headers?: string;
  readonly paths?: string;
}

const body = "{ type: object, properties: { status: { type: string }, result: { type: object } } }";
const contractOf = ({ action = "async: true", binding, headers, paths = "", ...parts }: Parts) => `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /machines/{id}/actions/{action}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: action, in: path, required: true, schema: { type: string } }
    post:
      operationId: invoke
${binding === undefined ? "" : `      x-platform-action-binding: ${binding}\n`}      x-platform-vm-actions: { resize: { label: Resize, summary: Resize., ${action} } }
      responses:
        "200": { description: Done., content: { application/json: { schema: ${body} } } }
        "202":
          description: Accepted.
          ${headers === undefined ? "" : `headers: ${headers}`}
          content: { application/json: { schema: ${parts.body ?? body} } }
${paths}`;
const get = (path: string, state: string) => `  ${path}:
    get:
      operationId: getJob
      parameters: [{ name: job_id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: A job., content: { application/json: { schema: { type: object, properties: { ${state} } } } } } }
`;
const unknown = (parts: Parts) => findings("follow-unknown", contractOf(parts));
const known = "status: { type: string, enum: [running, succeeded, failed] }";
const location = "{ Location: { schema: { type: string } } }";
const withId = "{ type: object, properties: { status: { type: string }, result: { type: object }, job_id: { type: string } } }";

test.each<[string, Parts, string]>([
  ["a header alone", { headers: location }, 'the URL in the header "location" leads to no GET whose state'],
  [
    "states of other words",
    { body: withId, paths: get("/jobs/{job_id}", "status: { type: string, enum: [a, b] }") },
    `the values at "/status" of GET /jobs/{job_id} don't tell which actions are still running`,
  ],
  [
    "no state",
    { headers: location, paths: get("/jobs/{job_id}", "name: {}") },
    "GET /jobs/{job_id} has no state with listed values",
  ],
  ["no id", { paths: get("/jobs/{job_id}", known) }, 'the 202 has neither "job_id", which GET /jobs/{job_id} requires, nor'],
])("the reason: %s", (_, parts, reason) => {
  expect(unknown(parts)).toEqual([expect.stringContaining(`warning clients can't follow asynchronous actions: ${reason}`)]);
});

test.each<[string, Parts]>([
  ["what can be followed by id", { body: withId, paths: get("/jobs/{job_id}", known) }],
  ["what can be followed by a header", { headers: location, paths: get("/jobs/{job_id}", known) }],
  ["a contract without operation resources", {}],
  [
    "a header that may lead to the service",
    { headers: location, paths: get("/machines/{id}", "name: {}").replace("name: job_id", "name: id") },
  ],
  ["other resources", { paths: get("/transactions/{job_id}", known.replace("running", "a")) }],
  ["actions that don't continue", { action: "readOnly: true", headers: location }],
  ["a binding without following", { headers: location, binding: "{ async: null }" }],
])("nothing about %s", (_, parts) => {
  expect(unknown(parts)).toEqual([]);
});

test("the binding of the hint is enough", () => {
  const parts: Parts = { body: withId, paths: get("/jobs/{job_id}", "status: { type: string, enum: [a, b] }") };
  const binding = "{ async: { operation: getJob, status: /status, pending: [a], done: [b] } }";
  expect(unknown({ ...parts, binding })).toEqual([]);
  expect(bindingRules.flatMap(({ code }) => findings(code, contractOf({ ...parts, binding })))).toEqual([]);
});
