import type { CodeRecord } from "../../../diagnostics/code-record.js";
import { createReporter } from "../../../diagnostics/report.js";

/** A deviation of a server from its contract. */
interface Deviation {
  readonly name: string;
  readonly problem: string;
}

const message = ({ name, problem }: Deviation) => `${name}: ${problem}`;

type Words = Pick<CodeRecord<Deviation>, "cause" | "bad" | "good"> & Partial<Pick<CodeRecord, "severity">>;

const code = ({ severity = "error", ...words }: Words): CodeRecord<Deviation> => ({
  severity,
  message,
  adjustable: true,
  isElsewhere: true,
  ...words,
  at: "text",
});

/** Deviations of a running server from its contract. */
export const conformanceCodes = {
  "test-access": {
    severity: "error",
    message: ({ problem }: { problem: string }) => `the file of --tokens is invalid: ${problem}`,
    hint: "Write it as docs/testing.md shows.",
    cause: "`test` reads its callers, and what it may use, from a file in YAML or JSON. It can't be read or has another form.",
    bad: "callers: { owner: secret-token }",
    good: "callers: { owner: { token: $OWNER_TOKEN } }",
    at: "yaml",
  },
  "test-nothing": {
    severity: "error",
    message: ({ reason }: { reason: string }) => `nothing could be tried: ${reason}`,
    hint: "Name callers, and what the run may use, in the file of --tokens.",
    cause: "Every case was skipped, so that the run says nothing about the server.",
    bad: "openapi-actions test --url http://127.0.0.1:8080",
    good: "openapi-actions test --url http://127.0.0.1:8080 --tokens tokens.yaml",
    at: "sh",
  },
  "test-ended": {
    severity: "warning",
    message: ({ reason, tried, all }: { reason: string; tried: number; all: number }) =>
      `the run ended after ${tried} of ${all} cases: ${reason}`,
    hint: "Allow more with --max-time and --max-requests, or try fewer cases with --only.",
    cause: "The run ended before all cases were tried, so that it says nothing about the others.",
    bad: "openapi-actions test --url http://127.0.0.1:8080 --max-time 1",
    good: "openapi-actions test --url http://127.0.0.1:8080 --max-time 600",
    at: "sh",
  },
  "test-credentials": code({
    cause: "The contract requires credentials, but the server serves requests without them or with wrong ones.",
    bad: "GET /projects/p1                                -> 200",
    good: "GET /projects/p1                                -> 401",
  }),
  "test-scope": code({
    cause: "The contract requires a scope that the caller lacks, but the server serves the request or rejects it differently.",
    bad: "DELETE /projects/p1 with the scope project:read -> 204",
    good: "DELETE /projects/p1 with the scope project:read -> 403",
  }),
  "test-access-denied": code({
    cause: "The server serves what belongs to others or doesn't exist, or rejects it in another way than HTTP says (RFC 9110).",
    bad: "GET /projects/of-others                         -> 200",
    good: "GET /projects/of-others                         -> 404",
  }),
  "test-gate": code({
    cause: "A service offers an action that it rejects, or runs one that it doesn't offer. Clients decide by what it advertises.",
    bad: "POST /services/s1/actions/resume, not enabled   -> 200",
    good: "POST /services/s1/actions/resume, not enabled   -> 409",
  }),
  "test-valid": code({
    cause: "The contract allows a request that the server rejects. Clients that follow the contract fail.",
    bad: 'POST /projects {"name":"a"}                     -> 400',
    good: 'POST /projects {"name":"a"}                     -> 201',
  }),
  "test-invalid": code({
    cause: "The contract forbids a request that the server accepts. Clients come to depend on what it doesn't promise.",
    bad: 'POST /projects {"nmae":"a"}                     -> 201',
    good: 'POST /projects {"nmae":"a"}                     -> 400',
  }),
  "test-method": code({
    cause:
      "The server serves a method that the contract doesn't declare, or rejects it in another way than HTTP says (RFC 9110).",
    bad: "PUT /projects                                   -> 405 without the header allow",
    good: "PUT /projects                                   -> 405, allow: GET, POST",
  }),
  "test-content": code({
    cause: "The server accepts a body in a form that the contract doesn't declare, or that isn't well-formed.",
    bad: 'POST /projects {"name":                         -> 500',
    good: 'POST /projects {"name":                         -> 400',
  }),
  "test-response": code({
    cause: "A response is not as the contract or HTTP (RFC 9110) describes it. Generated clients can't read it.",
    bad: "GET /projects/p1                                -> 200 {}",
    good: 'GET /projects/p1                                -> 200 {"id":"p1","name":"a"}',
  }),
  "test-resource": code({
    cause: "What calls have made, changed or removed is not what later calls show.",
    bad: "DELETE /projects/p1 -> 204, GET /projects/p1    -> 200",
    good: "DELETE /projects/p1 -> 204, GET /projects/p1    -> 404",
  }),
  "test-precondition": code({
    cause:
      "The server doesn't evaluate a condition that the contract declares, or an ETag stays while what it stands for changes.",
    bad: 'PATCH /projects/p1, if-match: "1", and it is "2"  -> 200',
    good: 'PATCH /projects/p1, if-match: "1", and it is "2"  -> 412',
  }),
  "test-unchanged": code({
    cause: "A call that was rejected, or that only reads, has changed something.",
    bad: 'PATCH /projects/p1 {"name":1} -> 400, and the name is 1',
    good: 'PATCH /projects/p1 {"name":1} -> 400, and the name is as before',
  }),
  "test-idempotent": code({
    cause: "The same call once more has another effect, although its method (RFC 9110) or the contract says that it has none.",
    bad: "PUT /projects/p1 twice                          -> two projects",
    good: "PUT /projects/p1 twice                          -> one project",
  }),
  "test-pages": code({
    cause: "The pages of a list don't end, repeat items, leave some out, or have more than was asked for.",
    bad: "GET /projects?limit=2                           -> 3 projects",
    good: "GET /projects?limit=2                           -> 2 projects",
  }),
  "test-async": code({
    cause: "Work that was accepted doesn't come to an end, or a state follows another that the contract doesn't let it follow.",
    bad: "POST /services/s1/actions/backup -> 202, then running for ever",
    good: "POST /services/s1/actions/backup -> 202, running, then done",
  }),
  "test-secret": code({
    cause: "A response has a secret that was sent or revealed before, or an error repeats one.",
    bad: 'POST /users {"password":"correct horse","age":"x"} -> 400 "correct horse is …"',
    good: 'POST /users {"password":"correct horse","age":"x"} -> 400 "age must be a number"',
  }),
  "test-open": code({
    severity: "warning",
    cause: "The server does something that the contract leaves open. It is no fault, but clients can't rely on it.",
    bad: "POST /projects -> 409, which the contract doesn't declare",
    good: "responses: { '201': …, '409': … }",
  }),
  "test-flaky": code({
    severity: "warning",
    cause: "A deviation didn't occur again when the same requests were sent once more.",
    bad: "GET /projects/p1 -> 500, then 200",
    good: "GET /projects/p1 -> 200, then 200",
  }),
  "test-leftover": code({
    severity: "warning",
    cause: "Something that the run made could not be removed.",
    bad: "DELETE /projects/p1 -> 500",
    good: "DELETE /projects/p1 -> 204",
  }),
} as const;

/** The code of a deviation. */
export type ConformanceCode = Exclude<keyof typeof conformanceCodes, "test-access" | "test-ended" | "test-nothing">;

/** Reports a deviation. */
export const report = createReporter(conformanceCodes);
