import { describe, expect, test } from "vitest";
import { machines, pumps, volumes } from "./bound-contracts.js";
import { fileOf, siteOfText } from "../../tools/site/build-site.js";

/** A section of a Markdown page, by its heading. */
function section(page: string, heading: string): string {
  const [, text = ""] = page.split(`\n## ${heading}\n`);
  return text.split("\n## ")[0]!.trim();
}

/** The code below a label. */
function below(page: string, label: string): string {
  const [, text = ""] = page.split(`\n${label}:\n\n`);
  return /^```\w+\n([^]*?)\n```/.exec(text)?.[1] ?? "";
}

const sites = { machines: siteOfText(machines), pumps: siteOfText(pumps), volumes: siteOfText(volumes) };
const pageOf = async (contract: keyof typeof sites, path: string) => fileOf(await sites[contract], `${path}.md`);

describe("the page of an action", () => {
  test("has each success with its headers and its whole body", async () => {
    const response = section(await pageOf("volumes", "actions/volume/attach"), "Response");
    expect(response).toContain(
      "### `200`\n\nDone.\n\n| Header | Type | Description |\n| --- | --- | --- |\n| `ETag` *required* | string",
    );
    expect(response).not.toContain("X-Request-Id");
    expect(response).toContain('| `data.status` *required* | string<br>always `"attached"` |');
    expect(response).toContain("| `data.result.device` *required* |");
    expect(response).toContain("| `meta.request_id` *required* |");
    expect(response).toMatch(/### `204`\n\nNothing had to be done\.\n\nNo body\.$/);
    const accepted = section(await pageOf("volumes", "actions/volume/snapshot"), "Response");
    expect(accepted).toContain("### `202`");
    expect(accepted).toContain('| `data.status` *required* | string<br>one of `"attached"`, `"pending"` |');
    expect(accepted).not.toContain("### `200`");
  });

  test("lists the statuses", async () => {
    expect(await pageOf("volumes", "actions/volume/attach")).toContain("Returns 200 or 204 when the work is done.");
    expect(await pageOf("machines", "actions/vm/resize")).toContain("Returns 202 and completes in the background.");
    expect(await pageOf("pumps", "actions/oil/stop")).toContain("Returns 201 when the work is done.");
  });

  test("a whole body that is the result", async () => {
    const response = section(await pageOf("pumps", "actions/water/start"), "Response");
    expect(response).toContain("### `201`");
    expect(response).toContain("As `application/vnd.pumps+json`:");
    expect(response).toContain("| `rpm` *required* | integer |");
  });

  test("lists the parameters of the endpoint besides those of the path", async () => {
    const parameters = section(await pageOf("volumes", "actions/volume/attach"), "Parameters");
    expect(parameters.split("\n").slice(2)).toEqual([
      "| `session` cookie *required* | string<br>at most 64 characters |  |",
      "| `If-Match` header *required* | string<br>2 to 64 characters | The version that the caller has seen. |",
      "| `X-Reason` header | string<br>at most 100 characters |  |",
      '| `priority` query *required* | string<br>one of `"low"`, `"high"` |  |',
    ]);
  });

  test("shows the scopes of the endpoint and of the action together", async () => {
    expect(await pageOf("volumes", "actions/volume/attach")).toContain("- **Scopes:** `volumes.call`, `volumes.write`\n");
    expect(await pageOf("pumps", "actions/oil/stop")).toContain("- **Scopes:** none\n");
    expect(await pageOf("volumes", "actions/volume/index")).toContain("| volumes.call, volumes.write |");
  });

  test("its calls send the required parameters", async () => {
    const page = await pageOf("volumes", "actions/volume/attach");
    expect(below(page, "curl")).toBe(
      [
        'curl -X POST "https://api.volumes.test/v1/volumes/$VOLUME_ID/attach?priority=$PRIORITY"',
        '-H "Authorization: Bearer $TOKEN"',
        `-H 'If-Match: '"$IF_MATCH"`,
        `-b 'session='"$SESSION"`,
        "-H 'Content-Type: application/json'",
        `-d '{ "machine": "example" }'`,
      ].join(" \\\n  "),
    );
    expect(below(page, "Client")).toContain('parameters: { priority: "low", "If-Match": "example", session: "example" }');
    expect(below(await pageOf("machines", "actions/vm/start"), "Client")).toContain(
      'const { status, result, envelope, headers } = await client.vm(target).start(undefined, { parameters: { "Idempotency-Key": "example" } });',
    );
  });

  test("its call names no service if the path has none", async () => {
    const site = await siteOfText(`openapi: 3.1.0
info: { title: Ledger, version: "1" }
security: []
paths:
  /rpc:
    post:
      operationId: call
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [op], properties: { op: { type: string } } } } } }
      responses: { "200": { description: Done., content: { application/json: { schema: { type: object, properties: { value: { type: object } } } } } } }
      x-platform-action-binding: { action: { in: body-field, name: op }, body: /args, response: { result: /value } }
      x-platform-ledger-actions: { count: { summary: Count., result: { type: object } } }
`);
    const client = below(fileOf(site, "actions/ledger/count.md"), "Client");
    expect(client).toContain("await client.ledger().count();");
    expect(client).not.toContain("service");
  });

  test("without input, under a key of the body: the only valid body, and no invalid one", async () => {
    const page = fileOf(
      await siteOfText(`openapi: 3.1.0
info: { title: Compute, version: "1" }
security: []
paths:
  /servers/{id}/action:
    post:
      operationId: act
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { "202": { description: Accepted. }, "400": { description: Invalid. } }
      x-platform-action-binding: { action: { in: body-key }, type: { const: server } }
      x-platform-server-actions: { os-start: { label: Start } }
`),
      "actions/server/os-start.md",
    );
    expect(section(page, "Body")).toBe('It takes no input: only `{ "os-start": null }` is valid.');
    expect(below(page, "Valid body")).toBe('{ "os-start": null }');
    expect(page).not.toContain("Invalid body");
  });

  test("its examples are what a server sends", async () => {
    const attach = await pageOf("volumes", "actions/volume/attach");
    expect(JSON.parse(below(attach, "Response: 200"))).toEqual({
      data: { status: "attached", result: { device: "example" } },
      meta: { request_id: "example" },
    });
    expect(JSON.parse(below(attach, "Response: 409"))).toEqual({
      error: { code: "machine_gone", message: "The machine does not exist any more." },
    });
    expect(JSON.parse(below(attach, "Response to the invalid body: 400"))).toEqual({
      error: {
        code: "invalid_action_body",
        message: "/machine is required; /mcahine is not allowed.",
        details: [
          { field: "/machine", message: "is required" },
          { field: "/mcahine", message: "is not allowed" },
        ],
      },
    });
    // This contract declares no 400.
    expect(JSON.parse(below(await pageOf("pumps", "actions/water/start"), "Response to the invalid body: 422"))).toMatchObject({
      code: "invalid_action_body",
      status: 422,
      title: "Unprocessable Content",
    });
  });
});

describe("an action's own errors", () => {
  const endpoint = (schema: string, errors: string) => `
openapi: 3.1.0
info: { title: Doors, version: "1" }
paths:
  /doors/{action}:
    post:
      parameters: [{ name: action, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object } } } }
      x-platform-door-actions: { open: { label: Open, errors: [${errors}] } }
      responses:
        "200": { description: Done. }
        4XX: { description: Failed., content: { application/json: { schema: { type: object, required: [error], properties: { error: { type: string } } } } } }
        "412": { description: In the way., content: { application/json: { schema: ${schema} } } }
`;
  const shown = async (schema: string, errors: string) => {
    const page = section(await fileOf(await siteOfText(endpoint(schema, errors)), "actions/door/open.md"), "Errors");
    return [...page.matchAll(/^Response: (\d+):\n\n```json\n([^`]*)```/gm)].map(([, status, body]) => [
      status,
      JSON.parse(body!),
    ]);
  };
  const stuck = "{ code: stuck, status: 412, description: It is stuck. }";

  test("each is shown, also in the most common shape", async () => {
    const schema = "{ type: object, required: [error], properties: { error: { type: string } } }";
    expect(await shown(schema, `${stuck}, { code: gone, status: 410, description: It is gone. }`)).toEqual([
      ["410", { error: "gone: It is gone." }],
      ["412", { error: "stuck: It is stuck." }],
    ]);
  });

  test("members that only the contract defines are generated around its code and message", async () => {
    const help = "{ type: object, required: [page], properties: { page: { type: integer, minimum: 3 } } }";
    const properties = `{ code: { type: string }, message: { type: string }, help: ${help} }`;
    const open = `{ type: object, required: [code, message, help], properties: ${properties} }`;
    expect(await shown(open, stuck)).toEqual([
      ["412", { code: "stuck", message: "It is stuck.", help: { page: expect.any(Number) } }],
    ]);
  });

  test("one that its response excludes is not shown", async () => {
    const schema =
      "{ type: object, required: [code, message], properties: { code: { type: string }, message: { enum: [Blocked.] } } }";
    expect(await shown(schema, stuck)).toEqual([]);
  });
});

test("the page of a type lists the locations of the facts of a service", async () => {
  const page = await pageOf("pumps", "actions/water/index");
  expect(page).toContain("type in `/metadata/kind`, status in `/status/state`, plan in `/spec/plan`, actions in `/actions`");
  expect(page).toContain("- **Service:** [`getPump`](");
});

test("the first page has an error in the contract's shape", async () => {
  expect(section(await pageOf("volumes", "index"), "Errors")).toContain('"code": "resource_not_found"');
});

test("the matrix has each plan and state that a service lists, and marks actions without availability in all of them", async () => {
  const listed = pumps
    .replace("plan: { type: string }", "plan: { type: string, enum: [small, big] }")
    .replace("state: { type: string }", "state: { type: string, enum: [starting, running, stopped] }");
  const page = await fileOf(await siteOfText(listed), "index.md");
  const rows = page.split("\n").filter((line) => /^\| (Action \||\[(start|stop)\])/.test(line));
  const cells = rows.map((row) =>
    row
      .split("|")
      .slice(-6, -1)
      .map((cell) => cell.trim()),
  );
  expect(cells).toEqual([
    ["Plans: small", "Plans: big", "States: starting", "States: running", "States: stopped"],
    ["yes", "yes", "yes", "yes", "yes"],
    ["", "yes", "", "", "yes"],
  ]);
});
