import { quote } from "../../diagnostics/escape.js";
import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** A rule of the contract that an exchange violates. */
export interface Violation {
  readonly pointer: string;
  readonly rule: string;
  readonly problem: string;
}

const violation = ({ pointer, rule, problem }: Violation) => `${quote(pointer)} ${problem} (rule ${quote(rule)})`;

/** An action that a service should or should not advertise. */
export interface Capability {
  readonly type: string;
  readonly action: string;
}

function scopes(list: readonly string[]): string {
  if (list.length === 0) return "no scope";
  return `the scope${list.length === 1 ? "" : "s"} ${list.map(quote).join(", ")}`;
}

/** Problems of fixtures, recordings and capabilities that are validated against a contract. */
export const exchangeCodes = {
  "request-invalid": {
    severity: "error",
    message: violation,
    cause:
      "The contract rejects the request because of its path, its parameters or its body. A generated server responds with 400.",
    bad: "service_type: postgres\naction: add_ip\nrequest: { body: { cdir: 203.0.113.0/24 } }",
    good: "service_type: postgres\naction: add_ip\nrequest: { body: { cidr: 203.0.113.0/24 } }",
    at: "yaml",
  },
  "response-invalid": {
    severity: "error",
    message: violation,
    cause:
      "The contract doesn't declare the response's status, or its headers or body are invalid. Generated clients can't read it.",
    bad: "operation: getService\nresponse: { status: 418, body: { error: teapot } }",
    good: "operation: getService\nresponse: { status: 404, body: { error: no such service } }",
    at: "yaml",
  },
  "service-invalid": {
    severity: "error",
    message: violation,
    cause: "The service of the exchange is invalid by the contract, or the action is not available in its state or plan.",
    bad: "service: { type: postgres, status: runing }\naction: restart\nrequest: { body: {} }",
    good: "service: { type: postgres, status: running }\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "response-secret": {
    severity: "error",
    message: violation,
    hint: "Return secrets only where the contract reveals them. Use a made-up value, and replace the secret if it was real.",
    cause:
      "The response contains a value that the contract marks as a secret, but the operation doesn't reveal secrets. If the recording is real, so is the secret.",
    bad: "service_type: postgres\naction: add_user\nresponse: { status: 200, body: { status: active, result: { password: hunter2 } } }",
    good: "service_type: postgres\naction: add_user\nresponse: { status: 200, body: { status: active, result: { has_password: true } } }",
    at: "yaml",
  },
  "exchange-unchecked": {
    severity: "error",
    message: violation,
    hint: "Split the value, or make the schema's alternatives easier to distinguish.",
    cause:
      "Validating the value would take too long because nested alternatives multiply. It is unknown whether the value is valid.",
    bad: "operation: search\nrequest: { body: { filter: { any: [{ any: [{ any: […] }] }] } } }   # each level is a oneOf without a discriminator",
    good: "operation: search\nrequest: { body: { filter: { any: [{ field: name, equals: a }] } } }",
    at: "yaml",
  },
  "expected-error": {
    severity: "error",
    message: ({ pointer, rule }: { pointer: string; rule: string }) =>
      `${quote(pointer)} is expected to violate the rule ${quote(rule)}, but does not`,
    hint: "Change the exchange so that it violates the rule, or remove the expectation.",
    cause: "The fixture expects the contract to reject something that the contract accepts.",
    bad: "service_type: postgres\naction: add_ip\nrequest: { body: { cidr: 203.0.113.0/24 } }\nexpect: { invalid: [{ pointer: /request/body/cidr, rule: required }] }",
    good: "service_type: postgres\naction: add_ip\nrequest: { body: {} }\nexpect: { invalid: [{ pointer: /request/body/cidr, rule: required }] }",
    at: "yaml",
  },
  "no-fixtures": {
    severity: "error",
    message: ({ pattern }: { pattern: string }) => `no files match ${quote(pattern)}`,
    hint: "Fixtures are files with the extension .yaml, .yml, .json or .har. Quote globs to protect them from the shell.",
    cause: "Nothing was validated because no file matches. A build that validates nothing must not pass.",
    bad: "openapi-actions validate spec/fixture",
    good: "openapi-actions validate spec/fixtures",
    at: "sh",
  },
  "fixture-not-object": {
    severity: "error",
    message: ({ found }: { found: string }) => `a fixture file must be a map at its root, not ${found}`,
    hint: "Write one exchange, or several in a list named `exchanges`.",
    cause: "The root of a fixture file is a map: one exchange, or a list of them in `exchanges`.",
    bad: "- { action: add_ip, request: { body: {} } }",
    good: "exchanges:\n  - { action: add_ip, request: { body: {} } }",
    at: "yaml",
  },
  "fixture-shape": {
    severity: "error",
    message: ({ pointer, problem }: { pointer: string; problem: string }) =>
      pointer === "" ? `invalid fixture: ${problem}` : `invalid fixture: ${quote(pointer)}: ${problem}`,
    cause:
      "A field of the fixture is unknown or has an invalid value. If it were ignored, the fixture would check less than it seems to.",
    bad: "action: add_ip\nrequst: { body: {} }",
    good: "action: add_ip\nrequest: { body: {} }",
    at: "yaml",
  },
  "fixture-unmade": {
    severity: "warning",
    message: ({ path, missing }: { path: string; missing: string }) => `${quote(path)} is incomplete: ${missing}`,
    hint: "Add an example to the action or operation in the contract. Examples are used verbatim.",
    cause:
      "`fixtures init` could not generate a valid value for the schema, for example because of a pattern. Complete the file by hand.",
    bad: 'add_ip: { body: { $ref: "#/components/schemas/Network" } }   # has a pattern without a generated match',
    good: 'add_ip:\n  body: { $ref: "#/components/schemas/Network" }\n  examples: { usual: { body: { cidr: 203.0.113.0/24 } } }',
    at: "yaml",
  },
  "fixture-unwritable": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot write ${quote(path)}: ${reason}`,
    hint: "Choose another folder with --out.",
    cause: "The operating system could not write the fixture. The message contains the reason.",
    bad: "openapi-actions fixtures init --out /etc/fixtures",
    good: "openapi-actions fixtures init --out spec/fixtures",
    at: "sh",
  },
  "request-refused": {
    severity: "warning",
    message: ({ status, by, ...parameters }: Violation & { status: number; by?: string }) =>
      `${violation(parameters)}, and was rejected with ${status}${by === undefined ? "" : ` by ${by}`}`,
    hint: "The API complied with its contract. Fix the caller, unless the recording is meant to contain invalid requests.",
    cause:
      "The request is invalid, and the API rejected it as it should, or the proxy with --enforce, so that the API never saw it. The mistake is in the caller, not in the API.",
    bad: '{ "request": { "postData": { "text": "{\\"cdir\\":\\"203.0.113.0/24\\"}" } }, "response": { "status": 400 } }',
    good: '{ "request": { "postData": { "text": "{\\"cidr\\":\\"203.0.113.0/24\\"}" } }, "response": { "status": 200 } }',
    at: "json",
  },
  "har-shape": {
    severity: "error",
    message: ({ wrong }: { wrong: string }) => `invalid HAR 1.2 recording: ${wrong}`,
    hint: "Save the recording again as HAR, including the bodies.",
    cause:
      "A recording is a JSON document with `log.entries`, each with a request and a response. A part of that is missing or malformed.",
    bad: '{ "entries": [] }',
    good: '{ "log": { "version": "1.2", "entries": [] } }',
    at: "json",
  },
  "har-without-bodies": {
    severity: "warning",
    message: ({ count }: { count: number }) =>
      `${count === 1 ? "1 response was" : `${count} responses were`} recorded without a body and not validated`,
    hint: "Record again and include the bodies in the file.",
    cause: "Browsers omit response bodies from a recording that is saved without content. Omitted bodies can't be validated.",
    bad: "session.har   # saved without content",
    good: "session.har   # saved with content",
    at: "text",
  },
  "har-foreign": {
    severity: "error",
    message: ({ count }: { count: number }) =>
      `the recording contains no answered calls of the contract's API, only ${count === 1 ? "1 other entry" : `${count} other entries`}`,
    hint: "Specify the API's base URL with --base-url.",
    cause:
      "No entry of the recording calls one of the contract's `servers` and has a response. Preflights, aborted calls and responses from a cache don't count. A recording without validated calls must not pass.",
    bad: "openapi-actions validate session.har   # recorded on https://staging.example.com",
    good: "openapi-actions validate session.har --base-url https://staging.example.com",
    at: "sh",
  },
  "har-unmatched": {
    severity: "error",
    message: ({ method, path, methods }: { method: string; path: string; methods: readonly string[] }) =>
      methods.length === 0
        ? `the contract has no operation with the path ${quote(path)}`
        : `the contract has no operation ${quote(method)} for ${quote(path)}, only ${methods.join(", ")}`,
    hint: "Add the operation to the contract, or specify the API's base URL with --base-url.",
    cause:
      "The API accepted a path or a method that the contract doesn't declare. Either the contract is incomplete or the base URL is wrong.",
    bad: "openapi-actions validate session.har --base-url https://api.example.com",
    good: "openapi-actions validate session.har --base-url https://api.example.com/v1",
    at: "sh",
  },
  "har-service-type": {
    severity: "error",
    message: () => "cannot determine the service type of this call",
    hint: "Record a response that represents the service, or specify its type with --service-type <type> or --service-type <id>=<type>.",
    cause: "Several service types have an action of this name, and the recording doesn't contain the type of the service.",
    bad: "openapi-actions validate session.har",
    good: "openapi-actions validate session.har --service-type postgres",
    at: "sh",
  },
  "api-silent": {
    severity: "error",
    message: ({ method, reason }: { method: string; reason: string }) => `the API gave no response to ${method}: ${reason}`,
    hint: "Start the API before the proxy, and read its log.",
    cause:
      "The proxy could not connect to the API, or the API closed the connection, took too long or didn't keep to HTTP. The client received 502, 504 or only a part of the response.",
    bad: "openapi-actions proxy http://localhost:8080   # nothing listens there",
    good: "npm start & openapi-actions proxy http://localhost:8080",
    at: "sh",
  },
  "capability-shape": {
    severity: "error",
    message: () => "no service with `type` and `capabilities` found",
    hint: "Provide a response that represents a service, or one that lists services.",
    cause: "The document doesn't look like a service or a list of services, so there are no capabilities to compare.",
    bad: '{ "error": "unauthorized" }',
    good: '{ "id": "s1", "type": "postgres", "capabilities": { "actions": [] } }',
    at: "json",
  },
  "capability-fetch": {
    severity: "error",
    message: ({ address, reason }: { address: string; reason: string }) => `cannot fetch ${quote(address)}: ${reason}`,
    hint: "Give the URL of a service, and a token in the environment variable that --token-env names.",
    cause: "The service could not be read from the address: no connection, no permission, or a response that is not JSON.",
    bad: "openapi-actions validate --url https://api.example.com/v1/projects/p1/services/s1",
    good: "TOKEN=… openapi-actions validate --token-env TOKEN --url https://api.example.com/v1/projects/p1/services/s1",
    at: "sh",
  },
  "capability-undeclared": {
    severity: "error",
    message: ({ type, action }: Capability) =>
      `the service advertises ${quote(action)}, which the contract does not declare for ${quote(type)}`,
    hint: "Declare the action, or remove it from the list.",
    cause: "Callers see an action that the contract doesn't declare, so it has no types, no validation and no documentation.",
    bad: '{ "type": "postgres", "capabilities": { "actions": [{ "name": "ad_ip" }] } }',
    good: '{ "type": "postgres", "capabilities": { "actions": [{ "name": "add_ip" }] } }',
    at: "json",
  },
  "capability-unadvertised": {
    severity: "error",
    message: ({ type, action }: Capability) =>
      `no service of type ${quote(type)} advertises ${quote(action)}, which the contract declares`,
    hint: "Advertise the action, with `enabled: false` where it can't run, or remove it from the contract.",
    cause: "The contract declares an action that the service doesn't list, so callers that rely on the list never find it.",
    bad: '{ "type": "postgres", "capabilities": { "actions": [] } }',
    good: '{ "type": "postgres", "capabilities": { "actions": [{ "name": "add_ip", "enabled": false, "reason": "…" }] } }',
    at: "json",
  },
  "capability-label": {
    severity: "error",
    message: ({ action, expected }: Capability & { expected: string }) =>
      `the label of ${quote(action)} is ${quote(expected)} in the contract`,
    hint: "Use the contract's labels in the service.",
    cause: "The service and the contract have different labels for the action.",
    bad: '{ "name": "add_ip", "label": "Add IP" }',
    good: '{ "name": "add_ip", "label": "Allow address" }',
    at: "json",
  },
  "capability-scopes": {
    severity: "error",
    message: ({ action, expected }: Capability & { expected: readonly string[] }) =>
      `${quote(action)} requires ${scopes(expected)} in the contract`,
    hint: "Use the contract's scopes in the service. Callers request the scopes that it advertises.",
    cause:
      "Callers request the scopes that a service advertises. With wrong scopes, their calls fail, or their tokens have unnecessary permissions.",
    bad: '{ "name": "add_ip", "scopes": [] }',
    good: '{ "name": "add_ip", "scopes": ["service:write"] }',
    at: "json",
  },
  "capability-enabled": {
    severity: "error",
    message: ({ action, key, allowed }: Capability & { key: string; allowed: readonly string[] }) =>
      `${quote(action)} is advertised as enabled, but the ${key} of the service does not allow it (it requires ${allowed.map(quote).join(" or ")})`,
    hint: "Advertise it with `enabled: false` and a `reason`, or extend `availability` in the contract.",
    cause:
      "The service advertises the action as enabled, but the contract doesn't allow it in this state or plan. Callers that try it receive 409.",
    bad: '{ "status": "stopped", "capabilities": { "actions": [{ "name": "restart", "enabled": true }] } }',
    good: '{ "status": "stopped", "capabilities": { "actions": [{ "name": "restart", "enabled": false, "reason": "…" }] } }',
    at: "json",
  },
  "coverage-low": {
    severity: "error",
    message: ({ percent, minimum, missing }: { percent: string; minimum: number; missing: number }) =>
      `coverage of ${percent} % is below the minimum of ${minimum} %: ${missing} kinds of exchanges are missing`,
    hint: "List them with --coverage, and generate fixtures with openapi-actions fixtures init.",
    cause: "The exchanges cover fewer of the contract's actions, operations and responses than `--min-coverage` requires.",
    bad: "openapi-actions validate fixtures --min-coverage 100",
    good: "openapi-actions fixtures init && openapi-actions validate fixtures --min-coverage 100",
    at: "sh",
  },
  "target-missing": {
    severity: "error",
    message: () => "no operation or action specified",
    hint: "Specify `operation`, or `service_type` and `action`, or name the file <type>/<action>.<case>.yaml.",
    cause: "The schemas to validate the exchange against depend on the operation or the action.",
    bad: "request: { body: { cidr: 203.0.113.0/24 } }",
    good: "service_type: postgres\naction: add_ip\nrequest: { body: { cidr: 203.0.113.0/24 } }",
    at: "yaml",
  },
  "target-operation-unknown": {
    severity: "error",
    message: ({ operation }: { operation: string }) => `unknown operation ${quote(operation)}`,
    hint: "Specify an operationId of the contract.",
    cause: "No operation of the contract has this `operationId`.",
    bad: "operation: getServise\nresponse: { status: 404 }",
    good: "operation: getService\nresponse: { status: 404 }",
    at: "yaml",
  },
  "target-action-missing": {
    severity: "error",
    message: ({ operation }: { operation: string }) => `${quote(operation)} invokes actions, but no action is specified`,
    hint: "Specify `service_type` and `action`, which determine the schemas of body and result.",
    cause: "The operation is a generic endpoint. The schemas of its body and response depend on the service type and the action.",
    bad: "operation: invokeAction\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-type-missing": {
    severity: "error",
    message: ({ action }: { action: string }) => `the service type of the action ${quote(action)} is unknown`,
    hint: "Specify `service_type`, or a `service` with its `type`.",
    cause: "Several service types have an action of this name, each with a body of its own.",
    bad: "action: restart\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-type-unknown": {
    severity: "error",
    message: ({ type }: { type: string }) => `unknown service type ${quote(type)}`,
    hint: "Specify a type with actions in the contract.",
    cause: "The contract has no actions for services of this type.",
    bad: "service_type: postgers\naction: restart\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-action-unknown": {
    severity: "error",
    message: ({ type, action }: { type: string; action: string }) =>
      `unknown action ${quote(action)} of service type ${quote(type)}`,
    hint: "Specify an action that the contract declares for this type.",
    cause: "The contract declares no such action for this type, so servers respond with 404.",
    bad: "service_type: postgres\naction: restrat\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-path-clash": {
    severity: "error",
    message: ({ name }: { name: string }) => `the file is named after ${quote(name)}, but this exchange has another target`,
    hint: "Move the exchange to a file of its own, or rename this one.",
    cause: "The file is named <type>/<action>.<case>.yaml, but an exchange in it names another action. One of the two is wrong.",
    bad: "# postgres/add_ip.yaml\naction: remove_ip\nrequest: { body: { entry_id: 7a1d6f0e-92a4-4f6e-8d0b-54b5a9b7c811 } }",
    good: "# postgres/remove_ip.yaml\nrequest: { body: { entry_id: 7a1d6f0e-92a4-4f6e-8d0b-54b5a9b7c811 } }",
    at: "yaml",
  },
  "target-clash": {
    severity: "error",
    message: ({ operation, type, action }: { operation: string; type: string; action: string }) =>
      `${quote(operation)} does not invoke the action ${quote(action)} of ${quote(type)}`,
    hint: "Remove `operation`, which the action determines.",
    cause: "The fixture names an operation and an action that belongs to another one.",
    bad: "operation: getService\nservice_type: postgres\naction: restart\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
} satisfies CodeRecords;

/** Reports one of these problems. */
export const report = createReporter(exchangeCodes);
