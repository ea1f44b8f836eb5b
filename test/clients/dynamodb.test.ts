import { readFileSync } from "node:fs";
import type http from "node:http";
import path from "node:path";
import { expect, test } from "vitest";
import { serve } from "../server/listen.js";
import { startProxied } from "../tools/exchanges/proxy/proxied.js";
import { compileContract, contractsFolder, serveContract } from "./contract-server.js";
import { load } from "./install.js";

type Item = Readonly<Record<string, { readonly S?: string }>>;
type Body = { readonly TableName: string; readonly Item: Item; readonly Key: Item };
type Actions = Readonly<Record<string, (body?: object) => Promise<{ result: unknown }>>>;
type Sdk = Record<string, new (input: object) => { send: (command: object) => Promise<object>; destroy: () => void }>;
type Sign = (request: object, credentials: object) => { headers: Record<string, string> };

const credentials = { accessKeyId: "id", secretAccessKey: "key" };
const table = {
  TableName: "books",
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  BillingMode: "PAY_PER_REQUEST",
};
const Item = { id: { S: "1" }, title: { S: "Emma" } };
const Key = { id: { S: "1" } };

const output = compileContract("dynamodb.yaml");

/** Calls each action with the AWS SDK, also as it may not be called. */
async function callWith(sdk: Sdk, endpoint: string): Promise<void> {
  const client = new sdk["DynamoDBClient"]!({ endpoint, region: "eu-west-1", credentials });
  const send = (name: string, input: object) => client.send(new sdk[`${name}Command`]!(input));
  expect(await send("CreateTable", table)).toMatchObject({ TableDescription: { TableName: "books" } });
  await expect.poll(() => send("DescribeTable", { TableName: "books" })).toMatchObject({ Table: { TableStatus: "ACTIVE" } });
  expect(await send("ListTables", {})).toMatchObject({ TableNames: ["books"] });
  await send("PutItem", { TableName: "books", Item });
  expect(await send("GetItem", { TableName: "books", Key })).toMatchObject({ Item });
  await send("DeleteItem", { TableName: "books", Key });
  expect(await send("GetItem", { TableName: "books", Key })).not.toHaveProperty("Item");
  await expect(send("GetItem", { TableName: "none", Key })).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  await expect(send("GetItem", { TableName: "x", Key })).rejects.toMatchObject({ name: "ValidationException" });
  client.destroy();
}

test("the AWS SDK calls the generated server", async ({ skip }) => {
  const installed = load<Sdk>("@aws-sdk/client-dynamodb", "3.1164.0");
  if ("reason" in installed) return skip(installed.reason);
  const sdk = installed.module;
  const tables = new Map<string, Map<string, Item>>();
  type Call = { body: Body; fail: (code: string, message?: string) => unknown };
  const inTable = (does: (items: Map<string, Item>, body: Body) => object) => (call: Call) => {
    const items = tables.get(call.body.TableName);
    return items ? { result: does(items, call.body) } : call.fail("ResourceNotFoundException", "There is no such table.");
  };
  const dynamodb = {
    CreateTable: ({ body: { TableName } }: Call) => {
      tables.set(TableName, new Map());
      return { result: { TableDescription: { TableName, TableStatus: "ACTIVE" } } };
    },
    DescribeTable: inTable((_, { TableName }) => ({ Table: { TableName, TableStatus: "ACTIVE" } })),
    ListTables: () => ({ result: { TableNames: [...tables.keys()] } }),
    PutItem: inTable((items, body) => (items.set(body.Item["id"]!.S!, body.Item), {})),
    GetItem: inTable((items, body) => ({ Item: items.get(body.Key["id"]!.S!) })),
    DeleteItem: inTable((items, body) => (items.delete(body.Key["id"]!.S!), {})),
  };
  const { url, log } = await serveContract(await output, {
    authenticate: ({ headers }) => (String(headers["authorization"]).startsWith("AWS4-HMAC-SHA256 ") ? {} : undefined),
    handlers: { actions: { dynamodb } },
  });
  await callWith(sdk, url);
  expect(log).toEqual([]);
});

/** Starts dynalite; returns its address, or that of a proxy before it, and what the proxy finds. */
type Start = (server: http.Server) => Promise<{ readonly url: string; readonly finish?: () => Promise<readonly string[]> }>;

const starts: Readonly<Record<string, Start>> = {
  dynalite: async (server) => ({ url: `http://127.0.0.1:${(await serve(server)).port}` }),
  "dynalite behind the proxy": async (server) => {
    const contract = readFileSync(path.join(contractsFolder, "dynamodb.yaml"), "utf8");
    const { origin, finish } = await startProxied(server, { contract, serviceTypes: new Map() });
    return { url: origin, finish };
  },
};

test.for(Object.entries(starts))("the generated client calls %s", async ([, start], { skip }) => {
  const dynalite = load<(options: object) => http.Server>("dynalite", "4.0.0");
  const aws4 = load<{ sign: Sign }>("aws4", "1.13.2");
  if ("reason" in dynalite) return skip(dynalite.reason);
  if ("reason" in aws4) return skip(aws4.reason);
  const { url, finish } = await start(dynalite.module({ createTableMs: 0 }));
  const { createClient } = (await (
    await output
  )("client/index.ts")) as {
    createClient: (options: object) => { dynamodb: () => Actions };
  };
  const signed = (url: string, init: RequestInit & { body: string }) => {
    const { host, pathname: path } = new URL(url);
    const headers = Object.fromEntries(new Headers(init.headers));
    delete headers["authorization"];
    const request = { host, path, method: "POST", service: "dynamodb", region: "eu-west-1", body: init.body, headers };
    return fetch(url, { ...init, headers: aws4.module.sign(request, credentials).headers });
  };
  const client = createClient({ baseUrl: url, credentials: { signature: "signed" }, fetch: signed });
  const db = client.dynamodb();
  await db["CreateTable"]!(table);
  await expect
    .poll(() => db["DescribeTable"]!({ TableName: "books" }))
    .toMatchObject({ result: { Table: { TableStatus: "ACTIVE" } } });
  expect(await db["ListTables"]!({})).toMatchObject({ result: { TableNames: ["books"] } });
  await db["PutItem"]!({ TableName: "books", Item });
  expect(await db["GetItem"]!({ TableName: "books", Key })).toMatchObject({ result: { Item } });
  await db["DeleteItem"]!({ TableName: "books", Key });
  expect(await db["GetItem"]!({ TableName: "books", Key })).toEqual({ result: {} });
  await expect(db["GetItem"]!({ TableName: "none", Key })).rejects.toMatchObject({
    status: 400,
    code: "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
  });
  expect(await finish?.()).toEqual(finish && []);
});

test("the AWS SDK calls dynalite behind the proxy, which reports the one invalid request", async ({ skip }) => {
  const dynalite = load<(options: object) => http.Server>("dynalite", "4.0.0");
  const sdk = load<Sdk>("@aws-sdk/client-dynamodb", "3.1164.0");
  if ("reason" in dynalite) return skip(dynalite.reason);
  if ("reason" in sdk) return skip(sdk.reason);
  const { url, finish } = await starts["dynalite behind the proxy"]!(dynalite.module({ createTableMs: 0 }));
  await callWith(sdk.module, url);
  expect(await finish!()).toEqual([
    expect.stringMatching(/request-refused dynamodb\.GetItem: "\/request\/body\/TableName" .+ was rejected with 400 \(1\)$/),
  ]);
});
