import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createServer, load, type LiveCall, toFetchHandler } from "../../../../generator/live/index.js";
import { testContract } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { query } from "./things.js";

const object = (properties: object, required: readonly string[] = []) => ({ type: "object", required, properties });
const shows = (schema: object, status = "200") => ({
  responses: {
    [status]: { description: "OK.", content: { "application/json": { schema } } },
    default: { description: "Failed." },
  },
});
const id = { type: "string", pattern: "^[a-z][a-z0-9-]{2,20}$" };
const size = { type: "integer", minimum: 1, maximum: 99 };
const disk = object({ name: { type: "string", readOnly: true }, size }, ["size"]);
const operation = object({ name: { type: "string" }, done: { type: "boolean" }, response: { type: "object" } }, ["name"]);

/** A contract of disks, whose callers choose ids. `made`: what creating and removing return. */
function contractOf(made: object, parameters: readonly object[]) {
  const secured = (scope: string) => ({ security: [{ oauth: [scope] }] });
  const file = path.join(mkdtempSync(path.join(tmpdir(), "ids-")), "openapi.json");
  const body = { requestBody: { required: true, content: { "application/json": { schema: disk } } } };
  const flow = { tokenUrl: "https://api.acme.net/token", scopes: { r: "Read.", w: "Write." } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Disks", version: "1" },
    servers: [{ url: "/" }],
    paths: {
      "/disks": {
        get: { operationId: "listDisks", ...secured("r"), ...shows(object({ disks: { type: "array", items: disk } })) },
        post: { operationId: "createDisk", ...secured("w"), parameters, ...body, ...shows(made) },
      },
      "/disks/{disk}": {
        parameters: [{ name: "disk", in: "path", required: true, schema: id }],
        get: { operationId: "getDisk", ...secured("r"), ...shows(disk) },
        delete: { operationId: "deleteDisk", ...secured("w"), ...shows(made) },
      },
    },
    components: { securitySchemes: { oauth: { type: "oauth2", flows: { clientCredentials: flow } } } },
  };
  writeFileSync(file, JSON.stringify(document));
  return file;
}

interface Disk {
  readonly name: string;
}

const inPath = ({ path: values }: LiveCall) => String((values as { readonly disk: string }).disk);

/** A server of disks. `shown`: what it returns for a disk that it has made or removed, by the number of calls. */
async function serverOf(
  contract: string,
  idOf: (chosen: string, count: number) => string,
  shown: (disk: Disk, count: number) => object,
) {
  const disks = new Map<string, Disk>();
  const paths: string[] = [];
  const tokens: Readonly<Record<string, object>> = { all: { scopes: ["r", "w"] }, read: { scopes: ["r"] } };
  let count = 0;
  const none = { status: 404 };
  const server = createServer(await load(contract), {
    authenticate: ({ headers }) => tokens[String(headers["authorization"]).replace("Bearer ", "")],
    canAccess: () => true,
    handlers: {
      operations: {
        listDisks: () => ({ status: 200, body: { disks: [...disks.values()] } }),
        createDisk: ({ query: asked, body }) => {
          const own = idOf((asked as { diskId?: string }).diskId ?? "", ++count);
          if (disks.has(own)) return { status: 409 };
          disks.set(own, { ...(body as object), name: `disks/${own}` });
          return { status: 200, body: shown(disks.get(own)!, count) };
        },
        getDisk: (call: LiveCall) => {
          const found = disks.get(inPath(call));
          return found ? { status: 200, body: found } : none;
        },
        deleteDisk: (call: LiveCall) => {
          const found = disks.get(inPath(call));
          disks.delete(inPath(call));
          return found ? { status: 200, body: shown(found, ++count) } : none;
        },
      },
    },
    log: () => undefined,
  });
  const handle = toFetchHandler(server);
  const fetch = (url: string, init: RequestInit) => {
    paths.push(new URL(url).pathname);
    return handle(new Request(url, init));
  };
  return { contract, fetch, disks, paths };
}

const callers = { all: { token: "all" }, reader: { token: "read", scopes: ["r"] } };

async function run({ contract, fetch }: Awaited<ReturnType<typeof serverOf>>) {
  const { diagnostics, cases } = await testContract({ contract, fetch, callers });
  const passed = cases.filter(({ outcome }) => outcome === "passed").map(({ case: { id: name } }) => name);
  return { found: diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message}`), passed };
}

const chosen = [query("diskId", id, true)];
const byQuery = (choice: string) => choice;

test("the id of an operation that a creation starts is not the id of what it creates", async () => {
  const shown = (_: Disk, count: number) => ({ name: `operations/${count}`, done: true });
  const server = await serverOf(contractOf(operation, chosen), byQuery, shown);
  const { found, passed } = await run(server);
  expect(found).toEqual([]);
  expect(passed).toEqual(expect.arrayContaining(["resource/createDisk/shown", "resource/createDisk/listed"]));
  expect(server.paths.filter((one) => one.includes("operations"))).toEqual([]);
  expect([...server.disks]).toEqual([]);
});

test("nor where the schema of the path allows it", async () => {
  const shown = (_: Disk, count: number) => ({ name: `operation-${count}`, done: true });
  const server = await serverOf(contractOf(operation, chosen), byQuery, shown);
  const { found } = await run(server);
  expect(found).toEqual([]);
  expect(server.paths.filter((one) => one.includes("operation"))).toEqual([]);
});

const counted = (_: string, count: number) => `disk-${count}`;

test("the end of a full resource name is the id", async () => {
  const server = await serverOf(contractOf(disk, []), counted, (one) => one);
  const { found, passed } = await run(server);
  expect(found).toEqual([]);
  expect(passed).toEqual(expect.arrayContaining(["resource/createDisk/shown", "resource/deleteDisk/removed"]));
  expect([...server.disks]).toEqual([]);
});

test("an id that the schema of the path excludes is never used, and reported", async () => {
  const server = await serverOf(contractOf(disk, []), counted, (one, count) => ({ ...one, name: `No. ${count}` }));
  const { found } = await run(server);
  const problem = `shows an id at "name" that the path parameter disk doesn't allow`;
  expect(found).toContain(`warning test-open createDisk: ${problem}`);
  expect(found.filter((one) => one.startsWith("error"))).toEqual([]);
  expect(server.paths.filter((one) => decodeURI(one).includes("No."))).toEqual([]);
});
