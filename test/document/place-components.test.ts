import { describe, expect, it } from "vitest";
import { at, bundled, load, place } from "./load-text.js";

const start = "openapi: 3.1.0\ninfo: {}\n";

describe("a component that only refers to a definition elsewhere", () => {
  it("gives it its name", () => {
    const files = {
      "openapi.yaml": `${start}components:\n  schemas:\n    Pet: { $ref: pets.yaml#/Cat }\n    Other: { items: { $ref: pets.yaml#/Cat } }\n`,
      "pets.yaml": "Cat: { type: object }",
    };
    expect(at(bundled(files), "components", "schemas")).toEqual({
      Other: { items: { $ref: "#/components/schemas/Pet" } },
      Pet: { type: "object" },
    });
  });

  it("does so once, in the order of names", () => {
    const files = {
      "openapi.yaml": `${start}components:\n  schemas:\n    B: { $ref: pets.yaml#/Cat }\n    A: { $ref: pets.yaml#/Cat }\n`,
      "pets.yaml": "Cat: { type: object }",
    };
    expect(at(bundled(files), "components", "schemas")).toEqual({ A: { type: "object" }, B: { $ref: "#/components/schemas/A" } });
  });

  it("does not if it has fields of its own", () => {
    const files = {
      "openapi.yaml": `${start}components: { schemas: { Pet: { $ref: cat.yaml, description: Mine } } }`,
      "cat.yaml": "type: object",
    };
    expect(at(bundled(files), "components", "schemas")).toEqual({
      Pet: { $ref: "#/components/schemas/cat", description: "Mine" },
      cat: { type: "object" },
    });
  });

  it("may refer to another reference", () => {
    const files = {
      "openapi.yaml": `${start}components: { schemas: { Pet: { $ref: "a.yaml#/A" } } }`,
      "a.yaml": "A: { $ref: '#/B' }\nB: { $ref: b.yaml }",
      "b.yaml": "true",
    };
    expect(at(bundled(files), "components", "schemas")).toEqual({
      B: { $ref: "#/components/schemas/b" },
      Pet: { $ref: "#/components/schemas/B" },
      b: true,
    });
  });

  it("has the location of its definition in diagnostics", () => {
    const { contract } = load({
      "openapi.yaml": `${start}components:\n  schemas:\n    Pet: { $ref: pets.yaml#/Cat }\n`,
      "pets.yaml": "Cat:\n  type: object\n",
    });
    const schemas = at(contract!.document, "components", "schemas") as { Pet: object };
    expect(place(contract!.locations.key(schemas, "Pet"))).toBe("openapi.yaml:5:5");
    expect(place(contract!.locations.value(schemas.Pet, "type"))).toBe("pets.yaml:2:9");
  });
});

it("never uses a name of the document", () => {
  const files = {
    "openapi.yaml": `${start}components:\n  schemas:\n    cat: { type: string }\n    Box: { items: { $ref: cat.yaml } }\n`,
    "cat.yaml": "type: object",
  };
  expect(Object.keys(at(bundled(files), "components", "schemas") as object)).toEqual(["Box", "cat", "cat_cat"]);
});

it("creates missing sections of components, each sorted", () => {
  const files = {
    "z.yaml": `webhooks:\n  w:\n    post:\n      parameters: [{ $ref: "parts.yaml#/Page" }]\n      responses: { default: { $ref: "parts.yaml#/Failed" } }\n${start}`,
    "parts.yaml":
      "Failed: { description: No, content: { a/b: { schema: { $ref: '#/Error' } } } }\nPage: { name: page, in: query, schema: { $ref: '#/A' } }\nError: {}\nA: {}\n",
  };
  const { contract } = load(files);
  const components = at(contract!.document, "components") as object;
  expect(Object.keys(contract!.document)).toEqual(["components", "info", "openapi", "webhooks"]);
  expect(Object.entries(components).map(([section, names]) => `${section}: ${Object.keys(names as object).join()}`)).toEqual([
    "parameters: Page",
    "responses: Failed",
    "schemas: A,Error",
  ]);
  expect(place(contract!.locations.value(components))).toBe("z.yaml:1:1");
  expect(place(contract!.locations.value(at(components as never, "schemas") as object, "A"))).toBe("z.yaml:1:1");
});
