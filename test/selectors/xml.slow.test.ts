import { needsFiles } from "../support/live-output.js";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { expect, test } from "vitest";
import { serve } from "../server/listen.js";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { contractsFolder, loadSelectorCase } from "./selector-contract.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";

const name = "xml";
const xml = `<?xml version="1.0"?><Run a="&amp;">ä</Run>`;

/** Starts the generated server with handlers that return `result`. */
async function start(result: unknown) {
  const { load } = await loadSelectorCase({ name });
  const api = (await load("server/index.ts")) as {
    createServer: (application: AnyApplication) => Server;
    toNodeHandler: (server: Server) => http.RequestListener;
  };
  const log: unknown[] = [];
  const seen: unknown[] = [];
  const handler = (call: unknown) => {
    seen.push((call as { body: unknown }).body);
    return { result };
  };
  const server = api.createServer({
    authenticate: () => ({}),
    canAccess: () => true,
    log: ({ message }) => void log.push(message),
    handlers: { actions: { instance: { RunInstances: handler, StopAll: handler }, user: { ListUsers: handler } } },
  });
  const { port } = await serve(http.createServer(api.toNodeHandler(server)));
  return { url: `http://127.0.0.1:${port}`, log, seen };
}

const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });

test("lint reports that it is not validated", async () => {
  const { compilation } = await loadSelectorCase({ name });
  const found = compilation.diagnostics.filter(({ code }) => !code.startsWith("redocly/"));
  expect(found.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
    'warning "RunInstances" declares a result, but its response 200 has no field for it: callers never see it',
    'warning "200" has "text/xml": the result of actions is its text, which is not validated',
    'warning "200" has "application/xml": the result of actions is its text, which is not validated',
  ]);
});

test.each([
  ["in a form", "/", form({ Action: "RunInstances", MaxCount: "3" }), "text/xml", { MaxCount: 3 }],
  ["in a form, without input", "/", form({ Action: "StopAll" }), "text/xml", {}],
  [
    "in a form, and another in the query",
    "/?Action=StopAll",
    form({ Action: "RunInstances", MaxCount: "3" }),
    "text/xml",
    { MaxCount: 3 },
  ],
  ["in a query", "/users?Action=ListUsers", {}, "application/xml", {}],
])("an action that is named %s returns text", async (_, at, request, type, body) => {
  const { url, log, seen } = await start(xml);
  const response = await fetch(`${url}${at}`, request);
  expect({ status: response.status, type: response.headers.get("content-type"), text: await response.text(), log }).toEqual({
    status: 200,
    type,
    text: xml,
    log: [],
  });
  expect(seen).toEqual([body]);
});

test.each([
  ["in the query of an endpoint of forms", "/?Action=StopAll", form({ MaxCount: "3" }), 400],
  [
    "twice",
    "/",
    { ...form({}), body: "Action=StopAll&Action=RunInstances", headers: { "content-type": "application/x-www-form-urlencoded" } },
    400,
  ],
  ["in JSON", "/", { method: "POST", body: '{"Action":"StopAll"}', headers: { "content-type": "application/json" } }, 415],
  ["__proto__", "/", form({ Action: "__proto__" }), 400],
  ["in a form that has a property __proto__", "/", form({ Action: "StopAll", __proto__2: "1", ["__proto__"]: "1" }), 400],
])("an action that is named %s is rejected", async (_, at, request, status) => {
  const { url, seen, log } = await start(xml);
  const response = await fetch(`${url}${at}`, request);
  expect({ status: response.status, seen, log }).toEqual({ status, seen: [], log: [] });
});

test("a handler that returns no text fails", async () => {
  const { url, log } = await start({ requestId: "a" });
  expect((await fetch(`${url}/`, form({ Action: "StopAll" }))).status).toBe(500);
  expect(log).toEqual([expect.stringContaining("The result is not a string")]);
});

test("clients get the text", async () => {
  const { connect } = await loadSelectorCase({ name });
  const { url, seen } = await start(xml);
  const client = await connect({ baseUrl: url });
  expect(await client["instance"]!()["RunInstances"]!({ MaxCount: 3 })).toEqual({ result: xml });
  expect(await client["instance"]!()["StopAll"]!()).toEqual({ result: xml });
  expect(await client["user"]!()["ListUsers"]!()).toEqual({ result: xml });
  expect(seen).toEqual([{ MaxCount: 3 }, {}, {}]);
});

test("handlers return, and calls resolve to, a string", async () => {
  needsFiles();
  const { compilation } = await loadSelectorCase({ name });
  const folder = temporaryFolder();
  writeFiles(folder, compilation.files!);
  writeFileSync(
    path.join(folder, "program.ts"),
    `import type { Handlers } from "./server/index.js";
import { createClient } from "./client/index.js";

type Actions = Handlers<object, never>["actions"];
export const runs: Actions["instance"]["RunInstances"] = ({ body }) => ({ result: "<Run>" + body.MaxCount + "</Run>" });
// @ts-expect-error: text
export const stops: Actions["instance"]["StopAll"] = () => ({ result: { requestId: "a" } });
const { result } = await createClient({ baseUrl: "" }).user().ListUsers();
export const text: string = result;
`,
  );
  expect(await typeCheckNatively(folder)).toBe("");
});

test("fixtures, recordings, docs and the expanded document have it as text", async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "spec"));
  copyFileSync(`${contractsFolder}/${name}.yaml`, path.join(folder, "spec/openapi.yaml"));
  expect(await runCli(folder, ["fixtures", "init"])).toMatchObject({ code: 0 });
  const checked = await runCli(folder, ["validate", "fixtures", "--contract", "spec/openapi.yaml"]);
  expect(checked).toMatchObject({ code: 0, stderr: expect.stringMatching(/: no problems;/) });
  expect(await runCli(folder, ["docs", "spec/openapi.yaml", "--out", "site"])).toMatchObject({ code: 0 });
  expect(await runCli(folder, ["expand", "--layout", "all", "--out", "plain"])).toMatchObject({ code: 0 });
  const document = JSON.parse(readFileSync(path.join(folder, "plain/openapi.all.json"), "utf8")) as {
    paths: Record<string, { post: { requestBody: object; responses: Record<string, { content: Record<string, unknown> }> } }>;
  };
  const { requestBody, responses } = document.paths["/#Action=RunInstances"]!.post;
  expect(requestBody).toMatchObject({ content: { "application/x-www-form-urlencoded": { schema: expect.anything() } } });
  expect(Object.keys(responses["200"]!.content)).toEqual(["text/xml"]);
  expect(await runCli(folder, ["lint", "plain/openapi.all.json"])).toMatchObject({ code: 0 });

  const entry = {
    request: {
      method: "POST",
      url: "https://api.example.net/",
      headers: [],
      postData: { mimeType: "application/x-www-form-urlencoded", text: "Action=RunInstances&MaxCount=many" },
    },
    response: {
      status: 200,
      headers: [{ name: "content-type", value: "text/xml" }],
      content: { mimeType: "text/xml", text: xml },
    },
  };
  writeFileSync(path.join(folder, "session.har"), JSON.stringify({ log: { version: "1.2", entries: [entry] } }, null, 1));
  const { stderr } = await runCli(folder, ["validate", "session.har", "--contract", "spec/openapi.yaml", "--verbose"]);
  expect([...stderr.matchAll(/\w+-\w+: "(\/re[^"]*)"/g)].map(([, pointer]) => pointer)).toEqual(["/request/body/MaxCount"]);
});
