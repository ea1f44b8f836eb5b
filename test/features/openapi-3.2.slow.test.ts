import { expect, test } from "vitest";
import { featureOf, json, refer } from "./feature.js";

const closed = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

const contract = {
  openapi: "3.2.0",
  $self: "https://shop.test/openapi.json",
  servers: [{ url: "/", name: "main" }],
  tags: [
    { name: "orders", summary: "Orders", kind: "nav" },
    { name: "refunds", parent: "orders", kind: "nav" },
  ],
  security: [],
  paths: {
    "/orders": {
      post: {
        operationId: "addOrder",
        tags: ["refunds"],
        requestBody: { required: true, content: { "application/json": { $ref: "#/components/mediaTypes/Order" } } },
        responses: {
          200: {
            summary: "The order.",
            description: "The order as it was taken.",
            content: { "application/json": { $ref: "#/components/mediaTypes/Order" } },
          },
          default: { description: "It failed.", content: json(closed({ error: { type: "string" } }, ["error"])) },
        },
      },
    },
  },
  components: {
    mediaTypes: {
      Order: {
        schema: refer("Order"),
        examples: { cash: { dataValue: { payment: { kind: "cash" } } }, card: { serializedValue: '{"payment":{"number":"4"}}' } },
      },
    },
    securitySchemes: {
      device: {
        type: "oauth2",
        deprecated: false,
        oauth2MetadataUrl: "https://id.shop.test/metadata",
        flows: {
          deviceAuthorization: {
            deviceAuthorizationUrl: "https://id.shop.test/device",
            tokenUrl: "https://id.shop.test/token",
            scopes: { read: "Read orders." },
          },
        },
      },
    },
    schemas: {
      Order: closed({ payment: refer("Payment") }, ["payment"]),
      Payment: {
        oneOf: [refer("Cash"), refer("Card")],
        discriminator: { propertyName: "kind", mapping: { cash: refer("Cash").$ref }, defaultMapping: "Card" },
      },
      Cash: closed({ kind: { const: "cash" } }, ["kind"]),
      Card: closed({ kind: { const: "card" }, number: { type: "string", pattern: "^[0-9]{1,19}$" } }),
    },
  },
};

test("additions of OpenAPI 3.2 to descriptions are read, and media types are followed", async () => {
  const feature = await featureOf(contract);
  expect(feature.findings).toEqual([]);
  const program = `
import { createClient } from "./client/index.js";
const { payment } = await createClient({ baseUrl: "" }).addOrder({ body: { payment: { number: "4" } } });
if (payment.kind === "cash") payment satisfies { kind: "cash" };
else payment.number satisfies string | undefined;
// @ts-expect-error there is no such payment
await createClient({ baseUrl: "" }).addOrder({ body: { payment: { kind: "wire" } } });
`;
  expect(await feature.typeErrors(program)).toBe("");
  const { operations } = await feature.validators();
  const fits = (payment: object) => operations["addOrder"]!.body!({ payment });
  expect([fits({ kind: "cash" }), fits({ number: "4" }), fits({ kind: "wire" })]).toEqual([true, true, false]);

  const { client } = await feature.connect({ addOrder: ({ body }: { body: object }) => ({ status: 200, body }) });
  expect(await client["addOrder"]!({ body: { payment: { number: "4" } } })).toEqual({ payment: { number: "4" } });
  const page = await feature.page("operations/addOrder.md");
  expect(page).toContain('"kind": "cash"');
  expect(await feature.page("authentication.md")).toContain("### Device authorization");
});

const search = {
  openapi: "3.2.0",
  security: [],
  paths: {
    "/orders/{shop}": {
      parameters: [{ name: "shop", in: "path", required: true, schema: { type: "string" } }],
      query: {
        operationId: "findOrders",
        requestBody: { required: true, content: json(closed({ paid: { type: "boolean" } }, ["paid"])) },
        responses: {
          200: { description: "Those that match.", content: json({ type: "array", items: { type: "string" } }) },
          400: { description: "Invalid.", content: json(closed({ error: { type: "string" } }, ["error"])) },
        },
      },
    },
  },
};

test("the method query is one of a path item", async () => {
  const feature = await featureOf(search);
  const program = `
import { createClient } from "./client/index.js";
import type { paths } from "./types.js";
const orders: string[] = await createClient({ baseUrl: "" }).findOrders({ shop: "s", body: { paid: true } });
orders satisfies paths["/orders/{shop}"]["query"]["responses"][200]["content"]["application/json"];
// @ts-expect-error it is no post
type Post = paths["/orders/{shop}"]["post"]["responses"];
`;
  expect(await feature.typeErrors(program)).toBe("");
  const handlers = {
    findOrders: ({ path, body }: { path: { shop: string }; body: object }) => ({
      status: 200,
      body: [path.shop, JSON.stringify(body)],
    }),
  };
  const { client, send } = await feature.connect(handlers);
  expect(await client["findOrders"]!({ shop: "s", body: { paid: true } })).toEqual(["s", '{"paid":true}']);
  const request = (body: object) => ({
    method: "QUERY",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect((await send("https://api.test/orders/s", request({}))).status).toBe(400);
  expect((await send("https://api.test/orders/s", { method: "POST" })).status).toBe(405);
  expect(feature.validate({ operation: "findOrders", path: { shop: "s" }, request: { body: {} } } as never)).toHaveLength(1);
  expect(await feature.page("operations/findOrders.md")).toContain("QUERY");
  expect((await feature.expanded())["paths"]).toMatchObject({ "/orders/{shop}": { query: { operationId: "findOrders" } } });
  const { query, ...rest } = search.paths["/orders/{shop}"];
  expect(await feature.changes({ ...search, paths: { "/orders/{shop}": { ...rest, post: query } } })).not.toEqual([]);
});

test("outputs remain documents of OpenAPI 3.2 without references to media types", async () => {
  const feature = await featureOf(contract);
  const document = JSON.parse(feature.files.find(({ path }) => path === "openapi.json")!.text) as typeof contract;
  const expanded = (await feature.expanded()) as unknown as typeof contract;
  for (const { openapi, components, paths } of [document, expanded]) {
    expect(openapi).toBe("3.2.0");
    const { schema } = paths["/orders"].post.requestBody.content["application/json"] as unknown as { schema: object };
    expect(schema).toEqual(refer("Order"));
    expect(components.schemas.Payment.discriminator.defaultMapping).toBe(refer("Card").$ref);
  }
});

test.each([
  ["3.1", "3.1.0"],
  ["3.0", "3.0.3"],
] as const)("expand writes OpenAPI %s as far as possible", async (version, openapi) => {
  const orders = await (await featureOf(contract)).expanded(version);
  expect(orders["openapi"]).toBe(openapi);
  expect(JSON.stringify(orders)).not.toMatch(/mediaTypes|defaultMapping|deviceAuthorization|dataValue|"parent"/);
  expect(Object.keys(orders["paths"] as object)).toEqual(["/orders"]);
  const searches = await (await featureOf(search)).expanded(version);
  expect(searches["paths"]).toEqual({});
});

test("diff compares a contract in 3.1 with the same in 3.2", async () => {
  const feature = await featureOf(contract);
  const { Order } = contract.components.mediaTypes;
  const examples = { cash: { value: { payment: { kind: "cash" } } } };
  const order = { "application/json": { ...Order, examples } };
  const { addOrder } = { addOrder: structuredClone(contract.paths["/orders"].post) };
  addOrder.requestBody.content = order as never;
  addOrder.responses[200].content = order as never;
  const before = { ...contract, openapi: "3.1.0", paths: { "/orders": { post: addOrder } } };
  const { mediaTypes: _, ...components } = contract.components;
  expect(await feature.changes({ ...before, components })).toEqual([]);
});
