import { measure, measureInTurns } from "../measure.mjs";
import { columns } from "../print-section.mjs";

/**
 * `generate` when nothing changed since the last run.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function unchanged(workspace) {
  const again = workspace.cli("generate", "spec/openapi.yaml", "--out", "again");
  measure(again);
  const { costs, figure } = measureInTurns({ bare: { file: "node", args: ["-e", "0"] }, same: again }, workspace.times(25));
  const above = figure(({ bare, same }) => same.wall - bare.wall);
  return {
    title: "generate, nothing changed",
    how: ["The same command a second time, with its memory in node_modules/.cache."],
    columns: [columns.wall, columns.cpu, columns.memory],
    rows: [
      { name: "openapi-actions generate", ...costs.same },
      { name: "node -e 0", ...costs.bare },
      { name: "difference", wall: above.reached, cpu: figure(({ bare, same }) => same.cpu - bare.cpu).reached },
    ],
    aims: [{ what: "wall above bare node", ...above, limit: 0.058, unit: " s" }],
  };
}
