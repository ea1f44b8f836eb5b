import { describe, expect, it } from "vitest";
import { read, success, json, told } from "./read-binding.js";

const result = "{ start: { result: { type: object } } }";

describe("the envelope of contracts without a binding", () => {
  const envelopeOf = (schema: string, more: Parameters<typeof read>[0] = {}) => {
    const { envelope, isAssumed, problems } = read({ responses: success(schema), ...more });
    expect(told(problems)).toEqual([]);
    expect(isAssumed).toBe(false);
    return envelope;
  };

  it("is { action, status, message, result } where the schema has these", () => {
    expect(
      envelopeOf(
        "{ type: object, properties: { action: { type: string }, status: { type: string }, message: { type: string }, result: { type: object } } }",
      ),
    ).toEqual({ action: "/action", status: "/status", message: "/message", result: "/result" });
  });

  it("has the state as its status, and the only undescribed object as its result", () => {
    const schema =
      "{ type: object, properties: { id: { type: string }, action: { type: string }, state: { enum: [queued, done] }, output: { type: object }, meta: { type: object }, labels: { type: object } } }";
    expect(envelopeOf(schema)).toEqual({ action: "/action", status: "/state", result: "/output" });
    expect(read({ responses: success(schema) }).statuses).toEqual(["queued", "done"]);
  });

  it("follows references, allOf, and the alternatives of anyOf and oneOf", () => {
    const schemas = `{
      Base: { properties: { status: { $ref: "#/components/schemas/Status" } } },
      Status: { anyOf: [{ enum: [active] }, { const: gone }, { type: "null" }] },
      Started: { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { action: { const: start }, result: { type: object, properties: { ip: {} } } } }] },
      Stopped: { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { action: { const: stop } } }] } }`;
    const schema = '{ anyOf: [{ $ref: "#/components/schemas/Started" }, { $ref: "#/components/schemas/Stopped" }] }';
    expect(envelopeOf(schema, { schemas })).toEqual({ action: "/action", status: "/status", result: "/result" });
    expect(read({ responses: success(schema), schemas }).statuses).toEqual(["active", "gone"]);
  });

  it("is in data if the root has none of its facts", () => {
    const inner = "{ type: object, properties: { action: { type: string }, state: { type: string }, result: { type: object } } }";
    expect(
      envelopeOf(
        `{ type: object, properties: { data: ${inner}, meta: { type: object, properties: { request_id: { type: string } } } } }`,
      ),
    ).toEqual({ action: "/data/action", status: "/data/state", result: "/data/result" });
  });

  it("has data as its result if it is not described", () => {
    expect(envelopeOf("{ type: object, properties: { data: { type: object }, meta: { type: object } } }")).toEqual({
      result: "/data",
    });
  });

  it("is in the action of { action: { id, status } }, whose command has other names", () => {
    const inner =
      "{ type: object, properties: { id: { type: integer }, command: { type: string }, status: { enum: [running, success] } } }";
    expect(envelopeOf(`{ type: object, properties: { action: ${inner} } }`)).toEqual({ status: "/action/status" });
  });

  it("is only a result if actions refer to the whole body, or to its alternatives", () => {
    const schemas =
      "{ Ip: { type: object, properties: { status: { type: string } } }, Key: { type: object, properties: { key: {} } } }";
    const actions = {
      vm: '{ start: { result: { $ref: "#/components/schemas/Ip" } }, stop: { result: { $ref: "#/components/schemas/Key" } }, pause: {} }',
    };
    const either = '{ oneOf: [{ $ref: "#/components/schemas/Ip" }, { $ref: "#/components/schemas/Key" }] }';
    expect(envelopeOf(either, { schemas, actions })).toEqual({ result: "" });
    expect(
      envelopeOf(`{ type: object, properties: { status: { type: string }, payload: ${either} } }`, { schemas, actions }),
    ).toEqual({
      status: "/status",
      result: "/payload",
    });
  });

  it("omits an action whose values are other names, and a result that is text", () => {
    const schema = "{ type: object, properties: { action: { enum: [start_server] }, result: { enum: [ok] } } }";
    expect(envelopeOf(schema)).toEqual({});
    expect(envelopeOf(schema, { actions: { vm: "{ start_server: { result: { type: string } } }" } })).toEqual({
      action: "/action",
      result: "/result",
    });
  });

  it("is empty if a success has no body", () => {
    expect(read({ responses: "{ '204': { description: Done. } }" })).toMatchObject({
      envelope: {},
      isAssumed: false,
      successes: [204],
    });
  });

  it("is the same for all successes", () => {
    const done = json("{ type: object, properties: { id: { type: string }, result: { type: object } } }");
    const accepted = json("{ type: object, properties: { id: { type: string }, state: { type: string } } }");
    const { envelope, successes } = read({ responses: `{ "201": ${done}, "202": ${accepted}, "404": { description: No. } }` });
    expect(envelope).toEqual({ status: "/state", result: "/result" });
    expect(successes).toEqual([201, 202]);
  });

  it("is assumed if no success describes a member", () => {
    const assumed = {
      envelope: { action: "/action", status: "/status", message: "/message", result: "/result" },
      isAssumed: true,
    };
    for (const responses of [
      "{}",
      "{ '200': { description: Done. } }",
      success("{}"),
      success("{ type: object }"),
      success("{ allOf: [{ type: object }] }"),
    ])
      expect(read({ responses, actions: { vm: result } })).toMatchObject(assumed);
  });

  it("treats the default response as a success only if none is declared", () => {
    const failing = `default: ${json("{ type: object, properties: { status: { type: string } } }")}`;
    expect(read({ responses: `{ ${failing} }` }).envelope).toEqual({ status: "/status" });
    expect(read({ responses: `{ "204": { description: Done. }, ${failing} }` }).envelope).toEqual({});
  });
});

describe("successes", () => {
  const error = (schema: string, type = "application/json") =>
    `default: { description: It failed., content: { ${type}: { schema: ${schema} } } }`;
  const text = "{ type: string }";
  const none =
    'binding-missing responses: "POST /things/{id}/do/{action}" declares no success: its responses are errors or redirects | Declare the response of an action that succeeds: "200", "202" or "204".';

  it.each([
    ["problems", error("{}", "application/problem+json")],
    ["{ error }", error(`{ properties: { error: ${text} } }`)],
    ["{ error: { message } }", error(`{ properties: { error: { properties: { message: ${text} } } } }`)],
    ["{ code, message }", error(`{ properties: { code: ${text}, message: ${text} } }`)],
    ["a binding", `default: { description: Failed., x-acme-error-binding: { code: /a }, content: { application/json: {} } }`],
    ["a redirection beside default", '"303": { description: See. }, default: { description: Failed. }'],
    ["a redirection", '"303": { description: See. }'],
  ])("do not exist if there is only %s", (_, responses) => {
    const { problems, successes, isAssumed } = read({ responses: `{ ${responses} }` });
    expect(told(problems)).toEqual([none]);
    expect({ successes, isAssumed }).toEqual({ successes: [], isAssumed: false });
  });

  it.each([
    ["a status", error(`{ properties: { status: ${text}, message: ${text} } }`)],
    ["a code beside data", error(`{ properties: { code: ${text}, message: ${text}, data: { type: object } } }`)],
    ["nothing", "default: { description: Done. }"],
  ])("are the default response with %s", (_, responses) => {
    expect(read({ responses: `{ ${responses} }` }).problems).toEqual([]);
  });
});

describe("a response without content", () => {
  const plain = '"202": { description: Accepted. }';
  const located = '"201": { description: Created., headers: { Location: { schema: { type: string } } } }';
  const result = { vm: "{ start: { result: { type: object } } }" };

  it("has no body if it declares headers, or if there is a binding", () => {
    const bodiless = { envelope: {}, isAssumed: false, problems: [] };
    expect(read({ responses: `{ ${located} }` })).toMatchObject(bodiless);
    expect(read({ responses: `{ ${located}, ${plain} }` })).toMatchObject(bodiless);
    expect(read({ responses: `{ ${plain} }`, binding: "{ service: { type: null } }" })).toMatchObject(bodiless);
    expect(read({ responses: `{ ${plain} }`, binding: "{ response: null }" })).toMatchObject(bodiless);
    expect(told(read({ responses: `{ ${located} }`, actions: result }).problems)).toEqual([
      expect.stringContaining('cannot determine the location of the result of "start"'),
    ]);
  });

  it("is otherwise the default one, or that of the binding", () => {
    expect(read({ responses: `{ ${plain} }` }).isAssumed).toBe(true);
    expect(read({ responses: `{ ${located} }`, binding: '{ response: { result: "" } }' }).envelope).toEqual({ result: "" });
  });
});

describe("facts without a location", () => {
  const schema = "{ type: object, properties: { a: { type: object, properties: { b: {} } }, c: { type: string } } }";

  it("are missing if an action has them", () => {
    const hint = (fact: string, place: string, all: string) =>
      `If it is at "${place}", write x-acme-action-binding: { response: { ${fact}: ${place} } } next to the operation's responses, or null if there is none. The response has ${all}.`;
    expect(
      told(read({ responses: success(schema), actions: { vm: "{ stop: {}, start: { result: {}, statuses: [on] } }" } }).problems),
    ).toEqual([
      `binding-missing responses: cannot determine the location of the result of "start" in the endpoint's response | ${hint("result", "/a", '"/a", "/a/b"')}`,
      `binding-missing responses: cannot determine the location of the status of "start" in the endpoint's response | ${hint("status", "/a/b", '"/a/b", "/c"')}`,
    ]);
  });

  it("are missing if a binding omits them", () => {
    const { problems } = read({ responses: success(schema), actions: { vm: result }, binding: "{ response: { message: /c } }" });
    expect(told(problems)).toEqual([expect.stringMatching(/^binding-missing x-acme-action-binding: .* the result of "start"/)]);
  });

  it("are not missing if a binding declares them absent", () => {
    for (const binding of ["{ response: { result: null } }", "{ response: null }"])
      expect(read({ responses: success(schema), actions: { vm: result }, binding }).problems).toEqual([]);
  });
});

describe("response of a binding", () => {
  const schema =
    "{ type: object, properties: { state: { enum: [on, off] }, text: { type: string }, body: { type: object, properties: { ip: { type: string } } } } }";
  const bound = (response: string) => read({ responses: success(schema), binding: `{ response: ${response} }` });

  it("defines the locations of facts; omitted ones are inferred", () => {
    const { envelope, statuses, problems } = bound("{ result: /body, message: /text, action: null }");
    expect(envelope).toEqual({ status: "/state", message: "/text", result: "/body" });
    expect(statuses).toEqual(["on", "off"]);
    expect(problems).toEqual([]);
  });

  it("excludes other facts if the whole body is the result", () => {
    expect(bound('{ result: "" }').envelope).toEqual({ result: "" });
    expect(told(bound('{ result: "", status: /state }').problems)).toEqual([
      'binding-overlap result: "result" has the same location as "status": "/state" | Write another pointer for result, or status: null if the response does not have it.',
    ]);
  });

  it("suffices if the contract describes nothing", () => {
    expect(read({ binding: "{ response: { result: /out } }" })).toMatchObject({ envelope: { result: "/out" }, isAssumed: false });
  });

  it("must have an existing target", () => {
    expect(told(bound("{ result: /boddy, status: state, outcome: /text, messsage: /text, action: /nowhere }").problems)).toEqual([
      'binding-member status: "status" must be a JSON pointer such as "/result", or null | Write "/state".',
      'binding-member outcome: unknown member "outcome" of a binding | Write one of action, status, message, result.',
      'binding-member messsage: unknown member "messsage" of a binding | Did you mean "message"?',
      'binding-pointer action: no success of the endpoint has anything at "/nowhere" | Write one of "/state", "/text", "/body/ip"; or null if there is none.',
      'binding-pointer result: no success of the endpoint has anything at "/boddy" | Did you mean "/body"?',
    ]);
  });

  it("points to a schema that can contain the fact, in every success that has one there", () => {
    expect(told(bound('{ status: "" }').problems)).toEqual([
      'binding-pointer status: "status" can\'t be the whole body: only a result can | Write one of "/state", "/text", "/body/ip"; or null if there is none.',
    ]);
    expect(told(bound("{ message: /body }").problems)).toEqual([
      'binding-pointer message: the value at "/body" can\'t be text, as "message" must be | Write one of "/state", "/text", "/body/ip"; or null if there is none.',
    ]);
    expect(told(bound("{ result: /text }").problems)).toEqual([]);
    const actions = { vm: "{ start: { result: { type: object } } }" };
    const { problems } = read({ responses: success(schema), binding: "{ response: { result: /text } }", actions });
    expect(told(problems)).toEqual([
      'binding-response result: the result of "start" is an object, which "/text" of the response doesn\'t allow | Write "/body", or null if there is none.',
    ]);
    const both = `{ "200": ${json("{ properties: { phase: { type: string } } }")}, "202": ${json("{ properties: { phase: { type: integer } } }")} }`;
    expect(told(read({ responses: both, binding: "{ response: { status: /phase } }" }).problems)).toEqual([
      expect.stringMatching(/^binding-pointer status: the value at "\/phase" can't be text/),
    ]);
  });

  it("does not point into a list, to which a server can't write", () => {
    const list = "{ properties: { data: { type: array, items: { properties: { state: { type: string } } } } } }";
    expect(told(read({ responses: success(list), binding: "{ response: { status: /data/0/state } }" }).problems)).toEqual([
      'binding-pointer status: "/data/0/state" leads into a list, where a server can\'t put "status" | The schema contains no candidate: describe one there, or write null.',
    ]);
    const named = "{ properties: { data: { type: object, properties: { 0: { type: string } } } } }";
    expect(read({ responses: success(named), binding: "{ response: { status: /data/0 } }" }).problems).toEqual([]);
  });

  it("has no location if no success has a body", () => {
    const responses = '{ "204": { description: Done. } }';
    expect(told(read({ responses, binding: "{ response: { status: /state } }" }).problems)).toEqual([
      'binding-response status: no success of the endpoint has a body: "status" has no location | Describe the content of a success, or write x-acme-action-binding: { response: null }.',
    ]);
  });

  it("reports two facts in one location once", () => {
    expect(told(bound("{ action: /state, status: /state }").problems)).toEqual([
      'binding-overlap status: "status" has the same location as "action": "/state" | Write another pointer for status, or action: null if the response does not have it.',
    ]);
  });

  it("has no other names", () => {
    for (const name of ["envelope", "evelope"]) {
      expect(told(read({ responses: success(schema), binding: `{ ${name}: {} }` }).problems)).toEqual([
        `binding-member ${name}: unknown member "${name}" of a binding | Did you mean "response"?`,
      ]);
    }
  });

  it("suggests the part that a fact belongs to", () => {
    const hints = told(
      read({ responses: success(schema), binding: "{ status: /state, operation: getThing, id: /id }" }).problems,
    );
    expect(hints).toEqual([
      'binding-member status: unknown member "status" of a binding | Put it into response or service or async: { status: … }.',
      'binding-member operation: unknown member "operation" of a binding | Put it into service or async: { operation: … }.',
      "binding-body id: the id of a request must be next to the action's own body | Give the location of that body, such as body: /params. The id of the followed resource belongs in async: { id: … }.",
    ]);
  });

  it("must be an object", () => {
    expect(told(read({ binding: "[]" }).problems)).toEqual([
      'binding-member x-acme-action-binding: "x-acme-action-binding" must be an object | Write x-acme-action-binding: { response: { status: /…, result: /… } }, and service or async where they are needed.',
    ]);
    expect(told(read({ binding: "{ response: /result, results: /params }" }).problems)).toEqual([
      'binding-member response: "response" must be an object',
      'binding-member results: unknown member "results" of a binding | Write one of action, type, body, id, batch, list, from, response, async, service.',
    ]);
  });
});

it("requires a 202 if an action completes asynchronously, unless a binding defines how it is followed", () => {
  const pieces = {
    responses: success("{}"),
    actions: { vm: "{ resize: { async: true }, start: { async: false } }" },
    service: "{ properties: { status: { enum: [starting, on] } } }",
  };
  expect(told(read(pieces).problems)).toEqual([
    'async-undeclared async: "resize" completes asynchronously, but its endpoint declares no 202',
  ]);
  expect(read({ ...pieces, binding: "{ async: {} }" }).problems).toEqual([]);
  expect(read({ ...pieces, responses: success("{}", "202") }).problems).toEqual([]);
});

describe("a whole body that is the result in some successes only", () => {
  const schemas = "{ Done: { type: object, required: [state], properties: { state: { type: string } } } }";
  const done = '{ $ref: "#/components/schemas/Done" }';
  const accepted = "{ type: object, required: [operation], properties: { operation: { type: object, properties: { id: {} } } } }";
  const responses = `{ "200": ${json(done)}, "202": ${json(accepted)} }`;

  it("is none if an operation is named instead", () => {
    const { envelope, withoutResult, problems } = read({ responses, schemas, actions: { vm: `{ start: { result: ${done} } }` } });
    expect([envelope, withoutResult, problems]).toEqual([{ result: "" }, ["202"], []]);
  });

  it("is none if a binding says so and no result has the required members", () => {
    const withoutResult = (result: string) =>
      read({ responses, schemas, actions: { vm: `{ start: { result: ${result} } }` }, binding: '{ response: { result: "" } }' })
        .withoutResult;
    expect(withoutResult("{ type: object, properties: { state: { type: string } } }")).toEqual(["202"]);
    expect(withoutResult("{ type: object, properties: { state: {}, operation: {} } }")).toEqual([]);
    expect(withoutResult("{ type: object }")).toEqual([]);
  });
});
