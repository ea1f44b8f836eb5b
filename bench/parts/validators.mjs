import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { findActionMaps } from "../contracts/grow-contract.mjs";
import { measure, measureInTurns } from "../measure.mjs";
import { columns } from "../print-section.mjs";
import { median, quantile } from "../statistics.mjs";
import { sizeOf } from "../workspace.mjs";

const timeValidations = fileURLToPath(new URL("../children/time-validations.mjs", import.meta.url));

/**
 * How fast generated validators load and run.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function validators(workspace) {
  const source = path.join(workspace.ownOutput(), "validators");
  if (!existsSync(path.join(source, "index.ts"))) {
    return { title: "validators: skipped", how: ["The output has none."], columns: [], rows: [] };
  }
  const folder = await transpile(source, workspace.inFolder("validators"));
  const { maps } = findActionMaps(workspace.closedDocument());
  const [largest] = [...maps].sort((a, b) => Object.keys(b.actions).length - Object.keys(a.actions).length);
  const oneType = largest?.type ?? "index";
  const load = (/** @type {string} */ name) => ({
    file: "node",
    args: ["--input-type=module", "-e", `await import(${JSON.stringify(path.join(folder, `${name}.js`))})`],
  });
  const { costs } = measureInTurns(
    { bare: { file: "node", args: ["--input-type=module", "-e", "0"] }, index: load("index"), one: load(oneType) },
    workspace.times(15),
  );
  const examples = maps.flatMap(({ type, actions }) =>
    Object.entries(actions).map(([name, action]) => {
      const { examples = {} } = /** @type {{ examples?: Record<string, { body?: unknown }> }} */ (action);
      return { type, name, body: Object.values(examples)[0]?.body ?? {} };
    }),
  );
  const file = workspace.document("examples.json", () => examples);
  const { output } = measure({
    file: "node",
    args: [timeValidations, path.join(folder, "index.js"), file, workspace.quick ? "5" : "20"],
  });
  const { accepted, rejected } = /** @type {{ accepted: number[], rejected: number[] }} */ (JSON.parse(output));
  const row = (/** @type {string} */ name, /** @type {import("../measure.mjs").Cost} */ { wall, cpu, memory }) => ({
    name: `import validators/${name}`,
    wall: wall - costs.bare.wall,
    cpu: cpu - costs.bare.cpu,
    memory: (memory ?? Number.NaN) - (costs.bare.memory ?? Number.NaN),
  });
  const speed = (/** @type {string} */ what, /** @type {number[]} */ times) =>
    `${what}: median ${Math.round(median(times))} ns, 90 % within ${Math.round(quantile(times, 0.9))} ns, slowest ${Math.round(Math.max(...times))} ns`;
  return {
    title: "validators: generated code, types removed by rolldown, modules kept",
    how: [`Above a bare node. ${readdirSync(source).length} modules, ${Math.round(sizeOf(source) / 1024)} KiB of TypeScript.`],
    columns: [columns.wall, columns.cpu, columns.memory],
    rows: [row("index", costs.index), row(oneType, costs.one)],
    notes: [
      `Body of an action, by its own example, ${accepted.length} actions, warm:`,
      speed("  accepted", accepted),
      speed("  rejected (an unknown field added)", rejected),
    ],
  };
}

/**
 * @param {string} source
 * @param {string} folder
 */
async function transpile(source, folder) {
  const names = readdirSync(source).filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"));
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name.replace(/\.ts$/, ""), path.join(source, name)])),
    platform: "node",
    treeshake: false,
    logLevel: "silent",
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    preserveModules: true,
    preserveModulesRoot: source,
    entryFileNames: "[name].js",
  });
  await bundle.close();
  return folder;
}
