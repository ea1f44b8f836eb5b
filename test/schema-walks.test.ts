import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { repositoryPath } from "./support/repository.js";

/** The walk through the schemas that apply to one value, and the object that answers questions with it. */
const walks = [
  "generator/document/fold-schema.ts",
  "generator/document/reference.ts",
  "generator/document/visitor.ts",
  "generator/json-schema/schema.ts",
];

/** Other files that read `allOf`, `anyOf` or `oneOf`, or follow a reference by one step, by what they ask instead. */
const others: Readonly<Record<string, readonly string[]>> = {
  "rewrites schemas, and copies what it visits": [
    "generator/document/dialects.ts",
    "generator/document/item-schemas.ts",
    "generator/document/listed-children.ts",
    "generator/document/prototype-properties.ts",
    "generator/document/upgrade-document.ts",
    "generator/emit/mcp/join-forms.ts",
    "generator/emit/mcp/lower-schema.ts",
    "generator/emit/mcp/portable-schema.ts",
    "generator/emit/mcp/tool-input.ts",
    "generator/emit/types/openapi-typescript.ts",
    "generator/emit/types/types-document.ts",
    "generator/emit/validators/compile-schema.ts",
    "generator/emit/validators/keyword-shapes.ts",
    "generator/emit/validators/schema-data.ts",
    "generator/json-schema/root-member.ts",
    "generator/json-schema/variants/rewrite-schema.ts",
    "generator/tools/expand/downgrade-schema.ts",
    "generator/tools/expand/find-discriminator.ts",
    "generator/tools/expand/lower-querystring.ts",
    "generator/tools/expand/name-schemas.ts",
  ],
  "decides about values: the code of validators, and their errors": [
    "generator/emit/validators/keywords/combining.ts",
    "generator/json-schema/instance-errors.ts",
  ],
  "compares sets of values, with what excludes them": [
    "generator/json-schema/containment/alternatives.ts",
    "generator/json-schema/containment/compare-conditions.ts",
    "generator/json-schema/containment/explain.ts",
    "generator/json-schema/containment/view.ts",
    "generator/lint/rules/impossible-schema.ts",
    "generator/lint/schema-conflicts.ts",
    "generator/lint/schema-patterns.ts",
  ],
  "visits conditions too: if, then, else and dependentSchemas": [
    "generator/emit/server/secret-names.ts",
    "generator/emit/types/open-properties.ts",
    "generator/json-schema/secrets.ts",
    "generator/json-schema/variants/held-parts.ts",
    "generator/json-schema/variants/marked-schemas.ts",
  ],
  "needs the reference or the alternative that leads to a schema, not only the schema": [
    "generator/document/derive-body-actions.ts",
    "generator/document/implied-objects.ts",
    "generator/document/part-lists.ts",
    "generator/emit/client/find-secrets.ts",
    "generator/tools/adopt/shared-entries.ts",
    "generator/tools/adopt/shared-operations.ts",
    "generator/tools/diff/rules/schema-annotations.ts",
    "generator/tools/exchanges/secrets/secret-schemas.ts",
    "generator/emit/mcp/describe-mcp.ts",
  ],
  "asks which parts of a value every request needs": ["generator/lint/rule-context.ts"],
  "chooses one of the alternatives": [
    "generator/json-schema/samples/conjuncts.ts",
    "generator/tools/exchanges/fixtures/sampling/mutate-object.ts",
    "generator/tools/exchanges/fixtures/sampling/mutations.ts",
    "generator/tools/exchanges/fixtures/sampling/positions.ts",
  ],
  "asks whether the alternatives exclude each other, which only oneOf says": ["generator/emit/client/call-types.ts"],
  "names the keywords that its question leaves to the walk": ["generator/document/media-kind.ts"],
  "counts the schemas of a union that it was given": ["generator/binding/unfollowed.ts"],
  "excludes most schemas by one keyword before it asks": ["generator/lint/rules/action-list-mismatch.ts"],
  "describes a schema to readers, keyword by keyword": [
    "generator/tools/site/schema/describe-object.ts",
    "generator/tools/site/schema/describe-field-rules.ts",
    "generator/tools/site/schema/describe-rules.ts",
    "generator/tools/site/schema/describe-type.ts",
    "generator/tools/site/try-it/describe-form.ts",
  ],
};

test("only known files walk through the schemas of a value themselves; others ask `Schema`, or a question of `foldSchemas`", () => {
  const allowed = [...walks, ...Object.values(others).flat()];
  expect(new Set(allowed).size).toBe(allowed.length);
  expect(walkers()).toEqual(allowed.sort());
});

test("a walk is found however it reads a keyword", () => {
  const walking = [
    `subschemasAt(schema, "allOf")`,
    `schema["oneOf"]`,
    `schema.anyOf`,
    `const { allOf, ...rest } = schema;`,
    `const { anyOf: branches } = schema;`,
    `for (const keyword of ["anyOf", "oneOf"] as const) own(schema, keyword)`,
    `for (const keyword of unionKeywords) subschemasAt(schema, keyword)`,
    `referencedSchema(schema, schemas)`,
  ];
  for (const code of walking) expect(walksItself(code), code).toBe(true);
  const asking = [
    `const made = { anyOf: [one, other] };`,
    `made = { "allOf": parts }`,
    `schemas.of(schema).all`,
    `type Keyword = "anyOf" | "oneOf";`,
    `// allOf, anyOf`,
    `const hint = "Write anyOf instead.";`,
    `import { referencedSchema } from "./reference.js";`,
  ];
  for (const code of asking) expect(walksItself(code), code).toBe(false);
});

function walkers(): string[] {
  return readdirSync(repositoryPath("generator"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `generator/${file.split(path.sep).join("/")}`)
    .filter((file) => walksItself(readFileSync(repositoryPath(file), "utf8")))
    .sort();
}

const keywords: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);
const steps: ReadonlySet<string> = new Set(["referencedSchema", "unionKeywords", "inPlaceKeywords"]);

/** Most files name none of them. */
const named = new RegExp([...keywords, ...steps].join("|"));

/** Returns whether code reads a keyword of combined schemas, or follows a reference by one step. */
function walksItself(code: string): boolean {
  if (!named.test(code)) return false;
  const visit = (node: ts.Node): boolean => reads(node) || (ts.forEachChild(node, (child) => visit(child) || undefined) ?? false);
  return visit(ts.createSourceFile("code.ts", code, ts.ScriptTarget.Latest, true));
}

function reads(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isStringLiteral(node) && keywords.has(node.text))
    return !ts.isLiteralTypeNode(parent) && !(ts.isPropertyAssignment(parent) && parent.name === node);
  if (ts.isPropertyAccessExpression(node)) return keywords.has(node.name.text);
  if (ts.isBindingElement(node)) return keywords.has((node.propertyName ?? node.name).getText());
  return ts.isIdentifier(node) && steps.has(node.text) && !ts.isImportSpecifier(parent);
}
