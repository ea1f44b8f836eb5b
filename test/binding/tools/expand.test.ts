import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { machines, pumps, volumes } from "./bound-contracts.js";
import { contractWith, expandValue, operationOf } from "../../tools/expand/expand-contract.js";

const expanded = {
  machines: expandValue(parse(machines) as object),
  pumps: expandValue(parse(pumps) as object),
  volumes: expandValue(parse(volumes) as object),
};
const attach = expanded.volumes.document("volume").paths["/volumes/{volume_id}/attach"]!["post"]!;
const snapshot = expanded.volumes.document("volume").paths["/volumes/{volume_id}/snapshot"]!["post"]!;

describe("successes of the endpoint", () => {
  test("each that the action may have, with its headers", () => {
    const statuses = (responses: object) => Object.keys(responses).filter((status) => status.startsWith("2"));
    expect(statuses(attach.responses)).toEqual(["200", "204"]);
    expect(statuses(snapshot.responses)).toEqual(["202"]);
    expect(Object.keys(attach.responses["200"]!["headers"]!)).toContain("ETag");
    expect(Object.keys(snapshot.responses["202"]!["headers"]!)).toEqual(["Operation-Location", "Retry-After"]);
  });

  test("one without a body has no content", () => {
    expect(attach.responses["204"]).toEqual({ description: "Nothing had to be done." });
  });

  test("the schemas of the facts are at their locations in the envelope", () => {
    const schema = { $ref: "#/components/schemas/VolumeAttachAnswer" };
    expect(attach.responses["200"]!["content"]).toEqual({ "application/json": { schema } });
    expect(expanded.volumes.document("volume").components["schemas"]!["VolumeAttachAnswer"]).toEqual({
      allOf: [
        { $ref: "#/components/schemas/Done" },
        {
          type: "object",
          required: ["data"],
          properties: {
            data: { $ref: "#/components/schemas/VolumeAttachAnswerData" },
          },
        },
      ],
    });
    expect(expanded.volumes.document("volume").components["schemas"]!["VolumeAttachAnswerData"]).toEqual({
      type: "object",
      required: ["status", "result"],
      properties: {
        status: { type: "string", enum: ["attached"] },
        result: { $ref: "#/components/schemas/VolumeAttachResult" },
      },
    });
    const { schemas } = expanded.machines.document("vm").components;
    expect(schemas!["VmStartAnswer"]).toMatchObject({
      allOf: [{}, { required: ["action", "state", "output"], properties: { action: { const: "start" } } }],
    });
  });

  test("the whole body, in the media type of the contract", () => {
    const document = expanded.pumps.document("water");
    const { responses } = document.paths["/pumps/{id}:start"]!["post"]!;
    expect(responses["201"]!["content"]).toEqual({
      "application/vnd.pumps+json": { schema: { $ref: "#/components/schemas/WaterStartAnswer" } },
    });
    expect(document.components["schemas"]!["WaterStartAnswer"]).toEqual({
      allOf: [{ type: "object", minProperties: 1 }, { $ref: "#/components/schemas/WaterStartResult" }],
    });
  });

  test("a schema that only requires an object is left out next to another", () => {
    const any = { type: "object", description: "Anything." };
    const answerOf = (schema: object, action: object, binding?: object) => {
      const endpoint = {
        responses: { "200": { description: "Done.", content: { "application/json": { schema } } } },
        ...(binding && { "x-platform-action-binding": { response: binding } }),
      };
      const contract = contractWith({ go: { label: "Go", ...action } }, { endpoint, components: { schemas: { Any: any } } });
      return expandValue(contract).document("vm").components["schemas"]!["VmGoAnswer"];
    };
    const output = { type: "object", required: ["output"], properties: { output: { type: "string" } } };
    const facts = { allOf: [{ $ref: "#/components/schemas/VmGoResult" }] };
    for (const general of [any, { type: "object", properties: {} }, { $ref: "#/components/schemas/Any" }])
      expect(answerOf(general, { result: output }, { result: "" })).toEqual(facts);
    expect(answerOf(output, {}, { action: null, status: null, result: null })).toEqual({ allOf: [output] });
    expect(answerOf(output, { result: any }, { result: "" })).toEqual({ allOf: [output] });
    const limited = { ...any, minProperties: 1 };
    expect(answerOf(limited, { result: output }, { result: "" })).toEqual({ allOf: [limited, ...facts.allOf] });
  });

  test("examples have the facts at their locations, unless the body needs more than them", () => {
    const example = { default: { status: "ok", result: { n: 1 } } };
    const actions = { go: { label: "Go", statuses: ["ok"], examples: example, result: { type: "object" } } };
    const body = (schema: object) => ({
      responses: { "201": { description: "Done.", content: { "application/json": { schema } } } },
    });
    const data = { type: "object", properties: { status: { type: "string" }, result: { type: "object" } } };
    const examplesWith = (schema: object) => {
      const operation = operationOf(expandValue(contractWith(actions, { endpoint: body(schema) })), "go");
      return (operation.responses["201"]!["content"] as Record<string, { examples?: object }>)["application/json"]!.examples;
    };
    expect(examplesWith({ type: "object", properties: { data } })).toEqual({
      default: { value: { data: { status: "ok", result: { n: 1 } } } },
    });
    expect(examplesWith({ type: "object", required: ["id"], properties: { id: { type: "string" }, data } })).toBeUndefined();
  });
});

test("parameters of the endpoint, and errors as it declares them", () => {
  expect((attach["parameters"] as { name: string }[]).map(({ name }) => name)).toEqual([
    "volume_id",
    "If-Match",
    "X-Reason",
    "session",
    "priority",
  ]);
  const failure = { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } };
  expect(attach.responses["409"]!["content"]).toEqual(failure);
  expect(attach.responses["422"]).toEqual({
    description: "It failed.\n\nErrors of this action:\n\n- `too_many`: The machine has too many volumes.",
    content: failure,
  });
});

test("scopes of the endpoint and of the action together", () => {
  expect(attach["security"]).toEqual([{ oauth: ["volumes.call", "volumes.write"] }]);
});

test("the binding is removed with the endpoint", () => {
  const operation = expanded.pumps.document("water").paths["/pumps/{id}:start"]!["post"]!;
  expect(Object.keys(operation).filter((key) => key.startsWith("x-"))).toEqual(["x-platform-action"]);
});
