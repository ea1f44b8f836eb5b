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
  const { bare, again } = measureInTurns({ bare: { file: "node", args: ["-e", "0"] }, again: start }, workspace.times(15));
  const above = { wall: again.wall - bare.wall, cpu: again.cpu - bare.cpu };
  return {
    title: "mcp, start with 90 tools",
    how: ["A second start: unchanged sources are recalled from node_modules/.cache."],
    columns: [columns.wall, columns.cpu, columns.memory],
    rows: [
      { name: "openapi-actions mcp", ...again },
      { name: "node -e 0", ...bare },
      { name: "difference", ...above },
    ],
    aims: [{ what: "wall above bare node", reached: above.wall, limit: 0.4, unit: " s" }],
  };
}
