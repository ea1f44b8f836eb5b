import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runCli, temporaryFolder } from "../support/command-line.js";

let folder: string;

beforeEach(() => void (folder = temporaryFolder()));

const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};
const head = (version = "3.1.0") =>
  `openapi: ${version}\ninfo: { title: T, version: 1.0.0 }\nservers: [{ url: https://t.test.dev }]\n`;
const operation = (fields: string) => `paths:\n  /a/{unitId}:\n    post: { ${fields} }\n`;
const id = "{ name: unitId, in: path, required: true, schema: { type: string, maxLength: 9 } }";
const done = 'responses: { "204": { description: D. }, "404": { description: D. } }';

async function lint(text: string, ...args: string[]): Promise<{ code: number; found: string[]; hints: string[] }> {
  write("a.yaml", text);
  const { code, stdout } = await runCli(folder, ["lint", "a.yaml", "--format", "json", ...args]);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { severity: string; code: string; hint?: string }[] };
  return {
    code,
    found: diagnostics
      .filter(({ code }) => !/redocly\/(?:info|operation-4xx|operation-summary|security)|operation-security/.test(code))
      .map((one) => `${one.severity} ${one.code}`),
    hints: diagnostics.flatMap(({ hint }) => hint ?? []),
  };
}

describe("right, though odd", () => {
  test.each([
    [
      "a stray field in content",
      head() +
        operation(
          `operationId: a, parameters: [${id}], requestBody: { content: { application/json: { schema: {} }, examples: {} } }, ${done}`,
        ),
      ["warning media-type"],
    ],
    [
      "components.mediaTypes before 3.2",
      `${head("3.0.3")}${operation(`operationId: a, parameters: [${id}], responses: { "200": { description: D., content: { $ref: "#/components/mediaTypes/m" } } }`)}components: { mediaTypes: { m: { application/json: { schema: { type: object } } } } }\n`,
      ["warning ref-misplaced", "warning redocly/struct"],
    ],
    [
      "$recursiveRef inside of its own anchor",
      `${head()}${operation(`operationId: a, parameters: [${id}], ${done}`)}components: { schemas: { F: { $recursiveAnchor: true, type: object, properties: { a: { $recursiveRef: "#" } } }, G: { $recursiveAnchor: true, type: object, properties: { a: { $recursiveRef: "#" } } } } }\n`,
      ["warning dynamic-reference", "warning dynamic-reference"],
    ],
    [
      "a scope that no flow lists",
      `${head()}${operation(`operationId: a, security: [{ p: [] }, { o: ["b:c"] }], parameters: [${id}], ${done}`)}components: { securitySchemes: { p: { type: http, scheme: bearer }, o: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://t.test.dev/t, scopes: { b: B. } } } } } }\n`,
      ["warning scope-undeclared"],
    ],
    ["braces in an id", head() + operation(`operationId: "post/a/{unitId}", parameters: [${id}], ${done}`), []],
    [
      "a keyword beside the schema of a parameter",
      head() +
        operation(
          `operationId: a, parameters: [${id}, { name: q, in: query, enum: [a], schema: { type: string, maxLength: 9 } }], ${done}`,
        ),
      ["warning redocly/struct"],
    ],
    [
      "operation for operationId",
      head() + operation(`operation: a, parameters: [${id}], ${done}`),
      ["warning redocly/operation-operationId", "warning redocly/struct"],
    ],
  ])("%s", async (_, text, expected) => {
    const { code, found } = await lint(text);
    expect({ code, found: found.sort() }).toEqual({ code: 0, found: [...expected].sort() });
    expect((await runCli(folder, ["generate", "a.yaml"])).code).toBe(0);
  });

  test("$recursiveRef that another anchor leads to is another schema there", async () => {
    const { found } = await lint(
      `${head()}${operation(`operationId: a, parameters: [${id}], ${done}`)}components: { schemas: { F: { $recursiveAnchor: true, type: object, properties: { a: { $recursiveRef: "#" } } }, G: { $recursiveAnchor: true, allOf: [{ $ref: "#/components/schemas/F" }] } } }\n`,
    );
    expect(found).toEqual(["warning redocly/no-illogical-composition-keywords"]);
  });
});

describe("mistakes are reported once, with a hint", () => {
  test("a misspelled path parameter is an error: its schema would be ignored", async () => {
    const text = head() + operation(`operationId: a, parameters: [${id.replace("unitId", "unitid")}], ${done}`);
    expect(await lint(text)).toMatchObject({ code: 1, found: ["error path-parameters"] });
    expect(await lint(text, "--lenient")).toMatchObject({ code: 0, found: ["warning path-parameters"] });
    const other = head() + operation(`operationId: a, parameters: [${id.replace("unitId", "order")}], ${done}`);
    expect((await lint(other)).found).toEqual(["warning path-parameters"]);
  });

  test("a status", async () => {
    const { found } = await lint(
      head() + operation(`operationId: a, parameters: [${id}], responses: { "20": { description: D. } }`),
    );
    expect(found).toEqual(["error response-status"]);
  });

  test("a parameter without its location", async () => {
    const { found } = await lint(
      head() + operation(`operationId: a, parameters: [${id}, { name: q, schema: { type: string, maxLength: 9 } }], ${done}`),
    );
    expect(found).toEqual(["error redocly/struct"]);
  });

  test("a missing file", async () => {
    write("models/pet.yaml", "type: object\n");
    write(".secret/pet.yaml", "type: object\n");
    const schema = (file: string) =>
      head() +
      operation(
        `operationId: a, parameters: [${id}], responses: { "200": { description: D., content: { application/json: { schema: { $ref: "${file}" } } } } }`,
      );
    expect((await lint(schema("./modls/pet.yml"))).hints).toContain('Did you mean the file "pet.yaml" in "models"?');
    expect((await lint(schema("./.secre/pet.yaml"))).hints.join()).not.toContain("secret");
    expect((await runCli(folder, ["lint", "models/pets.yaml"])).stderr).toContain('hint: Did you mean "models/pet.yaml"?');
  });
});

describe("--lenient", () => {
  const text = head() + operation(`operationId: a, parameters: [${id.replace("unitId", "unitid")}], ${done}`);

  test("is also a setting, below the severities of codes", async () => {
    write("openapi-actions.config.yaml", "input: a.yaml\nlenient: true\n");
    expect((await lint(text)).code).toBe(0);
    write("openapi-actions.config.yaml", "input: a.yaml\nlenient: true\nseverities: { path-parameters: error }\n");
    expect((await lint(text)).code).toBe(1);
  });

  test("keeps errors that protect the output", async () => {
    const { code, found } = await lint(text.replace('"204"', '"20"'), "--lenient");
    expect(code).toBe(1);
    expect(found).toContain("error response-status");
  });

  test("adopt writes it into a config, unless there is one", async () => {
    write(
      "v.yaml",
      `${head()}paths:\n  /a/{id}/actions/start:\n    post: { operationId: s, parameters: [${id.replace("unitId", "id")}], ${done} }\n`,
    );
    const { code, stderr } = await runCli(folder, ["adopt", "v.yaml"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("lenient: true") });
    const config = readFileSync(path.join(folder, "openapi-actions.config.yaml"), "utf8");
    expect(config).toContain("lenient: true");
    expect((await runCli(folder, ["lint"])).code).toBe(0);
    write("openapi-actions.config.yaml", "input: a.yaml\n");
    write("w.yaml", readFileSync(path.join(folder, "v.yaml"), "utf8"));
    expect((await runCli(folder, ["adopt", "w.yaml"])).stderr).toContain(
      "add w.overlay.yaml to the overlays of openapi-actions.config.yaml",
    );
    expect(readFileSync(path.join(folder, "openapi-actions.config.yaml"), "utf8")).toBe("input: a.yaml\n");
    expect(existsSync(path.join(folder, "w.overlay.yaml"))).toBe(true);
  });
});
