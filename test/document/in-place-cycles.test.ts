import { expect, it } from "vitest";
import { load, place, problems } from "./load-text.js";

const start = "openapi: 3.1.0\ninfo: {}\ncomponents:\n";
const schemas = (...lines: string[]) => `${start}  schemas:\n${lines.map((line) => `    ${line}\n`).join("")}`;
const to = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;

it.each<[string, string[], string]>([
  ["itself", [`A: ${to("A")}`], "5:16 A"],
  ["each other", [`A: ${to("B")}`, `B: ${to("A")}`], "6:16 A"],
  ["allOf", [`A: { allOf: [${to("B")}] }`, `B: { type: object, allOf: [{}, ${to("A")}] }`], "6:44 A"],
  ["anyOf below oneOf", [`A: { oneOf: [{ anyOf: [${to("A")}] }] }`], "5:36 A"],
  ["not", [`A: { not: ${to("A")} }`], "5:23 A"],
  ["if", [`A: { if: ${to("A")}, then: {} }`], "5:22 A"],
  ["else", [`A: { if: {}, else: ${to("A")} }`], "5:32 A"],
  ["dependentSchemas", [`A: { dependentSchemas: { x: ${to("A")} } }`], "5:41 A"],
  ["a $ref with siblings", [`A: { type: object, $ref: "#/components/schemas/B" }`, `B: ${to("A")}`], "6:16 A"],
])("a cycle through %s is rejected", (_, lines, problem) => {
  const [location, name] = problem.split(" ");
  expect(problems(schemas(...lines))).toEqual([
    `openapi.yaml:${location} ref-cycle circular $ref "#/components/schemas/${name}" never reaches a value`,
  ]);
});

it.each<[string, string[]]>([
  ["properties", [`A: { type: object, properties: { a: ${to("A")} }, required: [a] }`]],
  ["items", [`A: { items: ${to("A")} }`]],
  ["additionalProperties", [`A: { type: object, additionalProperties: ${to("B")} }`, `B: { allOf: [${to("A")}] }`]],
  ["propertyNames", [`A: { type: object, propertyNames: ${to("A")} }`]],
  ["no circle, but twice the same", [`A: { allOf: [${to("B")}, ${to("B")}] }`, "B: {}"]],
])("recursion through %s is valid", (_, lines) => {
  expect(problems(schemas(...lines))).toEqual([]);
});

it("names every component of the cycle", () => {
  const [diagnostic] = load(
    schemas(`X: { allOf: [${to("A")}] }`, `A: ${to("B")}`, `B: { allOf: [${to("C")}] }`, `C: ${to("A")}`),
  ).diagnostics;
  expect(diagnostic!.related.map(({ message, location }) => `${place(location)} ${message}`)).toEqual([
    'openapi.yaml:6:5 the cycle includes "A"',
    'openapi.yaml:7:5 the cycle includes "B"',
    'openapi.yaml:8:5 the cycle includes "C"',
  ]);
});

it("finds cycles of other kinds and through other files", () => {
  expect(
    problems(`${start}  responses:\n    A: { $ref: "#/components/responses/B" }\n    B: { $ref: "#/components/responses/A" }\n`),
  ).toEqual(['openapi.yaml:6:16 ref-cycle circular $ref "#/components/responses/A" never reaches a value']);
  expect(
    problems({
      "openapi.yaml": schemas("A: { $ref: b.yaml#/B }"),
      "b.yaml": 'B: { $ref: "openapi.yaml#/components/schemas/A" }',
    }),
  ).toEqual(['b.yaml:1:12 ref-cycle circular $ref "#/components/schemas/A" never reaches a value']);
});

it("limits chains of references", () => {
  const chain = (length: number) => Array.from({ length }, (_, index) => `R${index}: ${to(`R${index + 1}`)}`);
  expect(problems(schemas(...chain(250), "R250: { type: string }"))).toEqual([]);
  expect(problems(schemas(...chain(10_000), "R10000: { type: string }"))).toEqual([
    'openapi.yaml:255:19 ref-depth $ref "#/components/schemas/R251" exceeds the limit of 250 chained references',
  ]);
});

/** A parent with a list of two children, and how they extend it. */
const family = (list: string, extension: (parent: string) => string) => [
  `Pet: { type: object, required: [kind], properties: { kind: { type: string } }, ${list}: [${to("Cat")}, ${to("Dog")}] }`,
  `Cat: ${extension("Pet")}`,
  `Dog: ${extension("Pet")}`,
];
const part = "{ type: object, properties: { lives: { type: integer } } }";

it.each<[string, string[]]>([
  ["oneOf", family("oneOf", (parent) => `{ allOf: [${to(parent)}, ${part}] }`)],
  ["anyOf", family("anyOf", (parent) => `{ allOf: [${part}, ${to(parent)}] }`)],
  ["references with siblings", family("oneOf", (parent) => `{ $ref: "#/components/schemas/${parent}", minProperties: 1 }`)],
  ["nested lists", family("oneOf", (parent) => `{ anyOf: [{ allOf: [${to(parent)}, ${part}] }, ${part}] }`)],
  ["a child's child", [...family("oneOf", (parent) => `{ allOf: [${to(parent)}, ${part}] }`), `Lion: { allOf: [${to("Cat")}] }`]],
])("children that their parent lists extend its other keywords: %s", (_, lines) => {
  const { contract, diagnostics } = load(schemas(...lines));
  expect(diagnostics.map(({ code, severity, related }) => [code, severity, related.length])).toEqual([
    ["listed-children", "warning", 2],
  ]);
  const all = (contract!.document["components"] as { schemas: Record<string, object> }).schemas;
  expect(all["PetBase"]).toEqual({ type: "object", required: ["kind"], properties: { kind: { type: "string" } } });
  expect(JSON.stringify([all["Cat"], all["Dog"]])).not.toContain('schemas/Pet"');
});

it("resolves parents that are children, and keeps the names of others", () => {
  const { contract, diagnostics } = load(
    schemas(
      `Animal: { type: object, properties: { a: {} }, oneOf: [${to("Cat")}, ${to("Lion")}] }`,
      `AnimalBase: { type: string }`,
      `Cat: { allOf: [${to("Animal")}], properties: { c: {} }, oneOf: [${to("Lion")}] }`,
      `Lion: { allOf: [${to("Cat")}, { properties: { l: {} } }] }`,
    ),
  );
  expect(diagnostics.map(({ code }) => code)).toEqual(["listed-children", "listed-children"]);
  expect(contract!.document["components"]).toMatchObject({
    schemas: {
      AnimalBase2: { properties: { a: {} } },
      CatBase: { allOf: [{ $ref: "#/components/schemas/AnimalBase2" }], properties: { c: {} } },
      Lion: { allOf: [{ $ref: "#/components/schemas/CatBase" }, { properties: { l: {} } }] },
    },
  });
});
