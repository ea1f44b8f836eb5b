import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { lowerActions } from "../contracts/lower-actions.mjs";
import { measure, measureInTurns } from "../measure.mjs";
import { columns } from "../print-section.mjs";
import { otherGenerators } from "../others/generators.mjs";
import { root, sizeOf } from "../workspace.mjs";

const typesOnly = fileURLToPath(new URL("../children/openapi-typescript.mjs", import.meta.url));
const redocly = path.join(root, "node_modules/@redocly/cli/bin/cli.js");

/**
 * The cost of the same contract for other tools, in turns with ours.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function yardsticks(workspace) {
  const closed = path.join(workspace.ownOutput(), "openapi.json");
  const lowered = workspace.document("lowered.json", () => lowerActions(workspace.closedDocument()));

  /** @type {Record<string, import("../measure.mjs").Command | (() => import("../measure.mjs").Command)>} */
  const commands = {
    "openapi-actions generate, spec/": () => workspace.coldGenerate(),
    "openapi-actions generate, openapi.json": () => workspace.coldGenerate(closed),
  };
  /** @type {Record<string, string>} */
  const outputs = {};
  const notes = [];
  for (const [document, file] of Object.entries({ "openapi.json": closed, lowered })) {
    const add = (/** @type {string} */ tool, /** @type {(out: string) => import("../measure.mjs").Command} */ command) => {
      const name = `${tool}, ${document}`;
      const out = workspace.inFolder(`${Object.keys(commands).length}.ts`);
      commands[name] = command(out);
      outputs[name] = out;
    };
    add("openapi-typescript", (out) => ({ file: "node", args: [typesOnly, file, out] }));
    if (existsSync(redocly)) {
      add("redocly generate-client", (out) => ({
        file: "node",
        args: [redocly, "generate-client", file, "-o", out],
        folder: workspace.folder,
        environment: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      }));
    }
  }
  if (!existsSync(redocly)) notes.push("@redocly/cli is not installed: skipped.");

  const others = otherGenerators(lowered, (name) => workspace.inFolder(name));
  if (others.missing) notes.push(`${others.missing}: skipped.`);
  const sameNode = "openapi-actions generate, spec/, on the same Node.js";
  if (!others.missing) commands[sameNode] = () => ({ ...workspace.coldGenerate(), node: others.node });
  for (const [name, { command, out }] of Object.entries(others.commands)) {
    try {
      measure(command);
    } catch {
      notes.push(`${name} fails on the lowered contract: skipped.`);
      continue;
    }
    commands[`${name}, lowered`] = command;
    outputs[`${name}, lowered`] = out;
  }

  const { costs, figure } = measureInTurns(commands, workspace.times(5));
  const own = "openapi-actions generate, spec/";
  const isOther = (/** @type {string} */ name) => Object.hasOwn(others.commands, name.replace(/, lowered$/, ""));
  const rows = Object.entries(costs).map(([name, cost]) => {
    const out = outputs[name];
    const ours = costs[isOther(name) ? sameNode : own];
    const ratios = out && ours ? { wallRatio: ours.wall / cost.wall, cpuRatio: ours.cpu / cost.cpu } : {};
    return { name, ...cost, ...ratios, output: out ? bytesOf(out) / 1024 : undefined };
  });
  const toPeer = (/** @type {string} */ name, /** @type {number} */ limit, mine = own) => ({
    what: `CPU of generate, spec/, to ${name},`,
    ...figure((turn) => (turn[mine]?.cpu ?? Number.NaN) / (turn[name]?.cpu ?? Number.NaN)),
    limit,
    unit: "x",
  });
  return {
    title: "yardsticks: the same contract, a new process each time",
    how: [
      "openapi.json is the closed contract, in which the actions are extensions; lowered is the same with each action as",
      `an ordinary operation. openapi-typescript ${versionOf("openapi-typescript")} makes types only, by its API.`,
      "Ratios are ours (everything we emit, cold, of spec/) to theirs. The generators of bench/others need a newer Node.js, and are",
      "compared with ours on the same.",
    ],
    columns: [
      columns.wall,
      columns.cpu,
      columns.memory,
      { key: "wallRatio", title: "ours/wall", digits: 2 },
      { key: "cpuRatio", title: "ours/CPU", digits: 2 },
      { key: "output", title: "output KiB", digits: 0 },
    ],
    rows,
    notes,
    aims: [
      toPeer("openapi-typescript, lowered", 0.9),
      ...Object.keys(commands)
        .filter(isOther)
        .map((name) => toPeer(name, 0.95, sameNode)),
    ],
  };
}

/** @param {string} output a file or a folder */
function bytesOf(output) {
  const stats = statSync(output);
  return stats.isDirectory() ? sizeOf(output) : stats.size;
}

/** @param {string} name */
function versionOf(name) {
  return JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8")).version;
}
