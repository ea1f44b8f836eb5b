import type { JsonObject } from "../../generator/document/json-value.js";
import { httpMethods } from "../../generator/document/visitor.js";
import {
  add,
  contents,
  inNew,
  moveAway,
  namedSchemas,
  operations,
  parameterLists,
  parameters,
  pathItems,
  renamePath,
  renameSchema,
  root,
  schemas,
  set,
  templatedPathItems,
  typed,
  type Site,
  type Write,
} from "./document-sites.js";

/** A way in which documents of the world are odd: what OpenAPI says to ignore, or what any reader understands. */
export interface Oddity {
  readonly name: string;
  /** The places of a document where it can stand. */
  readonly sites: (document: JsonObject) => readonly Site[];
  /** Writes it there. Returns the pointer of what is odd now. */
  readonly write: Write;
  /** The warning that says what is done with it; absent: it is understood without a word. */
  readonly warning?: string;
  /** Errors by which it may be rejected, at its place, where no right output exists. */
  readonly errors?: readonly string[];
}

const inPath = (document: JsonObject) => parameters(document).filter(({ value }) => value["in"] === "path");
const withSchema = (document: JsonObject) => parameters(document).filter(({ value }) => value["content"] === undefined);

const hasOperation = (pathItem: JsonObject) => httpMethods.some((method) => Object.hasOwn(pathItem, method));

/** A pattern, without a limit that would make it harmless. */
const pattern = (text: string) => set({ pattern: text, maxLength: undefined, minLength: undefined, format: undefined });

/** Odd schemas. */
const oddSchemas: readonly Oddity[] = [
  {
    name: "a keyword that nobody knows",
    warning: "unknown-keyword",
    sites: schemas,
    write: set({ displayName: "Display name" }),
  },
  { name: "summary of a schema", warning: "unknown-keyword", sites: schemas, write: set({ summary: "A summary." }) },
  { name: "readonly", warning: "unknown-keyword", sites: schemas, write: set({ readonly: true }) },
  {
    name: "nullable in 3.1",
    warning: "nullable-keyword",
    sites: inNew(typed("string", "integer")),
    write: set({ nullable: true }),
  },
  {
    name: "a boolean exclusiveMinimum in 3.1",
    warning: "exclusive-boolean",
    sites: inNew(typed("integer", "number")),
    write: set({ minimum: 0, exclusiveMinimum: true }),
    errors: ["impossible-schema"],
  },
  {
    name: "an enum with a value twice",
    warning: "enum-value",
    sites: typed("string"),
    write: set({ enum: ["one", "two", "one"] }),
  },
  {
    name: "an enum with a value of another type",
    warning: "enum-value",
    sites: typed("string"),
    write: set({ enum: ["one", "two", 3] }),
  },
  {
    name: "an enum without values",
    warning: "impossible-schema",
    sites: schemas,
    write: set({ enum: [] }),
    errors: ["impossible-schema"],
  },
  {
    name: "a schema that nothing fits",
    warning: "impossible-schema",
    sites: schemas,
    write: add("allOf", { type: "string", minLength: 2, maxLength: 1 }),
    errors: ["impossible-schema"],
  },
  {
    name: "a constant that its type excludes",
    warning: "impossible-schema",
    sites: typed("string"),
    write: set({ const: 1 }),
    errors: ["impossible-schema"],
  },
  {
    name: "a pattern with quadratic growth",
    warning: "pattern-bounded",
    sites: typed("string"),
    write: pattern("^[a-z]+[a-y]+$"),
    errors: ["pattern-not-linear"],
  },
  {
    name: "a pattern with cubic growth",
    warning: "pattern-bounded",
    sites: typed("string"),
    write: pattern("^[a-z]+[a-y]+[a-x]+$"),
    errors: ["pattern-not-linear"],
  },
  {
    name: "a pattern with a back reference",
    warning: "pattern-bounded",
    sites: typed("string"),
    write: pattern("^(a|b)c\\1$"),
    errors: ["pattern-not-linear"],
  },
  {
    name: "a writeOnly schema",
    sites: schemas,
    write: set({ writeOnly: true }),
  },
  {
    name: "a format that is a sentence",
    warning: "format-unknown",
    sites: typed("string"),
    write: set({ format: "MM/YYYY, as printed on the card" }),
  },
  {
    name: "additionalItems beside no tuple",
    warning: "keyword-ignored",
    sites: (document) => typed("array")(document).filter(({ value }) => value["prefixItems"] === undefined),
    write: set({ additionalItems: false }),
  },
  {
    name: "an $id that nobody refers to",
    sites: schemas,
    write: set({ $id: "https://example.com/schemas/one" }),
  },
  { name: "an $anchor that nobody refers to", sites: schemas, write: set({ $anchor: "nobody" }) },
  {
    name: "$schema of an older draft",
    sites: inNew(schemas),
    write: set({ $schema: "http://json-schema.org/draft-07/schema#" }),
  },
  {
    name: "a $dynamicRef with one target",
    warning: "dynamic-reference",
    sites: inNew(namedSchemas),
    write: (site, document) => {
      set({ $dynamicAnchor: "odd" })(site, document);
      return set({ OddUser: { type: "object", properties: { odd: { $dynamicRef: "#odd" } } } })(
        { value: (document["components"] as { schemas: JsonObject }).schemas, pointer: "/components/schemas" },
        document,
      );
    },
  },
  {
    name: "a foreign jsonSchemaDialect",
    warning: "schema-dialect",
    sites: inNew(root),
    write: set({ jsonSchemaDialect: "https://example.com/dialect" }),
  },
];

/** Odd names, paths and parameters. */
const oddOperations: readonly Oddity[] = [
  ...["Authorization", "Accept", "Content-Type"].map((name) => ({
    name: `the header parameter ${name}`,
    warning: "header-reserved",
    sites: operations,
    write: add("parameters", { name, in: "header", schema: { type: "string" } }),
    errors: ["redocly/operation-parameters-unique"],
  })),
  {
    name: "a path with a fragment",
    warning: "path-nonstandard",
    sites: pathItems,
    write: renamePath((path) => `${path}#x`),
    errors: ["operation-clash"],
  },
  {
    name: "a path with a query",
    warning: "path-nonstandard",
    sites: pathItems,
    write: renamePath((path) => `${path}?beta=true`),
    errors: ["operation-clash"],
  },
  {
    name: "a path with <id>",
    warning: "path-nonstandard",
    sites: templatedPathItems,
    write: renamePath((path) => path.replace(/\{(\w+)\}/, "<$1>")),
  },
  {
    name: "a path that has a parameter twice",
    warning: "path-nonstandard",
    sites: templatedPathItems,
    write: renamePath((path) => `${path}/again/${/\{\w+\}/.exec(path)![0]}`),
  },
  { name: "an operationId with spaces", sites: operations, write: set({ operationId: "an odd: operation/id #1 - v2" }) },
  {
    name: "a component whose name has spaces and brackets",
    warning: "component-name-nonstandard",
    sites: namedSchemas,
    write: renameSchema((name) => `${name} of <Größe>`),
  },
  {
    name: "a path parameter that nobody declares",
    warning: "path-parameters",
    sites: (document) => pathItems(document).filter(({ pointer, value }) => !/[?#]/.test(pointer) && hasOperation(value)),
    write: renamePath((path) => `${path.replace(/\/$/, "")}/{oddParameter}`),
    errors: ["operation-clash"],
  },
  {
    name: "a path parameter that the path doesn't have",
    warning: "path-parameters",
    sites: operations,
    write: add("parameters", { name: "oddParameter", in: "path", required: true, schema: { type: "string" } }),
  },
  { name: "an optional path parameter", warning: "path-parameter-optional", sites: inPath, write: set({ required: false }) },
  { name: "a parameter whose schema is null", warning: "null-value", sites: withSchema, write: set({ schema: null }) },
  {
    name: "an optional parameter without a value",
    warning: "impossible-schema",
    sites: operations,
    write: add("parameters", { name: "oddParameter", in: "query", schema: { type: "string", enum: [] } }),
  },
  { name: "a stray property of a parameter", warning: "redocly/struct", sites: parameters, write: set({ type: "string" }) },
  {
    name: "a stray property of an operation",
    warning: "redocly/struct",
    sites: operations,
    write: set({ produces: ["application/json"] }),
  },
];

/** References where OpenAPI has none. */
const oddReferences: readonly Oddity[] = [
  {
    name: "a reference in place of an operation",
    warning: "ref-misplaced",
    sites: (document) => pathItems(document).filter(({ value }) => value["get"] !== undefined),
    write: moveAway("get"),
  },
  { name: "a reference in place of content", warning: "ref-misplaced", sites: contents, write: moveAway("content") },
  { name: "a reference in place of parameters", warning: "ref-misplaced", sites: parameterLists, write: moveAway("parameters") },
];

/** Oddities for random locations of random documents. */
export const oddities: readonly Oddity[] = [...oddSchemas, ...oddOperations, ...oddReferences];
