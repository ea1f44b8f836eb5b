import { expect, test } from "vitest";
import { contractWith, expandValue, operationOf } from "./expand-contract.js";

const json = (schema: object) => ({ "application/json": { schema } });
const failure = { description: "Refused.", content: json({ type: "object", required: ["error"] }) };

function responsesOf(action: object, responses: object, components: object = {}) {
  return operationOf(expandValue(contractWith({ stop: action }, { endpoint: { responses }, components })), "stop").responses;
}

test("an action that completes in the background has 202, any other all other successes", () => {
  const responses = { "200": { description: "Done." }, "201": { description: "Made." }, "202": { description: "Accepted." } };
  const now = responsesOf({}, responses);
  expect([Object.keys(now), now["200"]!["description"]]).toEqual([["200", "201"], "Done."]);
  const later = responsesOf({ async: true }, responses);
  expect([Object.keys(later), later["202"]!["description"]]).toEqual([["202"], "Accepted."]);
});

test("a 202 with another body is a success of every action if none completes in the background", () => {
  const content = {
    "application/json": { schema: { type: "object", required: ["id"], properties: { id: { type: "string" } } } },
  };
  const responses = { "200": { description: "Done.", content }, "202": { description: "Accepted." } };
  expect(Object.keys(responsesOf({}, responses))).toEqual(["200", "202"]);
  expect(Object.keys(responsesOf({}, { ...responses, "202": responses["200"] }))).toEqual(["200"]);
});

test("the only success is that of every action", () => {
  expect(responsesOf({ async: true }, { "200": { description: "Done." } })["200"]!["description"]).toBe("Done.");
  expect(responsesOf({}, { "202": { description: "Accepted." } })["202"]!["description"]).toBe("Accepted.");
});

test("a response that the endpoint doesn't describe, or describes for all successes", () => {
  expect(responsesOf({ async: true }, { "404": failure })["202"]!["description"]).toBe(
    "The action was accepted and is still running.",
  );
  expect(responsesOf({}, { "404": failure })["200"]!["description"]).toBe("The action has completed.");
  expect(Object.keys(responsesOf({}, { "2XX": { description: "Fine." } }))).toEqual(["200"]);
  const headers = { "X-Trace": { schema: { type: "string" } } };
  const ranged = responsesOf({}, { "2XX": { description: "Fine.", headers } });
  expect(Object.keys(ranged)).toEqual(["2XX"]);
  expect(ranged["2XX"]).toMatchObject({ description: "Fine.", headers });
});

test("failures of the endpoint are failures of each action", () => {
  const components = { responses: { Refused: failure } };
  const responses = { "200": { description: "Done." }, "4XX": { $ref: "#/components/responses/Refused" }, default: failure };
  const { "200": _, ...failures } = responsesOf({}, responses, components);
  expect(failures).toEqual({ "4XX": { $ref: "#/components/responses/Refused" }, default: failure });
});

const errors = [
  { code: "locked", status: 409, description: "The machine is\n  locked." },
  { code: "busy", status: 409 },
];
const list = "Errors of this action:\n\n- `busy`\n- `locked`: The machine is locked.";

test.each(["409", "4XX", "4xx", "default"])("own errors extend the endpoint's response %s", (status) => {
  const components = { responses: { Refused: failure } };
  const declared = { "200": { description: "Done." }, [status]: { $ref: "#/components/responses/Refused" } };
  const responses = responsesOf({ errors }, declared, components);
  expect(responses["409"]).toEqual({ ...failure, description: `Refused.\n\n${list}` });
});

test("if it declares none, an error has the shape of its other errors", () => {
  const withExample = { description: "No token.", content: { "application/json": { schema: true, example: "no_token" } } };
  const responses = responsesOf({ errors }, { "200": { description: "Done.", content: json({}) }, "401": withExample });
  expect(responses["409"]).toEqual({ description: list, content: { "application/json": { schema: true } } });
  expect(responsesOf({ errors }, { "200": { description: "Done.", content: json({}) } })["409"]).toEqual({ description: list });
});

test("statuses are in order", () => {
  const responses = { default: failure, "500": failure, "400": failure, "202": { description: "Accepted." } };
  expect(Object.keys(responsesOf({ errors, async: true }, responses))).toEqual(["202", "400", "409", "500", "default"]);
});

test("an example without a status has that of the action if it has only one", () => {
  const examples = { one: { result: { a: 1 } }, two: { status: "odd", result: {} }, three: { status: "ok" } };
  const values = (statuses?: string[]) => {
    const { content } = responsesOf({ examples, ...(statuses && { statuses }) }, { "200": { description: "Done." } })["200"] as {
      content: Record<string, { examples: Record<string, { value: unknown }> }>;
    };
    return Object.entries(content["application/json"]!.examples).map(([name, { value }]) => [name, value]);
  };
  const two = ["two", { action: "stop", status: "odd", result: {} }];
  expect(values(["ok"])).toEqual([["one", { action: "stop", status: "ok", result: { a: 1 } }], two]);
  expect(values(["ok", "odd"])).toEqual([two]);
  expect(values()).toEqual([two]);
});
