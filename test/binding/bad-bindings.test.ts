import { test } from "vitest";
import { expectErrorIn, type Edit } from "./expect-error.js";

const expectError = (edit: Edit, expected: string): void => expectErrorIn("test/binding/contracts", edit, expected);

/** With a binding of the endpoint. */
const bound = (name: string, binding: string): Edit => {
  const first = { "cloud-machines": "vm", databases: "postgres", shipments: "parcel" }[name]!;
  const key = `      x-platform-${first}-actions:`;
  return [name, [key, `      ${binding}\n${key}`]];
};

const one = (name: string, from: string, to: string): Edit => [name, [from, to]];

const unfit = (code: string, endpoint: string) =>
  `error failure-unfit: the failure "${code}" of "${endpoint}" does not match its response "default":`;

test.each<[string, Edit, string]>([
  [
    "is no object",
    bound("cloud-machines", "«x-platform-action-binding: [/output]"),
    'binding-member: "x-platform-action-binding" must be an object | Write x-platform-action-binding: { response: { status: /…, result: /… } }, and service or async where they are needed.',
  ],
  [
    "has an unknown member",
    bound("cloud-machines", "x-platform-action-binding: { «reponse: { result: /output } }"),
    'binding-member: unknown member "reponse" of a binding | Did you mean "response"?',
  ],
  [
    "has no pointer",
    bound("cloud-machines", "x-platform-action-binding: { response: { «result: output } }"),
    'binding-member: "result" must be a JSON pointer such as "/result", or null | Write "/output".',
  ],
  [
    "leads nowhere in the response",
    bound("cloud-machines", "x-platform-action-binding: { response: { «result: /outptu } }"),
    'binding-pointer: no success of the endpoint has anything at "/outptu" | Did you mean "/output"?',
  ],
  [
    "puts two facts in one place",
    bound("cloud-machines", "x-platform-action-binding: { response: { «result: /state } }"),
    'binding-overlap: "result" has the same location as "status": "/state" | Write another pointer for result, or status: null if the response does not have it.',
  ],
  [
    "names no operation of the contract",
    bound("cloud-machines", "x-platform-action-binding: { service: { «operation: getMachines } }"),
    'binding-operation: no operation has the id "getMachines" | Did you mean "getMachine"?',
  ],
  [
    "leads nowhere in the service",
    bound("cloud-machines", "x-platform-action-binding: { service: { «status: /sate } }"),
    'binding-pointer: the schema of a service has nothing at "/sate" | Did you mean "/state"?',
  ],
  [
    "follows a header that is not declared",
    bound("cloud-machines", "x-platform-action-binding: { async: { «header: Locaton } }"),
    'binding-async: the response declares no header "Locaton" | Did you mean "location"?',
  ],
  [
    "follows an operation that is not there",
    bound("databases", "x-platform-action-binding: { async: { «operation: getOperations } }"),
    'binding-operation: no operation has the id "getOperations" | Did you mean "getOperation"?',
  ],
  [
    "follows by a parameter that is not there",
    bound("databases", "x-platform-action-binding: { async: { operation: getOperation, «parameter: operation } }"),
    'binding-async: "/operations/{operation_id}" has no parameter "operation" | Did you mean "operation_id"?',
  ],
  [
    "follows an id that is not there",
    bound("databases", "x-platform-action-binding: { async: { operation: getOperation, «id: /operaton_id } }"),
    'binding-pointer: the response has nothing at "/operaton_id" | Did you mean "/operation_id"?',
  ],
  [
    "follows to a state that is not there",
    bound("databases", "x-platform-action-binding: { async: { operation: getOperation, «done: [suceeded] } }"),
    'binding-state: "suceeded" is none of the states that "/status" can have | Did you mean "succeeded"?',
  ],
  [
    "leads nowhere in an error",
    one("tickets", "  message: /fault/reason", "  «message: /fault/reasons"),
    'binding-pointer: no error of the contract has anything at "/fault/reasons" | Did you mean "/fault/reason"?',
  ],
  [
    "leads nowhere in an error's response",
    one("door-locks", "    Error: { description", "    Error: { x-platform-error-binding: { «code: /kode }, description"),
    'binding-pointer: the error\'s schema has nothing at "/kode" | Did you mean "/code"?',
  ],
  [
    "has details that are not there",
    one("tickets", "  details: { at: /fields,", "  «details: { at: /feilds,"),
    'binding-pointer: the error\'s schema has nothing at "/feilds" | Did you mean "/fields"?',
  ],
  [
    "has fixed values without a place",
    one("tickets", "  fixed: { /ok: false }", "  «fixed: [/ok]"),
    'binding-member: "fixed" must be an object of values by JSON pointers such as "/success"',
  ],
  [
    "has codes that are neither texts nor whole numbers",
    ["hosting-servers", ["  codes:", "  «codes:"], ["    internal: server_error", "    internal: true"]],
    'binding-member: "codes" must be an object of texts or whole numbers',
  ],
])("a binding that %s", (_, edit, expected) => {
  expectError(edit, `error ${expected}`);
});

test.each<[string, Edit, string]>([
  [
    "the result",
    [
      "cloud-machines",
      ["        output: { type: object }\n", ""],
      [
        '      responses:\n        "200":\n          description: It',
        '      «responses:\n        "200":\n          description: It',
      ],
    ],
    `error binding-missing: cannot determine the location of the result of "reset_cards" in the endpoint's response | Describe it in the response's schema, or write x-platform-action-binding: { response: { result: null } } next to the operation's responses if there is none.`,
  ],
  [
    "the status",
    [
      "bank-accounts",
      ["          label: Freeze\n", "          label: Freeze\n          statuses: [done]\n"],
      [
        '      responses:\n        "200":\n          description: The command',
        '      «responses:\n        "200":\n          description: The command',
      ],
    ],
    `error binding-missing: cannot determine the location of the status of "freeze" in the endpoint's response | Describe it in the response's schema, or write x-platform-action-binding: { response: { status: null } } next to the operation's responses if there is none.`,
  ],
  [
    "the type of a service",
    [
      "bank-accounts",
      ["        type: { enum: [checking, savings] }\n", ""],
      [
        '      responses:\n        "200":\n          description: The command',
        '      «responses:\n        "200":\n          description: The command',
      ],
    ],
    'error binding-missing: cannot determine the type of a service: the endpoint has actions of several types | Describe it in the schema of a service, as type or kind, or write x-platform-action-binding: { service: { type: /… } } next to the operation\'s responses. The service has "/data/id", "/data/plan", "/data/status".',
  ],
  [
    "the acceptance of what goes on",
    [
      "databases",
      ['        "202":', '        "203":'],
      ["          label: Restore\n          async: true", "          label: Restore\n          «async: true"],
    ],
    'error async-undeclared: "restore" completes asynchronously, but its endpoint declares no 202 | Declare a response "202", or define in x-platform-action-binding: { async: … } how callers find out that the action has completed.',
  ],
  [
    "the message of an error",
    [
      "tickets",
      ["  code: /fault/id\n  message: /fault/reason\n", ""],
      ["value: { type: object }\n        default:", "value: { type: object }\n        «default:"],
    ],
    'error error-body: cannot determine the locations of code and message in the response "default" of "POST /desk/{ticket}/{action}" | Give both in x-acme-error-binding: { code: /…, message: /… }, on the response or at the root, or use a known shape.',
  ],
  [
    "a code that the contract lists",
    [
      "hosting-servers",
      ["    internal: server_error\n", ""],
      [
        'schema: { $ref: "#/components/schemas/ActionResponse" } } }\n        default: { $ref: "#/components/responses/Error" }\ncomponents',
        'schema: { $ref: "#/components/schemas/ActionResponse" } } }\n        «default: { $ref: "#/components/responses/Error" }\ncomponents',
      ],
    ],
    `${unfit("internal", "POST /servers/{id}/actions/{action}")} /error/code must be one of the allowed values | Give the contract's name of the code: x-platform-error-binding: { codes: { internal: … } }. The schema allows unauthorized, forbidden, not_found, invalid_input, locked, unsupported, server_error, placement_error, rate_limit_exceeded.`,
  ],
  [
    "a result, as the response is an image",
    [
      "hosting-servers",
      [
        'description: The action has been started.\n          content: { application/json: { schema: { $ref: "#/components/schemas/ActionResponse" } } }',
        "description: The action has been started.\n          «content: { image/png: {} }",
      ],
    ],
    'error binding-missing: "201" has neither JSON nor text, and actions respond with one of these or without a body | Declare application/json, or omit the content.',
  ],
])("no location for %s", (_, edit, expected) => {
  expectError(edit, expected);
});

test.each<[string, Edit, string]>([
  [
    "a status",
    one("cloud-machines", "statuses: [done]", "statuses: [«finished]"),
    'error action-status-unknown: the status "finished" is not allowed by the responses of the endpoint | Add the status there, or use one that is allowed.',
  ],
  [
    "a state",
    one("cloud-machines", "states: [running]", "states: [«runing]"),
    'error state-undeclared: the action "reboot" names the state "runing", which no service can have | Did you mean "running"?',
  ],
  [
    "a plan",
    one("bank-accounts", "plans: [standard, premium]", "plans: [standard, «premum]"),
    'error plan-undeclared: the action "transfer" names the plan "premum", which no service can have | Did you mean "premium"?',
  ],
  [
    "a scope",
    one(
      "cloud-machines",
      "          label: Reboot\n          scopes: [machines:power]",
      "          label: Reboot\n          scopes: [«machines:powr]",
    ),
    'warning scope-undeclared: "login" declares no scope "machines:powr" | Did you mean "machines:power"?',
  ],
  [
    "a key that is nearly a binding's",
    bound("cloud-machines", "«x-platform-actions-binding: { response: { result: /output } }"),
    'error extension-near-miss: the key "x-platform-actions-binding" is ignored: it resembles the one for bindings | Write "x-platform-action-binding".',
  ],
  [
    "a binding with another prefix",
    bound("cloud-machines", "«x-acme-action-binding: { response: { result: /output } }"),
    'error extension-near-miss: the key "x-acme-action-binding" is ignored: it resembles the one for bindings | Write "x-platform-action-binding", or set extensionPrefix to "acme" in the config.',
  ],
  [
    "a binding where no actions are",
    one("cloud-machines", "      summary: A machine\n", "      summary: A machine\n      «x-platform-action-binding: {}\n"),
    'warning binding-unused: "x-platform-action-binding" has no effect: it does not belong to an operation with actions | Move it to an operation with actions, or an error binding to a response or the root, or remove it.',
  ],
])("undeclared %s", (_, edit, expected) => {
  expectError(edit, expected);
});
