import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { load, type LiveContract } from "../../../generator/live/index.js";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { createSchemaEvaluator } from "../../../generator/json-schema/interpreter.js";
import { createRandom } from "../../../generator/json-schema/samples/random.js";
import { sampleValue } from "../../../generator/json-schema/samples/sample-value.js";
import { describeMcp } from "../../../generator/emit/mcp/describe-mcp.js";
import { lowerSchema } from "../../../generator/emit/mcp/lower-schema.js";
import { createToolNamer } from "../../../generator/emit/mcp/tool-names.js";
import { isDestructive, type Tool } from "../../../templates/runtime/mcp/contract.js";
import { estimateTokens, findTools, searchTools } from "../../../templates/runtime/mcp/search-tools.js";
import { selectTools } from "../../../templates/runtime/mcp/select-tools.js";
import type { McpSettings } from "../../../templates/runtime/mcp/settings.js";
import { contractOf } from "./contract-of.js";
import { providerRules } from "./provider-rules.js";

const contract = await load("spec/openapi.yaml");
const described = describeMcp(contract.model);
const { tools, leftOut } = described;
const actions = tools.filter(({ call }) => call.kind === "action");
const toolsOf = (of: LiveContract) => describeMcp(of.model).tools;
const actionOf = ({ call }: Tool) => {
  if (call.kind !== "action") return expect.fail();
  return contract.model.serviceTypes.find(({ name }) => name === call.type)!.actions.find(({ name }) => name === call.action)!;
};
const listedBy = (settings: McpSettings) => selectTools(described, settings).tools.map(({ listed }) => listed.name);
const find = (name: string, among: readonly Tool[] = tools) => among.find(({ listed }) => listed.name === name)!;

test("each action and operation is a tool, but for what reveals secrets", () => {
  expect(actions).toHaveLength(86);
  expect(tools.slice(0, 5).map(({ listed }) => listed.name)).toEqual([
    "createService",
    "getProject",
    "getService",
    "listServices",
    "auth_" + contract.model.serviceTypes[0]!.advertised[0]!,
  ]);
  expect(leftOut).toEqual([{ name: "revealCredential", reason: "reveals secrets" }]);
  expect(listedBy({ tools: "operations" })).toHaveLength(4);
  expect(listedBy({ tools: "actions" })).toHaveLength(86);
  expect(listedBy({ tools: "actions", type: "search" })).toHaveLength(
    contract.model.serviceTypes.find(({ name }) => name === "search")!.actions.length,
  );
});

describe.each(Object.entries(providerRules))("%s", (_, check) => {
  test("all tools", () => expect(tools.flatMap(({ listed }) => check(listed))).toEqual([]));
  test("the tools that stand for all", () => expect(searchTools(tools).flatMap(check)).toEqual([]));
});

describe("hostile and unusual contracts", () => {
  const hostile = contractOf(
    `
  /{group-id}/things/{thing}:
    post:
      operationId: "1 odd id: ${"x".repeat(80)}"
      summary: "Line\\nbreaks \\u0000 and \\u202e"
      parameters:
        - { name: group-id, in: path, required: true, schema: { type: string } }
        - { name: thing, in: path, required: true, schema: true }
        - { name: "filter[name]", in: query, schema: { $ref: "#/components/schemas/Tree" } }
        - { name: Idempotency-Key, in: header, schema: { type: string } }
        - { name: name, in: query, schema: { type: string } }
      requestBody:
        content:
          application/json:
            schema:
              allOf: [{ $ref: "#/components/schemas/Tree" }, { type: object, not: { required: [never] } }]
              oneOf: [{ required: [left] }, { properties: { right: { const: 1 } }, required: [right] }]
      responses: { "204": { description: Done. } }
  /lists:
    post:
      operationId: lists
      requestBody: { required: true, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Tree" } } } } }
      responses: { "200": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } } }
  /upload:
    post:
      operationId: upload
      requestBody: { content: { application/octet-stream: {} } }
      responses: { "204": { description: Done. } }
`,
    `
components:
  schemas:
    Tree:
      type: object
      properties:
        name: { type: string, example: x, xml: { name: y } }
        left: { $ref: "#/components/schemas/Tree" }
        closed: false
        any: true
        "odd name": { type: string }
`,
  );

  test.each(Object.entries(providerRules))("%s", (_, check) => {
    expect(toolsOf(hostile).flatMap(({ listed }) => check(listed))).toEqual([]);
  });

  test("members with names that providers reject are told", () => {
    const [tool] = toolsOf(hostile);
    const { filter_name_: tree } = tool!.listed.inputSchema["properties"] as Record<string, JsonObject>;
    expect(tree).toMatchObject({ description: 'Other members: "odd name".' });
    expect(Object.keys(tree!["properties"] as object).sort()).toEqual(["any", "left", "name"]);
  });

  test("what can't be arguments of its own is one", () => {
    const { tools: found, leftOut: without } = describeMcp(hostile.model);
    expect(found.map(({ listed: { name, inputSchema } }) => [name, Object.keys(inputSchema["properties"] as object)])).toEqual([
      [expect.stringMatching(/^x1_odd_id__x+_[0-9a-f]{8}$/), ["group_id", "thing", "filter_name_", "name", "body"]],
      ["lists", ["body"]],
    ]);
    expect(without).toEqual([{ name: "upload", reason: "its body is not JSON" }]);
  });

  test("a schema that contains itself ends", () => {
    expect(JSON.stringify(find("lists", toolsOf(hostile)).listed)).toContain("Another Tree, as around it.");
  });
});

test("names are unique, and those that were shortened depend on nothing else", () => {
  const long = "a".repeat(70);
  const first = createToolNamer();
  const second = createToolNamer();
  const names = [long, `${long}b`, "a.b", "a_b", "a-b"].map(first);
  expect(new Set(names).size).toBe(5);
  expect(second(`${long}b`)).toBe(names[1]);
  expect(names.every((name) => name.length <= 64)).toBe(true);
});

describe("schemas", () => {
  const evaluate = createSchemaEvaluator(contract.model.schemas, { steps: 100_000, stepsInAll: Infinity, errors: 0 });
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const samples = (schema: JsonValue, name: string) =>
    [1, 2, 3].map((seed) =>
      sampleValue(
        { schemas: contract.model.schemas, evaluate, random: createRandom(`${name} ${seed}`), direction: undefined },
        schema,
      ),
    );

  test.each(actions.map((tool) => [tool.listed.name, tool] as const))("%s accepts what the contract accepts", (name, tool) => {
    const { listed } = tool;
    const action = actionOf(tool);
    const accepts = ajv.compile(listed.inputSchema);
    const ids = { project_id: "p", service_id: "s" };
    const bodies = [...action.examples.map(({ body }) => body ?? {}), ...samples(contract.model.schemas.get(action.body)!, name)];
    for (const body of bodies)
      expect([accepts({ ...(body as JsonObject), ...ids }), body, accepts.errors]).toEqual([true, body, null]);
    if (!listed.outputSchema) return;
    const returns = ajv.compile(listed.outputSchema);
    for (const result of [
      ...action.examples.flatMap((one) => one.result ?? []),
      ...samples(contract.model.schemas.get(action.result)!, name),
    ])
      expect([returns({ status: action.statuses[0], result }), returns.errors]).toEqual([true, null]);
  });

  test("alternatives of a body are one object, whose rules are told", () => {
    const { listed } = find("postgres_add_ip");
    expect(listed.inputSchema).toMatchObject({
      type: "object",
      required: ["project_id", "service_id"],
      additionalProperties: false,
    });
    expect(Object.keys(listed.inputSchema["properties"] as object)).toEqual([
      "project_id",
      "service_id",
      "description",
      "ip",
      "cidr",
    ]);
    expect(listed.description).toContain(
      "Use one of these forms: ip and optionally description; cidr and optionally description.",
    );
  });

  test("allOf is merged, and what can't be told is wider", () => {
    const schemas = new Map<string, JsonValue>([
      ["A", { type: "object", properties: { a: { type: "string" } }, required: ["a"] }],
    ]);
    const schema = {
      allOf: [{ $ref: "#/components/schemas/A" }, { properties: { a: { maxLength: 3 }, b: true } }],
      if: {},
      "x-y": 1,
      const: 4,
    };
    expect(lowerSchema(schema, { schemas })).toEqual({
      enum: [4],
      type: "object",
      properties: { a: { type: "string", maxLength: 3 }, b: {} },
      required: ["a"],
    });
  });

  test.each([
    ["^[a-z]+$", true],
    ["(?<=a)b", true],
    ["(?i)^pay$", false],
    ["^\\p{L}+$", false],
    ["^{[0-9]}$", false],
    ["(?<year>\\d)", false],
  ])("the pattern %s is kept if clients in any language compile it: %s", (pattern, isKept) => {
    const { pattern: kept } = lowerSchema({ type: "string", pattern }, { schemas: new Map() });
    expect(kept).toBe(isKept ? pattern : undefined);
  });

  test.each([
    [{ prefixItems: [{ type: "string" }], items: false }, { items: { anyOf: [{ type: "string" }] } }],
    [
      { prefixItems: [{ type: "string" }], items: { type: "null" } },
      { items: { anyOf: [{ type: "string" }, { type: "null" }] } },
    ],
    [{ prefixItems: [{ type: "string" }] }, {}],
    [{ anyOf: [false, { type: "null" }] }, { anyOf: [{ type: "null" }] }],
    [{ oneOf: [false], anyOf: [] }, {}],
    [{ patternProperties: { "^x": true }, additionalProperties: false, properties: { a: true } }, { properties: { a: {} } }],
    [
      { type: "any", minimum: "1", required: ["a", "a"], maxLength: 3 },
      { required: ["a"], maxLength: 3 },
    ],
    [
      { properties: { a: false }, additionalProperties: { type: "string" } },
      { properties: {}, additionalProperties: { type: "string" } },
    ],
  ])("of %j accept all that is valid, and what they say means something", (schema, lowered) => {
    expect(lowerSchema(schema as JsonObject, { schemas: new Map() })).toEqual(lowered);
  });

  test("are limited", () => {
    const names = Array.from({ length: 40 }, (_, index) => `S${index}`);
    const twice = (name: string) => ({
      type: "object",
      properties: { a: { $ref: `#/components/schemas/${name}` }, b: { $ref: `#/components/schemas/${name}` } },
    });
    const schemas = new Map<string, JsonValue>(names.map((name, index) => [name, twice(`S${index + 1}`)]));
    expect(JSON.stringify(lowerSchema(twice("S0"), { schemas })).length).toBeLessThan(200_000);
  });
});

describe("hints", () => {
  test("of actions are the contract's flags", () => {
    const flags = actions.map((tool) => {
      const { annotations } = tool.listed;
      const { readOnly, destructive, idempotent } = actionOf(tool);
      expect(annotations).toMatchObject({
        readOnlyHint: readOnly,
        destructiveHint: destructive,
        idempotentHint: idempotent,
        openWorldHint: false,
      });
      return [readOnly, destructive];
    });
    expect([
      flags.filter(([readOnly]) => readOnly).length > 0,
      flags.filter(([, destructive]) => destructive).length > 0,
    ]).toEqual([true, true]);
  });

  test("of operations are what HTTP defines, and nothing else", () => {
    expect(find("getService").listed.annotations).toEqual({ title: "Get a service", readOnlyHint: true, openWorldHint: false });
    expect(find("createService").listed.annotations).toEqual({ title: "Create a postgres service", openWorldHint: false });
    expect(["getService", "createService"].map((name) => isDestructive(find(name)))).toEqual([false, true]);
  });
});

describe("what can't be called is not listed", () => {
  test("without its scopes", () => {
    const read = listedBy({ scopes: ["service:read"] });
    expect(read).toContain("postgres_list_backups");
    expect(read).not.toContain("postgres_add_ip");
    expect(listedBy({ scopes: [] })).toEqual([]);
    expect(selectTools(described, { scopes: [] }).forbidden).toEqual(tools);
  });

  test("of a bound service: other types, and other arguments", () => {
    const target = { project_id: "p", service_id: "s" };
    const bound = selectTools(described, { service: { type: "postgres", target, enabled: new Set(["add_ip"]) } }).tools;
    expect(bound[0]!.listed.name).toBe("getService");
    expect(bound[1]!.listed.name).toBe("postgres_add_ip");
    expect(bound.slice(1).every(({ listed }) => listed.name.startsWith("postgres_"))).toBe(true);
    expect(
      bound.flatMap(({ listed }) => Object.keys(listed.inputSchema["properties"] as object)).filter((name) => name in target),
    ).toEqual([]);
  });

  test("the order and the names depend on no scope", () => {
    const all = listedBy({});
    const some = listedBy({ scopes: ["service:read", "service:admin"] });
    expect(some).toEqual(all.filter((name) => some.includes(name)));
  });
});

test("tools are found by words", () => {
  const names = (query: string) => (findTools(tools, query)["tools"] as { name: string }[]).map(({ name }) => name);
  expect(names("add ip postgres")[0]).toBe("postgres_add_ip");
  expect(names("create service")[0]).toBe("createService");
  expect(findTools(tools, "")["tools"]).toHaveLength(tools.length);
  expect(findTools(tools, "qqq")).toEqual({ tools: [], matches: 0 });
});

test("the estimate of tokens is a fourth of the characters", () => {
  const [tool] = tools;
  const { name, description, inputSchema } = tool!.listed;
  expect(estimateTokens([tool!.listed])).toBe(Math.ceil(JSON.stringify({ name, description, inputSchema }).length / 4));
});
