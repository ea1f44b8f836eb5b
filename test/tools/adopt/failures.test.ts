import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { at } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { adopt, done, json, openapi } from "./adopted.js";

/** An error whose code is one of these. */
const error = (codes: string, more = "") =>
  json(
    `{ type: object, required: [error], properties: { error: { type: object, required: [status, message], properties: { status: { enum: [${codes}] }, message: { type: string }${more} } } } }`,
  );

/** A document with one action that fails so. */
const failing = (responses: string, schemas = "") =>
  openapi(`/a/{id}/actions/stop: { post: { responses: { ${done}, ${responses} } } }`, schemas);

const path = "/a/{id}/actions/{action}";
const binding = (codes: Readonly<Record<string, string>>) => ({ "x-platform-error-binding": { codes } });
const unfit = async (folder: string) =>
  (await runCli(folder, ["lint", "a.yaml", "--overlay", "a.overlay.yaml"])).stderr
    .split("\n")
    .filter((line) => line.includes(" failure-unfit: "));

describe("a failure whose codes the vendor lists", () => {
  it("keeps its response, with the usual names of the server's own codes", async () => {
    const names = "INVALID_ARGUMENT, UnauthenticatedException, permission-denied, NOT_FOUND, '409'";
    const { document, run, folder } = await adopt(
      failing(
        `"400": { description: No, ${error(names)} }, "401": { description: No, ${error(names)} }, "404": { description: No, ${error("gone")} }, "409": { description: No, ${error(names)} }`,
      ),
    );
    const responses = at(document, "paths", path, "post", "responses") as JsonObject;
    expect(responses).toMatchObject({
      "400": binding({
        invalid_parameter: "INVALID_ARGUMENT",
        invalid_body: "INVALID_ARGUMENT",
        invalid_action_body: "INVALID_ARGUMENT",
        invalid_request: "INVALID_ARGUMENT",
      }),
      "401": binding({ unauthenticated: "UnauthenticatedException" }),
      // The only code of a response is that of its status.
      "404": { content: {}, ...binding({ resource_not_found: "gone" }) },
      "409": binding({ action_unavailable: "409" }),
    });
    expect(run.stdout).not.toContain("left:");
    expect(await unfit(folder)).toEqual([]);
  });

  it("leaves codes without a usual name to a person", async () => {
    const { document, run, folder } = await adopt(failing(`"404": { description: No, ${error("no_disk, no_server")} }`));
    expect(at(document, "paths", path, "post", "responses", "404")).not.toHaveProperty("x-platform-error-binding");
    expect(run.stdout).toContain(
      "left: 404 lists the codes no_disk, no_server: map resource_not_found in x-platform-error-binding: { codes: … }\n",
    );
    expect(await unfit(folder)).toHaveLength(1);
  });

  it("maps the codes at the response, for a response of the components and for operations of several actions", async () => {
    const body = json("{ required: [action], properties: { action: { enum: [start] }, at: { type: string } } }");
    const text = `${openapi(
      `/a/{id}/actions/stop: { post: { responses: { ${done}, "404": { $ref: "#/components/responses/Gone" } } } }
/b/{id}/actions: { post: { requestBody: { ${body} }, responses: { ${done}, "404": { description: No, ${error("x")} }, "401": { $ref: "#/components/responses/Gone" } } } }`,
    )}  responses: { Gone: { description: No, ${error("gone")} } }\n`;
    const { document, problems, folder } = await adopt(text);
    expect(problems).toEqual([]);
    expect(at(document, "components", "responses", "Gone")).toMatchObject(
      binding({ resource_not_found: "gone", unauthenticated: "gone" }),
    );
    expect(at(document, "paths", "/b/{id}/actions", "post", "responses", "404")).toMatchObject(
      binding({ resource_not_found: "x" }),
    );
    expect(await unfit(folder)).toEqual([]);
    expect((await runCli(folder, ["adopt", "a.yaml"])).stderr).toContain("nothing new");
  });

  it("leaves all codes to a person if a binding of the document applies", async () => {
    const { document, run } = await adopt(
      `${failing(`"404": { description: No, ${error("NOT_FOUND")} }`)}x-platform-error-binding: { message: /error/message }\n`,
    );
    expect(at(document, "paths", path, "post", "responses", "404")).not.toHaveProperty("x-platform-error-binding");
    expect(run.stdout).toContain("left: 404 lists the codes NOT_FOUND: map resource_not_found");
  });
});

it("a response with failures that another can't report is omitted for the same reason", async () => {
  const fixed = json("{ required: [code, message], properties: { code: { type: string }, message: { enum: [Malformed.] } } }");
  const { document, run } = await adopt(
    failing(
      `"400": { description: No, ${fixed} }, "422": { description: No, ${fixed} }, "404": { description: No, ${error("x")} }`,
    ),
  );
  expect(Object.keys(at(document, "paths", path, "post", "responses") as JsonObject)).toEqual(["200", "404"]);
  for (const status of [400, 422])
    expect(run.stdout).toContain(
      `left: the response ${status}: invalid_parameter does not match: /message must be "Malformed."\n`,
    );
});

it("a failure with texts that a server has no value for is omitted, with the reason", async () => {
  const { document, run } = await adopt(
    failing(
      `"403": { description: No, ${error("FORBIDDEN", ", note: { enum: [a, b] }").replace("required: [status, ", "required: [note, status, ")} }, "409": { description: Busy, ${json("{ properties: { code: { const: busy } } }")} }, "410": { description: Gone, ${json("{ required: [kind], properties: { kind: { const: gone }, code: { type: string }, message: { type: string } } }")} }`,
    ),
  );
  expect(Object.keys(at(document, "paths", path, "post", "responses") as JsonObject)).toEqual(["200", "410"]);
  expect(run.stdout).toContain('left: the response 403: access_denied does not match: /error the property "note" is missing\n');
  expect(run.stdout).toContain("left: the response 409: no code or message found\n");
});

describe("a failure in a shape that needs a binding", () => {
  it("gets it if the schema shows the facts", async () => {
    const aws = json(
      "{ type: object, required: [__type, message], properties: { __type: { type: string }, message: { type: string } } }",
    );
    const nova = json(
      "{ type: object, required: [badRequest], properties: { badRequest: { type: object, required: [code, message], properties: { code: { type: integer }, message: { type: string } } } } }",
    );
    const { document, run, folder } = await adopt(
      failing(`"400": { description: No, ${aws} }, "404": { description: No, ${nova} }`),
    );
    expect(at(document, "paths", path, "post", "responses")).toMatchObject({
      "400": { "x-platform-error-binding": { code: "/__type" } },
      "404": { "x-platform-error-binding": { code: null, status: "/badRequest/code", message: "/badRequest/message" } },
    });
    expect(run.stdout).not.toContain("left:");
    const linted = await runCli(folder, ["lint", "a.yaml", "--overlay", "a.overlay.yaml"]);
    expect(linted.stderr).not.toMatch(/error (?:failure-unfit|error-body)/);
  });

  it("is reported if no binding is evident", async () => {
    const { run } = await adopt(
      failing(
        `"400": { description: No, ${json("{ type: object, properties: { why: { type: string } } }")} }, "404": { description: No, ${json("{ required: [kind], properties: { kind: { type: string }, code: { type: string }, message: { type: string } } }")} }`,
      ),
    );
    expect(run.stdout).toContain("left: the response 400: no code or message found; name them in x-platform-error-binding\n");
    expect(run.stdout).toContain('left: the response 404: resource_not_found does not match: the property "kind" is missing\n');
  });
});

describe("a failure that may have the status 200", () => {
  const answer = (value: boolean, more = "") =>
    `{ description: Here, ${json(`{ type: object, required: [ok], properties: { ok: { type: boolean, enum: [${value}] }${more} } }`)} }`;
  const failed = answer(false, ", error: { type: string }");
  const left = async (responses: string, root = "") =>
    (await adopt(`${openapi(`/a/{id}/actions/stop: { post: { responses: { ${responses} } } }`)}${root}`)).run.stdout
      .split("\n")
      .filter((line) => line.includes("if failures have the status 200"));

  it("is left to the user, with the binding that says so", async () => {
    expect(await left(`"200": ${answer(true)}, default: ${failed}`)).toEqual([
      expect.stringContaining("add x-platform-error-binding: { when: { at: /ok, value: false } }"),
    ]);
  });

  it.each([
    ["a failure with a status of its own", `"200": ${answer(true)}, "404": ${failed}`, ""],
    ["a success that says nothing", `${done}, default: ${failed}`, ""],
    ["a success with the same value", `"200": ${answer(false)}, default: ${failed}`, ""],
    [
      "a document that says it",
      `"200": ${answer(true)}, default: ${failed}`,
      "x-platform-error-binding: { code: /error, message: null, when: { at: /ok, value: false } }\n",
    ],
  ])("is not suspected for %s", async (_, responses, root) => {
    expect(await left(responses, root)).toEqual([]);
  });
});
