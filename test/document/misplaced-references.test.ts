import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../generator/document/json-value.js";
import { at, bundled, load, marked, problems, type Files } from "./load-text.js";

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
  ])("remains under %s", (_, schema) => {
    const document = bundled(`${start()}components:\n  schemas:\n    A: ${schema}\n`);
    expect(JSON.stringify(at(document, "components", "schemas", "A"))).toContain('"$ref"');
  });

  it("remains in examples, parameters of links and values", () => {
    const text = `${start()}components:
  parameters: { P: { name: p, in: query, schema: {}, example: { $ref: none.yaml } } }
  examples: { E: { value: { $ref: none.yaml } } }
  links: { L: { operationId: o, parameters: { $ref: none }, requestBody: { $ref: none.yaml } } }
`;
    expect(problems(text)).toEqual([]);
  });

  it.each([
    ["a schema", response("{ model: { $ref: none.yaml } }")],
    ["what was meant for another keyword", response("{ propertis: { a: { $ref: none.yaml } } }")],
    ["a response", operation('responses: { "200": { description: Ok, schema: { $ref: none.yaml } } }')],
    ["an operation", operation("exampleBody: { schema: { $ref: none.yaml } }")],
    ["a media type", operation("requestBody: { content: { a/b: { shcema: { $ref: none.yaml } } } }")],
    ["a path item", `${start()}paths: { /a: { POST: { requestBody: { $ref: none.yaml } } } }`],
    ["components", `${start()}components: { definitions: { A: { $ref: none.yaml } } }`],
    ["info", "openapi: 3.1.0\ninfo: { stray: { $ref: none.yaml } }"],
    ["the document", `${start()}definitions: { A: { $ref: none.yaml } }`],
  ])("remains under a key that OpenAPI doesn't have, in %s", (_, text) => {
    expect(problems(text)).toEqual([]);
    expect(JSON.stringify(bundled(text))).toContain('{"$ref":"none.yaml"}');
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

describe("a $ref in the wrong place is followed, with a warning", () => {
  it.each([
    ["paths", `${start()}paths: { $ref: a.yaml }`, "3:16", "a paths object"],
    ["an operation", operation("$ref: a.yaml"), "5:18", "an operation"],
    ["responses", operation("responses: { $ref: a.yaml }"), "5:31", "a responses object"],
    ["content", operation("requestBody: { content: { $ref: a.yaml } }"), "5:44", '"content"'],
    ["a media type", operation("requestBody: { content: { a/b: { $ref: a.yaml } } }"), "5:51", "a media type"],
    ["parameters", operation("parameters: { $ref: list.yaml }"), "5:32", '"parameters"'],
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
    expect(problems({ "openapi.yaml": text, "a.yaml": "{}", "list.yaml": "[]" })).toEqual([
      `openapi.yaml:${location} ref-misplaced OpenAPI does not allow $ref in place of ${what}; it is followed`,
    ]);
  });

  /** The bundled document of files with warnings `ref-misplaced` only. */
  const followed = (files: Files) => {
    const { contract, diagnostics } = load(files);
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["ref-misplaced"]));
    return contract!.document;
  };

  it("reads an operation, its parameters and its content from other files", () => {
    const document = followed({
      "openapi.yaml": operation("$ref: parts/get.yaml, operationId: read"),
      "parts/get.yaml":
        'operationId: other\nparameters: { $ref: "lists.yaml#/page" }\nresponses: { "200": { description: Ok, content: { $ref: json.yaml, a/b: { schema: { type: string } } } } }\n',
      "parts/lists.yaml": "page: [{ name: page, in: query, schema: { $ref: '#/number' } }]\nnumber: { type: integer }\n",
      "parts/json.yaml": "application/json: { $ref: '#/x' }\nx: { schema: { type: boolean } }\n",
    });
    expect(at(document, "paths", "/a", "get")).toEqual({
      operationId: "read",
      parameters: [{ name: "page", in: "query", schema: { $ref: "#/components/schemas/number" } }],
      responses: {
        "200": {
          description: "Ok",
          content: {
            "a/b": { schema: { type: "string" } },
            "application/json": { schema: { type: "boolean" } },
            x: { schema: { type: "boolean" } },
          },
        },
      },
    });
  });

  it("warns once about a target that is used twice", () => {
    const list = "{ $ref: '#/x-list' }";
    const text = `${start()}paths:\n  /a: { get: { parameters: ${list} }, put: { parameters: ${list} } }\nx-list: [{ name: a, in: query, content: { $ref: "#/x-content" } }]\nx-content: {}\n`;
    expect(problems(text).map((line) => line.split(" ")[0])).toEqual([
      "openapi.yaml:4:36",
      "openapi.yaml:5:49",
      "openapi.yaml:4:79",
    ]);
  });

  it("uses the text of a file as a description, whatever it contains", () => {
    const document = followed({
      "openapi.yaml": `openapi: 3.1.0\ninfo: { title: T, description: { $ref: ./texts/about.md } }\n`,
      "texts/about.md": "# Pets: {a\r\n\r\n- *x\r\n",
    });
    expect(at(document, "info")).toEqual({ title: "T", description: "# Pets: {a\n\n- *x\n" });
  });

  it("reads plain data from other files, also through further references", () => {
    const document = followed({
      "openapi.yaml": `openapi: 3.1.0\ninfo: { $ref: info.yaml, version: "2" }\ntags: [{ $ref: "info.yaml#/x-tags/0" }]\n`,
      "info.yaml":
        'title: T\nversion: "1"\nlicense: { $ref: "#/x-mit" }\nx-mit: { name: MIT }\nx-tags: [{ name: pets, x-from: { $ref: none.yaml } }]\n',
    });
    expect(at(document, "info")).toMatchObject({ title: "T", version: "2", license: { name: "MIT" } });
    expect(at(document, "tags")).toEqual([{ name: "pets", "x-from": { $ref: "none.yaml" } }]);
  });

  it.each([
    ["a section", 'components: { schemas: { $ref: "schemas.yaml#/components/schemas" } }'],
    ["a section that is a file", "components: { schemas: { $ref: pets.yaml } }"],
    ["components", 'components: { $ref: "schemas.yaml#/components" }'],
  ])("keeps the names of %s and has each definition once", (_, components) => {
    const pets =
      "Pet: { properties: { owner: { $ref: '#/Person' }, tag: { $ref: tag.yaml } } }\nPerson: { type: object }\nTag: { $ref: tag.yaml }\nAny: true";
    const document = followed({
      "openapi.yaml": `${start()}${components}\npaths: { /a: { get: { responses: { "200": { description: Ok, content: { a/b: { schema: { $ref: "#/components/schemas/Pet" } } } } } } } }\n`,
      "schemas.yaml": `${pets}\ncomponents: { schemas: { Pet: { $ref: "#/Pet" }, Person: { $ref: "#/Person" }, Tag: { $ref: tag.yaml }, Any: true } }\n`,
      "pets.yaml": pets,
      "tag.yaml": "type: string",
    });
    expect(Object.keys(at(document, "components", "schemas")!)).toEqual(["Any", "Person", "Pet", "Tag"]);
    expect(at(document, "components", "schemas")).toMatchObject({
      Pet: { properties: { owner: { $ref: "#/components/schemas/Person" }, tag: { $ref: "#/components/schemas/Tag" } } },
      Person: { type: "object" },
      Tag: { type: "string" },
    });
    expect(JSON.stringify(at(document, "paths"))).toContain('"#/components/schemas/Pet"');
  });

  it.each([
    ["a circle of maps", operation("requestBody: { content: { $ref: a.yaml } }"), "$ref: a.yaml", "a.yaml:1:7 ref-cycle"],
    ["a circle of data", "openapi: 3.1.0\ninfo: { $ref: a.yaml }", "license: { $ref: a.yaml }", "a.yaml:1:18 ref-cycle"],
    ["a map for a list", operation("parameters: { $ref: a.yaml }"), "{}", "openapi.yaml:5:32 ref-kind"],
    ["a list for a map", operation("requestBody: { content: { $ref: a.yaml } }"), "[]", "openapi.yaml:5:44 ref-kind"],
    [
      "a map of other objects",
      `${operation('requestBody: { content: { $ref: "#/components/schemas" } }')}components: { schemas: {} }`,
      "",
      "openapi.yaml:5:44 ref-kind",
    ],
    ["an object for data", `${start()}tags: { $ref: "#/paths" }\npaths: {}`, "", "openapi.yaml:3:15 ref-kind"],
    [
      "a response for an operation",
      `${operation('$ref: "#/components/responses/R"')}components: { responses: { R: {} } }`,
      "",
      "openapi.yaml:5:18 ref-kind",
    ],
    ["nothing", operation("description: { $ref: none.md }"), "", "openapi.yaml:5:33 ref-unresolved"],
    ["text for a schema", response("{ $ref: a.md }"), "", "openapi.yaml:5:85 ref-kind"],
  ])("reports %s where the reference is", (_, text, other, problem) => {
    const { contract, problems: found } = load({ "openapi.yaml": text, "a.yaml": other, "a.md": "type: string" });
    expect(contract).toBeUndefined();
    expect(found.filter((line) => !line.includes("ref-misplaced")).map((line) => line.split(" ", 2).join(" "))).toEqual([
      problem,
    ]);
  });
});

describe("values of the wrong shape are reported", () => {
  it.each([
    ["a list for paths", `${start()}paths: []`, "3:8 structure a paths object must be a map, but it is a list"],
    ["nothing for allOf", response("{ allOf: null }"), '5:86 structure "allOf" must be a list, but it is null'],
    ["a map for allOf", response("{ allOf: { a: 1 } }"), '5:86 structure "allOf" must be a list, but it is a map'],
    ["a list for properties", response("{ properties: [] }"), '5:91 structure "properties" must be a map, but it is a list'],
    ["a list for items", response("{ items: [{}] }"), "5:86 structure a schema must be a map, but it is a list"],
    ["text for a schema", response("{ items: string }"), "5:86 structure a schema must be a map, but it is a string"],
    [
      "text for an action",
      `${start()}x-platform-db-actions: { run: yes }`,
      "3:31 structure an action must be a map, but it is a string",
    ],
  ])("%s", (_, text, problem) => {
    expect(problems(text)).toEqual([`openapi.yaml:${problem}`]);
  });
});

describe("null is accepted, with a warning,", () => {
  const read = (text: string) => {
    const { contract, problems: found } = load(text);
    return [contract?.document, found] as const;
  };

  it.each([
    ["query", "{ name: a, in: query, schema: null }", { type: "string" }, "treated as a string"],
    ["an object", "{ name: a, in: query, style: deepObject, schema: null }", {}, "any value is accepted"],
    ["content", "{ name: a, in: query, content: { a/b: { schema: null } } }", {}, "any value is accepted"],
  ])("for the schema of a parameter: %s", (_, parameter, schema, treatment) => {
    const [document, found] = read(operation(`parameters: [${parameter}]`));
    expect(found).toEqual([expect.stringContaining(`null-value a schema is null; ${treatment}`)]);
    expect(JSON.stringify(at(document!, "paths", "/a", "get", "parameters"))).toContain(`"schema":${JSON.stringify(schema)}`);
  });

  it.each([
    ["a property", "{ properties: { a: null } }", "5:96", { properties: { a: {} } }],
    ["items", "{ items: null }", "5:86", { items: {} }],
    ["a body", "null", "5:77", {}],
  ])("for %s, which takes any value", (_, schema, location, bundledSchema) => {
    const [document, found] = read(response(schema));
    expect(found).toEqual([`openapi.yaml:${location} null-value a schema is null; any value is accepted`]);
    const content = at(document!, "paths", "/a", "get", "responses", "200", "content", "a/b", "schema");
    expect(content).toEqual(bundledSchema);
  });

  it.each([
    ["a response", "responses: { '204': null }", "5:32", "a response"],
    ["a media type", "responses: { '200': { description: A., content: { a/b: null } } }", "5:67", "a media type"],
    ["a header", "responses: { '200': { description: A., headers: { A: null } } }", "5:65", "a header"],
  ])("for %s, which is empty", (_, fields, location, what) => {
    const [document, found] = read(operation(fields));
    expect(found).toEqual([`openapi.yaml:${location} null-value ${what} is null; treated as empty`]);
    expect(document).toEqual(read(operation(fields.replace("null", "{}")))[0]);
  });

  it("for a list and a map, which are empty", () => {
    const [document, found] = read(operation("parameters: , responses: null, requestBody: { content: null }"));
    expect(found.filter((line) => line.includes("null-value"))).toEqual([
      'openapi.yaml:5:12 null-value "parameters" is null; treated as empty',
      'openapi.yaml:5:67 null-value "content" is null; treated as empty',
      "openapi.yaml:5:37 null-value a responses object is null; treated as empty",
    ]);
    expect(document).toEqual(read(operation("parameters: [], responses: {}, requestBody: { content: {} }"))[0]);
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

it("keeps the siblings of a $ref, and makes it self-contained", () => {
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

describe("documentation of the wrong shape is ignored, with a warning:", () => {
  it.each([
    ["a list of examples", "examples: [a]", {}, '"examples" must be a map, but it is a list; it is ignored'],
    ["an example that is a text", "examples: { a: b }", { a: {} }, "an example must be a map, but it is a string; it is ignored"],
  ])("%s", (_, examples, kept, message) => {
    const { contract, problems: found } = load(operation(`parameters: [{ name: a, in: query, schema: {}, ${examples} }]`));
    expect(found).toEqual([expect.stringContaining(`structure ${message}`)]);
    expect(contract!.document["paths"]).toEqual({
      "/a": { get: { parameters: [{ name: "a", in: "query", schema: {}, examples: kept }] } },
    });
  });
});
