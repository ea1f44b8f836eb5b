import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import { loadContract } from "../../../generator/document/load-contract.js";
import { at, folderWith, place } from "../load-text.js";
import { apply, overlaid, overlay } from "./overlaid.js";

const items = `openapi: 3.1.0
info: { title: Items, version: "1", description: before }
tags: [{ name: a }]
paths:
  /items:
    get: { tags: [a, b], parameters: [{ name: id, in: query }], responses: { "200": { description: OK } } }
  /some-items:
    delete: { responses: { "204": { description: Gone } } }
`;

/** The problems of actions on the document above. */
function problems(actions: string, version?: string): string[] {
  return overlaid({ "openapi.yaml": items, "a.overlay.yaml": overlay(actions, version) }).problems;
}

describe("the specification's examples", () => {
  it("update as the document is structured", () => {
    const document = apply(
      items,
      `  - target: $
    update:
      info: { x-overlay-applied: structured }
      paths:
        /: { summary: The root, get: { x-rate-limit: 100 } }
        /items: { get: { summary: List, x-rate-limit: 100 } }`,
      "1.0.0",
    );
    expect(document["info"]).toEqual({ title: "Items", version: "1", description: "before", "x-overlay-applied": "structured" });
    expect(at(document, "paths", "/")).toEqual({ summary: "The root", get: { "x-rate-limit": 100 } });
    expect(at(document, "paths", "/items", "get")).toMatchObject({ summary: "List", "x-rate-limit": 100, tags: ["a", "b"] });
  });

  it("update one thing each", () => {
    const document = apply(
      items,
      `  - { target: "$.info.description", update: after }
  - { target: "$.paths['/items'].get", update: { description: New } }
  - { target: "$.paths['/items']", update: { post: { x-safe: false } } }`,
    );
    expect(at(document, "info", "description")).toBe("after");
    expect(at(document, "paths", "/items", "get", "description")).toBe("New");
    expect(at(document, "paths", "/items", "post")).toEqual({ "x-safe": false });
  });

  it("update many things at once", () => {
    const document = apply(
      items,
      `  - { target: "$.paths.*.*", update: { x-safe: true } }
  - { target: "$.paths.*.get.parameters[?@.name=='id' && @.in=='query']", update: { schema: { type: string } } }`,
    );
    expect(at(document, "paths", "/items", "get", "x-safe")).toBe(true);
    expect(at(document, "paths", "/some-items", "delete", "x-safe")).toBe(true);
    expect(at(document, "paths", "/items", "get", "parameters", 0, "schema")).toEqual({ type: "string" });
  });

  it("add to a list and remove from it", () => {
    const document = apply(
      items,
      `  - { target: $.paths.*.get.parameters, update: { name: added, in: query } }
  - { target: "$.paths.*.get.parameters[?@.name == 'id']", remove: true }
  - { target: "$.paths.*.get.tags[?@ == 'a']", remove: true }`,
    );
    expect(at(document, "paths", "/items", "get", "parameters")).toEqual([{ name: "added", in: "query" }]);
    expect(at(document, "paths", "/items", "get", "tags")).toEqual(["b"]);
  });

  it("follow traits", () => {
    const document = apply(
      `openapi: 3.1.0
info: { title: Paged, version: "1" }
paths:
  /items: { get: { x-oai-traits: [paged] } }
  /items/{id}/parts: { get: { x-oai-traits: [paged], parameters: [{ name: id, in: path }] } }
  /other: { get: {} }`,
      `  - target: $.paths[?(@.get['x-oai-traits'][?(@ == 'paged')])].get
    update: { parameters: [{ name: top, in: query }, { name: skip, in: query }] }`,
    );
    const names = Object.values(document["paths"]!).map((item) =>
      ((at(item, "get", "parameters") ?? []) as { name: string }[]).map(({ name }) => name),
    );
    expect(names).toEqual([["top", "skip"], ["id", "top", "skip"], []]);
  });

  it("copy into existing and newly created values, and move", () => {
    const document = apply(
      items,
      `  - { target: "$.paths['/some-items']", copy: "$.paths['/items']" }
  - { target: $.paths, update: { /new-items: {} } }
  - { target: "$.paths['/new-items']", copy: "$.paths['/items']" }
  - { target: "$.paths['/items']", remove: true }`,
    );
    const methods = Object.entries(document["paths"]!).map(([name, item]) => [name, ...Object.keys(item as object)]);
    expect(methods).toEqual([
      ["/new-items", "get"],
      ["/some-items", "delete", "get"],
    ]);
  });
});

describe("lists", () => {
  const tags = (update: string, version: string) => {
    const { contract, problems: found } = overlaid({
      "openapi.yaml": "openapi: 3.1.0\ninfo: { x-list: [1] }",
      "a.overlay.yaml": overlay(`  - { target: "$.info['x-list']", update: ${update} }`, version),
    });
    return { value: at(contract!.document, "info", "x-list"), found };
  };

  it("1.1 appends the entries of a list, or another value", () => {
    expect(tags("[2, [3]]", "1.1.0")).toEqual({ value: [1, 2, [3]], found: [] });
    expect(tags("2", "1.1.1")).toEqual({ value: [1, 2], found: [] });
  });

  it("1.0 appends one value, which may be a list: a warning", () => {
    expect(tags("{ a: 2 }", "1.0.0")).toEqual({ value: [1, { a: 2 }], found: [] });
    expect(tags("[2]", "1.0.1")).toEqual({
      value: [1, [2]],
      found: ["a.overlay.yaml:4:43 overlay-newer-feature Overlay 1.0 appends this list as one entry, and 1.1 its entries"],
    });
  });

  it.each(["1.0.0", "1.1.0"])("inside of maps are appended to in %s", (version) => {
    const document = apply(items, "  - { target: $, update: { tags: [{ name: b }] } }", version);
    expect(document["tags"]).toEqual([{ name: "a" }, { name: "b" }]);
  });

  it("are appended to once, however often the target selects them", () => {
    const document = apply(items, "  - { target: \"$.paths['/items']['get', 'get'].tags\", update: c }");
    expect(at(document, "paths", "/items", "get", "tags")).toEqual(["a", "b", "c"]);
  });

  it("lose several entries at once, whatever else is removed", () => {
    const document = apply(items, "  - { target: \"$.paths['/items']['get','get']..[1,0]\", remove: true }");
    expect(at(document, "paths", "/items", "get")).toEqual({
      tags: [],
      parameters: [],
      responses: { "200": { description: "OK" } },
    });
  });
});

test("actions see the results of earlier ones, and overlays apply in order", () => {
  const { contract, problems: found } = overlaid({
    "openapi.yaml": items,
    "a.overlay.yaml": overlay('  - { target: $.info, update: { x-a: 1 } }\n  - { target: "$.info[?@ == 1]", update: 2 }'),
    "b.overlay.json": JSON.stringify({
      overlay: "1.1.0",
      info: { title: "Second", version: "1" },
      actions: [{ target: "$.info[?@ == 2]", update: 3 }],
    }),
  });
  expect([at(contract!.document, "info", "x-a"), found]).toEqual([3, []]);
});

test("a value of the overlay that is put into several places changes in one of them", () => {
  const document = apply(
    items,
    `  - { target: "$.paths.*.*", update: { x-note: { a: [1] } } }
  - { target: "$.paths['/items'].get['x-note'].a", update: 2 }`,
  );
  expect(at(document, "paths", "/items", "get", "x-note")).toEqual({ a: [1, 2] });
  expect(at(document, "paths", "/some-items", "delete", "x-note")).toEqual({ a: [1] });
});

test("a target for what is absent is skipped without a warning, and so are others with one", () => {
  const target = (text: string) =>
    overlaid({ "openapi.yaml": items, "a.overlay.yaml": overlay(`  - { target: "${text}", update: { x-a: 1 } }`) }).problems;
  expect(target("$[?!@.title].contact")).toEqual([]);
  expect(target("$[?@.none && !@.title]")).toEqual([]);
  expect(target("$[?@.none]")).toHaveLength(1);
});

test("a copy that selects nothing is skipped, and later ones are applied", () => {
  const { contract, problems: found } = overlaid({
    "openapi.yaml": items,
    "a.overlay.yaml": overlay("  - { target: $.info, copy: $.infos }\n  - { target: $.info, update: { x-a: 1 } }"),
  });
  expect(at(contract!.document, "info")).toMatchObject({ "x-a": 1 });
  expect(found).toEqual(['a.overlay.yaml:4:29 overlay-unmatched copy selects nothing: "$" has no "infos"']);
});

test("null is empty: an update with null changes no map, and any update replaces null", () => {
  expect(problems("  - { target: $, update: { tags: } }")).toEqual([
    'a.overlay.yaml:4:28 null-value "tags" is null; the target keeps its value',
  ]);
  const document = apply(
    "openapi: 3.1.0\ninfo:\ntags:",
    "  - { target: $, update: { info: { title: A } } }\n  - { target: $.tags, update: [] }",
  );
  expect(document).toMatchObject({ info: { title: "A" }, tags: [] });
});

describe("locations", () => {
  it("are those of the original text", () => {
    const { contract } = overlaid({
      "openapi.yaml": items,
      "changes/a.overlay.yaml": overlay(`  - target: $.info
    update: { title: Better, x-new: { a: 1 } }
  - target: $.paths['/items'].get.tags
    update: c
  - target: $.paths['/items'].get.tags[0]
    remove: true
  - target: $.paths['/some-items']
    copy: $.paths['/items']`),
    });
    const { document, locations } = contract!;
    const info = document["info"] as Record<string, object>;
    const tags = at(document, "paths", "/items", "get", "tags") as object;
    const copied = at(document, "paths", "/some-items") as Record<string, object>;
    const found = {
      replaced: locations.value(info, "title"),
      "its key": locations.key(info, "title"),
      added: locations.key(info, "x-new"),
      "in that": locations.value(info["x-new"]!, "a"),
      untouched: locations.value(info, "version"),
      merged: locations.value(info),
      "moved up": locations.value(tags, 0),
      appended: locations.value(tags, 1),
      "in a copy": locations.key(copied["get"]!, "responses"),
      "the key of a copy": locations.key(copied, "get"),
    };
    expect(Object.fromEntries(Object.entries(found).map(([name, location]) => [name, place(location)]))).toEqual({
      replaced: "changes/a.overlay.yaml:5:22",
      "its key": "changes/a.overlay.yaml:5:15",
      added: "changes/a.overlay.yaml:5:30",
      "in that": "changes/a.overlay.yaml:5:42",
      untouched: "openapi.yaml:2:32",
      merged: "openapi.yaml:2:7",
      "moved up": "openapi.yaml:6:22",
      appended: "changes/a.overlay.yaml:7:13",
      "in a copy": "openapi.yaml:6:65",
      "the key of a copy": "openapi.yaml:6:5",
    });
  });

  it("are those of the overlay for mistakes in it", () => {
    const { problems: found } = overlaid({
      "openapi.yaml": items,
      "a.overlay.yaml": overlay(
        "  - target: $\n    update: { components: { schemas: { A: { $ref: '#/components/schemas/B' } } } }",
      ),
    });
    expect(found).toEqual([expect.stringMatching(/^a\.overlay\.yaml:5:51 ref-unresolved /)]);
  });

  it("keep the digits of large integers", () => {
    const { contract: loaded } = overlaid({
      "openapi.yaml": items,
      "a.overlay.yaml": overlay("  - target: $.info\n    update: { x-large: 9007199254740993 }"),
    });
    expect(loaded!.writtenIntegers.all.map(({ digits }) => digits)).toEqual(["9007199254740993"]);
  });
});

describe("files", () => {
  const component = "openapi: 3.1.0\ninfo: {}\ncomponents: { schemas: { A: { $ref: common.yaml#/A }, B: { type: string } } }";

  it("that the document refers to are unchanged, and refer to it with the overlay", () => {
    const { contract, problems: found } = overlaid({
      "openapi.yaml": component,
      "common.yaml": "A: { type: array, items: { $ref: 'openapi.yaml#/components/schemas/B' } }",
      "a.overlay.yaml": overlay(
        "  - { target: $.components.schemas.B, update: { maxLength: 9 } }\n  - { target: $..items, update: { a: 1 } }",
      ),
    });
    expect(at(contract!.document, "components", "schemas")).toMatchObject({ A: { type: "array" }, B: { maxLength: 9 } });
    expect(found).toEqual(['a.overlay.yaml:5:15 overlay-unmatched the target selects nothing: nothing in "$" matches "..items"']);
  });

  it("that an overlay refers to are relative to the document", () => {
    const { contract, problems: found } = overlaid({
      "openapi.yaml": component,
      "common.yaml": "A: { type: integer }",
      "deep/a.overlay.yaml": overlay("  - { target: $.components.schemas, update: { C: { $ref: common.yaml#/A } } }"),
    });
    expect([at(contract!.document, "components", "schemas", "C"), found]).toEqual([{ $ref: "#/components/schemas/A" }, []]);
  });

  it("are all reported, overlays last", () => {
    const folder = folderWith({ "openapi.yaml": items, "a.overlay.yaml": overlay("  - { target: $.info, update: { x-a: 1 } }") });
    symlinkSync(path.join(folder, "a.overlay.yaml"), path.join(folder, "b.overlay.yaml"));
    const read: string[] = [];
    const onFile = (file: string) => void read.push(path.relative(folder, file));
    const { contract } = loadContract("openapi.yaml", { workingFolder: folder, overlays: ["b.overlay.yaml"], onFile });
    expect(contract!.files.map((file) => file.path)).toEqual(["openapi.yaml", "a.overlay.yaml"]);
    expect(read).toEqual(["openapi.yaml", "b.overlay.yaml", "a.overlay.yaml"]);
  });

  it("may be outside of the contract's root, and must exist", () => {
    const folder = folderWith({ "api/openapi.yaml": items, "a.overlay.yaml": overlay("  - { target: $.none, remove: true }") });
    const load = (file: string) =>
      loadContract("openapi.yaml", { workingFolder: path.join(folder, "api"), overlays: [file] }).diagnostics;
    expect(load("../a.overlay.yaml").map(({ code }) => code)).toEqual(["overlay-unmatched"]);
    expect(load("../none.yaml").map(({ message }) => message)).toEqual(['cannot read "../none.yaml": no such file']);
    expect(load("..").map(({ message }) => message)).toEqual(['cannot read "..": it is a folder']);
  });
});

describe("extends", () => {
  const extend = (reference: string) =>
    overlaid({
      "openapi.yaml": items,
      "other.yaml": "",
      "changes/a.overlay.yaml": overlay("  - { target: $.info, update: { x-a: 1 } }").replace(
        "actions:",
        `extends: ${reference}\nactions:`,
      ),
    }).problems;

  it.each(["../openapi.yaml", "../openapi%2Eyaml", "https://example.com/v1/shop.yaml"])("takes %s", (reference) => {
    expect(extend(reference)).toEqual([]);
  });

  it.each(["../other.yaml", "openapi.yaml", "../%E0.yaml", "file:///openapi.yaml"])("warns about %s", (reference) => {
    expect(extend(reference)).toEqual([
      `changes/a.overlay.yaml:3:10 overlay-extends the overlay extends "${reference}", but is applied to "openapi.yaml"`,
    ]);
  });
});

describe("bad overlays", () => {
  const bad = (text: string) => overlaid({ "openapi.yaml": items, "a.overlay.yaml": text }).problems;

  it.each<[string, string, string[]]>([
    ["another version", "overlay: 1.2.0", ['a.overlay.yaml:1:10 overlay-version Overlay version "1.2.0" is not supported']],
    ["a number", "overlay: 1.0", ["a.overlay.yaml:1:10 overlay-version Overlay version the number 1 is not supported"]],
    ["no version", "openapi: 3.1.0", ["a.overlay.yaml:1:1 overlay-version missing Overlay version"]],
    ["a list", "- 1", ["a.overlay.yaml:1:1 overlay-structure an overlay must be a map, but it is a list"]],
    ["nothing", "", ["a.overlay.yaml:1:1 overlay-structure an overlay must be a map, but it is null"]],
    ["no YAML", "overlay: ]", ['a.overlay.yaml:1:10 syntax invalid YAML: Unexpected flow-seq-end token in YAML stream: "]"']],
    [
      "unknown keys",
      "overlay: 1.1.0\ninfo: { title: A, version: '1', contact: {} }\nx-a: 1\nextend: a.yaml\nactions: []",
      [
        'a.overlay.yaml:4:1 overlay-structure unknown key "extend" in an overlay',
        'a.overlay.yaml:2:33 overlay-structure unknown key "contact" in info',
        "a.overlay.yaml:5:10 overlay-structure the overlay has no actions",
      ],
    ],
    [
      "missing keys",
      "overlay: 1.1.0",
      [
        "a.overlay.yaml:1:1 overlay-structure the overlay has no info",
        "a.overlay.yaml:1:1 overlay-structure the overlay has no actions",
      ],
    ],
    [
      "wrong types",
      "overlay: 1.1.0\ninfo: { title: 1 }\nextends: 2\nactions: {}",
      [
        'a.overlay.yaml:2:16 overlay-structure "title" must be a string, but it is the number 1',
        "a.overlay.yaml:2:1 overlay-structure info has no version",
        'a.overlay.yaml:3:10 overlay-structure "extends" must be a string, but it is the number 2',
        'a.overlay.yaml:4:10 overlay-structure "actions" must be a list, but it is a map',
      ],
    ],
    [
      "wrong actions",
      overlay("  - 1\n  - { target: 1, remove: 'yes', description: [] }\n  - { update: {} }"),
      [
        "a.overlay.yaml:4:5 overlay-structure an action must be a map, but it is the number 1",
        'a.overlay.yaml:5:46 overlay-structure "description" must be a string, but it is a list',
        'a.overlay.yaml:5:15 overlay-structure "target" must be a string, but it is the number 1',
        'a.overlay.yaml:5:26 overlay-structure "remove" must be true or false, but it is a string',
        "a.overlay.yaml:5:5 overlay-modifiers the action changes nothing",
        "a.overlay.yaml:6:5 overlay-structure the action has no target",
      ],
    ],
  ])("%s", (_, text, expected) => expect(bad(text)).toEqual(expected));

  it.each<[string, string, string[]]>([
    [
      "no query",
      "$.paths./items",
      ['a.overlay.yaml:4:21 overlay-query JSONPath "$.paths./items" expects a name or "*" after "."'],
    ],
    ["in quotes", "'$[?@.a'", ['a.overlay.yaml:4:20 overlay-query JSONPath "$[?@.a" expects "," or "]"']],
    ["written with escapes", '"\\u0024["', [expect.stringMatching(/^a\.overlay\.yaml:4:13 overlay-query /)]],
    [
      "no name",
      "$.paths['/item'].get",
      ['a.overlay.yaml:4:13 overlay-unmatched the target selects nothing: "$.paths" has no "/item"'],
    ],
    [
      "no name in any of several",
      "$.paths.*.*.tag",
      ['a.overlay.yaml:4:13 overlay-unmatched the target selects nothing: "$.paths.*.*" has no "tag"'],
    ],
    [
      "an index",
      "$.tags[7]",
      ['a.overlay.yaml:4:13 overlay-unmatched the target selects nothing: nothing in "$.tags" matches "[7]"'],
    ],
    ["the whole document", "$", ["a.overlay.yaml:4:13 overlay-target the whole document can't be removed"]],
  ])("a target: %s", (_, target, expected) => {
    expect(problems(`  - target: ${target}\n    remove: true`)).toEqual(expected);
  });

  it("a suggestion for a target that selects nothing", () => {
    const folder = folderWith({ "openapi.yaml": items, "a.yaml": overlay("  - { target: $.info.titel, remove: true }") });
    const { diagnostics } = loadContract("openapi.yaml", { workingFolder: folder, overlays: ["a.yaml"] });
    expect(diagnostics).toMatchObject([{ severity: "warning", hint: 'Did you mean "title"?' }]);
  });

  it.each<[string, string, string[]]>([
    [
      "a text for a map",
      "{ target: $.info, update: a }",
      ["4:31 overlay-update update must be a map to be merged with the target, but it is a string"],
    ],
    [
      "a text for a list, deep inside, in several targets",
      '{ target: "$.paths.*.*", update: { responses: { x: 1 }, tags: a } }',
      ['4:67 overlay-update "tags" must be a list to be merged with the target, but it is a string'],
    ],
    [
      "a map for a text",
      "{ target: $.info.title, update: { a: 1 } }",
      ["4:37 overlay-update update must be a plain value to be merged with the target, but it is a map"],
    ],
    [
      "targets of several kinds",
      "{ target: $.*, update: { a: 1 } }",
      ["4:15 overlay-target the target selects maps, lists and plain values together; all must be of one kind"],
    ],
    [
      "update beside remove",
      "{ target: $.tags, remove: true, update: 1 }",
      ["4:37 overlay-modifiers update has no effect together with remove"],
    ],
    [
      "update beside copy",
      "{ target: $.tags, copy: $.info, update: 1 }",
      ["4:23 overlay-modifiers the action has both update and copy"],
    ],
    ["no change", "{ target: $.tags, remove: false }", ["4:5 overlay-modifiers the action changes nothing"]],
    ["a copy of nothing", "{ target: $.info, copy: $.none }", ['4:29 overlay-unmatched copy selects nothing: "$" has no "none"']],
    [
      "a copy of several",
      "{ target: $.info, copy: $.*.* }",
      ["4:29 overlay-copy copy must select exactly one value, but selects 6"],
    ],
  ])("%s", (_, action, expected) => {
    expect(problems(`  - ${action}`)).toEqual(expected.map((problem) => `a.overlay.yaml:${problem}`));
  });

  it("what 1.1 brought, in 1.0: warnings", () => {
    const actions = "  - { target: $.info.title, update: New }\n  - { target: $.info, copy: '$.tags[0]' }";
    expect(problems(actions, "1.0.0")).toEqual([
      "a.overlay.yaml:5:23 overlay-newer-feature Overlay 1.0 has no copy; it is applied as in 1.1",
      "a.overlay.yaml:4:15 overlay-newer-feature in Overlay 1.0 targets are maps and lists only; this plain value is changed as in 1.1",
    ]);
  });

  it("all problems of all overlays, and only those of the document that they cause", () => {
    const text = overlay("  - { target: a, remove: true }");
    const files = { "openapi.yaml": `${items}components: { schemas: [] }`, "a.overlay.yaml": text, "b.overlay.yaml": text };
    const { contract, problems: found } = overlaid(files);
    expect([contract, found.map((problem) => problem.split(" ")[0])]).toEqual([
      undefined,
      ["a.overlay.yaml:4:15", "b.overlay.yaml:4:15"],
    ]);
  });
});

test("overlays can't nest the document deeper than others", () => {
  const deep = `  - { target: $.info, update: { x-deep: ${"[".repeat(150)}${"]".repeat(150)} } }\n`;
  const double = '  - { target: "$..[?length(@) == 0]", copy: "$.info[\'x-deep\']" }';
  expect(problems(deep + double)).toEqual(["a.overlay.yaml:5:15 nesting-limit maps and lists exceed the nesting limit of 250"]);
});
