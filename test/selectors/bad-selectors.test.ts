import { expect, test } from "vitest";
import { model } from "../../generator/compile.js";
import { expectErrorIn, type Edit } from "../binding/expect-error.js";
import { contractsFolder } from "./selector-contract.js";

const header = `action: { in: header, name: X-Amz-Target, value: "Tables_20120810.{action}" }`;
const field = "action: { in: body-field, name: type }";
const suffix = "action: { in: path-suffix, name: verb }";

test.each<[string, Edit, string]>([
  [
    "no place",
    ["key-values", [header, "action: «{ name: X-Amz-Target }"]],
    'error binding-place: "in" is missing | Write one of path, path-suffix, header, query, body-field, body-key, body-member, media-type.',
  ],
  [
    "an unknown place",
    ["key-values", [header, "action: { «in: headers, name: X-Amz-Target }"]],
    'error binding-place: "headers" is not a location for the name of an action | Did you mean "header"?',
  ],
  [
    "an unknown member",
    ["key-values", [header, "action: { in: header, name: X-Amz-Target, «format: x }"]],
    'error binding-member: unknown member "format" of a binding | Write one of in, name, value, parts, separator.',
  ],
  [
    "no name",
    ["key-values", [header, "action: { «in: header }"]],
    'error binding-place: "header" needs a name | Write { in: header, name: … }.',
  ],
  [
    "an undeclared header",
    ["key-values", [header, "action: { in: header, «name: X-Amz-Targte }"]],
    'error binding-place: the operation has no header parameter "X-Amz-Targte" | Did you mean "X-Amz-Target"?',
  ],
  [
    "an undeclared query parameter",
    ["queues", ["action: { in: query, name: Action }", "action: { in: query, «name: Operation }"]],
    'error binding-place: the operation has no query parameter "Operation" | Declare it among the operation\'s parameters. It declares "Action", "dryRun".',
  ],
  [
    "a value without the action",
    ["key-values", [header, 'action: { in: header, name: X-Amz-Target, «value: "Tables" }']],
    'error binding-place: "Tables" must contain exactly one {action} | Write the text around the name: "os-{action}".',
  ],
  [
    "a segment that is no suffix",
    ["home", ["action: { in: path, name: service }", "action: { in: path-suffix, «name: service }"]],
    'error binding-place: "/services/{domain}/{service}" does not end with text and {service} | A path suffix is /instances/{id}:{verb}; for a segment of its own write in: path.',
  ],
  [
    "a suffix that the path lacks",
    ["instances", [suffix, "action: { in: path-suffix, «name: method }"]],
    'error binding-place: the operation has no path parameter "method" | Declare it among the operation\'s parameters. It declares "project", "instance", "verb".',
  ],
  [
    "a name for the only key",
    ["compute", ["action: { in: body-key }", "action: { in: body-key, «name: action }"]],
    "error binding-place: a key of the body has no name of its own | Remove name.",
  ],
  [
    "another body than the value of the only key",
    ["compute", ["action: { in: body-key }", "action: { in: body-key }\n        «body: /params"]],
    "error binding-body: the action's body is the value of its key | Remove body.",
  ],
  [
    "a list that requests don't have",
    ["lists", ["list: /requests", "«list: /commands"]],
    'error binding-pointer: the request body has nothing at "/commands" | Write "/requests", or null if there is none.',
  ],
  [
    "a list whose items don't name their actions",
    [
      "lists",
      ["list: /requests\n        action: { in: body-key }", "«list: /requests\n        action: { in: path, name: document_id }"],
    ],
    "error binding-list: the items of a list must name their actions themselves | Write where an item names its action: action: { in: body-field, name: … } or { in: body-key }.",
  ],
  [
    "a body that is the list itself",
    ["lists", ["list: /requests", '«list: ""']],
    "error binding-list: the whole request body can't be the list of actions | Put the list in a member of an object: list: /actions.",
  ],
  [
    "a list with the id of a request",
    ["lists", ["list: /batch/actions", "list: /batch/actions\n        «id: /id"]],
    "error binding-list: a list of actions has no id of a request | Remove id.",
  ],
  [
    "results in no list",
    ["lists", ['response: { list: /replies, status: null, result: "" }', '«response: { status: null, result: "" }']],
    "error binding-list: the results of a list of actions need a list of their own | Write response: { list: /results }, or response: null if there are none.",
  ],
  [
    "results in a list that the success doesn't have",
    ["lists", ["list: /replies", "«list: /answers"]],
    'error binding-pointer: the success has nothing at "/answers" | Write "/replies", or null if there is none.',
  ],
  [
    "several successes of a list",
    [
      "lists",
      ["        list: /requests", "        «list: /requests"],
      [
        '        "200":\n          description: Updated.',
        '        "202": { description: Later. }\n        "200":\n          description: Updated.',
      ],
    ],
    "error binding-list: a request with a list of actions needs exactly one success, without headers | Declare one success, such as 200.",
  ],
  [
    "a precondition of a list",
    [
      "lists",
      ["        list: /requests", "        «list: /requests"],
      [
        "- { name: Idempotency-Key,",
        "- { name: If-Match, in: header, schema: { type: string, maxLength: 9 } }\n        - { name: Idempotency-Key,",
      ],
    ],
    "error binding-list: a precondition can't be checked for each action of a list | Remove the header, or let a request invoke one action.",
  ],
  [
    "an action of a list with a media type of its own",
    ["lists", ["flush: { label: Flush them }", "flush: { label: Flush them, «requestBody: { required: false } }"]],
    'error binding-list: "flush" declares a part of its own, which one of several actions of a request can\'t have | Declare it for the endpoint, or omit it.',
  ],
  [
    "a name for a key beside others",
    ["members", ["action: { in: body-member }", "action: { in: body-member, «name: action }"]],
    "error binding-place: a key of the body has no name of its own | Remove name.",
  ],
  [
    "another body than the value of its key",
    ["members", ["action: { in: body-member }", "action: { in: body-member }\n        «body: /params"]],
    "error binding-body: the action's body is the value of its key | Remove body.",
  ],
  [
    "a key that the body doesn't have",
    [
      "members",
      ["                start: { type: object }\n", ""],
      ["action: { in: body-member }", "action: { «in: body-member }"],
    ],
    'error binding-pointer: the request body has nothing at "/start" | Write one of "/comment", "/dryRun", "/resize", "/suspend", "/version"; or null if there is none.',
  ],
  [
    "a member in common that requests must have",
    [
      "members",
      ["required: [version]", "required: [version, comment]"],
      ["action: { in: body-member }", "«action: { in: body-member }"],
    ],
    'error binding-missing: requests must contain "/comment", which no action describes and which has no constant value | Make it optional, give it a const, or make it a part of the action\'s own body.',
  ],
  [
    "a name for a media type",
    [
      "media-types",
      [
        '{ in: media-type, value: "application/vnd.acme.{action}+json" }',
        '{ in: media-type, «name: type, value: "application/vnd.acme.{action}+json" }',
      ],
    ],
    "error binding-place: a media type has no name of its own | Remove name.",
  ],
  [
    "a media type without its text",
    ["media-types", ['{ in: media-type, value: "application/vnd.acme.{action}+json" }', "{ «in: media-type }"]],
    'error binding-place: the media types that name actions must be JSON without parameters | Write value: "application/vnd.acme.{action}+json".',
  ],
  [
    "a media type that is not JSON",
    ["media-types", ['value: "application/vnd.acme.{action}+json"', '«value: "application/vnd.acme.{action}+xml"']],
    'error binding-place: the media types that name actions must be JSON without parameters | Write value: "application/vnd.acme.{action}+json".',
  ],
  [
    "a media type with a parameter",
    ["media-types", ['value: "application/vnd.acme.{action}+json"', '«value: "application/json;action={action}"']],
    'error binding-place: the media types that name actions must be JSON without parameters | Write value: "application/vnd.acme.{action}+json".',
  ],
  [
    "a media type that the request doesn't have",
    [
      "media-types",
      ["          application/vnd.acme.start+json: { schema: { type: object } }\n", ""],
      [
        '{ in: media-type, value: "application/vnd.acme.{action}+json" }',
        '{ «in: media-type, value: "application/vnd.acme.{action}+json" }',
      ],
    ],
    'error binding-place: "start" is written "application/vnd.acme.start+json", which the media type of the body of POST /jobs/{job_id}/commands doesn\'t allow | It allows "application/vnd.acme.moveto+json". Write the text around the name as value.',
  ],
  [
    "a single part",
    [
      "parts",
      [
        "parts: [{ in: body-field, name: resource }, { in: body-field, name: verb }]",
        "«parts: [{ in: body-field, name: resource }]",
      ],
    ],
    'error binding-member: "parts" must be a list of two locations',
  ],
  [
    "parts without a separator",
    [
      "parts",
      [
        '{ parts: [{ in: body-field, name: resource }, { in: body-field, name: verb }], separator: "." }',
        "{ «parts: [{ in: body-field, name: resource }, { in: body-field, name: verb }] }",
      ],
    ],
    'error binding-place: the two parts of a name need a location each, and a separator | Write { parts: [{ in: …, name: … }, { in: …, name: … }], separator: "." }.',
  ],
  [
    "parts and a location",
    [
      "parts",
      [
        "{ parts: [{ in: body-field, name: resource }, { in: body-field, name: verb }], separator",
        "{ parts: [{ in: body-field, name: resource }, { in: body-field, name: verb }], «in: path, separator",
      ],
    ],
    'error binding-place: the two parts of a name need a location each, and a separator | Write { parts: [{ in: …, name: … }, { in: …, name: … }], separator: "." }.',
  ],
  [
    "a part in a location that can't have one",
    ["parts", ["{ in: body-field, name: verb }]", "{ «in: body-key }]"]],
    'error binding-place: "body-key" is not a location for the name of an action | Write one of path, header, query, body-field.',
  ],
  [
    "a name that is not two parts",
    ["parts", ['separator: "."', '«separator: "/"']],
    'error binding-place: "disk.resize" is not two texts with one "/" between them | Rename it, or write the separator that all names contain once.',
  ],
  [
    "a part that its field doesn't allow",
    [
      "parts",
      ["verb: { type: string, enum: [start, resize] }", "verb: { type: string, enum: [start] }"],
      ["{ parts: [{ in: body-field, name: resource }", "{ «parts: [{ in: body-field, name: resource }"],
    ],
    'error binding-place: "disk.resize" is written "resize", which "/verb" of the body of POST /commands doesn\'t allow | It allows "start". Write the text around the name as value.',
  ],
  [
    "a body that contains a part",
    ["parts", ["body: /input", "«body: /meta"]],
    "error binding-body: the action's body and its name can't both be at \"/meta/verb\" | Write the JSON pointer to the action's own body.",
  ],
  [
    "a field that requests don't have",
    ["droplets", [field, "action: { in: body-field, «name: kind }"]],
    'error binding-pointer: the request has nothing at "/kind" | Write "/type", or null if there is none.',
  ],
  [
    "names that the field does not allow",
    ["droplets", [field, 'action: { «in: body-field, name: type, value: "do-{action}" }']],
    'error binding-place: "reboot" is written "do-reboot", which "/type" of the body of POST /droplets/{droplet_id}/actions doesn\'t allow | It allows "reboot", "rename", "resize". Write the text around the name as value.',
  ],
  [
    "a body in the place of the name",
    ["rpc", ["body: /params", "«body: /method"]],
    "error binding-body: the action's body and its name can't both be at \"/method\" | Write the JSON pointer to the action's own body.",
  ],
  [
    "a body that is no pointer",
    ["rpc", ["body: /params", "«body: params"]],
    'error binding-member: "body" must be a JSON pointer such as "/result", or null | Write "/params".',
  ],
  [
    "a request with a member that nobody has",
    [
      "rpc",
      ['jsonrpc: { const: "2.0" }\n                method', "jsonrpc: { type: string, maxLength: 3 }\n                method"],
      ["body: /params", "«body: /params"],
    ],
    'error binding-missing: requests must contain "/jsonrpc", which no action describes and which has no constant value | Make it optional, give it a const, or make it a part of the action\'s own body.',
  ],
  [
    "a body where requests have none",
    [
      "queues",
      ["label: Depth\n", "label: Depth\n          body: { type: object, additionalProperties: false }\n"],
      [
        'action: { in: path, name: report, value: "{action}.json" }',
        '«action: { in: path, name: report, value: "{action}.json" }',
      ],
    ],
    'error binding-missing: "depth" has a body, but GET /queues/{queue}/reports/{report} declares no requestBody | Describe requestBody with its content.',
  ],
  [
    "a type that the operation does not have",
    ["droplets", ["type: { const: droplet }", "type: { «const: volume }"]],
    'error binding-type: the operation has actions of "droplet" | Write "droplet".',
  ],
  [
    "one type for several",
    ["home", ["type: { in: path, name: domain }", "type: { «const: light }"]],
    'error binding-type: the operation has actions of "light" and "lock" | Write { in: …, name: … }, or give each type an operation of its own.',
  ],
  [
    "two ways to tell the type",
    ["home", ["type: { in: path, name: domain }", "type: { const: light, «in: path, name: domain }"]],
    'error binding-type: "type" needs one of const, in and service | Write { const: … }, { in: path, name: … } or { service: /type }.',
  ],
  [
    "a type that services don't show",
    ["droplets", ["type: { const: droplet }", "type: { «service: /droplet/kind }"]],
    'error binding-pointer: the schema of a service has nothing at "/droplet/kind" | Did you mean "/droplet/id"?',
  ],
  [
    "nothing that tells one of several types",
    [
      "home",
      ["        type: { in: path, name: domain }\n", ""],
      ["action: { in: path, name: service }", "«action: { in: path, name: service }"],
    ],
    "error binding-missing: cannot determine the type of the service: the operation has actions of several types | Write type: { in: path, name: … }, or, if services contain it, service: { operation: …, type: /… }.",
  ],
  [
    "no JSON to read the name from",
    [
      "droplets",
      [
        "requestBody:\n        required: true\n        content:\n          application/json:",
        "requestBody:\n        required: true\n        content:\n          text/plain:",
      ],
      [field, "«action: { in: body-field, name: type }"],
    ],
    "error binding-missing: the binding names a part of the body, but POST /droplets/{droplet_id}/actions takes no JSON | Declare application/json among the content of requestBody.",
  ],
  [
    "an id within the action's own body",
    ["json-rpc", ["        id: /id\n", "        «id: /params/id\n"]],
    "error binding-body: the id of a request must be next to the action's own body | Give the location of that body, such as body: /params. The id of the followed resource belongs in async: { id: … }.",
  ],
  [
    "an id that nothing names",
    ["json-rpc", ["        id: /id\n", ""], ["        body: /params", "        «body: /params"]],
    'error binding-missing: requests must contain "/id", which no action describes and which has no constant value | If it is the id of the request, write id: /id. Otherwise, make it optional, give it a const, or make it a part of the action\'s own body.',
  ],
  [
    "an id that the request doesn't have",
    ["json-rpc", ["        id: /id\n", "        «id: /number\n"]],
    'error binding-pointer: the request body has nothing at "/number" | Write one of "/id", "/jsonrpc", "/method"; or null if there is none.',
  ],
  [
    "an unknown origin",
    ["clouds", ["from: paths", "«from: tags"]],
    'error binding-from: actions can\'t be derived from "tags" | Write "paths" or "body", or omit it and list the actions.',
  ],
  [
    "an origin without a type",
    ["clouds", ["from: paths\n        type: { const: server }", "«from: paths"]],
    'error binding-type: "from" needs the name of the type that the actions belong to | Add type: { const: … } next to it: the name that code and docs use for the actions of this operation.',
  ],
  [
    "an origin without any action",
    [
      "volumes",
      ['action: { in: body-key, value: "os-{action}" }', 'action: { in: body-key, value: "vm-{action}" }'],
      ["const: share }\n        from", "const: share }\n        «from"],
      ["      x-platform-share-actions:\n        extend: { label: Extend it, idempotent: true }\n", ""],
    ],
    "error binding-from: the body has no alternative, and no key, for an action | Describe the body as oneOf with a schema for each action, or as an object with a property for each.",
  ],
])("%s", (_, edit, expected) => {
  expectErrorIn("test/selectors/contracts", edit, expected);
});

test("inferred facts are printed", async () => {
  const { describeBindings } = await import("../../generator/lint/describe-bindings.js");
  const { loaded } = await model("rpc.yaml", { workingFolder: contractsFolder });
  expect(describeBindings(loaded!)).toContain(
    '  request    action in "/method" of the body, as "ledger.{action}"; its own body at /params (binding)\n',
  );
});
