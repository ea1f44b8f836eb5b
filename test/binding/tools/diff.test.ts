import { describe, expect, test } from "vitest";
import { bound, databases, edited, machines, styles } from "./diff-contracts.js";
import { actions, answer, changes } from "../../tools/diff/small-contracts.js";

describe("no change", () => {
  test("a contract against itself", () => {
    expect(styles.machines()).toEqual([]);
    expect(styles.databases()).toEqual([]);
  });

  test("declaring the inferred binding", () => {
    const members = [
      "response: { result: /output, status: /state, action: /action, message: null }",
      "service: { operation: getMachine, type: /kind, status: /state, plan: /plan, actions: null }",
      "async: { header: Operation-Location, status: /status, pending: [running], done: [succeeded, stopped], failed: [failed] }",
    ];
    expect(styles.machines(bound("invokeMachine", members.join(", ")))).toEqual([]);
    const error = "{ code: /code, message: /detail, details: { at: /errors, pointer: pointer, message: detail } }";
    expect(styles.machines(["components:\n", `x-platform-error-binding: ${error}\ncomponents:\n`])).toEqual([]);
    expect(styles.databases(bound("invokeDatabase", "async: { operation: getJob, id: /job_id }"))).toEqual([]);
  });

  test("a schema that moves to a component, and one that moves out of it", () => {
    const schema = /schema: (\{ type: object, properties: \{ state:.*\} \} \})/.exec(databases)![1]!;
    expect(
      styles.databases(
        [schema, '{ $ref: "#/components/schemas/Job" }'],
        ["  schemas:\n    Response:", `  schemas:\n    Job: ${schema}\n    Response:`],
      ),
    ).toEqual([]);
    const problem = '{ $ref: "#/components/responses/Problem" }';
    const inline =
      '{ description: It failed., content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } } }';
    expect(styles.machines([problem, inline])).toEqual([]);
    expect(
      styles.machines(['{ $ref: "#/components/schemas/Done" }', '{ allOf: [{ $ref: "#/components/schemas/Done" }] }']),
    ).toEqual([]);
  });

  test("keys in another order", () => {
    const members = "        state: { enum: [queued, done] }\n        output: { type: object }\n";
    const [state, output] = members.split(/(?<=\n)/);
    expect(
      styles.machines([members, `${output}${state}`], ["[request, action, state, output]", "[output, state, action, request]"]),
    ).toEqual([]);
  });

  test("another inferred location while the earlier one still exists", () => {
    const detail = "        detail: { type: string }\n";
    const told =
      'info response-property-declared: "detail" in the default response of "getMachine" and 2 other locations is a new property';
    expect(changes(edited(machines, [[detail, ""]]), machines)).toEqual([told]);
    const resource = edited(databases, [["description: Started.,", "description: Started., headers: { Location: {} },"]]);
    const withoutId = edited(resource, [["        job_id: { type: string }\n", ""]]);
    expect(changes(withoutId, resource)).toEqual([
      'info response-property-declared: "job_id" in the 200 response of "invokeDatabase" and 1 other location is a new property',
    ]);
  });

  test("a moved operation that is followed or represents services is reported only as moved", () => {
    expect(styles.databases(["/jobs/{job_id}", "/v2/jobs/{job_id}"])).toEqual([
      'error operation-moved: "getJob" moved from "GET /jobs/{job_id}" to "GET /v2/jobs/{job_id}"',
    ]);
    expect(styles.databases(["/jobs/{job_id}", "/jobs/{job}"], ["name: job_id", "name: job"])).toEqual([
      'warning path-parameter-renamed: the path parameter "job_id" of "getJob" was renamed to "job"',
    ]);
  });

  test("a description of undescribed parts", () => {
    const described = (schema: string) => actions("").replace("{ description: Done. }", answer(schema));
    const map = "      x-platform-shop-actions: { sell: { label: Sell } }";
    const after = described("{ type: object, required: [result], properties: { result: { type: object } } }") + map;
    expect(changes(actions(map), after)).toEqual([
      'info response-media-type-added: the 200 response of "POST /actions/{action}" can now also be sent as "application/json"',
    ]);
  });
});

describe("facts of an action", () => {
  test("another name is reported once, wherever the schema is used for it", () => {
    expect(styles.machines(["output: {", "result: {"], ["state, output]", "state, result]"])).toEqual([
      'error action-fact-moved: the result moved from "/output" to "/result" in the responses of "invokeMachine"',
    ]);
  });

  test("a schema that others use is reported for them", () => {
    const list =
      '\n  /log:\n    get:\n      operationId: log\n      responses: { "200": { description: Log., content: { application/json: { schema: { $ref: "#/components/schemas/Done" } } } } }\n';
    const before = edited(machines, [["\ncomponents:\n", `${list}components:\n`]]);
    const after = edited(before, [
      ["output: {", "result: {"],
      ["state, output]", "state, result]"],
    ]);
    expect(changes(before, after)).toEqual([
      'error response-property-removed: "output" in the 200 response of "log" was always sent and has been removed',
      'error action-fact-moved: the result moved from "/output" to "/result" in the responses of "invokeMachine"',
      'warning response-property-required: "result" in the 200 response of "log" must now always be sent',
    ]);
  });

  test("a schema that others use is reported with its path in them", () => {
    const nested = "{ type: object, properties: { last: { $ref: '#/components/schemas/Done' } } }";
    const list = `\n  /log:\n    get:\n      operationId: log\n      responses: { "200": { description: Log., content: { application/json: { schema: ${nested} } } } }\n`;
    const before = edited(machines, [["\ncomponents:\n", `${list}components:\n`]]);
    const after = edited(before, [
      ["output: {", "result: {"],
      ["state, output]", "state, result]"],
    ]);
    expect(changes(before, after)).toEqual([
      'error response-property-removed: "last.output" in the 200 response of "log" was always sent and has been removed',
      'error action-fact-moved: the result moved from "/output" to "/result" in the responses of "invokeMachine"',
      'warning response-property-required: "last.result" in the 200 response of "log" must now always be sent',
    ]);
  });

  const inData = `            status: { type: string, enum: [ok, partial] }
            message: { type: string }
            result: { type: object }
`;

  test("all of them with their container", () => {
    expect(
      styles.databases(
        [
          `        data:\n          type: object\n          required: [status, result]\n          properties:\n${inData}`,
          inData.replaceAll(/^ {4}/gm, ""),
        ],
        ["required: [data]\n      properties:\n        job_id", "required: [status, result]\n      properties:\n        job_id"],
      ),
    ).toEqual([
      'error action-fact-moved: the result moved from "/data/result" to "/result", the status from "/data/status" to "/status" and the message from "/data/message" to "/message" in the responses of "invokeDatabase"',
    ]);
  });

  test("a removed one breaks clients, even if it was optional", () => {
    expect(styles.databases(["            message: { type: string }\n            result:", "            result:"])).toEqual([
      'error action-fact-removed: the message was removed from the responses of "invokeDatabase"',
    ]);
  });

  test("a declared binding applies, whatever the schema", () => {
    expect(styles.machines(bound("invokeMachine", 'response: { result: "" }'))).toEqual([
      'error action-fact-moved: the result moved from "/output" to the whole body in the responses of "invokeMachine"',
    ]);
    expect(styles.machines(bound("invokeMachine", "response: null"))).toEqual([
      'error action-fact-removed: the result, the status and the action\'s name were removed from the responses of "invokeMachine"',
    ]);
  });

  test("a rule that is off leaves its findings to rules about schemas", () => {
    const after = edited(machines, [
      ["output: {", "result: {"],
      ["state, output]", "state, result]"],
    ]);
    expect(changes(machines, after, { severities: { "action-fact-moved": "off" } })).toEqual([
      'error response-property-removed: "output" in the 201 response of "invokeMachine" and 1 other location was always sent and has been removed',
      'warning response-property-required: "result" in the 201 response of "invokeMachine" and 1 other location must now always be sent',
    ]);
  });
});

describe("statuses of actions", () => {
  test("a new or removed value at an unchanged status is reported for the schema", () => {
    expect(styles.machines(["enum: [queued, done]", "enum: [queued, done, partial]"])).toEqual([
      'error response-enum-value-added: "state" in the 201 response of "invokeMachine" and 1 other location can now also be "partial"',
    ]);
  });

  test("values are compared if the status moves", () => {
    expect(
      styles.machines(
        ["state: { enum: [queued, done] }", "status: { enum: [queued, ok] }"],
        ["action, state,", "action, status,"],
      ),
    ).toEqual([
      'error action-fact-moved: the status moved from "/state" to "/status" in the responses of "invokeMachine"',
      'error envelope-status-added: the status in the responses of "invokeMachine" can now also be "ok"',
      'warning envelope-status-removed: the status in the responses of "invokeMachine" can no longer be "done"',
    ]);
  });

  test("an action without statuses has those of the responses", () => {
    const told = ['error action-status-added: "vacuum" of "postgres" can now also return the status "partial"'];
    expect(styles.databases([", statuses: [ok]", ""])).toEqual(told);
    expect(styles.databases([", statuses: [ok]", ", statuses: [ok, partial]"])).toEqual(told);
    expect(styles.databases(["async: true }", "async: true, statuses: [ok, partial] }"])).toEqual([]);
  });
});

test("a parameter of the endpoint breaks clients if it is required, and is reported once", () => {
  const added = (parameter: string) => styles.machines(["- { name: dry_run", `- ${parameter}\n        - { name: dry_run`]);
  for (const place of ["header", "query", "cookie"]) {
    expect(added(`{ name: key, in: ${place}, required: true, schema: { type: string } }`)).toEqual([
      `error parameter-added-required: the ${place} parameter "key" of "invokeMachine" is new and required`,
    ]);
    expect(added(`{ name: key, in: ${place}, schema: { type: string } }`)).toEqual([
      `info parameter-added: the ${place} parameter "key" of "invokeMachine" is new`,
    ]);
  }
});

test("a removed header of a response is reported once", () => {
  expect(styles.machines(["          headers: { Location: { schema: { type: string } } }\n", ""])).toEqual([
    'error response-header-removed: the header "Location" of the 201 response of "invokeMachine" was removed',
  ]);
  expect(styles.machines(["          headers: { Operation-Location: { schema: { type: string } } }\n", ""])).toEqual([
    'error response-header-removed: the header "Operation-Location" of the 202 response of "invokeMachine" was removed',
  ]);
});

describe("errors", () => {
  const places = 'the default response of "getMachine" and 2 other locations';

  test("a moved or removed fact is reported once for all responses", () => {
    expect(styles.machines(["        errors:", "        invalid_params:"])).toEqual([
      `error error-fact-moved: the list of details moved from "/errors" to "/invalid_params" in ${places}`,
    ]);
    expect(styles.machines(["properties: { pointer: {", "properties: { field: {"])).toEqual([
      `error error-fact-moved: the pointer of a detail moved from "/errors/0/pointer" to "/errors/0/field" in ${places}`,
    ]);
    expect(styles.machines(["        code: { type: string }\n", ""])).toEqual([
      `error error-fact-removed: the code was removed from ${places}`,
    ]);
    expect(styles.machines(["        errors: {", "        others: {"])).toEqual([
      `error error-fact-removed: the list of details was removed from ${places}`,
      `info response-property-declared: "others" in ${places} is a new property`,
    ]);
  });

  test("another shape is reported with everything that moved", () => {
    const inner = /              error:\n[^]*?(?=  schemas:)/.exec(databases)![0];
    const flat = inner
      .split("\n")
      .slice(4)
      .map((line) => line.slice(4))
      .join("\n");
    expect(
      styles.databases([
        `            required: [error]\n            properties:\n${inner}`,
        `            required: [code, message]\n            properties:\n${flat}`,
      ]),
    ).toEqual([
      'error error-fact-moved: the code moved from "/error/code" to "/code", the message from "/error/message" to "/message" and the list of details from "/error/details" to "/details" in the 404 response of "getDatabase" and 1 other location',
    ]);
  });

  test("another media type replaces the rules about responses", () => {
    expect(styles.machines(["application/problem+json", "application/json"])).toEqual([
      `error error-media-type-changed: errors now have the media type "application/json" instead of "application/problem+json" in ${places}`,
    ]);
    const both = [
      "content: { application/problem+json:",
      'content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } }, application/problem+json:',
    ] as const;
    expect(styles.machines(both)).toEqual(
      ["getMachine", "getOperation", "invokeMachine"].map(
        (name) => `info response-media-type-added: the default response of "${name}" can now also be sent as "application/json"`,
      ),
    );
    expect(changes(edited(machines, [both]), machines)).toEqual(
      ["getMachine", "getOperation", "invokeMachine"].map(
        (name) => `error response-media-type-removed: the default response of "${name}" is no longer sent as "application/json"`,
      ),
    );
  });

  const withErrors = (members: string) => ["components:\n", `x-platform-error-binding: { ${members} }\ncomponents:\n`] as const;
  const described = edited(machines, [
    [
      "        code: {",
      "        kind: { type: string }\n        step: { type: integer }\n        trace: { type: string }\n        code: {",
    ],
  ]);

  test("each fact that a binding moves, if the schema has both locations", () => {
    const moved = (before: string, after: string) =>
      changes(edited(described, [withErrors(before)]), edited(described, [withErrors(after)]));
    const told = (fact: string, from: string, to: string) => [
      `error error-fact-moved: the ${fact} moved from "${from}" to "${to}" in ${places}`,
    ];
    expect(moved("code: /code", "code: /kind")).toEqual(told("code", "/code", "/kind"));
    expect(moved("message: /detail", "message: /kind")).toEqual(told("message", "/detail", "/kind"));
    expect(moved("status: /status", "status: /step")).toEqual(told("status", "/status", "/step"));
    expect(moved("title: /title", "title: /kind")).toEqual(told("title", "/title", "/kind"));
    expect(moved("requestId: /trace", "requestId: /kind")).toEqual(told("request id", "/trace", "/kind"));
    expect(moved("requestId: /trace", "requestId: null")).toEqual([]);
    expect(moved("code: /code", "code: null")).toEqual([`error error-fact-removed: the code was removed from ${places}`]);
  });

  test("a value that a binding gives every error", () => {
    const changed = (before: string, after: string) =>
      changes(edited(described, [withErrors(before)]), edited(described, [withErrors(after)]));
    const fixed = "fixed: { /kind: error, /step: 1 }";
    expect(changed(fixed, "fixed: { /step: 2, /kind: fault }")).toEqual([
      `error error-value-changed: the value at "/kind" is now "fault" instead of "error" and the value at "/step" is now 2 instead of 1 in ${places}`,
    ]);
    expect(changed(fixed, "fixed: { /kind: error }")).toEqual([
      `error error-value-changed: the value at "/step" is no longer always 1 in ${places}`,
    ]);
    expect(changed(fixed, "fixed: { /step: 1, /kind: error }")).toEqual([]);
    expect(changed("fixed: { /kind: error }", fixed)).toEqual([]);
  });

  test("a value that the schema gives every error is reported for the schema", () => {
    const required = ["required: [title, status]", "required: [title, status, kind]"] as const;
    const constant = (value: string) => ["kind: { type: string }", `kind: { const: ${value} }`] as const;
    expect(changes(edited(described, [required, constant("a")]), edited(described, [required, constant("b")]))).toEqual([
      `error response-enum-value-added: "kind" in ${places} can now also be "b"`,
      `warning response-enum-value-removed: "kind" in ${places} can no longer be "a"`,
    ]);
  });

  test("a code that a binding renames", () => {
    expect(
      styles.databases([
        "components:\n",
        "x-platform-error-binding: { codes: { resource_not_found: NotFound, internal: internal } }\ncomponents:\n",
      ]),
    ).toEqual([
      'error error-code-renamed: "resource_not_found" was renamed to "NotFound" in the 404 response of "getDatabase" and 1 other location',
    ]);
  });
});

describe("errors of actions", () => {
  const rest = "{ type: object, required: [code, message], properties: { code: { type: string }, message: { type: string } } }";
  const rpc =
    "{ type: object, required: [jsonrpc, id, error], properties: { jsonrpc: { const: '2.0' }, id: {}, error: { type: object, required: [code, message], properties: { code: { type: integer }, message: { type: string } } } } }";
  const contract = (schema: string, binding: string, errors: string, more = "") =>
    edited(machines, [
      ["components:\n  responses:\n", `components:\n  responses:\n    Own: ${failed(schema, binding)}\n`],
      ["operationId: invokeMachine\n", `operationId: invokeMachine\n      x-platform-action-binding: {}\n`],
      [
        `Done" } } }\n        default: { $ref: "#/components/responses/Problem" }`,
        `Done" } } }\n${more}        default: { $ref: "#/components/responses/Own" }`,
      ],
      ["start: { label: Start,", `start: { label: Start, errors: [${errors}],`],
    ]);
  const failed = (schema: string, binding: string) =>
    `{ description: It failed., x-platform-error-binding: { ${binding} }, content: { application/json: { schema: ${schema} } } }`;
  const place = 'the default response of "invokeMachine"';

  test("another name or number of a code", () => {
    const full = (binding: string) => contract(rest, binding, "{ code: full, status: 409 }");
    expect(changes(full("codes: { full: NO_CAPACITY }"), full("codes: { full: OUT_OF_CAPACITY }"))).toEqual([
      `error error-code-renamed: "NO_CAPACITY" was renamed to "OUT_OF_CAPACITY" in ${place}`,
    ]);
    const numbered = (binding: string) => contract(rpc, binding, "{ code: not_enough, status: 409 }");
    expect(changes(numbered("codes: { not_enough: -32001 }"), numbered("codes: { not_enough: -32002 }"))).toEqual([
      `error error-code-renamed: "-32001" was renamed to "-32002" in ${place}`,
    ]);
    expect(changes(numbered("message: /error/message"), numbered("codes: { not_enough: -32002 }"))).toEqual([
      `error error-code-renamed: "-32000" was renamed to "-32002" in ${place}`,
    ]);
  });

  test("a code that no error has, or that another response reports", () => {
    const other = (binding: string) =>
      contract(rest, binding, "{ code: full, status: 409 }", `        "409": ${failed(rest, "codes: { other: OTHER }")}\n`);
    expect(changes(other("codes: { full: A }"), other("codes: { full: B }"))).toEqual([]);
    const unused = (binding: string) => contract(rest, binding, "{ code: full, status: 409 }");
    expect(changes(unused("codes: { gone: A }"), unused("codes: { gone: B }"))).toEqual([]);
  });

  test("another status counts only if it is sent, or if another response describes it", () => {
    const when = (status: number, more = "") => contract(rest, "when: /code", `{ code: full, status: ${status} }`, more);
    const changed = 'error action-error-status-changed: "start" of "vm" now returns "full" with status 410 instead of 404';
    expect(changes(when(404), when(410))).toEqual([]);
    const own = `        "410": ${failed(rest, "code: /code")}\n`;
    expect(changes(when(404, own), when(410, own))).toEqual([changed]);
    const marked = `        "410": ${failed(rest, "when: /code")}\n`;
    expect(changes(when(404, marked), when(410, marked))).toEqual([changed]);
    const plain = (status: number) => contract(rest, "code: /code", `{ code: full, status: ${status} }`);
    expect(changes(plain(404), plain(410))).toEqual([changed]);
  });
});

describe("services", () => {
  test("a moved or removed fact", () => {
    expect(styles.machines(["kind: { const: vm }", "type: { const: vm }"], ["[id, kind]", "[id, type]"])).toEqual([
      'error service-fact-moved: the type moved from "/kind" to "/type" in the services of "invokeMachine"',
    ]);
    expect(styles.databases(["spec: {", "attributes: {"])).toEqual([
      'error service-fact-moved: the plan moved from "/data/spec/plan" to "/data/attributes/plan" in the services of "invokeDatabase"',
    ]);
    expect(styles.machines([", plan: { type: string }", ""])).toEqual([
      'error service-fact-removed: the plan was removed from the services of "invokeMachine"',
    ]);
  });

  test("undescribed facts were never guaranteed", () => {
    const shown = ', content: { application/json: { schema: { $ref: "#/components/schemas/Machine" } } } }';
    expect(changes(edited(machines, [[shown, " }"]]), machines)).toEqual([
      'info response-media-type-added: the 200 response of "getMachine" can now also be sent as "application/json"',
    ]);
  });
});

test("bindings that lint rejects are compared, too", () => {
  const deep = `"${"/data".repeat(5000)}"`;
  for (const value of ["5", "null", "[]", "{ x: 1 }", '"/__proto__/a"', deep]) {
    for (const part of ["response", "service", "async"]) {
      const whole = edited(databases, [bound("invokeDatabase", `${part}: ${value}`)]);
      const member = edited(databases, [bound("invokeDatabase", `${part}: { result: ${value}, type: ${value}, id: ${value} }`)]);
      for (const after of [whole, member]) expect(() => changes(databases, after)).not.toThrow();
    }
    const error = `x-platform-error-binding: { code: ${value}, details: ${value}, codes: ${value} }\ncomponents:\n`;
    expect(() => changes(databases, edited(databases, [["components:\n", error]]))).not.toThrow();
  }
});
