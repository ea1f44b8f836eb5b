import { statSync } from "node:fs";
import { measureInTurns } from "../measure.mjs";
import { columns } from "../print-section.mjs";
import { sizeOf } from "../workspace.mjs";

/** @type {readonly { actions: number, repetitions: number }[]} */
const sizes = [
  { actions: 100, repetitions: 3 },
  { actions: 1000, repetitions: 1 },
  { actions: 5000, repetitions: 1 },
];

/**
 * Cold `generate` of ever larger contracts.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function growth(workspace) {
  const rows = [];
  for (const { actions, repetitions } of sizes) {
    if (workspace.quick && actions > 1000) continue;
    const contract = workspace.grownContract(actions);
    const { costs } = measureInTurns({ cold: () => workspace.coldGenerate(contract) }, workspace.times(repetitions));
    const output = workspace.keepCold(actions);
    rows.push({
      name: `${actions.toLocaleString("en")} actions`,
      actions,
      ...costs.cold,
      input: statSync(contract).size / 2 ** 20,
      output: sizeOf(output) / 2 ** 20,
    });
  }
  const [first, ...larger] = rows;
  // The cost of each action beyond the smallest contract, without the fixed cost of a run.
  const further = larger.map((row) => (first ? (row.cpu - first.cpu) / (row.actions - first.actions) : Number.NaN));
  const [last] = larger.slice(1);
  return {
    title: "generate, cold: growth",
    how: [
      "One JSON file each: the real action maps, copied under other names of types, actions and schemas.",
      "A further action is the cost of each action beyond the first hundred, which is constant if growth is linear.",
    ],
    columns: [
      columns.wall,
      columns.cpu,
      columns.memory,
      { key: "further", title: "CPU ms per further action", digits: 2 },
      { key: "input", title: "input MiB", digits: 1 },
      { key: "output", title: "output MiB", digits: 1 },
    ],
    rows: rows.map((row, index) => ({ ...row, further: index === 0 ? undefined : (further[index - 1] ?? Number.NaN) * 1000 })),
    aims: last && [
      { what: "peak memory of 5,000 actions", reached: last.memory ?? Number.NaN, limit: 600, unit: " MiB" },
      {
        what: "a further action at 5,000, relative to one at 1,000,",
        reached: (further[1] ?? 0) / (further[0] ?? 0),
        limit: 1.25,
        unit: "",
      },
    ],
  };
}
