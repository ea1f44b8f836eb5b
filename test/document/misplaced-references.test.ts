import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../generator/document/json-value.js";
import { at, bundled, load, marked, problems } from "./load-text.js";

const start = (version = "3.1.0") => `openapi: ${version}\ninfo: {}\n`;
const operation = (text: string) => `${start()}paths:\n  /a:\n    get: { ${text} }\n`;
const response = (schema: string) =>
  operation(`responses: { "200": { description: Ok, content: { a/b: { schema: ${schema} } } } }`);

describe("a $ref that is data", () => {
  it.each([
    ["example", "{ example: { $ref: none.yaml } }"],
    ["default", "{ default: { $ref: none.yaml } }"],
    ["const", "{ const: { $ref: 5 } }"],
    ["enum", "{ enum: [{ $ref: none.yaml }] }"],
    ["examples", "{ examples: [{ $ref: none.yaml }] }"],
    ["an extension", "{ x-source: { $ref: none.yaml } }"],
  ])("stays under %s", (_, schema) => {
    const document = bundled(`${start()}components:\n  schemas:\n    A: ${schema}\n`);
    expect(JSON.stringify(at(document, "components", "schemas", "A"))).toContain('"$ref"');
  });

  it("stays in examples, parameters of links and values", () => {
    const text = `${start()}components:
  parameters: { P: { name: p, in: query, schema: {}, example: { $ref: none.yaml } } }
  examples: { E: { value: { $ref: none.yaml } } }
  links: { L: { operationId: o, parameters: { $ref: none }, requestBody: { $ref: none.yaml } } }
`;
    expect(problems(text)).toEqual([]);
  });

  it("may name a property, a schema, a header and a definition", () => {
    const text = `${start()}components:
  schemas:
    $ref: { type: object, properties: { $ref: { type: string } }, $defs: { $ref: {} }, required: [$ref] }
    A: { $ref: "#/components/schemas/$ref" }
  responses: { R: { description: Ok, headers: { $ref: { schema: { $ref: "#/components/schemas/$ref" } } } } }
`;
    expect(at(bundled(text), "components")).toEqual({
      schemas: {
        $ref: { type: "object", properties: { $ref: { type: "string" } }, $defs: { $ref: {} }, required: ["$ref"] },
        A: { $ref: "#/components/schemas/$ref" },
      },
      responses: { R: { description: "Ok", headers: { $ref: { schema: { $ref: "#/components/schemas/$ref" } } } } },
    });
  });
});

describe("a $ref in the wrong place is named", () => {
  it.each([
    ["paths", `${start()}paths: { $ref: a.yaml }`, "3:16", "a paths object"],
    ["an operation", operation("$ref: a.yaml"), "5:18", "an operation"],
    ["responses", operation("responses: { $ref: a.yaml }"), "5:31", "a responses object"],
    ["content", operation("requestBody: { content: { $ref: a.yaml } }"), "5:44", '"content"'],
    ["a media type", operation("requestBody: { content: { a/b: { $ref: a.yaml } } }"), "5:51", "a media type"],
    ["parameters", operation("parameters: { $ref: a.yaml }"), "5:32", '"parameters"'],
    ["properties", response("{ properties: { $ref: a.yaml } }"), "5:99", '"properties"'],
    ["a section", `${start()}components: { schemas: { $ref: a.yaml } }`, "3:32", '"schemas"'],
    ["components", `${start()}components: { $ref: a.yaml }`, "3:21", "a components object"],
    ["info", "openapi: 3.1.0\ninfo: { $ref: a.yaml }", "2:15", '"info"'],
    ["a tag", `${start()}tags: [{ name: a }, { $ref: a.yaml }]`, "3:29", '"tags"'],
    ["a server", operation("servers: [{ $ref: a.yaml }]"), "5:30", '"servers"'],
    ["what is within a server", operation("servers: [{ url: /, variables: { $ref: a.yaml } }]"), "5:51", '"variables"'],
    ["a text", operation("summary: { $ref: a.yaml }"), "5:29", '"summary"'],
    ["a text of a schema", response("{ title: { $ref: a.yaml } }"), "5:94", '"title"'],
  ])("in place of %s", (_, text, location, what) => {
    expect(problems({ "openapi.yaml": text, "a.yaml": "{}" })).toEqual([
      `openapi.yaml:${location} ref-misplaced a $ref cannot stand in place of ${what}`,
    ]);
  });
});

describe("what has the wrong form is named", () => {
  it.each([
    ["a list for paths", `${start()}paths: []`, "3:8 structure a paths object must be a map, but this is a list"],
    ["nothing for parameters", operation("parameters: "), '5:12 structure "parameters" must be a list, but this is null'],
    ["a map for allOf", response("{ allOf: { a: 1 } }"), '5:86 structure "allOf" must be a list, but this is a map'],
    ["a list for properties", response("{ properties: [] }"), '5:91 structure "properties" must be a map, but this is a list'],
    ["a list for items", response("{ items: [{}] }"), "5:86 structure a schema must be a map, but this is a list"],
    ["text for a schema", response("{ items: string }"), "5:86 structure a schema must be a map, but this is a string"],
    [
      "text for an action",
      `${start()}x-platform-db-actions: { run: yes }`,
      "3:31 structure an action must be a map, but this is a string",
    ],
  ])("%s", (_, text, problem) => {
    expect(problems(text)).toEqual([`openapi.yaml:${problem}`]);
  });
});

it("keeps true and false as schemas, also behind references", () => {
  const document = bundled(`${start()}components: { schemas: { T: true, F: { not: { $ref: "#/x-f" } } } }\nx-f: false\n`);
  expect(at(document, "components", "schemas")).toEqual({
    F: { not: { $ref: "#/components/schemas/x-f" } },
    T: true,
    "x-f": false,
  });
});

it("keeps what stands beside a $ref, and closes it", () => {
  const files = {
    "openapi.yaml": `${start()}components: { schemas: { A: { $ref: "#/components/schemas/B", properties: { p: { $ref: p.yaml } } }, B: {} } }`,
    "p.yaml": "{}",
  };
  expect(at(bundled(files), "components", "schemas", "A")).toEqual({
    $ref: "#/components/schemas/B",
    properties: { p: { $ref: "#/components/schemas/p" } },
  });
});

it("writes local references the same way, however they were written", () => {
  const text = `${start()}components: { schemas: { "a b": {}, A: { $ref: "#/components/schemas/a%20b" }, B: { $ref: "openapi.yaml#/components/schemas/a b" } } }`;
  expect(at(bundled(text), "components", "schemas")).toEqual({
    A: { $ref: "#/components/schemas/a b" },
    B: { $ref: "#/components/schemas/a b" },
    "a b": {},
  });
});

it("follows a chain of 200 references through another file", () => {
  const chain = Array.from({ length: 200 }, (_, index) =>
    index === 199 ? `S${index}: { type: string }\n` : `S${index}: { $ref: "#/S${index + 1}" }\n`,
  );
  const schemas = at(
    bundled({ "openapi.yaml": `${start()}components: { schemas: { A: { $ref: s.yaml#/S0 } } }`, "s.yaml": chain.join("") }),
    "components",
    "schemas",
  ) as JsonObject;
  expect(Object.keys(schemas)).toHaveLength(200);
  expect(schemas).toMatchObject({
    A: { $ref: "#/components/schemas/S1" },
    S198: { $ref: "#/components/schemas/S199" },
    S199: { type: "string" },
  });
});

it("marks the reference, not the map around it", () => {
  const { diagnostics } = load(response('{ $ref: "#/components/schemas/None" }'));
  expect(marked(diagnostics[0]!.location!)).toBe('"#/components/schemas/None"');
});

it("gives the same document whatever the order of keys", () => {
  const files = {
    "openapi.yaml": `${start()}paths:\n  /b: { $ref: "p.yaml#/b" }\n  /a: { $ref: "p.yaml#/a" }\ncomponents:\n  schemas: { Z: { $ref: "x/s.yaml#/S" }, A: { items: { $ref: "y/s.yaml#/S" } }, "10": {}, "9": {} }\n`,
    "p.yaml":
      'a: { get: { responses: { default: { $ref: "#/r" } } } }\nb: { get: { responses: { default: { $ref: "#/s/r" } } } }\nr: { description: r }\ns: { r: { description: s } }\n',
    "x/s.yaml": "S: { $ref: ../y/s.yaml#/T }\n",
    "y/s.yaml": "S: { type: string }\nT: { $ref: '#/S' }\n",
  };
  const expected = JSON.stringify(bundled(files));
  const shuffleLines = (text: string, keep: number) => {
    const lines = text.trimEnd().split("\n");
    return fc
      .shuffledSubarray(lines.slice(keep), { minLength: lines.length - keep })
      .map((rest) => [...lines.slice(0, keep), ...rest].join("\n"));
  };
  const paths = ['  /b: { $ref: "p.yaml#/b" }', '  /a: { $ref: "p.yaml#/a" }'];
  fc.assert(
    fc.property(shuffleLines(files["p.yaml"], 0), shuffleLines(files["y/s.yaml"], 0), fc.boolean(), (p, s, isReversed) => {
      const entry = isReversed
        ? files["openapi.yaml"].replace(paths.join("\n"), [...paths].reverse().join("\n"))
        : files["openapi.yaml"];
      expect(JSON.stringify(bundled({ ...files, "openapi.yaml": entry, "p.yaml": p, "y/s.yaml": s }))).toBe(expected);
    }),
    { numRuns: 30 },
  );
});
