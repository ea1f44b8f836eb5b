import { expect, it } from "vitest";
import { childAt, kindNames, structure, type Child, type Kind } from "../../generator/document/visitor.js";

const isActions = (key: string) => key === "x-platform-db-actions";
const kinds = Object.keys(structure) as Kind[];

it.each<[Kind, string, Child | undefined]>([
  ["root", "paths", { one: "paths" }],
  ["paths", "/a", { one: "pathItem" }],
  ["paths", "x-a", undefined],
  ["responses", "default", { one: "response" }],
  ["callback", "{$url}", { one: "pathItem" }],
  ["schema", "properties", { map: "schema" }],
  ["schema", "allOf", { list: "schema" }],
  ["schema", "const", undefined],
  ["schema", "constructor", undefined],
  ["operation", "x-platform-db-actions", { one: "actions" }],
  ["root", "x-platform-db-actions", { one: "actions" }],
  ["schema", "x-platform-db-actions", undefined],
  ["operation", "x-other", undefined],
  ["actions", "x-run", { one: "action" }],
  ["action", "result", { one: "schema" }],
])("in a %s, %s holds %j", (kind, key, child) => {
  expect(childAt(kind, key, isActions)).toEqual(child);
});

it("gives every section of components the kind that it holds", () => {
  for (const [section, child] of Object.entries(structure.components.fields)) {
    expect(structure[(child as { map: Kind }).map].section).toBe(section);
  }
});

it("leads from the root to every kind, and names each", () => {
  const reached = new Set<Kind>(["root"]);
  for (const kind of reached) {
    const { fields, others } = structure[kind];
    const children = [
      ...Object.values(fields),
      ...(others ? [{ one: others }] : []),
      ...(kind === "operation" ? [{ one: "actions" as const }] : []),
    ];
    for (const child of children) reached.add("one" in child ? child.one : "list" in child ? child.list : child.map);
  }
  expect([...reached].sort()).toEqual([...kinds].sort());
  expect(Object.keys(kindNames).sort()).toEqual([...kinds].sort());
});
