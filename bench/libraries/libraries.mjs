import { readFileSync } from "node:fs";
import path from "node:path";

/** @typedef {import("./bodies.mjs").ActionBody} ActionBody */

/**
 * A program that checks the bodies and results of actions with a library: its default export has a function for each body that the
 * library can express, by `<type>.<action>`. What the library can't express is left out.
 * @typedef {(actions: readonly ActionBody[], output: string) => string | Promise<string>} WriteProgram
 */

const key = (/** @type {ActionBody} */ { type, name }) => JSON.stringify(`${type}.${name}`);

/** @type {WriteProgram} */
const generated = (actions, output) => {
  const types = [...new Set(actions.map(({ type }) => type))];
  return [
    ...types.map((type) => `import * as ${type} from ${JSON.stringify(path.join(output, "validators", `${type}.ts`))};`),
    `const types = { ${types.join(", ")} };`,
    "const entries = Object.entries(types).flatMap(([type, actions]) =>",
    "  Object.entries(actions).map(([name, action]) => [`${type}.${name}`, action.body]));",
    "export default Object.fromEntries(entries);",
  ].join("\n");
};

/**
 * The modules that Ajv writes itself.
 * @type {WriteProgram}
 */
const ajvStandalone = async (actions) => {
  const { default: Ajv } = await import("ajv/dist/2020.js");
  const { default: addFormats } = await import("ajv-formats");
  const { default: standalone } = await import("ajv/dist/standalone/index.js");
  const ajv = new Ajv.Ajv2020({ strict: false, code: { source: true, esm: true } });
  addFormats.default(ajv);
  /** @type {Record<string, string>} */
  const names = {};
  for (const [index, { schema, result }] of actions.entries()) {
    for (const [name, value] of Object.entries({ [`body${index}`]: schema, [`result${index}`]: result })) {
      ajv.addSchema({ ...value, $id: name });
      names[name] = name;
    }
  }
  const bodies = actions.map((action, index) => `${key(action)}: body${index}`);
  const results = actions.map((_, index) => `result${index}`);
  return [
    standalone.default(ajv, names),
    `export const results = [${results.join(", ")}];`,
    `export default { ${bodies.join(", ")} };`,
  ].join("\n");
};

/**
 * Schemas as data, which the library reads when the program starts.
 * @param {string} imports
 * @param {string} compile
 * @returns {WriteProgram}
 */
const atStart = (imports, compile) => (actions) =>
  [
    imports,
    `const schemas = { ${actions.map((action) => `${key(action)}: ${JSON.stringify([action.schema, action.result])}`).join(", ")} };`,
    "const guards = {};",
    "export const results = [];",
    "for (const [name, [body, result]] of Object.entries(schemas)) {",
    `  try { guards[name] = ${compile}(body); } catch {}`,
    `  try { results.push(${compile}(result)); } catch {}`,
    "}",
    "export default guards;",
  ].join("\n");

const typebox = atStart(
  'import { Compile } from "typebox/schema";',
  "((schema) => { const compiled = Compile(schema); return (value) => compiled.Check(value); })",
);

const zod = atStart(
  'import * as z from "zod";',
  "((schema) => { const read = z.fromJSONSchema(schema); return (value) => read.safeParse(value).success; })",
);

/**
 * All that are compared, by the package that they need.
 * @type {readonly { name: string, needs: string, program: WriteProgram }[]}
 */
export const libraries = [
  { name: "generated", needs: "ajv", program: generated },
  { name: "Ajv standalone, as it comes", needs: "ajv", program: ajvStandalone },
  { name: "TypeBox, compiled at start", needs: "typebox", program: typebox },
  { name: "zod, from JSON Schema", needs: "zod", program: zod },
  {
    name: "valibot, written by hand",
    needs: "valibot",
    program: () => readFileSync(new URL("valibot.mjs", import.meta.url), "utf8"),
  },
];
