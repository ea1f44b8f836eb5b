import { document, documents, type HostileDocument } from "./document.js";

const long = "n".repeat(10_240);
const schema = "{ type: string, maxLength: 5 }";
const object = "{ type: object, additionalProperties: false }";
const devices = ["CON", "con", "PRN", "AUX", "NUL", "COM1", "LPT9"];
const reserved = ["default", "class", "await", "enum", "yield", "let", "eval", "arguments", "undefined", "NaN", "null", "async"];
const members = ["constructor", "toString", "hasOwnProperty", "valueOf", "prototype"];
/** Names that the output itself uses, in some file. */
const taken = `
  Actions actionGuards actionErrorListers Guard Client client Server server Handlers operations components paths webhooks
  actions types index all catalog validators createClient createServer follow retry MachineActions
  Error Promise Record Array Object`
  .trim()
  .split(/\s+/);
const json = (name: string) => JSON.stringify(name);
const keys = (names: readonly string[], value: string) => names.map((name) => `${json(name)}: ${value}`).join("\n");

/** Attacks by what things are called. */
export const nameDocuments: readonly HostileDocument[] = [
  document("a property that is every object's prototype", { properties: `__proto__: ${schema}` }),
  documents(
    "a property that is every object's prototype, in JSON",
    { "openapi.json": '{\n"openapi": "3.1.0",\n"info": {\n"__proto__": { "polluted": 1 }\n} }' },
    { errors: ["openapi.json:4 forbidden-name"] },
  ),
  document("a prototype in an enum", { properties: 'kind: { enum: [{ "__proto__": { polluted: 1 } }] } #! forbidden-name' }),
  document("a prototype behind an escape", { properties: `"\\x5f_proto__": ${schema}` }),
  document("a prototype by a merge key", { properties: `kind: { <<: { __proto__: { type: object } } } #! forbidden-name` }),
  document("a schema that is every object's prototype", { schemas: `__proto__: ${object} #! forbidden-name` }),
  document("a required prototype", { properties: "kind: { type: object, required: [__proto__] }" }),
  document("properties that every object has", { properties: keys(members, schema) }),
  document("properties that are reserved words", { properties: keys(reserved, schema) }),
  document("properties that differ in case only", { properties: keys(["Key", "key", "KEY"], schema) }),
  document("properties that differ in normalisation only", { properties: keys(["é", "e\u0301"], schema) }),
  document("properties that look like numbers", { properties: keys(["0", "00", "-1", "1e3", " 1", "9007199254740993"], schema) }),
  document("an empty property", { properties: `"": ${schema}` }),
  document("a property of ten kilobytes", { properties: `? ${long}\n: ${schema}` }),
  document("properties of breaks, quotes and controls", {
    properties: keys(["a\nb", "a\u2028b", "a'b", 'a"b', "a`b", "${a}", "*/ a /*", "a\\", "\u0000", "\u202ea"], schema),
  }),
  document("schemas that are reserved words", { schemas: keys(reserved, object) }),
  document("schemas that every object has", { schemas: keys(members, `${object} #! component-name`) }),
  document("a schema that promises call", { schemas: `then: ${object}` }),
  document("schemas that the output has too", { schemas: keys(taken, object), actions: actionsOn(taken) }),
  document("schemas that are devices", { schemas: keys(devices, object) }),
  document("schemas that differ in case only", { schemas: keys(["Key", "key", "KEY"], object) }),
  document("schemas that differ in separators only", { schemas: keys(["a_b", "a-b", "a.b", "aB"], object) }),
  document("a schema of letters beyond ASCII", { schemas: `Größe: ${object}` }),
  document("schemas that differ in normalisation only", {
    schemas: `"\\xe9": ${object}\n"e\\u0301": ${object} #! component-name`,
  }),
  document("a schema of nine hundred letters", { schemas: `${json(long.slice(0, 900))}: ${object} #! component-name` }),
  document("a schema with a path in its name", { schemas: `"../../hostile": ${object}` }),
  document("a schema with code in its name", { schemas: `"A { } hit(); interface B": ${object} #! component-name` }),
  document("an empty schema name", { schemas: `"": ${object} #! component-name` }),
  ...["../hostile", "a/b", "a b", "a'b", "a\u0000b", "$(hit)", "-a", "a-", "1a", "ä", "", "_a"].map((name) =>
    document(`an action ${json(name)}`, { actions: `${json(name)}: { label: Bad } #! action-name` }),
  ),
  document("an action of 128 letters", { actions: `${"a".repeat(128)}: { label: Long }` }),
  document("an action of 129 letters", { actions: `${"a".repeat(129)}: { label: Long } #! action-name` }),
  document("an action that is every object's prototype", { actions: "__proto__: { label: Bad } #! forbidden-name" }),
  document("actions that every object has", {
    actions: keys(["constructor", "toString", "valueOf"], "{ label: Odd } #! action-name"),
  }),
  document("an action that promises call", { actions: "then: { label: Odd } #! action-name" }),
  document("actions that functions and JSON have", {
    actions: keys(["catch", "toJSON", "name", "length", "call"], "{ label: Odd }"),
  }),
  document("actions that are reserved words", { actions: keys(reserved, "{ label: Odd }") }),
  document("actions that are devices", { actions: keys(["CON", "nul", "com1"], "{ label: Odd }") }),
  document("actions that differ in case only", { actions: "Start: { label: Same } #! action-name-clash" }),
  document("actions that differ in separators only", {
    actions: "add_ip: { label: Add }\nadd-ip: { label: Same } #! action-name-clash",
  }),
  ...["__proto__", "", "Disk", "a--b", "-a", "a/../b", "1a"].map((type) =>
    document(`a service type ${json(type)}`, {
      operation: `${json(`x-platform-${type}-actions`)}: { stop: { label: Stop } } #! extension-type-name`,
    }),
  ),
  document("service types that are devices and members", {
    operation: ["con", "nul", "index", "operations", "default", "schemas", "then"]
      .map((type) => `x-platform-${type}-actions: { stop: { label: Stop } }`)
      .join("\n"),
  }),
  document("service types that differ in separators only", {
    operation:
      "x-platform-a-b-actions: { stop: { label: Stop } }\nx-platform-a_b-actions: { stop: { label: Stop } } #! extension-type-clash",
  }),
  document("a service type that every object has", {
    operation: "x-platform-constructor-actions: { stop: { label: Stop } } #! extension-type-name",
  }),
  document("operations that are no identifiers", {
    paths: ["a b", "1a", "a-b", "a.b", "ä", "a/b", "a:b #c"]
      .map((id, index) => `/o${index}: { get: { operationId: ${json(id)}, responses: { "204": { description: Done. } } } }`)
      .join("\n"),
  }),
  ...["", "()", ".."].map((id) =>
    document(`an operation ${json(id)}`, { paths: `/a: { get: { operationId: ${json(id)}, responses: {} } } #! operation-id` }),
  ),
  document("operations of any text", {
    paths: [
      "../hostile",
      "a;hit()",
      "a\nb",
      "__proto__",
      "constructor",
      "a/../b",
      "n".repeat(129),
      "*/ hit() /*",
      "${hit}",
      "`a",
      "a'b",
      'a"b',
    ]
      .map((id, index) => `/t${index}: { get: { operationId: ${json(id)}, responses: { "204": { description: Done. } } } }`)
      .join("\n"),
  }),
  document("operations that are reserved words", {
    paths: reserved
      .map((id) => `/${id}: { get: { operationId: ${json(id)}, responses: { "204": { description: Done. } } } }`)
      .join("\n"),
  }),
  document("an operation twice", {
    paths: '/z: { get: { operationId: act, responses: { "204": { description: Done. } } } } #! operation-id-unique',
  }),
  ...["a\r\nX-Injected: 1", "a:b", "", "a b", "ü"].map((name) =>
    document(`a header ${json(name)}`, { parameters: `- { name: ${json(name)}, in: header, schema: ${schema} } #! header-name` }),
  ),
  document("a header that says who calls", {
    parameters: `- { name: Authorization, in: header, schema: ${schema} }`,
  }),
  document("a parameter that is every object's prototype", {
    parameters: `- { name: __proto__, in: query, schema: ${schema} } #! parameter-name`,
  }),
  document("parameters that every object has", {
    parameters: members.map((name) => `- { name: ${name}, in: query, schema: ${schema} }`).join("\n"),
  }),
  document("parameters of breaks and quotes", {
    parameters: ["a'b", "a]b[", "&=", "${a}"].map((name) => `- { name: ${json(name)}, in: query, schema: ${schema} }`).join("\n"),
  }),
  document("a parameter with a line break", {
    parameters: `- { name: "a\\nb", in: query, schema: ${schema} } #! parameter-name`,
  }),
  ...["/a`b", "/a\nb", "/../b", "/%2e%2e/b", "/a b", "//b", "/{a"].map((path) =>
    document(`a path ${json(path)}`, { paths: `${json(path)}: { get: { responses: {} } } #! path-syntax` }),
  ),
  ...["/a?b", "/a#b", "/<a>/{a}?x=*/hit()/*#'b"].map((path) =>
    document(`a path ${json(path)}`, { paths: `${json(path)}: { get: { responses: {} } }` }),
  ),
];

/** An action for each of these schemas, which is its body, so that every part of the output uses it. */
function actionsOn(schemas: readonly string[]): string {
  const body = (name: string) => `body: { $ref: "#/components/schemas/${name}" }`;
  return schemas.map((name, index) => `use${index}: { label: Use, ${body(name)} }`).join("\n");
}
