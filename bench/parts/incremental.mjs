import { editAction } from "../contracts/edits-of-actions.mjs";
import { measure, measureInTurns } from "../measure.mjs";
import { columns } from "../print-section.mjs";

/**
 * `generate` after one action was edited.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function incremental(workspace) {
  const file = workspace.inFolder("spec/actions/postgres.yaml");
  const again = workspace.cli("generate", "spec/openapi.yaml", "--out", "edited", "--format", "concise");
  measure(again);
  let number = 0;
  const after = (/** @type {"label" | "body"} */ what) => () => {
    editAction(file, what, ++number);
    return again;
  };
  const { costs, figure } = measureInTurns(
    {
      bare: { file: "node", args: ["-e", "0"] },
      cold: () => workspace.coldGenerate(),
      label: after("label"),
      body: after("body"),
    },
    workspace.times(9),
  );
  const ratio = (/** @type {keyof typeof costs} */ name) => figure((turn) => turn[name].cpu / turn.cold.cpu);
  const row = (/** @type {string} */ name, /** @type {keyof typeof costs} */ key) => ({
    name,
    ...costs[key],
    ratio: ratio(key).reached,
  });
  return {
    title: "generate after an edit of one action of 86",
    how: [
      "The same command again, with the cache of the preceding run in node_modules/.cache; ratios of CPU, to a cold run.",
      "A label goes into the catalog, a limit of a body into validators: neither loads TypeScript.",
    ],
    columns: [columns.wall, columns.cpu, columns.memory, { key: "ratio", title: "ratio", digits: 2 }],
    rows: [
      row("cold, --no-cache", "cold"),
      row("the label of an action", "label"),
      row("a limit in its body", "body"),
      row("node -e 0", "bare"),
    ],
    aims: [
      { what: "a label to the cold run", ...ratio("label"), limit: 0.25, unit: "x" },
      { what: "a body to the cold run", ...ratio("body"), limit: 0.25, unit: "x" },
    ],
  };
}
