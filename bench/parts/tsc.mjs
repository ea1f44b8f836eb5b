import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { findActionMaps } from "../contracts/grow-contract.mjs";
import { measureInTurns } from "../measure.mjs";
import { columns } from "../print-section.mjs";
import { root } from "../workspace.mjs";

/** The strictest options that a user's project may have. */
export const options = {
  target: "ES2022",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  module: "NodeNext",
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * The cost of generated code for the native compiler.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function tsc(workspace) {
  const compiler = await findCompiler();
  if (!compiler) {
    return { title: "tsc: skipped", how: ["The native compiler, typescript-native, is not installed."], columns: [], rows: [] };
  }
  const check = (/** @type {string} */ name, /** @type {string} */ text) => {
    const project = workspace.inFolder(`tsconfig.${name}.json`);
    writeFileSync(workspace.inFolder(`${name}.ts`), text);
    writeFileSync(project, JSON.stringify({ compilerOptions: options, files: [`${name}.ts`] }));
    return { file: compiler, args: ["-p", project], folder: workspace.folder };
  };

  // The temporary folder has no package.json: this makes its files modules.
  writeFileSync(workspace.inFolder("package.json"), '{ "type": "module" }');
  const output = workspace.ownOutput();
  const ownTypes = `types of all ${countActions(output)} actions`;
  const grown = [1000, ...(workspace.quick ? [] : [5000])];
  /** @type {Record<string, import("../measure.mjs").Command>} */
  const commands = {
    "an empty file": check("empty", "export {};\n"),
    [ownTypes]: check("types-own", useTypes(output)),
    "the whole output": wholeFolder(workspace, compiler, output),
  };
  for (const actions of grown) {
    commands[`types of ${actions.toLocaleString("en")} actions`] = check(
      `types-${actions}`,
      useTypes(workspace.grownOutput(actions)),
    );
  }
  const { costs, figure } = measureInTurns(commands, workspace.times(5));
  const empty = costs["an empty file"];
  const rows = Object.entries(costs).map(([name, cost]) => ({
    name,
    ...cost,
    above: empty && cost !== empty ? cost.cpu - empty.cpu : undefined,
  }));
  const ownAbove = figure((turn) => (turn[ownTypes]?.cpu ?? Number.NaN) - (turn["an empty file"]?.cpu ?? Number.NaN));
  return {
    title: "tsc: the native compiler on generated code",
    how: [
      "The binary itself, without the Node.js script that starts it. Types: a file that imports ActionsByType and contains a",
      "body and a result of every action. The whole output: every file of the folder, validators and handlers too.",
    ],
    columns: [columns.wall, columns.cpu, { key: "above", title: "CPU s above empty", digits: 3 }],
    rows,
    aims: [{ what: `CPU for the ${ownTypes} above an empty file`, ...ownAbove, limit: 0.3, unit: " s" }],
  };
}

/**
 * A file with a body and a result of each action, so that the compiler resolves all types.
 * @param {string} folder
 */
function useTypes(folder) {
  const { maps } = findActionMaps(JSON.parse(readFileSync(path.join(folder, "openapi.json"), "utf8")));
  const calls = maps.flatMap(({ type, actions }) => Object.keys(actions).map((name) => `A["${type}"]["${name}"]`));
  // Statements of their own: in one list they would be compared with each other.
  const uses = calls.map(
    (call, index) => `export const use${index} = (call: ${call}): { body: object; result: object } => call;\n`,
  );
  return `import type { ActionsByType as A } from "./${path.basename(folder)}/actions.js";\n\n${uses.join("")}`;
}

/** @param {string} folder */
function countActions(folder) {
  const { maps } = findActionMaps(JSON.parse(readFileSync(path.join(folder, "openapi.json"), "utf8")));
  return maps.reduce((sum, { actions }) => sum + Object.keys(actions).length, 0);
}

/**
 * @param {import("../workspace.mjs").Workspace} workspace
 * @param {string} compiler
 * @param {string} output
 */
function wholeFolder(workspace, compiler, output) {
  const project = workspace.inFolder("tsconfig.whole.json");
  cpSync(output, workspace.inFolder("whole"), { recursive: true });
  writeFileSync(project, JSON.stringify({ compilerOptions: options, include: ["whole"] }));
  return { file: compiler, args: ["-p", project], folder: workspace.folder };
}

/** The program that typescript-native's `tsc` starts. */
export async function findCompiler() {
  try {
    const { default: getExePath } = await import(
      pathToFileURL(path.join(root, "node_modules/typescript-native/lib/getExePath.js")).href
    );
    return /** @type {string} */ (getExePath());
  } catch {
    return undefined;
  }
}
