import { quote } from "../../diagnostics/escape.js";
import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** A rule of the contract that an exchange breaks. */
export interface Misfit {
  readonly pointer: string;
  readonly rule: string;
  readonly problem: string;
}

const misfit = ({ pointer, rule, problem }: Misfit) => `${quote(pointer)} ${problem} (rule ${quote(rule)})`;

/** An action that a service advertises or doesn't. */
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
    message: misfit,
    cause:
      "The contract refuses the request: its path, its parameters or its body. A server made from the contract answers it with 400.",
    bad: "service_type: postgres\naction: add_ip\nrequest: { body: { cdir: 203.0.113.0/24 } }",
    good: "service_type: postgres\naction: add_ip\nrequest: { body: { cidr: 203.0.113.0/24 } }",
    at: "yaml",
  },
  "response-invalid": {
    severity: "error",
    message: misfit,
    cause:
      "The contract doesn't have such an answer: its status, its headers or its body. Clients that were made from the contract can't read it.",
    bad: "operation: getService\nresponse: { status: 418, body: { error: teapot } }",
    good: "operation: getService\nresponse: { status: 404, body: { error: no such service } }",
    at: "yaml",
  },
  "service-invalid": {
    severity: "error",
    message: misfit,
    cause:
      "The service that the exchange is about is not as the contract describes services, or its state or plan rules the action out.",
    bad: "service: { type: postgres, status: runing }\naction: restart\nrequest: { body: {} }",
    good: "service: { type: postgres, status: running }\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "response-secret": {
    severity: "error",
    message: misfit,
    hint: "Secrets are answered only where the contract reveals them. Use a made-up value, and replace the secret if it was real.",
    cause:
      "The answer carries a value that the contract marks as a secret, and this operation doesn't reveal secrets. If the recording is real, so is the secret.",
    bad: "service_type: postgres\naction: add_user\nresponse: { status: 200, body: { status: active, result: { password: hunter2 } } }",
    good: "service_type: postgres\naction: add_user\nresponse: { status: 200, body: { status: active, result: { has_password: true } } }",
    at: "yaml",
  },
  "exchange-unchecked": {
    severity: "error",
    message: misfit,
    hint: "Split the value, or make the schema's alternatives easier to tell apart.",
    cause:
      "Checking the value would take too long, because alternatives inside alternatives multiply. So it is unknown whether it is valid.",
    bad: "operation: search\nrequest: { body: { filter: { any: [{ any: [{ any: […] }] }] } } }   # each level is a oneOf without a discriminator",
    good: "operation: search\nrequest: { body: { filter: { any: [{ field: name, equals: a }] } } }",
    at: "yaml",
  },
  "expected-error": {
    severity: "error",
    message: ({ pointer, rule }: { pointer: string; rule: string }) =>
      `${quote(pointer)} is expected to break the rule ${quote(rule)}, but does not`,
    hint: "Change the exchange so that it does, or leave the line out.",
    cause: "The fixture is there to show that the contract refuses something, and the contract accepts it.",
    bad: "service_type: postgres\naction: add_ip\nrequest: { body: { cidr: 203.0.113.0/24 } }\nexpect: { invalid: [{ pointer: /request/body/cidr, rule: required }] }",
    good: "service_type: postgres\naction: add_ip\nrequest: { body: {} }\nexpect: { invalid: [{ pointer: /request/body/cidr, rule: required }] }",
    at: "yaml",
  },
  "no-fixtures": {
    severity: "error",
    message: ({ pattern }: { pattern: string }) => `${quote(pattern)} leads to no file`,
    hint: "Fixtures are files with the extension .yaml, .yml, .json or .har. Quote globs, so that the shell leaves them alone.",
    cause: "Nothing was checked, because no file has such a name. A build that checks nothing must not pass.",
    bad: "openapi-actions validate spec/fixture",
    good: "openapi-actions validate spec/fixtures",
    at: "sh",
  },
  "fixture-not-object": {
    severity: "error",
    message: ({ found }: { found: string }) => `a fixture file is a map at its root, but this is ${found}`,
    hint: "Write one exchange, or several in a list called `exchanges`.",
    cause: "A fixture file is a map: one exchange, or a list of them under `exchanges`.",
    bad: "- { action: add_ip, request: { body: {} } }",
    good: "exchanges:\n  - { action: add_ip, request: { body: {} } }",
    at: "yaml",
  },
  "fixture-shape": {
    severity: "error",
    message: ({ pointer, problem }: { pointer: string; problem: string }) =>
      pointer === "" ? `this is no fixture: ${problem}` : `this is no fixture: ${quote(pointer)}: ${problem}`,
    cause:
      "A key of the fixture is unknown or has a value of another kind. It would be ignored, so that less is checked than it seems.",
    bad: "action: add_ip\nrequst: { body: {} }",
    good: "action: add_ip\nrequest: { body: {} }",
    at: "yaml",
  },
  "fixture-unmade": {
    severity: "warning",
    message: ({ path, missing }: { path: string; missing: string }) => `${quote(path)} is not complete: ${missing}`,
    hint: "Give the action or operation an example in the contract: it is used as it is.",
    cause:
      "`fixtures init` found no value that fits the schema, for example because of a pattern, so the file has a gap that you have to fill.",
    bad: 'add_ip: { body: { $ref: "#/components/schemas/Network" } }   # a pattern that no value was found for',
    good: 'add_ip:\n  body: { $ref: "#/components/schemas/Network" }\n  examples: { usual: { body: { cidr: 203.0.113.0/24 } } }',
    at: "yaml",
  },
  "fixture-unwritable": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot write ${quote(path)}: ${reason}`,
    hint: "Choose another folder with --out.",
    cause: "The operating system refused to write the fixture. The message has its reason.",
    bad: "openapi-actions fixtures init --out /etc/fixtures",
    good: "openapi-actions fixtures init --out spec/fixtures",
    at: "sh",
  },
  "request-refused": {
    severity: "warning",
    message: ({ status, ...parameters }: Misfit & { status: number }) => `${misfit(parameters)}; it was refused with ${status}`,
    hint: "The API has kept to its contract. Correct the caller, unless the recording is meant to show this.",
    cause:
      "The request does not fit the contract, and the API refused it as it should. The recording is right; its caller was not.",
    bad: '{ "request": { "postData": { "text": "{\\"cdir\\":\\"203.0.113.0/24\\"}" } }, "response": { "status": 400 } }',
    good: '{ "request": { "postData": { "text": "{\\"cidr\\":\\"203.0.113.0/24\\"}" } }, "response": { "status": 200 } }',
    at: "json",
  },
  "har-shape": {
    severity: "error",
    message: ({ wrong }: { wrong: string }) => `this is no recording in HAR 1.2: ${wrong}`,
    hint: "Save the recording as HAR once more, with the bodies.",
    cause: "A recording is a JSON document with `log.entries`, each with a request and a response. Something of that is missing.",
    bad: '{ "entries": [] }',
    good: '{ "log": { "version": "1.2", "entries": [] } }',
    at: "json",
  },
  "har-without-bodies": {
    severity: "warning",
    message: ({ count }: { count: number }) =>
      `${count === 1 ? "one answer was" : `${count} answers were`} recorded without a body, so it is not checked`,
    hint: "Record again with the bodies inside the file.",
    cause:
      "Browsers leave the bodies of answers out of a recording when they are asked to save it without content. Nothing can be said about them.",
    bad: "session.har   # saved without content",
    good: "session.har   # saved with content",
    at: "text",
  },
  "har-foreign": {
    severity: "error",
    message: ({ count }: { count: number }) =>
      `the recording has ${count === 1 ? "one entry, and it calls" : `${count} entries, and all call`} something else than the API of the contract`,
    hint: "Say with --base-url where the API is.",
    cause:
      "No entry of the recording calls an address of the contract's `servers`. A recording in which nothing is checked must not pass.",
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
    hint: "Add the operation to the contract, or say with --base-url where the API is.",
    cause:
      "The API was called with a path or a method that the contract doesn't have: it offers more than it documents, or the base URL is another one.",
    bad: "openapi-actions validate session.har --base-url https://api.example.com",
    good: "openapi-actions validate session.har --base-url https://api.example.com/v1",
    at: "sh",
  },
  "har-service-type": {
    severity: "error",
    message: () => "the recording does not tell the type of the service that this call is about",
    hint: "Record an answer that represents the service, or give the type with --service-type <type> or --service-type <id>=<type>.",
    cause: "Several service types have an action of this name, and nothing in the recording says of which type the service is.",
    bad: "openapi-actions validate session.har",
    good: "openapi-actions validate session.har --service-type postgres",
    at: "sh",
  },
  "capability-shape": {
    severity: "error",
    message: () => "no service with `type` and `capabilities` is in it",
    hint: "Give the answer that represents a service, or one that lists services.",
    cause: "The document doesn't look like a service or a list of services, so there are no capabilities to compare.",
    bad: '{ "error": "unauthorized" }',
    good: '{ "id": "s1", "type": "postgres", "capabilities": { "actions": [] } }',
    at: "json",
  },
  "capability-fetch": {
    severity: "error",
    message: ({ address, reason }: { address: string; reason: string }) => `cannot fetch ${quote(address)}: ${reason}`,
    hint: "Give the URL of a service, and a token in the environment variable that --token-env names.",
    cause: "The service could not be read from the address: no connection, no permission, or no JSON in the answer.",
    bad: "openapi-actions validate --url https://api.example.com/v1/projects/p1/services/s1",
    good: "TOKEN=… openapi-actions validate --token-env TOKEN --url https://api.example.com/v1/projects/p1/services/s1",
    at: "sh",
  },
  "capability-undeclared": {
    severity: "error",
    message: ({ type, action }: Capability) =>
      `the service advertises ${quote(action)}, which the contract does not declare for ${quote(type)}`,
    hint: "Declare the action, or take it from the list.",
    cause: "Callers see an action that the contract knows nothing about: no types, no validation, no documentation.",
    bad: '{ "type": "postgres", "capabilities": { "actions": [{ "name": "ad_ip" }] } }',
    good: '{ "type": "postgres", "capabilities": { "actions": [{ "name": "add_ip" }] } }',
    at: "json",
  },
  "capability-unadvertised": {
    severity: "error",
    message: ({ type, action }: Capability) =>
      `no service of type ${quote(type)} advertises ${quote(action)}, which the contract declares`,
    hint: "Advertise the action, with `enabled: false` where it can't run, or remove it from the contract.",
    cause: "The contract promises an action that the service doesn't list, so callers that go by the list never find it.",
    bad: '{ "type": "postgres", "capabilities": { "actions": [] } }',
    good: '{ "type": "postgres", "capabilities": { "actions": [{ "name": "add_ip", "enabled": false, "reason": "…" }] } }',
    at: "json",
  },
  "capability-label": {
    severity: "error",
    message: ({ action, expected }: Capability & { expected: string }) =>
      `the label of ${quote(action)} is ${quote(expected)} in the contract`,
    hint: "Let the service take its labels from the contract.",
    cause: "The service calls the action something else than the contract and its documentation do.",
    bad: '{ "name": "add_ip", "label": "Add IP" }',
    good: '{ "name": "add_ip", "label": "Allow address" }',
    at: "json",
  },
  "capability-scopes": {
    severity: "error",
    message: ({ action, expected }: Capability & { expected: readonly string[] }) =>
      `${quote(action)} needs ${scopes(expected)} in the contract`,
    hint: "Let the service take its scopes from the contract: callers ask for what it advertises.",
    cause:
      "Callers ask for the scopes that a service advertises. With these, calls fail that should work, or tokens may do more than they need.",
    bad: '{ "name": "add_ip", "scopes": [] }',
    good: '{ "name": "add_ip", "scopes": ["service:write"] }',
    at: "json",
  },
  "capability-enabled": {
    severity: "error",
    message: ({ action, key, allowed }: Capability & { key: string; allowed: readonly string[] }) =>
      `${quote(action)} is advertised as enabled, but the ${key} of the service rules it out (it needs ${allowed.map(quote).join(" or ")})`,
    hint: "Advertise it with `enabled: false` and a `reason`, or extend `availability` in the contract.",
    cause:
      "The service says that the action can run, and by the contract it can't in this state or plan. Callers try, and get 409.",
    bad: '{ "status": "stopped", "capabilities": { "actions": [{ "name": "restart", "enabled": true }] } }',
    good: '{ "status": "stopped", "capabilities": { "actions": [{ "name": "restart", "enabled": false, "reason": "…" }] } }',
    at: "json",
  },
  "coverage-low": {
    severity: "error",
    message: ({ percent, least, missing }: { percent: string; least: number; missing: number }) =>
      `the fixtures cover ${percent} % of the contract, and ${least} % is asked for: ${missing} kinds of exchanges are missing`,
    hint: "See which with --coverage, and write examples with openapi-actions fixtures init.",
    cause: "The fixtures show fewer of the contract's actions, operations and answers than `--min-coverage` asks for.",
    bad: "openapi-actions validate fixtures --min-coverage 100",
    good: "openapi-actions fixtures init && openapi-actions validate fixtures --min-coverage 100",
    at: "sh",
  },
  "target-missing": {
    severity: "error",
    message: () => "it is not said what is called",
    hint: "Give `operation`, or `service_type` and `action`, or name the file <type>/<action>.<case>.yaml.",
    cause: "Without the operation or the action it is unknown which schemas the exchange has to fit.",
    bad: "request: { body: { cidr: 203.0.113.0/24 } }",
    good: "service_type: postgres\naction: add_ip\nrequest: { body: { cidr: 203.0.113.0/24 } }",
    at: "yaml",
  },
  "target-operation-unknown": {
    severity: "error",
    message: ({ operation }: { operation: string }) => `the contract has no operation ${quote(operation)}`,
    hint: "Write an operationId of the contract.",
    cause: "No operation of the contract has this `operationId`.",
    bad: "operation: getServise\nresponse: { status: 404 }",
    good: "operation: getService\nresponse: { status: 404 }",
    at: "yaml",
  },
  "target-action-missing": {
    severity: "error",
    message: ({ operation }: { operation: string }) => `${quote(operation)} invokes actions, and it is not said which`,
    hint: "Give `service_type` and `action`: the shape of body and result depends on them.",
    cause:
      "The operation is the generic endpoint. What its body and answer look like depends on the type of the service and on the action.",
    bad: "operation: invokeAction\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-type-missing": {
    severity: "error",
    message: ({ action }: { action: string }) => `the service type of the action ${quote(action)} is not known`,
    hint: "Give `service_type`, or a `service` with its `type`.",
    cause: "Several service types have an action of this name, each with a body of its own.",
    bad: "action: restart\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-type-unknown": {
    severity: "error",
    message: ({ type }: { type: string }) => `the contract has no service type ${quote(type)}`,
    hint: "Write a type for which the contract has actions.",
    cause: "The contract has no actions for services of this type.",
    bad: "service_type: postgers\naction: restart\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-action-unknown": {
    severity: "error",
    message: ({ type, action }: { type: string; action: string }) =>
      `services of type ${quote(type)} have no action ${quote(action)}`,
    hint: "Write an action that the contract has for this type.",
    cause: "The contract defines no such action for this type, so a server answers the call with 404.",
    bad: "service_type: postgres\naction: restrat\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-path-clash": {
    severity: "error",
    message: ({ name }: { name: string }) => `the file is named for ${quote(name)}, but this exchange calls something else`,
    hint: "Move the exchange to a file of its own, or rename this one.",
    cause:
      "The file is called <type>/<action>.<case>.yaml, and an exchange in it names another action, so one of the two is a mistake.",
    bad: "# postgres/add_ip.yaml\naction: remove_ip\nrequest: { body: { entry_id: 7a1d6f0e-92a4-4f6e-8d0b-54b5a9b7c811 } }",
    good: "# postgres/remove_ip.yaml\nrequest: { body: { entry_id: 7a1d6f0e-92a4-4f6e-8d0b-54b5a9b7c811 } }",
    at: "yaml",
  },
  "target-clash": {
    severity: "error",
    message: ({ operation, type, action }: { operation: string; type: string; action: string }) =>
      `the action ${quote(action)} of ${quote(type)} is not invoked by ${quote(operation)}`,
    hint: "Leave `operation` out: the action tells it.",
    cause: "The fixture names an operation and an action that doesn't belong to it.",
    bad: "operation: getService\nservice_type: postgres\naction: restart\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(exchangeCodes);
