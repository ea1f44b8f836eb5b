import { describe, expect, it } from "vitest";
import { lint, type LintOptions } from "../../generator/compile.js";
import { folderWith } from "../document/load-text.js";

/** A contract in which every kind of part is referred to, and every rule that compares parts has something to compare. */
const files = {
  "openapi.yaml": `openapi: 3.1.0
info: { title: Shop, version: "1", license: { name: MIT, identifier: MIT } }
servers: [{ url: https://shop.example }]
security: [{ token: [] }]
x-platform-lifecycle:
  states: { deleting: {} }
  transitions: [{ from: active, event: delete, to: deleting }]
paths:
  /services:
    $ref: services.yaml#/list
  /services/{service_id}:
    parameters: [{ $ref: "#/components/parameters/ServiceId" }]
    get:
      operationId: getService
      summary: Get a service
      responses:
        "200": { $ref: "#/components/responses/Service" }
        default: { $ref: "#/components/responses/Failure" }
  /services/{service_id}/actions/{action}:
    post:
      operationId: invokeAction
      summary: Invoke an action
      parameters: [{ $ref: "#/components/parameters/ServiceId" }, { $ref: "#/components/parameters/Action" }]
      requestBody: { $ref: "#/components/requestBodies/Action" }
      responses:
        "200":
          description: Done.
          headers: { X-Cost: { $ref: "#/components/headers/Cost" } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Response" } } }
        default: { $ref: "#/components/responses/Failure" }
      x-platform-cache-actions:
        resize: { $ref: actions.yaml#/resize }
        forget:
          label: Forget
          summary: Forget everything.
          destructive: true
          body: { $ref: "#/components/schemas/Confirmation" }
          scopes: [cache:write]
          examples: { all: { body: { confirm: c1 } } }
      x-platform-queue-actions:
        $ref: actions.yaml#/queue
components:
  securitySchemes: { token: { $ref: security.yaml } }
  headers: { Cost: { description: The cost., schema: { $ref: "#/components/schemas/Cost" } } }
  requestBodies:
    Action: { required: true, content: { application/json: { schema: { type: object, additionalProperties: true } } } }
  parameters:
    ServiceId: { name: service_id, in: path, required: true, schema: { $ref: "#/components/schemas/Id" } }
    Action: { name: action, in: path, required: true, schema: { $ref: "#/components/schemas/Id" } }
  responses:
    Service: { description: A service., content: { application/json: { schema: { $ref: "#/components/schemas/Service" } } } }
    Failure: { description: Failed., content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }
  schemas:
    Id: { type: string, maxLength: 64 }
    Cost: { type: integer, minimum: 0, default: 1 }
    Status: { type: string, enum: [active, updating, deleting] }
    Plan: { type: string, enum: [small, large] }
    Closed: { type: object, required: [confirm], properties: { confirm: { $ref: "#/components/schemas/Id" } } }
    Confirmation: { allOf: [{ $ref: "#/components/schemas/Closed" }], unevaluatedProperties: false }
    Response:
      type: object
      properties: { status: { type: string, enum: [completed] }, result: { type: object } }
    Failure: { type: object, required: [error], properties: { error: { $ref: "#/components/schemas/Message" } }, additionalProperties: false }
    Message: { type: string, maxLength: 500 }
    Base:
      type: object
      required: [id, status]
      properties:
        id: { $ref: "#/components/schemas/Id" }
        status: { $ref: "#/components/schemas/Status" }
        plan: { $ref: "#/components/schemas/Plan" }
    Cache: { allOf: [{ $ref: "#/components/schemas/Base" }], required: [type], properties: { type: { const: cache } } }
    Queue: { allOf: [{ $ref: "#/components/schemas/Base" }], required: [type], properties: { type: { const: queue } } }
    Service:
      discriminator: { propertyName: type, mapping: { cache: "#/components/schemas/Cache", queue: "#/components/schemas/Queue" } }
      oneOf: [{ $ref: "#/components/schemas/Cache" }, { $ref: "#/components/schemas/Queue" }]
      examples: [{ type: cache, id: c1, status: active }]
`,
  "services.yaml": `list:
  get:
    operationId: listServices
    summary: List services
    responses:
      "200": { description: Services., content: { application/json: { schema: { type: array, items: { $ref: "openapi.yaml#/components/schemas/Service" } } } } }
      default: { $ref: "openapi.yaml#/components/responses/Failure" }
`,
  "actions.yaml": `resize:
  label: Resize
  summary: Give the cache more memory.
  scopes: [cache:write]
  availability: { states: [active], plans: [small] }
  body: { $ref: "#/sizes" }
sizes: { type: object, required: [memory], properties: { $ref: "#/memory" }, additionalProperties: false }
memory: { memory: { type: integer, minimum: 1 } }
queue:
  purge: { label: Purge, summary: Remove all messages., availability: { states: [updating] }, body: { $ref: "#/sizes" } }
`,
  "security.yaml": `{ type: http, scheme: bearer }
`,
};

type FileName = keyof typeof files;

const placeOf = ({ location, code }: { location?: { path: string; line: number }; code: string }) =>
  `${location?.path}:${location?.line} ${code}`;

async function lintFiles(changed: Readonly<Record<string, string>> = {}, options: Partial<LintOptions> = {}) {
  const { diagnostics, loaded } = await lint("openapi.yaml", { workingFolder: folderWith({ ...files, ...changed }), ...options });
  // The reference in place of a map is one that OpenAPI doesn't allow.
  return { found: diagnostics.filter(({ code }) => code !== "ref-misplaced").map(placeOf), loaded };
}

/** The files with a text replaced. */
function replaced(file: FileName, before: string, after: string): Record<string, string> {
  expect(files[file].split(before)).toHaveLength(2);
  return { [file]: files[file].replace(before, () => after) };
}

/** Every reference of the files, and the mappings. */
const references = (Object.keys(files) as FileName[]).flatMap((file) =>
  [...files[file].matchAll(/(?:\$ref|cache|queue): ("[^"]*#[^"]*"|[a-z]+\.yaml[#/a-z]*)/g)].map((match) => {
    const [text, target] = match;
    const at = match.index + text.length - target!.length;
    const line = files[file].slice(0, at).split("\n").length;
    return { file, target: target!.replaceAll('"', ""), at, end: match.index + text.length, line };
  }),
);

describe("missing parts", () => {
  it("reports nothing while none is missing", async () => {
    expect((await lintFiles()).found).toEqual([]);
    expect(references).toHaveLength(36);
  });

  it.each(references)("reports only $target of $file:$line, if it has no target", async ({ file, at, end, line }) => {
    const text = files[file];
    const { found, loaded } = await lintFiles({ [file]: `${text.slice(0, at)}"#/nowhere/Gone"${text.slice(end)}` });
    expect(found).toEqual([`${file}:${line} ref-unresolved`]);
    expect(loaded).toBeUndefined();
  });

  it("reports mistakes elsewhere, by the config", async () => {
    const text = files["openapi.yaml"].replace("services.yaml#/list", "gone.yaml#/list");
    const changed = {
      "openapi.yaml": text.replace("destructive: true", "destructve: true").replace("confirm: c1", "confirm: 1"),
    };
    const all = ["openapi.yaml:10 ref-unresolved", "openapi.yaml:36 action-shape", "openapi.yaml:39 example-invalid"];
    expect((await lintFiles(changed)).found).toEqual(all);
    const filter: LintOptions["filter"] = (diagnostics) => diagnostics.filter(({ code }) => code !== "action-shape");
    expect((await lintFiles(changed, { filter })).found).toEqual([all[0], all[2]]);
  });

  it("reads a misspelled reference as its hint suggests", async () => {
    const changed = {
      ...replaced(
        "openapi.yaml",
        'status: { $ref: "#/components/schemas/Status" }',
        'status: { $ref: "#/component/schemas/Statsu" }',
      ),
      ...replaced("actions.yaml", "states: [active]", "states: [activ]"),
    };
    const { found, loaded } = await lintFiles(changed);
    expect(found).toEqual(["actions.yaml:5 state-undeclared", "openapi.yaml:70 ref-unresolved"]);
    expect(loaded).toBeUndefined();
  });

  it("reads a misspelled mapping as its hint suggests", async () => {
    const changed = replaced("openapi.yaml", 'cache: "#/components/schemas/Cache"', "cache: Cach");
    expect((await lintFiles(changed)).found).toEqual(["openapi.yaml:75 ref-unresolved"]);
  });

  it.each([
    [
      "a cycle that the hint would close",
      "openapi.yaml",
      'allOf: [{ $ref: "#/components/schemas/Closed" }]',
      'allOf: [{ $ref: "#/components/schemas/Confirmatoin" }]',
    ],
    [
      "the kind of what the hint names",
      "openapi.yaml",
      'schema: { $ref: "#/components/schemas/Cost" }',
      'schema: { $ref: "#/components/header/Cost" }',
    ],
  ] as const)("doesn't report %s", async (_, file, before, after) => {
    const { found } = await lintFiles(replaced(file, before, after));
    expect(found).toEqual([expect.stringMatching(/ ref-unresolved$/)]);
  });

  it.each([
    ["a syntax error in another file", "actions.yaml", "sizes: {", "sizes: {{", "actions.yaml:8 syntax"],
    ["a duplicate key", "actions.yaml", "  label: Resize\n", "  label: Resize\n  label: Size\n", "actions.yaml:3 duplicate-key"],
    [
      "a map that is a list",
      "openapi.yaml",
      "examples: [{ type",
      "properties: []\n      examples: [{ type",
      "openapi.yaml:77 structure",
    ],
    ["an action that is a text", "actions.yaml", "  purge: {", "  drain: now\n  purge: {", "actions.yaml:10 structure"],
    [
      "a target of another kind",
      "openapi.yaml",
      '$ref: "#/components/headers/Cost"',
      '$ref: "#/components/schemas/Cost"',
      "openapi.yaml:28 ref-kind",
    ],
  ] as const)("reports only %s", async (_, file, before, after, expected) => {
    expect((await lintFiles(replaced(file, before, after))).found).toEqual([expected]);
  });
});
