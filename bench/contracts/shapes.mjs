import { actionContract, object, plainContract, reference } from "./small-contract.mjs";

/**
 * Contracts that are large in one way each, for `scale` and for test/robustness/scale.test.ts. A shape makes the files of a
 * contract of a given size, by path; the main document is `openapi.json`.
 * @typedef {import("./shapes.mjs").Shape} Shape
 */

/** @param {number} size @template T @param {(index: number) => T} make @returns {T[]} */
const times = (size, make) => Array.from({ length: size }, (_, index) => make(index));

/** @param {number} size @param {(index: number) => [string, unknown]} entry */
const map = (size, entry) => Object.fromEntries(times(size, entry));

const text = { type: "string", maxLength: 100 };
const whole = { type: "integer", minimum: 0, maximum: 1000 };
/** @param {string} name */
const listOf = (name) => ({ type: "array", maxItems: 100, items: reference(name) });

/** @param {object} document */
const oneFile = (document) => ({ "openapi.json": JSON.stringify(document, null, 1) });

/** All actions in one service type, the first of them `act` as in the other shapes. @type {Shape} */
const actions = (size) =>
  oneFile(
    actionContract(
      map(size, (index) => [
        index === 0 ? "act" : `act_${index}`,
        {
          label: `Action ${index}`,
          summary: `Do the thing number ${index}.`,
          body: object({ name: text, count: whole, mode: { enum: ["fast", "slow"] } }),
          result: object({ id: { type: "string", format: "uuid" } }, ["id"]),
        },
      ]),
    ),
  );

/** Each schema refers to the next of its block of ten; the first of a block is the body of an operation. @type {Shape} */
const schemas = (size) =>
  oneFile(
    plainContract(
      map(size / 10, (index) => operation(`block_${index}`, reference(`Schema${index * 10}`))),
      map(size, (index) => [
        `Schema${index}`,
        object({
          name: text,
          count: whole,
          kind: { enum: ["a", "b", "c"] },
          ...(index % 10 === 9 ? {} : { next: reference(`Schema${index + 1}`), list: listOf(`Schema${index + 1}`) }),
        }),
      ]),
    ),
  );

/** @type {Shape} */
const operations = (size) =>
  oneFile(
    plainContract(
      map(size, (index) => operation(`op_${index}`, object({ name: text, count: whole }, ["name"]))),
      {},
    ),
  );

/** A contract over so many YAML files, each with a reference to the one before. @type {Shape} */
const files = (size) => ({
  ...oneFile(
    plainContract(
      map(size / 10, (index) => operation(`file_${index}`, { $ref: `schemas/file-${index * 10 + 9}.yaml` })),
      {},
    ),
  ),
  ...map(size, (index) => [
    `schemas/file-${index}.yaml`,
    [
      "type: object",
      "description: A schema in a file of its own.",
      "additionalProperties: false",
      "properties:",
      "  name: { type: string, maxLength: 100 }",
      ...(index % 10 === 0 ? [] : ["  previous:", `    $ref: "./file-${index - 1}.yaml"`]),
      "",
    ].join("\n"),
  ]),
});

/** A chain of references through properties. @type {Shape} */
const chain = (size) => bodyOf(map(size, (index) => link(index, index + 1 < size ? index + 1 : undefined)));

/** One circle through all schemas. @type {Shape} */
const cycle = (size) => bodyOf(map(size, (index) => link(index, (index + 1) % size)));

/** Each schema refers to five others, so that there are circles of every length. @type {Shape} */
const web = (size) =>
  bodyOf(
    map(size, (index) => [
      `Link${index}`,
      object(map(5, (step) => [`to_${step}`, listOf(`Link${(index * 7 + step * step * 31 + 1) % size}`)])),
    ]),
  );

/** A chain of references with nothing between them. @type {Shape} */
const aliases = (size) =>
  bodyOf(map(size, (index) => [`Link${index}`, index + 1 < size ? reference(`Link${index + 1}`) : object({ name: text })]));

/** @type {Shape} */
const properties = (size) => bodyOf({ Link0: object(map(size, (index) => [`field_${index}`, index % 2 === 0 ? text : whole])) });

/** A union of objects that a property distinguishes. @type {Shape} */
const union = (size) =>
  bodyOf({
    Link0: object({
      choice: {
        oneOf: times(size, (index) => reference(`Choice${index}`)),
        discriminator: {
          propertyName: "kind",
          mapping: map(size, (index) => [`kind_${index}`, reference(`Choice${index}`).$ref]),
        },
      },
    }),
    ...map(size, (index) => [`Choice${index}`, object({ kind: { const: `kind_${index}` }, [`of_${index}`]: text }, ["kind"])]),
  });

/** @type {Shape} */
const enumeration = (size) => bodyOf({ Link0: object({ zone: { enum: times(size, (index) => `zone-${index}`) } }) });

/** A Markdown description of so many bytes, of an action and of a schema. @type {Shape} */
const description = (size) => {
  const paragraph = "Some *text* with `code`, a [link](https://example.com) and\n\n- a list\n- of two\n\n";
  const { Link0 } = /** @type {Record<string, object>} */ (map(1, () => link(0)));
  const long = paragraph.repeat(Math.ceil(size / paragraph.length)).slice(0, size);
  return oneFile(
    actionContract(
      { act: { ...simpleAction, description: long, body: reference("Link0") } },
      { Link0: { ...Link0, description: long } },
    ),
  );
};

/** One action with so many examples. @type {Shape} */
const examples = (size) =>
  oneFile(
    actionContract({
      act: {
        ...simpleAction,
        body: object({ name: text }),
        examples: map(size, (index) => [`example_${index}`, { body: { name: `name ${index}` } }]),
      },
    }),
  );

export const shapes = {
  actions,
  schemas,
  operations,
  files,
  chain,
  cycle,
  web,
  aliases,
  properties,
  union,
  enumeration,
  description,
  examples,
};

const simpleAction = { label: "Act", summary: "Do the thing." };

/**
 * A contract with one action whose body is the schema `Link0`.
 * @param {Record<string, unknown>} components
 */
function bodyOf(components) {
  return oneFile(actionContract({ act: { ...simpleAction, body: reference("Link0") } }, components));
}

/**
 * @param {number} index
 * @param {number} [next]
 * @returns {[string, object]}
 */
function link(index, next) {
  return [`Link${index}`, object({ name: text, ...(next === undefined ? {} : { next: reference(`Link${next}`) }) })];
}

/**
 * @param {string} id
 * @param {object} body
 * @returns {[string, object]}
 */
function operation(id, body) {
  return [
    `/${id}/{item_id}`,
    {
      post: {
        operationId: id,
        summary: `The operation ${id}.`,
        parameters: [
          { name: "item_id", in: "path", required: true, schema: text },
          { name: "limit", in: "query", schema: whole },
        ],
        requestBody: { required: true, content: { "application/json": { schema: body } } },
        responses: {
          200: { description: "Done", content: { "application/json": { schema: object({ id: text }, ["id"]) } } },
          400: { $ref: "#/components/responses/Rejected" },
        },
      },
    },
  ];
}
