import { measure, measureInTurns } from "../measure.mjs";
import { columns } from "../print-section.mjs";

/**
 * The start of `mcp`: until all tools can be listed, with stdin at its end, so that it ends at once.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function mcp(workspace) {
  const start = workspace.cli("mcp", "spec/openapi.yaml", "--url", "http://127.0.0.1:9");
  measure(start);
  const { costs, figure } = measureInTurns({ bare: { file: "node", args: ["-e", "0"] }, again: start }, workspace.times(15));
  const above = figure(({ bare, again }) => again.wall - bare.wall);
  return {
    title: "mcp, start with 90 tools",
    how: ["A second start: unchanged sources are recalled from node_modules/.cache."],
    columns: [columns.wall, columns.cpu, columns.memory],
    rows: [
      { name: "openapi-actions mcp", ...costs.again },
      { name: "node -e 0", ...costs.bare },
      { name: "difference", wall: above.reached, cpu: figure(({ bare, again }) => again.cpu - bare.cpu).reached },
    ],
    aims: [{ what: "wall above bare node", ...above, limit: 0.4, unit: " s" }],
  };
}
