import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { shapes } from "../contracts/shapes.mjs";
import { measure } from "../measure.mjs";

/** The measured sizes of each shape: a tenth or the given part, and the whole. */
const sizes = {
  actions: { unit: "actions of one type", large: 10_000 },
  schemas: { unit: "schemas", large: 10_000 },
  operations: { unit: "operations", large: 5_000 },
  files: { unit: "files", large: 2_000 },
  chain: { unit: "schemas in a chain", large: 5_000 },
  cycle: { unit: "schemas in a circle", large: 5_000 },
  web: { unit: "schemas that refer to five others each", large: 2_000 },
  aliases: { unit: "references that lead to references", large: 240 },
  properties: { unit: "properties of one object", large: 1_000 },
  union: { unit: "alternatives of one union", large: 500 },
  enumeration: { unit: "values of one enum", large: 5_000 },
  description: { unit: "bytes of description", large: 1_000_000 },
  examples: { unit: "examples of one action", large: 5_000 },
};

/** @typedef {import("../contracts/shapes.mjs").ShapeName} ShapeName */

/**
 * Every command on contracts that are large in one way each.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @param {{ readonly isNamed: boolean }} run
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function scale(workspace, { isNamed }) {
  const start = measureAll(workspace, "actions", 1);
  const rows = [];
  let steepest = { what: "", growth: 0 };
  for (const [shape, { unit, large }] of Object.entries(sizes)) {
    const name = /** @type {ShapeName} */ (shape);
    const size = isNamed && !workspace.quick ? large : large / 10;
    const few = measureAll(workspace, name, size / 10);
    const all = measureAll(workspace, name, size);
    for (const command of Object.keys(all)) {
      const growth = growthOf(start[command]?.cpu, few[command]?.cpu, all[command]?.cpu);
      if (growth > steepest.growth) steepest = { what: `${command} of ${size.toLocaleString("en")} ${unit}`, growth };
    }
    rows.push({
      name: `${size.toLocaleString("en")} ${unit}`,
      ...Object.fromEntries(Object.entries(all).map(([command, { cpu }]) => [command, cpu])),
      memory: all["generate"]?.memory,
      growth: growthOf(start["generate"]?.cpu, few["generate"]?.cpu, all["generate"]?.cpu) || undefined,
    });
  }
  const commands = ["lint", "generate", "expand", "docs", "diff", "validate"];
  return {
    title: "scale: contracts that are large in one way, CPU s of each command",
    how: [
      "A new process each time. diff compares with a copy in which every limit of a text is another.",
      "Growth: the time of generate beyond its start, relative to ten times that of a tenth of the contract; 1 is linear.",
    ],
    columns: [
      ...commands.map((command) => ({ key: command, title: command, digits: 2 })),
      { key: "memory", title: "generate: peak MiB", digits: 0 },
      { key: "growth", title: "growth", digits: 2 },
    ],
    rows,
    // A tenth is too small to distinguish growth from bounded cost.
    aims: workspace.quick
      ? []
      : [{ what: `the steepest growth, ${steepest.what},`, reached: steepest.growth, limit: 1.5, unit: "" }],
  };
}

/**
 * Growth from a tenth to the whole, of what lies above the start; 0 if there is too little above it.
 * @param {number | undefined} start
 * @param {number | undefined} few
 * @param {number | undefined} all
 */
function growthOf(start, few, all) {
  if (start === undefined || few === undefined || all === undefined || all - start < 1) return 0;
  return (all - start) / (10 * Math.max(few - start, 0.05));
}

/**
 * @param {import("../workspace.mjs").Workspace} workspace
 * @param {ShapeName} shape
 * @param {number} size
 * @returns {Record<string, import("../measure.mjs").Cost>}
 */
function measureAll(workspace, shape, size) {
  const folder = workspace.inFolder("scale");
  rmSync(folder, { recursive: true, force: true });
  const files = shapes[shape](Math.max(Math.round(size), 1));
  const write = (/** @type {string} */ file, /** @type {string} */ text) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  write("edited.json", readFileSync(path.join(folder, "openapi.json"), "utf8").replaceAll('"maxLength": 100', '"maxLength": 99'));
  write("fixtures/thing/act.yaml", "exchanges:\n  - request: { body: {} }\n");
  const hasAction = files["openapi.json"]?.includes('"act": {') === true;
  const run = (/** @type {string[]} */ ...args) => {
    const { output: _, ...cost } = measure({ ...workspace.cli(...args, "--format", "concise"), folder, exitCodes: [0, 4] });
    return cost;
  };
  return {
    lint: run("lint", "openapi.json"),
    generate: run("generate", "openapi.json", "--no-cache", "--out", "out"),
    expand: run("expand", "openapi.json", "--out", "expanded"),
    docs: run("docs", "openapi.json", "--out", "docs"),
    diff: run("diff", "openapi.json", "edited.json"),
    ...(hasAction && { validate: run("validate", "fixtures", "--contract", "openapi.json") }),
  };
}
