import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { measureInTurns } from "../measure.mjs";
import { columns } from "../print-section.mjs";
import { median } from "../statistics.mjs";
import { root, sizeOf } from "../workspace.mjs";

const stagesEntry = fileURLToPath(new URL("../children/stages.mjs", import.meta.url));

/** Modules that the pipeline loads when it needs them, in its order. */
const lazyModules = ["lint-with-redocly", "engine", "build-contract", "emit-all", "output-file"];

/**
 * A cold `generate` of the real contract, as a whole and by stage.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function generate(workspace) {
  const writer = await bundleWriter(workspace);
  const modules = lazyModules.flatMap((name) => dist().filter((file) => file.startsWith(`${name}-`)));
  const stages = () => {
    workspace.coldGenerate();
    const args = [stagesEntry, path.join(root, "dist"), writer, "spec/openapi.yaml", "cold", ...modules];
    return { file: "node", args, folder: workspace.folder };
  };
  /** @type {Mark[][]} */
  const runs = [];
  const { costs } = measureInTurns(
    { bare: { file: "node", args: ["-e", "0"] }, cold: () => workspace.coldGenerate(), stages },
    workspace.times(7),
    (name, output) => void (name === "stages" && runs.push(JSON.parse(output))),
  );
  const first = runs[0] ?? [];
  return {
    title: "generate, cold: spec/ into an empty folder, a new process each time, --no-cache",
    how: [
      "The stages are those of a second process that imports dist/'s modules one by one, then runs compile() and the writer;",
      "their sum differs slightly from the first line. CPU above wall is V8's and the collector's own threads.",
    ],
    columns: [columns.wall, columns.cpu, columns.memory],
    rows: [
      { name: "openapi-actions generate", ...costs.cold },
      ...first.map(({ name }, index) => ({
        name: `  ${name}`,
        wall: median(runs.map((run) => run[index]?.wall ?? Number.NaN)),
        cpu: median(runs.map((run) => run[index]?.cpu ?? Number.NaN)),
        memory: median(runs.map((run) => run[index]?.memory ?? Number.NaN)),
      })),
      { name: "node -e 0", ...costs.bare },
    ],
    notes: [`output: ${(sizeOf(workspace.inFolder("cold")) / 2 ** 20).toFixed(2)} MiB`],
  };
}

/** @typedef {{ name: string, wall: number, cpu: number, memory: number }} Mark */

function dist() {
  return readdirSync(path.join(root, "dist")).filter((file) => file.endsWith(".cjs"));
}

/**
 * The writer has no entry of its own in dist/: it is bundled for the measurement, in the same way.
 * @param {import("../workspace.mjs").Workspace} workspace
 */
async function bundleWriter(workspace) {
  const file = workspace.inFolder("writer.mjs");
  const bundle = await rolldown({
    input: path.join(root, "generator/write/write-output.ts"),
    platform: "node",
    external: /^node:/,
  });
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return file;
}
