import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { at } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { adopt, done, json, openapi } from "./adopted.js";

const id = "parameters: [{ name: id, in: path, required: true, schema: { type: string } }]";
const returning = (schema: string, status = "200", more = "") =>
  `responses: { "${status}": { description: OK, ${json(`{ $ref: "#/components/schemas/${schema}" }`)}${more} } }`;
const get = (path: string, schema: string, more = "operationId: getIt, ") =>
  `${path}: { get: { ${more}parameters: [{ name: ${/\{(\w+)\}$/.exec(path)![1]}, in: path, required: true, schema: { type: string } }], ${returning(schema)} } }`;
const verb = (name: string, responses: string) => `/disks/{id}:${name}: { post: { ${id}, ${responses} } }`;

const schemas = `Operation: { type: object, properties: { name: { type: string }, done: { type: boolean }, response: { type: object }, error: { type: object, properties: { message: { type: string }, status: { enum: [ABORTED, RUNNING, DONE] } } } } }
Job: { type: object, properties: { id: { type: string }, status: { enum: [queued, succeeded, failed] } } }
Started: { type: object, properties: { job_id: { type: string } } }
Disk: { type: object, properties: { id: { type: string }, status: { enum: [pending, done] } } }`;

/** The binding of `async`, the actions that have it, and what is left, of a document with these paths. */
async function followed(...paths: readonly string[]) {
  const { document, run, folder, problems } = await adopt(openapi(paths.join("\n"), schemas));
  expect(problems).toEqual([]);
  const operation = at(document, "paths", "/disks/{id}:{action}", "post") as JsonObject;
  const actions = Object.entries(operation["x-platform-disk-actions"] as JsonObject);
  const lint = await runCli(folder, ["lint", "a.yaml", "--overlay", "a.overlay.yaml"]);
  expect(lint.stderr).not.toContain(" error ");
  expect(lint.stderr).not.toContain("binding-");
  return {
    async: at(operation["x-platform-action-binding"]!, "async"),
    actions: actions.flatMap(([name, action]) => (at(action, "async") === true ? [name] : [])),
    left: run.stdout.split("\n").filter((line) => line.includes("asynchronous actions")),
    notes: run.stdout.split("\n").flatMap((line) => /note: (.*)/.exec(line)?.[1] ?? []),
    responses: operation["responses"] as JsonObject,
  };
}

describe("actions that complete in the background", () => {
  it("are followed by the operation that they return, wherever it is available", async () => {
    const ping = verb("ping", returning("Item"));
    expect(await followed(get("/v1/{name}", "Operation"), verb("resize", returning("Operation")), ping)).toMatchObject({
      async: { operation: "getIt", id: "/name", error: "/error" },
      actions: ["resize"],
      left: [],
    });
    expect(await followed(get("/jobs/{job}", "Job"), verb("resize", returning("Job", "201")), ping)).toMatchObject({
      async: { operation: "getIt", id: "/id" },
      actions: ["resize"],
      left: [],
    });
  });

  it("are followed by the id or the header of a 202", async () => {
    const location = ", headers: { Location: { schema: { type: string } } }";
    const other = verb("ping", `responses: { ${done} }`);
    expect(
      await followed(get("/jobs/{job_id}", "Job"), verb("resize", returning("Started", "202", location)), other),
    ).toMatchObject({ async: { operation: "getIt", id: "/job_id" }, actions: ["resize"] });
    const found = await followed(
      get("/jobs/{job_id}", "Job"),
      verb("resize", `responses: { "202": { description: OK${location} } }`),
      other,
    );
    expect(found).toMatchObject({ async: { operation: "getIt", header: "Location" }, actions: ["resize"], left: [] });
    expect(found.responses["202"]).toMatchObject({ headers: { Location: {} } });
  });

  it.each<[string, string[]]>([
    [
      "no operation shows it",
      [verb("resize", returning("Operation")), verb("wipe", 'responses: { "202": { description: OK } }')],
    ],
    [
      "the operation has no operationId",
      [get("/v1/{name}", "Operation", ""), verb("resize", returning("Operation")), verb("wipe", returning("Operation"))],
    ],
    [
      "two operations could show it",
      [
        get("/jobs/{job_id}", "Job"),
        get("/tasks/{job_id}", "Operation", "operationId: getOther, ").replace("Operation }", "Job }"),
        verb("resize", 'responses: { "202": { description: OK, headers: { Location: { schema: { type: string } } } } }'),
        verb("wipe", 'responses: { "202": { description: OK } }'),
      ],
    ],
  ])("are left to a person if %s", async (_, paths) => {
    expect(await followed(...paths)).toMatchObject({
      async: undefined,
      actions: [],
      left: ['         left: how callers follow asynchronous actions ("async" of the binding): resize, wipe'],
    });
  });

  const named = 'the name of an operation may be a path ("operations/1")';
  it.each<[string, string, boolean, string[]]>([
    ["has segments", "/v1/{name=projects/*/operations/*}", true, []],
    ["takes any text", "/v1/{+name}", true, []],
    [
      "takes one segment",
      "/v1/{name}",
      true,
      [`${named}, whose slashes /v1/{name} would encode: write its parameter as {name=**}`],
    ],
    [
      "is the last part of the name",
      "/v1/projects/{project}/operations/{operation}",
      false,
      [`${named}: only a parameter such as {name=operations/*} takes it as "id: /name"`],
    ],
  ])("are followed by a name that is a path if the parameter %s", async (_, path, isFollowed, notes) => {
    const parameters = [...path.matchAll(/\{\+?(\w+)/g)].map(
      ([, name]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`,
    );
    const shown = `"${path}": { get: { operationId: getIt, parameters: [${parameters.join(", ")}], ${returning("Operation")} } }`;
    expect(await followed(shown, verb("resize", returning("Operation")))).toMatchObject({
      async: isFollowed ? { operation: "getIt", id: "/name", error: "/error" } : undefined,
      actions: isFollowed ? ["resize"] : [],
      notes,
    });
  });

  it("don't include those that return the service itself", async () => {
    expect(await followed(get("/disks/{id}", "Disk"), verb("resize", returning("Disk")))).toMatchObject({
      async: undefined,
      actions: [],
      left: [],
    });
  });
});
