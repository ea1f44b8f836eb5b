import fc from "fast-check";

/** Names that are one name to some file system, are too long for it, or belong to it. */
const trickyNames = [
  // Alike.
  "add Add ADD add_ip add-ip addIp AddIp a A a2 A2 a.b a-b a_b a. .a a..".split(" "),
  ["a ", " a", "a\u00a0", "\u00e9", "e\u0301", "\u00c9", "\u212a", "k", "K", "\u0130", "i", "I", "\u017f", "s", "\ufb01", "fi"],
  // Names of devices, and of files that always exist.
  "con Con CON nul aux prn com COM Com com1 COM1 com2 lpt Lpt lpt9 con.x nul.txt".split(" "),
  "index Index operations schemas errors Errors manifest all actions webhooks runtime".split(" "),
  // Too long, or with what no file can have.
  ["x".repeat(64), "x".repeat(100), `${"x".repeat(100)}a`, "X".repeat(120), "x".repeat(300), "\u00e9".repeat(200)],
  "a/b a\\b a:b a*b a?b a#b .. . ~ - _ $ __proto__ constructor".split(" "),
].flat();

const names = (pattern: RegExp, longest: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...trickyNames.filter((name) => pattern.test(name) && name.length <= longest)) },
    { weight: 1, arbitrary: fc.stringMatching(/^[a-c][A-Ca-c0-2]{0,2}$/).filter((name) => pattern.test(name)) },
  );

const typeName = names(/^[a-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/, 64);
const actionName = names(/^[A-Za-z][A-Za-z0-9]*(?:[_.:-][A-Za-z0-9]+)*$/, 128);
const operationId = names(/^(?! )[\p{L}\p{M}\p{N}_.:/#[\] -]*[\p{L}\p{N}][\p{L}\p{M}\p{N}_.:/#[\] -]*(?<! )$/u, 128);

const unlike = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
const text = { type: "string", maxLength: 50 };
const object = { type: "object", additionalProperties: false, properties: { a: text } };

/** Contracts whose types, actions, operations and schemas have such names. */
export const namedContract = fc
  .record({
    types: fc.uniqueArray(typeName, { minLength: 1, maxLength: 5, selector: unlike }),
    // Lint refuses names of one type that differ in case or separators only.
    actions: fc.uniqueArray(actionName, { minLength: 1, maxLength: 8, selector: unlike }),
    operations: fc.uniqueArray(operationId, { maxLength: 8 }),
    schemas: fc.uniqueArray(names(/^[\p{L}\p{M}\p{N}._ /:$-]+$/u, 200), {
      maxLength: 8,
      selector: (name) => name.normalize("NFC"),
    }),
  })
  .map(({ types, actions, operations, schemas }) => ({
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    security: [],
    paths: {
      "/things/{id}/do/{action}": {
        post: {
          operationId: "act",
          parameters: ["id", "action"].map((name) => ({ name, in: "path", required: true, schema: text })),
          requestBody: { content: { "application/json": { schema: { type: "object" } } } },
          responses: { "200": { description: "Done." } },
          ...Object.fromEntries(
            types.map((type) => [
              `x-platform-${type}-actions`,
              Object.fromEntries(actions.map((name) => [name, { label: name, body: object }])),
            ]),
          ),
        },
      },
      ...Object.fromEntries(
        operations.map((operationId, index) => [
          `/plain/${index}`,
          {
            post: {
              operationId,
              requestBody: { content: { "application/json": { schema: reference(schemas[index % schemas.length]) } } },
              responses: { "204": { description: "Done." } },
            },
          },
        ]),
      ),
    },
    components: { schemas: Object.fromEntries(schemas.map((name) => [name, { ...object, title: name }])) },
  }));

function reference(name: string | undefined): object {
  return name === undefined
    ? object
    : { $ref: `#/components/schemas/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}` };
}
