import { sValidator } from "@hono/standard-validator";
import { initTRPC } from "@trpc/server";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import { Hono } from "hono";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { PostgresActions } from "../../generated/actions.js";
import { actions as guards } from "../../generated/validators/index.js";
import { actions, operations } from "../../generated/validators/standard/index.js";
import { standard, type StandardSchema } from "../../templates/runtime/validators/standard.js";

const { body } = actions.postgres.add_ip;
const [valid, invalid] = [{ cidr: "203.0.113.0/24" }, { cidr: "203.0.113.0/24", cdir: "not to be told" }];

test("each entry has the properties of Standard Schema, and guards don't", () => {
  const properties = body["~standard"];
  expect([properties.version, properties.vendor, Object.keys(properties)]).toEqual([
    1,
    "openapi-actions",
    ["version", "vendor", "validate", "jsonSchema"],
  ]);
  expect(properties.validate(valid)).toEqual({ value: valid });
  const { issues } = properties.validate(invalid);
  expect(issues).toEqual([{ message: "must NOT be present", path: ["cdir"] }]);
  expect("~standard" in guards.postgres.add_ip.body).toBe(false);
  expect(Object.keys(actions)).toEqual(Object.keys(guards));
  for (const [type, own] of Object.entries(actions)) expect(Object.keys(own)).toEqual(Object.keys(guards[type as "postgres"]));
  expect(Object.keys(operations)).not.toEqual([]);
  expectTypeOf(body).toEqualTypeOf<StandardSchema<PostgresActions["add_ip"]["body"]>>();
});

test("Hono validates by it", async () => {
  const app = new Hono().post("/add_ip", sValidator("json", body), (context) => context.json(context.req.valid("json")));
  const post = (json: unknown) =>
    app.request("/add_ip", { method: "POST", body: JSON.stringify(json), headers: { "content-type": "application/json" } });
  const accepted = await post(valid);
  expect([accepted.status, await accepted.json()]).toEqual([200, valid]);
  expect((await post(invalid)).status).toBe(400);
});

test("tRPC validates by it, and has its types", async () => {
  const { router, procedure, createCallerFactory } = initTRPC.create();
  const add_ip = procedure.input(body).mutation(({ input }) => input);
  const caller = createCallerFactory(router({ add_ip }))({});
  expectTypeOf(caller.add_ip).parameter(0).toEqualTypeOf<PostgresActions["add_ip"]["body"]>();
  expect(await caller.add_ip(valid)).toEqual(valid);
  await expect(caller.add_ip(invalid as never)).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

describe("its JSON Schema", () => {
  const options = { strict: false, logger: false } as const;
  const never = () => [];
  const schemas = {
    Tree: { type: "object", properties: { kids: { type: "array", items: { $ref: "#/components/schemas/Tree" } } } },
    Pair: { prefixItems: [{ type: "string" }], items: false, dependentRequired: { a: ["b"] }, $ref: "#/components/schemas/Tree" },
  } as const;
  const tree = { at: "#/components/schemas/Tree", schema: schemas.Tree, refs: () => [tree] } as never;
  const pair = { at: "#/components/schemas/Pair", schema: schemas.Pair, refs: () => [tree] } as never;
  const closed = { at: "#", schema: { unevaluatedProperties: false } };

  test.each(["draft-2020-12", "draft-07"])("is self-contained and equivalent in %s", (target) => {
    const compile = (schema: StandardSchema<unknown>) => {
      const engine = target === "draft-07" ? new Ajv.default(options) : new Ajv2020.default(options);
      return engine.compile(schema["~standard"].jsonSchema.input({ target }));
    };
    const isTree = compile(standard(never, tree));
    expect([{}, { kids: [{ kids: [] }] }, { kids: [{ kids: 1 }] }].map((value) => isTree(value))).toEqual([true, true, false]);
    const isPair = compile(standard(never, pair));
    const values = [{ b: 1 }, { a: 1 }, { a: 1, b: 1 }, { a: 1, b: 1, kids: 1 }];
    expect(values.map((value) => isPair(value))).toEqual([true, false, true, false]);
    for (const [name, { body: own }] of Object.entries(actions.search))
      expect([name, compile(own)]).toEqual([name, expect.any(Function)]);
  });

  test("has the titles, descriptions and defaults of the contract, and no keywords of others", () => {
    const all = JSON.stringify(
      Object.values(actions.postgres).map((one) => one.body["~standard"].jsonSchema.input({ target: "draft-07" })),
    );
    expect(all).toContain('"description":');
    expect(all).toContain('"default":');
    const named = standard(never, { at: "#", schema: { type: "string", title: "Name", "x-max-utf8-bytes": 9 } } as never);
    expect(named["~standard"].jsonSchema.input({ target: "draft-2020-12" })).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "string",
      title: "Name",
    });
  });

  test("issues have the keys of the path to a part, numbers in lists", () => {
    const result = standard(never, tree)["~standard"].validate({ kids: [{}, { kids: 1 }] });
    expect(result.issues).toEqual([{ message: "must be array", path: ["kids", 1, "kids"] }]);
  });

  test("issues are about the property that is missing or unexpected, and list allowed values", () => {
    const { issues } = actions.postgres.credential_connectivity.body["~standard"].validate({ target: "nowhere", more: 1 });
    expect(issues).toEqual([
      { message: "must NOT be present", path: ["more"] },
      { message: 'must be "primary" or "pooler"', path: ["target"] },
    ]);
    const named = standard(never, { at: "#", schema: { required: ["name"] } })["~standard"].validate({});
    expect(named.issues).toEqual([{ message: "must have required property 'name'", path: ["name"] }]);
  });

  test("issues of a discriminator are about its property, present or not", () => {
    const variant = (op: string) => ({ type: "object", required: ["op"], properties: { op: { const: op } } });
    const step = { discriminator: { propertyName: "op" }, oneOf: [variant("wait"), variant("move")] };
    const { validate } = standard(never, { at: "#", schema: { items: step } } as never)["~standard"];
    const issue = (index: number) => ({ message: 'must be "wait" or "move"', path: [index, "op"] });
    expect(validate([{ op: "x" }, { op: "wait" }, {}])).toEqual({ issues: [issue(0), issue(2)] });
  });

  test("is rejected for targets that can't express it", () => {
    const { input, output } = standard(never, closed)["~standard"].jsonSchema;
    expect(() => input({ target: "openapi-3.0" })).toThrow("can be written as draft-2020-12 or draft-07, not as openapi-3.0");
    expect(() => output({ target: "draft-07" })).toThrow('can\'t be written as draft-07: it has "unevaluatedProperties"');
    expect(input({ target: "draft-2020-12" })).toMatchObject({ unevaluatedProperties: false });
  });
});
