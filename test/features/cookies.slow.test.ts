import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import net from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { featureOf, json, type Feature } from "./feature.js";

const cookie = (name: string, schema: object, more: object = {}) => ({ name, in: "cookie", style: "cookie", schema, ...more });

const color = { type: "object", properties: { R: { type: "integer" }, G: { type: "integer" } }, additionalProperties: false };

const list = { type: "array", maxItems: 9, items: { type: "string", maxLength: 20 } };

const contract = {
  openapi: "3.2.0",
  security: [],
  paths: {
    "/cookies": {
      get: {
        operationId: "readCookies",
        parameters: [
          cookie("text", { type: "string", maxLength: 50 }),
          cookie("count", { type: "integer" }),
          cookie("list", list),
          cookie("joined", list, { explode: false }),
          cookie("color", color),
          cookie("flat", color, { explode: false }),
          { name: "form", in: "cookie", schema: { type: "string", maxLength: 50 } },
        ],
        responses: {
          200: { description: "What was read.", content: json({}) },
          400: { description: "Invalid.", content: json({ type: "object" }) },
        },
      },
    },
  },
};

let feature: Feature;
let server: http.Server;
let port: number;

beforeAll(async () => {
  feature = await featureOf(contract);
  const { createServer, toNodeHandler } = (await feature.load("server/index.ts")) as {
    createServer: (application: object) => object;
    toNodeHandler: (server: object) => http.RequestListener;
  };
  const operations = { readCookies: ({ cookies }: { cookies: object }) => ({ status: 200, body: cookies }) };
  const application = { authenticate: () => undefined, canAccess: () => true, log: () => undefined, handlers: { operations } };
  server = http.createServer(toNodeHandler(createServer(application)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const call = async (args: object) => (await feature.clientOf({ baseUrl: `http://127.0.0.1:${port}` }))["readCookies"]!(args);

/** The cookies that the server reads from a header `cookie`. */
async function send(header: string): Promise<unknown> {
  const socket = net.connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  socket.write(`GET /cookies HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncookie: ${header}\r\n\r\n`);
  await once(socket, "close");
  return JSON.parse(text.slice(text.indexOf("\r\n\r\n")));
}

test("the contract is accepted", () => {
  expect(feature.findings).toEqual([]);
});

test.each([
  { text: "a%20b+c=d&e", count: -7 },
  { text: "", list: ["a", "b%2C"], joined: ["x", "y"] },
  { color: { R: 1, G: 2 } },
  { flat: { R: 1, G: 2 }, form: "a b;ü" },
])("%j arrives", async (args) => {
  const { color: given, ...others } = args as { color?: object };
  expect(await call(args)).toEqual({ ...others, ...(given && { color: given }) });
});

test("an empty list without explode is not sent, as RFC 6570 says", async () => {
  expect(await call({ text: "a", joined: [] })).toEqual({ text: "a" });
});

test.each([
  ["text=a%20b; count=7", { text: "a%20b", count: 7 }],
  ["text=a; form=a%20b", { text: "a", form: "a b" }],
  ["list=a; list=b", { list: ["a", "b"] }],
  ["joined=a,b", { joined: ["a", "b"] }],
  ["R=1; G=2", { color: { R: 1, G: 2 } }],
  ["flat=R,1,G,2", { flat: { R: 1, G: 2 } }],
  ["text=%FF", { text: "%FF" }],
  ["__proto__=1; constructor=2", {}],
  ["text=a; text=b", { error: "invalid_parameter: text is given more than once." }],
  ["count=%37", { error: "invalid_parameter: count must be integer." }],
  ["flat=R", { error: "invalid_parameter: flat has a property without a value." }],
])("%s is read", async (header, expected) => {
  expect(await send(header)).toEqual(expected);
});

test.each([
  { text: "a b" },
  { text: "a;b=c" },
  { text: "ü" },
  { text: 'a"' },
  { text: "a\r\n" },
  { joined: ["a,b"] },
  { list: ["a;"] },
])("clients reject %j, which no cookie can contain", async (args) => {
  const name = Object.keys(args)[0]!;
  await expect(call(args)).rejects.toMatchObject({
    name: "InvalidCallError",
    message: `readCookies has a parameter ${name} with a value that its style can't represent`,
  });
});

test("fixtures have values, and expand omits the style for earlier versions", async () => {
  expect(feature.validate({ operation: "readCookies", request: { cookies: { text: "a%20b", count: 7 } } })).toEqual([]);
  expect(feature.validate({ operation: "readCookies", request: { cookies: { text: "%20".repeat(17) } } })).toEqual([
    "/request/cookies/text must NOT have more than 50 characters",
  ]);
  expect(JSON.stringify(await feature.expanded())).toContain('"style":"cookie"');
  expect(JSON.stringify(await feature.expanded("3.1"))).not.toContain('"style"');
});

test("diff reports another style", async () => {
  const [first, ...others] = contract.paths["/cookies"].get.parameters;
  const { style: _, ...form } = first as Record<string, unknown>;
  const get = { ...contract.paths["/cookies"].get, parameters: [form, ...others] };
  expect(await feature.changes({ ...contract, paths: { "/cookies": { get } } })).toEqual([
    'error parameter-serialization-changed the cookie parameter "text" of "readCookies" is now serialized with style "form" instead of "cookie"',
  ]);
});
