import { manyExchanges, serviceId } from "../exchanges.mjs";
import { measureInTurns } from "../measure.mjs";
import { columns } from "../print-section.mjs";

const types = ["auth", "objects", "postgres", "search"];

/**
 * `validate` over ten thousand exchanges: as YAML, as JSON, and in one recording.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function validate(workspace) {
  const { yaml, json, har, exchanges, recorded, few } = manyExchanges(workspace);
  const typeFlags = types.flatMap((type) => ["--service-type", `${serviceId(type)}=${type}`]);
  const { costs, figure } = measureInTurns(
    {
      one: workspace.cli("validate", `${few}/auth/get_usage.yaml`),
      few: workspace.cli("validate", few),
      yaml: workspace.cli("validate", yaml),
      json: workspace.cli("validate", json),
      har: workspace.cli("validate", har, ...typeFlags),
    },
    workspace.times(5),
  );
  // One thread does the work, so it takes no more than its CPU seconds beyond the start.
  const above = (/** @type {{ cpu: number }} */ { cpu }) => cpu - costs.one.cpu;
  const row = (/** @type {string} */ name, /** @type {import("../measure.mjs").Cost} */ cost, /** @type {number} */ count) => ({
    name: `${name}, ${count.toLocaleString("en")} exchanges`,
    ...cost,
    rate: count / above(cost),
  });
  return {
    title: "validate: the project's fixtures, copied",
    how: ["A second is a CPU second beyond what one file takes, which is the start: reading and linting the contract."],
    columns: [columns.wall, columns.cpu, columns.memory, { key: "rate", title: "exchanges a second", digits: 0 }],
    rows: [
      { name: "one file", ...costs.one },
      { name: "all of them once", ...costs.few },
      row("YAML", costs.yaml, exchanges),
      row("JSON", costs.json, exchanges),
      row("one HAR", costs.har, recorded),
    ],
    aims: [
      ...[
        // Three quarters of it is the parser of the package "yaml": docs/decisions/0026-parsers.md.
        { name: "YAML", key: /** @type {const} */ ("yaml"), count: exchanges, limit: 5 },
        { name: "JSON", key: /** @type {const} */ ("json"), count: exchanges, limit: 2 },
        { name: "HAR", key: /** @type {const} */ ("har"), count: recorded, limit: 2 },
      ].map(({ name, key, count, limit }) => ({
        what: `10,000 exchanges in ${name}`,
        ...figure((turn) => ((turn[key].cpu - turn.one.cpu) * 10_000) / count),
        limit,
        unit: " s",
      })),
      {
        what: "memory of ten times the files, relative to once",
        ...figure(({ yaml, few }) => (yaml.memory ?? Number.NaN) / (few.memory ?? Number.NaN)),
        limit: 1.5,
        unit: "",
      },
    ],
  };
}
