import { expect, test } from "vitest";
import { answering, featureOf } from "./feature.js";

const region = { enum: ["eu", "us"], default: "eu", description: "Where the data is." };

const contract = {
  openapi: "3.2.0",
  security: [],
  servers: [
    {
      name: "production",
      url: "https://{region}.shop.test:{port}/{base path}",
      description: "For customers.",
      variables: { region, port: { default: "443" }, "base path": { default: "v1/shop" } },
    },
    { name: "one's own", url: "http://{host}/v1", variables: { host: { default: "localhost:8080" } } },
    { url: "/api/{stage}", variables: { stage: { enum: ["test", "live"], default: "test" } } },
    { url: "https://fixed.shop.test" },
    { url: "https://*.shop.test/{region}", variables: { region } },
  ],
  paths: { "/ping": { get: { operationId: "ping", responses: answering({ type: "string" }) } } },
};

const shared = featureOf(contract, ["server-url"]);
type ServerUrl = (variables?: object, server?: string) => string;
const serverUrl = async () => (await (await shared).load("client/index.ts"))["serverUrl"] as ServerUrl;

test("variables and names of servers are typed", async () => {
  const program = `
import { createClient, serverUrl, type Servers } from "./client/index.js";
createClient({ baseUrl: serverUrl() });
serverUrl({ region: "us", port: "8443", "base path": undefined });
serverUrl({ host: "shop.example" }, "one's own");
serverUrl({ stage: "live" }, "/api/{stage}");
serverUrl({}, "https://fixed.shop.test");
const stage: Servers["/api/{stage}"] = { stage: "test" };
serverUrl(stage, "/api/{stage}");
// @ts-expect-error there is no such region
serverUrl({ region: "mars" });
// @ts-expect-error it is a variable of another server
serverUrl({ host: "shop.example" });
// @ts-expect-error no request can be sent to a wildcard
serverUrl({}, "https://*.shop.test/{region}");
`;
  expect(await (await shared).typeErrors(program)).toBe("");
});

test("a client calls the address that follows from the variables", async () => {
  const feature = await shared;
  const urlOf = await serverUrl();
  const called: string[] = [];
  for (const [variables, server] of [
    [undefined, undefined],
    [{ region: "us", port: "8443", "base path": "v2" }, "production"],
    [{ host: "127.0.0.1:9" }, "one's own"],
    [{ stage: "live" }, "/api/{stage}"],
    [{}, "https://fixed.shop.test"],
  ] as const) {
    const client = await feature.clientOf({
      baseUrl: urlOf(variables, server),
      fetch: (url: string) => (called.push(url), Promise.resolve(Response.json("pong"))),
    });
    expect(await client["ping"]!()).toBe("pong");
  }
  expect(called).toEqual([
    "https://eu.shop.test:443/v1/shop/ping",
    "https://us.shop.test:8443/v2/ping",
    "http://127.0.0.1:9/v1/ping",
    "/api/live/ping",
    "https://fixed.shop.test/ping",
  ]);
});

test.each(["evil.test/", "evil.test#", "evil.test?", "a@evil.test", "evil.test\\", "a b"])(
  "no value of a variable leads to another host: %s",
  async (value) => {
    const urlOf = await serverUrl();
    expect(() => urlOf({ region: value })).toThrow("The server's variable region would lead to another host");
    expect(() => urlOf({ host: value }, "one's own")).toThrow("The server's variable host would lead to another host");
  },
);

test("a variable without a default has to be given", async () => {
  const feature = await featureOf(
    { ...contract, servers: [{ url: "https://{tenant}.shop.test/{constructor}", variables: { tenant: {} } }] },
    ["redocly/struct", "redocly/no-undefined-server-variable"],
  );
  const urlOf = (await feature.load("client/index.ts"))["serverUrl"] as ServerUrl;
  expect(urlOf({ tenant: "a", constructor: "v1" })).toBe("https://a.shop.test/v1");
  expect(() => urlOf({ tenant: "a" })).toThrow("The server's variable constructor has no value");
  const program = `
import { serverUrl } from "./client/index.js";
serverUrl({ tenant: "a", constructor: "v1" });
// @ts-expect-error the contract has no default
serverUrl();
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("servers without variables need no code", async () => {
  const { files } = await featureOf({ ...contract, servers: [{ name: "main", url: "https://fixed.shop.test" }, { url: "/v1" }] });
  expect(files.filter(({ text }) => /serverUrl|fillServerUrl/i.test(text)).map(({ path }) => path)).toEqual([]);
});

test("docs name servers, and expand omits their names before 3.2", async () => {
  const feature = await shared;
  expect(await feature.page("index.md")).toContain("`production`");
  expect((await feature.expanded())["servers"]).toMatchObject([{ name: "production" }, { name: "one's own" }, {}, {}, {}]);
  const before = (await feature.expanded("3.1"))["servers"] as { name?: string }[];
  expect(before.map(({ name }) => name)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test("diff reports values and variables that are gone", async () => {
  const [production, ...others] = contract.servers;
  const after = { ...production!, variables: { ...production!.variables, region: { ...region, enum: ["eu"] } } };
  const changes = await (await shared).changes({ ...contract, servers: [after, ...others] });
  expect(changes).toEqual([expect.stringMatching(/^\w+ server-variable-value-removed .*"region"/)]);
});
