import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { at, bundled, load, place, problems } from "./load-text.js";

const start = (version = "3.1.0") => `openapi: ${version}\ninfo: {}\n`;

describe.each(["3.0.3", "3.1.0"])("references of %s", (version) => {
  const entry = `${start(version)}paths:
  /a:
    $ref: paths/a.yaml
  /b:
    post:
      parameters: [{ $ref: "parts.yaml#/parameters/Page" }]
      requestBody: { $ref: "parts.yaml#/requestBodies/Pet" }
      responses: { "200": { $ref: "parts.yaml#/responses/Ok" } }
      callbacks: { done: { $ref: "parts.yaml#/callbacks/Done" } }
components:
  securitySchemes: { token: { $ref: "parts.yaml#/securitySchemes/Token" } }
  examples: { cat: { $ref: "parts.yaml#/examples/Cat" } }
`;
  const parts = `parameters: { Page: { name: page, in: query, schema: { $ref: "schemas/page.json" } } }
requestBodies: { Pet: { content: { a/b: { schema: { $ref: "schemas/pet.yaml" }, examples: { c: { $ref: "#/examples/Cat" } } } } } }
responses: { Ok: { description: Ok, headers: { X: { $ref: "#/headers/X" } }, links: { l: { $ref: "#/links/L" } } } }
headers: { X: { schema: { $ref: "schemas/page.json" } } }
links: { L: { operationId: o } }
callbacks: { Done: { "{$request.body#/url}": { $ref: "paths/a.yaml" } } }
securitySchemes: { Token: { type: http, scheme: bearer } }
examples: { Cat: { value: { $ref: "not a reference" } } }
`;
  const files = {
    "openapi.yaml": entry,
    "parts.yaml": parts,
    "paths/a.yaml": 'get: { responses: { default: { $ref: "../parts.yaml#/responses/Ok" } } }\n',
    "schemas/page.json": '{"type": "integer"}',
    "schemas/pet.yaml": "type: object\nproperties: { mother: { $ref: pet.yaml } }\n",
  };

  it("lead into components, whatever their kind", () => {
    expect(bundled(files)).toEqual({
      openapi: version,
      info: {},
      paths: {
        "/a": { get: { responses: { default: { $ref: "#/components/responses/Ok" } } } },
        "/b": {
          post: {
            parameters: [{ $ref: "#/components/parameters/Page" }],
            requestBody: { $ref: "#/components/requestBodies/Pet" },
            responses: { 200: { $ref: "#/components/responses/Ok" } },
            callbacks: { done: { $ref: "#/components/callbacks/Done" } },
          },
        },
      },
      components: {
        callbacks: {
          Done: { "{$request.body#/url}": { get: { responses: { default: { $ref: "#/components/responses/Ok" } } } } },
        },
        examples: { cat: { value: { $ref: "not a reference" } } },
        headers: { X: { schema: { $ref: "#/components/schemas/page" } } },
        links: { L: { operationId: "o" } },
        parameters: { Page: { name: "page", in: "query", schema: { $ref: "#/components/schemas/page" } } },
        requestBodies: {
          Pet: {
            content: {
              "a/b": { schema: { $ref: "#/components/schemas/pet" }, examples: { c: { $ref: "#/components/examples/cat" } } },
            },
          },
        },
        responses: {
          Ok: {
            description: "Ok",
            headers: { X: { $ref: "#/components/headers/X" } },
            links: { l: { $ref: "#/components/links/L" } },
          },
        },
        schemas: {
          page: { type: "integer" },
          pet: { type: "object", properties: { mother: { $ref: "#/components/schemas/pet" } } },
        },
        securitySchemes: { token: { type: "http", scheme: "bearer" } },
      },
    });
  });

  it("leave every object with a location in its file, and sorted keys", () => {
    const { contract } = load(files);
    const visit = (value: JsonValue, path: string): string[] => {
      if (typeof value !== "object" || value === null) return [];
      const span = contract!.locations.span(value);
      const keys = Object.keys(value);
      const inside = keys.flatMap((key) => visit((value as JsonObject)[key]!, `${path}/${key}`));
      const isSorted = Array.isArray(value) || JSON.stringify(keys) === JSON.stringify([...keys].sort());
      const marksOpening = span && span.start < span.end && /^[[{"a-z/]/.test(span.file.text.slice(span.start));
      return isSorted && marksOpening ? inside : [path, ...inside];
    };
    expect(visit(contract!.document, "")).toEqual([]);
    const { document, locations } = contract!;
    const placeOf = (...keys: string[]) => place(locations.value(at(document, ...keys.slice(0, -1)) as object, keys.at(-1)));
    expect(placeOf("paths", "/a", "get")).toBe("paths/a.yaml:1:6");
    expect(placeOf("components", "schemas", "page", "type")).toBe("schemas/page.json:1:10");
    expect(placeOf("components", "responses", "Ok", "description")).toBe("parts.yaml:3:33");
    expect(placeOf("components", "securitySchemes", "token")).toBe("openapi.yaml:13:29");
  });
});

describe("a reference to a path item", () => {
  it("is replaced by its target, with the fields next to the $ref overriding its own", () => {
    const files = {
      "openapi.yaml": `${start()}paths:\n  /a:\n    summary: Mine\n    $ref: a.yaml\n    get: { operationId: mine }\nwebhooks:\n  w: { $ref: a.yaml }\n`,
      "a.yaml": "summary: Theirs\nget: { operationId: theirs }\npost: { operationId: post }\n",
    };
    const { contract } = load(files);
    const theirs = { summary: "Theirs", get: { operationId: "theirs" }, post: { operationId: "post" } };
    expect(contract!.document).toMatchObject({
      paths: { "/a": { ...theirs, summary: "Mine", get: { operationId: "mine" } } },
      webhooks: { w: theirs },
    });
    const item = at(contract!.document, "paths", "/a") as JsonObject;
    expect(Object.keys(item)).toEqual(["get", "post", "summary"]);
    expect([
      place(contract!.locations.value(item["get"] as object)),
      place(contract!.locations.value(item["post"] as object)),
    ]).toEqual(["openapi.yaml:7:10", "a.yaml:3:7"]);
  });

  it("may go through components and other references", () => {
    const text = `${start()}paths: { /a: { $ref: "#/components/pathItems/A" } }\ncomponents: { pathItems: { A: { $ref: "#/components/pathItems/B" }, B: { get: {} } } }\n`;
    expect(bundled(text)).toMatchObject({
      paths: { "/a": { get: {} } },
      components: { pathItems: { A: { get: {} }, B: { get: {} } } },
    });
  });

  it("must not be circular or endless", () => {
    const circle = `${start()}paths:\n  /a: { $ref: "#/components/pathItems/A" }\ncomponents:\n  pathItems:\n    A: { $ref: "#/components/pathItems/A" }\n`;
    expect(problems(circle)).toContain(
      'openapi.yaml:7:16 ref-cycle circular $ref "#/components/pathItems/A" never reaches a value',
    );
    const chain = Array.from(
      { length: 3000 },
      (_, index) => `    P${index}: { $ref: "#/components/pathItems/P${index + 1}" }\n`,
    ).join("");
    expect(problems(`${start()}components:\n  pathItems:\n${chain}    P3000: {}\n`)[0]).toMatch(
      / ref-depth .* exceeds the limit of 250 chained references$/,
    );
  });

  it("may not multiply", () => {
    const items = Array.from({ length: 40 }, (_, index) => {
      const next = `{ $ref: "#/components/pathItems/P${index + 1}" }`;
      return `    P${index}: { get: { callbacks: { c: { a: ${next}, b: ${next} } } } }\n`;
    });
    const { contract, problems } = load(`${start()}components:\n  pathItems:\n${items.join("")}    P40: {}\n`);
    expect(contract).toBeUndefined();
    expect(problems.map((problem) => problem.replace(/^.* ref-/, "ref-"))).toEqual([
      "ref-copies references to path items and actions exceed the limit of 100000 copied objects",
    ]);
  });
});

describe("references of the extension", () => {
  const invoke = (extension: string, root = "") => `${start()}${root}paths:\n  /{action}:\n    post:\n      ${extension}\n`;
  const actions = (document: JsonValue) => at(document, "paths", "/{action}", "post", "x-platform-db-actions");

  it("may stand for the whole map, for one action, and for bodies and results", () => {
    const files = {
      "openapi.yaml": invoke("x-platform-db-actions: { $ref: actions/db.yaml }"),
      "actions/db.yaml": "run: { $ref: run.yaml }\nstop: { body: { $ref: ../schemas.yaml#/Stop } }\n",
      "actions/run.yaml":
        "label: Run\nbody: { $ref: '#/x-shared/Body' }\nresult: { type: object }\nx-shared: { Body: { type: object } }\n",
      "schemas.yaml": "Stop: { type: object }\n",
    };
    const document = bundled(files);
    expect(actions(document)).toEqual({
      run: {
        label: "Run",
        body: { $ref: "#/components/schemas/x-shared_Body" },
        result: { type: "object" },
        "x-shared": { Body: { type: "object" } },
      },
      stop: { body: { $ref: "#/components/schemas/Stop" } },
    });
    const { contract } = load(files);
    expect(place(contract!.locations.value(at(actions(contract!.document)!, "run") as object, "label"))).toBe(
      "actions/run.yaml:1:8",
    );
  });

  it("may have actions next to them, which take precedence", () => {
    const files = {
      "openapi.yaml": invoke(
        "x-platform-db-actions:\n        $ref: actions.yaml\n        stop: { label: Mine }\n        run: { label: Mine, $ref: actions.yaml#/run }",
      ),
      "actions.yaml": "run: { label: Theirs, summary: Theirs }\nother: {}\n",
    };
    expect(actions(bundled(files))).toEqual({ other: {}, run: { label: "Mine", summary: "Theirs" }, stop: { label: "Mine" } });
  });

  it("work at the root of the document", () => {
    const document = bundled({
      "openapi.yaml": `${start()}x-platform-db-actions: { $ref: actions.yaml }\n`,
      "actions.yaml": "run: { body: { $ref: b.yaml } }",
      "b.yaml": "type: object",
    });
    expect(document["x-platform-db-actions"]).toEqual({ run: { body: { $ref: "#/components/schemas/b" } } });
  });

  it("are data in other locations, and under other keys", () => {
    const text = `${start()}x-platform-db-action: { run: { body: { $ref: none.yaml } } }\ncomponents: { x-platform-db-actions: { run: { $ref: none.yaml } } }\n`;
    expect(problems(text)).toEqual([]);
  });
});

describe("discriminator mappings", () => {
  const base = (mapping: string, propertyName = "kind") =>
    `components:\n  schemas:\n    Pet: { discriminator: { propertyName: ${propertyName}, mapping: ${mapping} } }\n    Cat: {}\n`;

  it("may give names, local references and files", () => {
    const files = {
      "openapi.yaml": start() + base("{ a: Cat, b: '#/components/schemas/Cat', c: dog.yaml, d: 'more.yaml#/Cow', $ref: Cat }"),
      "dog.yaml": "{}",
      "more.yaml": "Cow: {}",
    };
    expect(at(bundled(files), "components", "schemas", "Pet", "discriminator", "mapping")).toEqual({
      a: "#/components/schemas/Cat",
      b: "#/components/schemas/Cat",
      c: "#/components/schemas/dog",
      d: "#/components/schemas/Cow",
      $ref: "#/components/schemas/Cat",
    });
  });

  it("in another document, are looked up in the main document first, then in their own", () => {
    const other = `${start()}${base("{ a: Cat, b: Bird }")}    Bird: {}\n`;
    const files = {
      "openapi.yaml": `${start()}components: { schemas: { Pet: { $ref: "other.yaml#/components/schemas/Pet" }, Cat: { title: main } } }`,
      "other.yaml": other,
    };
    const schemas = at(bundled(files), "components", "schemas");
    expect(at(schemas!, "Pet", "discriminator", "mapping")).toEqual({
      a: "#/components/schemas/Cat",
      b: "#/components/schemas/Bird",
    });
    expect(schemas).toMatchObject({ Cat: { title: "main" }, Bird: {} });
  });

  it.each([
    ["{ a: Dog }", 'ref-unresolved cannot resolve $ref "Dog": there is no schema or file of this name'],
    ["{ a: dog.yaml }", 'ref-unresolved cannot resolve $ref "dog.yaml": no such file'],
    ["{ a: 5 }", 'structure "a" must be a string, but it is the number 5'],
    [
      "{ a: '#/components/schemas/Pet/discriminator' }",
      'ref-kind $ref "#/components/schemas/Pet/discriminator" must point to a schema, but points to a discriminator',
    ],
  ])("%s is rejected", (mapping, problem) => {
    expect(problems(start() + base(mapping))).toEqual([`openapi.yaml:5:63 ${problem}`]);
  });

  it("suggest the intended name", () => {
    expect(load(start() + base("{ a: Cta }")).diagnostics[0]!.hint).toBe('Did you mean "Cat"?');
  });

  it("never resolve __proto__", () => {
    expect(problems(start() + base("{}", "__proto__"))).toEqual([
      'openapi.yaml:5:43 forbidden-name "__proto__" is not allowed as a name',
    ]);
  });
});
