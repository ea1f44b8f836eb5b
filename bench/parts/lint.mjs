import { measureInTurns } from "../measure.mjs";
import { columns } from "../print-section.mjs";

/**
 * `lint` of the real contract.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function lint(workspace) {
  const { costs } = measureInTurns({ lint: workspace.cli("lint", "spec/openapi.yaml") }, workspace.times(7));
  return {
    title: "lint: spec/, a new process each time",
    how: ["Redocly's recommended rules and the project's own."],
    columns: [columns.wall, columns.cpu, columns.memory],
    rows: [{ name: "openapi-actions lint", ...costs.lint }],
  };
}
