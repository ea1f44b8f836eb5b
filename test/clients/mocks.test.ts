import http from "node:http";
import path from "node:path";
import { expect, test } from "vitest";
import { createMock, toNodeHandler } from "../../generator/tools/mock/index.js";
import { corpus, hasCorpus } from "../support/corpus.js";
import { repositoryPath } from "../support/repository.js";
import { serve } from "../server/listen.js";
import { findProgram, program, type Program } from "./programs.js";

/** Serves a mock of a document until the test ends. */
async function serveMock(file: string, handlers = {}): Promise<string> {
  const mock = await createMock(file, { tempo: 0, handlers, log: (message) => expect.fail(message) });
  const { port } = await serve(http.createServer(toNodeHandler(mock)));
  return `http://127.0.0.1:${port}`;
}

/** Runs commands, each to its end; returns what the failing ones printed. */
async function failures(run: Program, lines: readonly string[], rest: readonly string[] = []): Promise<string[]> {
  const failed: string[] = [];
  for (const line of lines) {
    const { code, stdout, stderr } = await run(...line.split(" "), ...rest);
    if (code !== 0) failed.push(`${line}: ${stdout}${stderr}`);
  }
  return failed;
}

test("hcloud calls a mock of its maker's document", { timeout: 300_000 }, async ({ skip }) => {
  const file = findProgram("hcloud");
  if (!file) return skip("hcloud is not installed");
  if (!hasCorpus("openapi/hcloud")) return skip("the document is not here");
  const url = await serveMock(path.join(corpus, "openapi/hcloud/hcloud.json"));
  const run = program(file, { HCLOUD_ENDPOINT: `${url}/v1`, HCLOUD_TOKEN: "any" });
  const commands = [
    "ssh-key create --name k --public-key ssh-ed25519",
    "ssh-key update k --name k2",
    "ssh-key delete k2",
    "network create --name n --ip-range 10.0.0.0/8",
    "network add-subnet n --type cloud --network-zone eu-central --ip-range 10.0.0.0/24",
    "network delete n",
    "firewall create --name f",
    "firewall list",
    "firewall add-rule f --direction in --protocol icmp --source-ips 10.0.0.0/8",
    "firewall delete f",
    "volume create --name v --size 10 --location fsn1",
    "volume resize v --size 20",
    "volume delete v",
    "load-balancer create --name lb --type lb11 --location fsn1",
    "load-balancer delete lb",
    "placement-group create --name p --type spread",
    "placement-group delete p",
    "image list",
    "image describe debian-12",
    "server-type list",
    "server list",
  ];
  expect(await failures(run, commands)).toEqual([]);
});

test("rclone calls a mock of its document", { timeout: 120_000 }, async ({ skip }) => {
  const file = findProgram("rclone");
  if (!file) return skip("rclone is not installed");
  if (!hasCorpus("openapi/rclone")) return skip("the document is not here");
  const url = await serveMock(path.join(corpus, "openapi/rclone/openapi.json"));
  const to = ["--url", url, "--user", "u", "--pass", "p"];
  const commands = [
    "rc/noop a=b",
    "core/version",
    "config/listremotes",
    "operations/list fs=a: remote=b",
    "operations/mkdir fs=a: remote=b",
  ];
  const run: Program = (...args) => program(file)("rc", ...args);
  expect(await failures(run, [...commands, "sync/copy srcFs=a: dstFs=b:", "job/list", "mount/types"], to)).toEqual([]);
  // The client sends texts where the document has numbers, unless it is given JSON.
  expect(await run("job/status", "--json", '{"jobid": 1}', ...to)).toMatchObject({ code: 0 });
});

test("aws calls a mock with handlers for the items of tables", { timeout: 120_000 }, async ({ skip }) => {
  const file = findProgram("aws");
  if (!file) return skip("aws is not installed");
  const tables = new Set<string>();
  const items = new Map<string, object>();
  type Call = { body: { TableName: string; Item: object; Key: object } };
  const dynamodb = {
    CreateTable: ({ body: { TableName } }: Call) => (tables.add(TableName), { result: { TableDescription: { TableName } } }),
    ListTables: () => ({ result: { TableNames: [...tables] } }),
    PutItem: ({ body: { Item } }: Call) => (items.set("1", Item), { result: {} }),
    GetItem: () => ({ result: { Item: items.get("1") ?? {} } }),
  };
  const url = await serveMock(repositoryPath("test/clients/dynamodb.yaml"), { actions: { dynamodb } });
  const credentials = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", AWS_DEFAULT_REGION: "eu-west-1", AWS_PAGER: "" };
  const run = program(file, credentials);
  const aws = (...args: readonly string[]) => run("--endpoint-url", url, "dynamodb", ...args);
  const schema = ["--key-schema", "AttributeName=id,KeyType=HASH", "--attribute-definitions", "AttributeName=id,AttributeType=S"];
  const table = ["--table-name", "books"];
  expect(await aws("create-table", ...table, ...schema, "--billing-mode", "PAY_PER_REQUEST")).toMatchObject({ code: 0 });
  expect(JSON.parse((await aws("list-tables")).stdout)).toEqual({ TableNames: ["books"] });
  const item = { id: { S: "1" }, title: { S: "Emma" } };
  expect(await aws("put-item", ...table, "--item", JSON.stringify(item))).toMatchObject({ code: 0 });
  expect(JSON.parse((await aws("get-item", ...table, "--key", '{"id":{"S":"1"}}')).stdout)).toEqual({ Item: item });
  expect(await aws("delete-item", ...table, "--key", '{"id":{"S":"1"}}')).toMatchObject({ code: 0 });
});

test("openstack lists the servers of a mock", { timeout: 120_000 }, async ({ skip }) => {
  const file = findProgram("openstack");
  if (!file) return skip("openstack is not installed");
  const url = await serveMock(repositoryPath("test/clients/nova.yaml"));
  const to = ["--os-auth-type", "admin_token", "--os-endpoint", `${url}/v2.1`, "--os-token", "any"];
  const { code, stdout } = await program(file)(...to, "server", "list", "--no-name-lookup", "-f", "value", "-c", "ID");
  expect({ code, lines: stdout.trim().split("\n").length }).toEqual({ code: 0, lines: 1 });
});
