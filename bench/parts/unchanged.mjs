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
  const { bare, same } = measureInTurns({ bare: { file: "node", args: ["-e", "0"] }, same: again }, workspace.times(25));
  const above = { wall: same.wall - bare.wall, cpu: same.cpu - bare.cpu };
  return {
    title: "generate, nothing changed",
    how: ["The same command a second time, with its memory in node_modules/.cache."],
    columns: [columns.wall, columns.cpu, columns.memory],
    rows: [
      { name: "openapi-actions generate", ...same },
      { name: "node -e 0", ...bare },
      { name: "difference", ...above },
    ],
    aims: [{ what: "wall above bare node", reached: above.wall, limit: 0.058, unit: " s" }],
  };
}
