import type { validateCodes } from "../catalog/validate.js";
import type { Explanations } from "./explanation.js";

/** Why fixtures, recordings and capabilities are refused. */
export const validateExplanations: Explanations<typeof validateCodes> = {
  "request-invalid": {
    cause:
      "The contract refuses the request: its path, its parameters or its body. A server made from the contract answers it with 400.",
    bad: "service_type: postgres\naction: add_ip\nrequest: { body: { cdir: 203.0.113.0/24 } }",
    good: "service_type: postgres\naction: add_ip\nrequest: { body: { cidr: 203.0.113.0/24 } }",
    at: "yaml",
  },
  "response-invalid": {
    cause:
      "The contract doesn't have such an answer: its status, its headers or its body. Clients that were made from the contract can't read it.",
    bad: "operation: getService\nresponse: { status: 418, body: { error: teapot } }",
    good: "operation: getService\nresponse: { status: 404, body: { error: no such service } }",
    at: "yaml",
  },
  "service-invalid": {
    cause:
      "The service that the exchange is about is not as the contract describes services, or its state or plan rules the action out.",
    bad: "service: { type: postgres, status: runing }\naction: restart\nrequest: { body: {} }",
    good: "service: { type: postgres, status: running }\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "response-secret": {
    cause:
      "The answer carries a value that the contract marks as a secret, and this operation doesn't reveal secrets. If the recording is real, so is the secret.",
    bad: "service_type: postgres\naction: add_user\nresponse: { status: 200, body: { status: active, result: { password: hunter2 } } }",
    good: "service_type: postgres\naction: add_user\nresponse: { status: 200, body: { status: active, result: { has_password: true } } }",
    at: "yaml",
  },
  "exchange-unchecked": {
    cause:
      "Checking the value would take too long, because alternatives inside alternatives multiply. So it is unknown whether it is valid.",
    bad: "operation: search\nrequest: { body: { filter: { any: [{ any: [{ any: […] }] }] } } }   # each level is a oneOf without a discriminator",
    good: "operation: search\nrequest: { body: { filter: { any: [{ field: name, equals: a }] } } }",
    at: "yaml",
  },
  "expected-error": {
    cause: "The fixture is there to show that the contract refuses something, and the contract accepts it.",
    bad: "service_type: postgres\naction: add_ip\nrequest: { body: { cidr: 203.0.113.0/24 } }\nexpect: { invalid: [{ pointer: /request/body/cidr, rule: required }] }",
    good: "service_type: postgres\naction: add_ip\nrequest: { body: {} }\nexpect: { invalid: [{ pointer: /request/body/cidr, rule: required }] }",
    at: "yaml",
  },
  "no-fixtures": {
    cause: "Nothing was checked, because no file has such a name. A build that checks nothing must not pass.",
    bad: "openapi-actions validate spec/fixture",
    good: "openapi-actions validate spec/fixtures",
    at: "sh",
  },
  "fixture-not-object": {
    cause: "A fixture file is a map: one exchange, or a list of them under `exchanges`.",
    bad: "- { action: add_ip, request: { body: {} } }",
    good: "exchanges:\n  - { action: add_ip, request: { body: {} } }",
    at: "yaml",
  },
  "fixture-shape": {
    cause:
      "A key of the fixture is unknown or has a value of another kind. It would be ignored, so that less is checked than it seems.",
    bad: "action: add_ip\nrequst: { body: {} }",
    good: "action: add_ip\nrequest: { body: {} }",
    at: "yaml",
  },
  "fixture-unmade": {
    cause:
      "`fixtures init` found no value that fits the schema, for example because of a pattern, so the file has a gap that you have to fill.",
    bad: 'add_ip: { body: { $ref: "#/components/schemas/Network" } }   # a pattern that no value was found for',
    good: 'add_ip:\n  body: { $ref: "#/components/schemas/Network" }\n  examples: { usual: { body: { cidr: 203.0.113.0/24 } } }',
    at: "yaml",
  },
  "fixture-unwritable": {
    cause: "The operating system refused to write the fixture. The message has its reason.",
    bad: "openapi-actions fixtures init --out /etc/fixtures",
    good: "openapi-actions fixtures init --out spec/fixtures",
    at: "sh",
  },
  "request-refused": {
    cause:
      "The request does not fit the contract, and the API refused it as it should. The recording is right; its caller was not.",
    bad: '{ "request": { "postData": { "text": "{\\"cdir\\":\\"203.0.113.0/24\\"}" } }, "response": { "status": 400 } }',
    good: '{ "request": { "postData": { "text": "{\\"cidr\\":\\"203.0.113.0/24\\"}" } }, "response": { "status": 200 } }',
    at: "json",
  },
  "har-shape": {
    cause: "A recording is a JSON document with `log.entries`, each with a request and a response. Something of that is missing.",
    bad: '{ "entries": [] }',
    good: '{ "log": { "version": "1.2", "entries": [] } }',
    at: "json",
  },
  "har-without-bodies": {
    cause:
      "Browsers leave the bodies of answers out of a recording when they are asked to save it without content. Nothing can be said about them.",
    bad: "session.har   # saved without content",
    good: "session.har   # saved with content",
    at: "text",
  },
  "har-foreign": {
    cause:
      "No entry of the recording calls an address of the contract's `servers`. A recording in which nothing is checked must not pass.",
    bad: "openapi-actions validate session.har   # recorded on https://staging.example.com",
    good: "openapi-actions validate session.har --base-url https://staging.example.com",
    at: "sh",
  },
  "har-unmatched": {
    cause:
      "The API was called with a path or a method that the contract doesn't have: it offers more than it documents, or the base URL is another one.",
    bad: "openapi-actions validate session.har --base-url https://api.example.com",
    good: "openapi-actions validate session.har --base-url https://api.example.com/v1",
    at: "sh",
  },
  "har-service-type": {
    cause: "The body of an action depends on the type of the service, and nothing in the recording says which type it has.",
    bad: "openapi-actions validate session.har",
    good: "openapi-actions validate session.har --service-type postgres",
    at: "sh",
  },
  "capability-shape": {
    cause: "The document doesn't look like a service or a list of services, so there are no capabilities to compare.",
    bad: '{ "error": "unauthorized" }',
    good: '{ "id": "s1", "type": "postgres", "capabilities": { "actions": [] } }',
    at: "json",
  },
  "capability-fetch": {
    cause: "The service could not be read from the address: no connection, no permission, or no JSON in the answer.",
    bad: "openapi-actions validate --url https://api.example.com/v1/projects/p1/services/s1",
    good: "TOKEN=… openapi-actions validate --token-env TOKEN --url https://api.example.com/v1/projects/p1/services/s1",
    at: "sh",
  },
  "capability-undeclared": {
    cause: "Callers see an action that the contract knows nothing about: no types, no validation, no documentation.",
    bad: '{ "type": "postgres", "capabilities": { "actions": [{ "name": "ad_ip" }] } }',
    good: '{ "type": "postgres", "capabilities": { "actions": [{ "name": "add_ip" }] } }',
    at: "json",
  },
  "capability-unadvertised": {
    cause: "The contract promises an action that the service doesn't list, so callers that go by the list never find it.",
    bad: '{ "type": "postgres", "capabilities": { "actions": [] } }',
    good: '{ "type": "postgres", "capabilities": { "actions": [{ "name": "add_ip", "enabled": false, "reason": "…" }] } }',
    at: "json",
  },
  "capability-label": {
    cause: "The service calls the action something else than the contract and its documentation do.",
    bad: '{ "name": "add_ip", "label": "Add IP" }',
    good: '{ "name": "add_ip", "label": "Allow address" }',
    at: "json",
  },
  "capability-scopes": {
    cause:
      "Callers ask for the scopes that a service advertises. With these, calls fail that should work, or tokens may do more than they need.",
    bad: '{ "name": "add_ip", "scopes": [] }',
    good: '{ "name": "add_ip", "scopes": ["service:write"] }',
    at: "json",
  },
  "capability-enabled": {
    cause:
      "The service says that the action can run, and by the contract it can't in this state or plan. Callers try, and get 409.",
    bad: '{ "status": "stopped", "capabilities": { "actions": [{ "name": "restart", "enabled": true }] } }',
    good: '{ "status": "stopped", "capabilities": { "actions": [{ "name": "restart", "enabled": false, "reason": "…" }] } }',
    at: "json",
  },
  "coverage-low": {
    cause: "The fixtures show fewer of the contract's actions, operations and answers than `--min-coverage` asks for.",
    bad: "openapi-actions validate fixtures --min-coverage 100",
    good: "openapi-actions fixtures init && openapi-actions validate fixtures --min-coverage 100",
    at: "sh",
  },
  "target-missing": {
    cause: "Without the operation or the action it is unknown which schemas the exchange has to fit.",
    bad: "request: { body: { cidr: 203.0.113.0/24 } }",
    good: "service_type: postgres\naction: add_ip\nrequest: { body: { cidr: 203.0.113.0/24 } }",
    at: "yaml",
  },
  "target-operation-unknown": {
    cause: "No operation of the contract has this `operationId`.",
    bad: "operation: getServise\nresponse: { status: 404 }",
    good: "operation: getService\nresponse: { status: 404 }",
    at: "yaml",
  },
  "target-action-missing": {
    cause:
      "The operation is the generic endpoint. What its body and answer look like depends on the type of the service and on the action.",
    bad: "operation: invokeAction\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-type-missing": {
    cause: "Several service types can have an action of this name, each with a body of its own.",
    bad: "action: restart\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-type-unknown": {
    cause: "The contract has no actions for services of this type.",
    bad: "service_type: postgers\naction: restart\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-action-unknown": {
    cause: "The contract defines no such action for this type, so a server answers the call with 404.",
    bad: "service_type: postgres\naction: restrat\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
  "target-path-clash": {
    cause:
      "The file is called <type>/<action>.<case>.yaml, and an exchange in it names another action, so one of the two is a mistake.",
    bad: "# postgres/add_ip.yaml\naction: remove_ip\nrequest: { body: { entry_id: 7a1d6f0e-92a4-4f6e-8d0b-54b5a9b7c811 } }",
    good: "# postgres/remove_ip.yaml\nrequest: { body: { entry_id: 7a1d6f0e-92a4-4f6e-8d0b-54b5a9b7c811 } }",
    at: "yaml",
  },
  "target-clash": {
    cause: "The fixture names an operation and an action that doesn't belong to it.",
    bad: "operation: getService\nservice_type: postgres\naction: restart\nrequest: { body: {} }",
    good: "service_type: postgres\naction: restart\nrequest: { body: {} }",
    at: "yaml",
  },
};
