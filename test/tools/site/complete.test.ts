import { beforeAll, describe, expect, test } from "vitest";
import type { OutputFile } from "../../../generator/typescript/output-file.js";
import { fileOf, siteOfText } from "./build-site.js";
import { brokenLinks } from "./links.js";

/** An API with whatever callers need to know beside the schemas. */
const contract = `openapi: 3.1.0
info: { title: Boxes, version: "1" }
servers:
  - { url: "https://{region}.boxes.test/{stage}", description: Production., variables: { region: { default: eu, enum: [eu, us], description: Where. }, stage: { default: v1 } } }
  - { url: "https://sandbox.boxes.test" }
security: [{ oauth: [read] }, { key: [] }]
tags: [{ name: boxes, description: "Things to **store**." }]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        authorizationCode: { authorizationUrl: "https://id.boxes.test/authorize", tokenUrl: "https://id.boxes.test/token", refreshUrl: "https://id.boxes.test/refresh", scopes: { read: Read. } }
        clientCredentials: { tokenUrl: "https://id.boxes.test/token", scopes: { read: Read., write: Write. } }
    key: { type: apiKey, in: header, name: X-Api-Key }
    id: { type: openIdConnect, openIdConnectUrl: "https://id.boxes.test/.well-known/openid-configuration" }
    basic: { type: http, scheme: basic }
    jwt: { type: http, scheme: bearer, bearerFormat: JWT }
  schemas:
    Problem: { type: object, required: [code], properties: { code: { enum: [full, gone] } } }
paths:
  /boxes:
    get:
      operationId: findBoxes
      tags: [boxes]
      parameters:
        - { name: size, in: query, style: deepObject, schema: { type: object, required: [min], properties: { min: { const: 1 } } }, example: { min: 1 } }
        - { name: ids, in: query, explode: false, deprecated: true, schema: { type: array, items: { type: string } }, example: [a, b] }
        - { name: X-Tags, in: header, schema: { type: array, items: { type: string } } }
      responses:
        "200":
          description: Found.
          headers: { X-Left: { description: Calls that are left., schema: { type: integer } } }
          content: { application/json: { schema: { type: array, items: { const: box } }, examples: { one: { value: [box] }, none: { value: [] } } } }
        "409": { description: No room., content: { application/json: { schema: { $ref: "#/components/schemas/Problem" }, example: { code: full } } } }
        "410": { description: Removed., content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } } }
        "429": { description: Slow down., headers: { Retry-After: { description: Seconds to wait., schema: { type: integer } } } }
    post:
      operationId: sendBox
      tags: [boxes]
      security: []
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { picture: { type: string, contentMediaType: application/octet-stream }, facts: { type: object } } }
            encoding: { picture: { contentType: "image/png, image/jpeg" } }
      responses: { "201": { description: Sent., content: { application/json: { schema: { type: object, required: [id], properties: { id: { const: 7 } } } } } } }
webhooks:
  packed:
    post:
      parameters:
        - { name: webhook-id, in: header, required: true, description: Of the message., schema: { type: string } }
        - { name: webhook-timestamp, in: header, required: true, schema: { type: string } }
        - { name: webhook-signature, in: header, required: true, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object, required: [id], properties: { id: { const: 7 } } } } } }
      responses: { "204": { description: Taken., headers: { X-Seen: { description: When., schema: { type: string } } } } }
`;

let site: OutputFile[];
beforeAll(async () => {
  site = await siteOfText(contract);
});
const page = (path: string) => fileOf(site, `${path}.md`);

describe("credentials", () => {
  test("how to obtain a token, and how to send each credential", () => {
    const text = page("authentication");
    expect(text).toContain("- **Authorize at:** [https://id.boxes.test/authorize](https://id.boxes.test/authorize)");
    expect(text).toContain("- **Obtain a token at:** [https://id.boxes.test/token]");
    expect(text).toContain("- **Refresh it at:** [https://id.boxes.test/refresh]");
    expect(text).toContain(
      [
        'curl -X POST "https://id.boxes.test/token"',
        '-u "$CLIENT_ID:$CLIENT_SECRET"',
        "-d grant_type=client_credentials",
        "--data-urlencode 'scope=read write'",
      ].join(" \\\n  "),
    );
    expect(text).toContain("- **Send:** a key in the header `X-Api-Key`");
    expect(text).toContain("- **Configuration of OpenID Connect:** [https://id.boxes.test/.well-known/openid-configuration]");
    expect(text).toContain("- **Send:** user name and password in `Authorization: Basic`");
    expect(text).toContain("- **Format of the token:** JWT");
  });

  test("operations and the first page link to them", () => {
    expect(page("operations/findBoxes")).toContain(
      "[`oauth`](../authentication.md#scheme-oauth) `read` or [`key`](../authentication.md#scheme-key)",
    );
    expect(page("operations/sendBox")).toContain("- **Authentication:** none");
    expect(page("index")).toContain("[`key`](authentication.md#scheme-key): a key in the header `X-Api-Key`.");
    expect(brokenLinks(site)).toEqual([]);
  });
});

test("all servers with their variables", () => {
  expect(page("index")).toContain(
    "| `https://{region}.boxes.test/{stage}` | Production.<br>`{region}`: Where. one of `eu`, `us`; default `eu`<br>`{stage}`: any value; default `v1` |",
  );
  expect(page("index")).toContain("| `https://sandbox.boxes.test` |  |");
});

test("how parameters are written, and which are deprecated", () => {
  const text = page("operations/findBoxes");
  expect(text).toContain("| `size` query | object<br>other fields allowed<br>written as `size%5Bmin%5D=1` |");
  expect(text).toContain("| `ids` query *deprecated* | list of string<br>written as `ids=a,b` |");
  expect(text).toContain("| `X-Tags` header | list of string<br>separated by commas |");
});

test("headers of responses have descriptions", () => {
  expect(page("operations/findBoxes")).toContain("| `X-Left` | integer | Calls that are left. |");
});

test("errors have their meaning, their headers and bodies, and the contract's examples", () => {
  const [, text = ""] = page("operations/findBoxes").split("\n## Errors\n");
  expect(text).toContain("| 409 | No room. |\n| 410 | Removed. |");
  expect(text).toContain("### `409`, `410`\n\n| Field | Type | Description |\n| --- | --- | --- |\n| `code` *required* |");
  expect(text).toContain(
    "### `429`\n\n| Header | Type | Description |\n| --- | --- | --- |\n| `Retry-After` | integer | Seconds to wait. |",
  );
  expect(text).toContain('Response: 409:\n\n```json\n{ "code": "full" }\n```');
});

test("every success has its examples, or a generated one", () => {
  expect(page("operations/findBoxes")).toContain(
    'Response: 200, none:\n\n```json\n[]\n```\n\nResponse: 200, one:\n\n```json\n["box"]\n```',
  );
  expect(page("operations/sendBox")).toContain('Response: 201:\n\n```json\n{ "id": 7 }\n```');
});

test("parts of forms have their media types", () => {
  expect(page("operations/sendBox")).toContain("- `picture`: as `image/png` or `image/jpeg`.");
});

test("webhooks have headers, the way they are signed, and an example", () => {
  const text = page("webhooks");
  expect(text).toContain("| `webhook-id` header *required* | string | Of the message. |");
  expect(text).toContain("Signed as in [Standard Webhooks](https://www.standardwebhooks.com)");
  expect(text).toContain('Example of a body:\n\n```json\n{ "id": 7 }\n```');
  expect(text).toContain("| `X-Seen` | string | When. |");
});

test("groups of operations are described", () => {
  expect(page("operations/index")).toContain("## boxes\n\nThings to **store**.");
});

describe("how an action is followed", () => {
  const job = "{ type: object, required: [status], properties: { status: { enum: [queued, running, succeeded, failed] } } }";
  const following = (response: string) => `openapi: 3.1.0
info: { title: Machines, version: "1" }
servers: [{ url: "https://vms.test" }]
security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
paths:
  /vms/{vm_id}/actions/{action}:
    post:
      operationId: act
      parameters:
        - { name: vm_id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { "202": { description: Accepted., ${response} } }
      x-platform-vm-actions: { stop: { label: Stop, async: true } }
  /vms/{vm_id}/jobs/{job_id}:
    get:
      operationId: getJob
      parameters:
        - { name: vm_id, in: path, required: true, schema: { type: string } }
        - { name: job_id, in: path, required: true, schema: { type: string } }
      responses: { "200": { description: Found., content: { application/json: { schema: ${job} } } } }
`;
  const told = async (response: string) => {
    const [, text = ""] = fileOf(await siteOfText(following(response)), "actions/vm/stop.md").split("\n## How to follow it\n\n");
    return text;
  };
  const states =
    "- **Running:** `/status` is `queued` or `running`\n- **Done:** `/status` is `succeeded`\n- **Failed:** `/status` is `failed`\n";

  test("by an operation that the response names", async () => {
    const body =
      "content: { application/json: { schema: { type: object, required: [job_id], properties: { job_id: { type: string } } } } }";
    const text = await told(body);
    expect(text).toContain(
      `- **Read:** [\`getJob\`](../../operations/getJob.md); its \`job_id\` is at \`/job_id\` of the first response\n${states}`,
    );
    expect(text).toContain('curl "https://vms.test/vms/$VM_ID/jobs/$JOB_ID" \\\n  -H "Authorization: Bearer $TOKEN"');
    expect(text).toContain("const outcome = await follow(client.vm(target).stop, {});");
  });

  test("by the URL in a header", async () => {
    const text = await told("headers: { Location: { required: true, schema: { type: string } } }");
    expect(text).toContain(
      `- **Read:** the URL in the header \`location\` of the first response: [\`getJob\`](../../operations/getJob.md)\n${states}`,
    );
    expect(text).toContain('curl "$LOCATION" \\\n  -H "Authorization: Bearer $TOKEN"');
  });

  test("if the contract doesn't define it, the page says so", async () => {
    expect(await told("content: { application/json: { schema: { type: object } } }")).toBe(
      "The contract doesn't define how its end is detected.\n",
    );
  });
});
