import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { measureInTurns } from "../measure.mjs";
import { columns } from "../print-section.mjs";

/** The largest document of the corpus. */
const largest = "openapi/workos/open-api-spec.yaml";

/**
 * `diff` of the real contract, and of a large document, with themselves and with edited copies.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function diff(workspace) {
  cpSync(workspace.inFolder("spec"), workspace.inFolder("edited"), { recursive: true });
  for (const type of ["auth", "objects", "postgres", "search"]) {
    const file = workspace.inFolder("edited/actions", `${type}.yaml`);
    const text = readFileSync(file, "utf8");
    // Every limit of a text, every page size and every list of statuses.
    writeFileSync(
      file,
      text
        .replaceAll(/maxLength: (\d+)/g, (_, limit) => `maxLength: ${Number(limit) - 1}`)
        .replaceAll("statuses: [ok]", "statuses: [ok, late]"),
    );
  }
  const command = (/** @type {string[]} */ ...args) => ({
    ...workspace.cli("diff", ...args, "--format", "concise"),
    exitCodes: [0, 4],
  });
  const commands = {
    same: command("spec/openapi.yaml", "spec/openapi.yaml"),
    edited: command("spec/openapi.yaml", "edited/openapi.yaml"),
  };
  const { costs } = measureInTurns(commands, workspace.times(7));
  const rows = [
    { name: "86 actions, nothing changed", ...costs.same },
    { name: "86 actions, limits and statuses changed", ...costs.edited },
  ];
  const corpus = process.env["OPENAPI_ACTIONS_CORPUS"];
  const document = corpus && path.join(corpus, largest);
  if (document && existsSync(document)) {
    const large = measureLarge(workspace, document, command);
    rows.push(
      { name: "1.4 MB of YAML, nothing changed", ...large.same },
      { name: "the same, 100 properties not required", ...large.edited },
    );
  }
  return {
    title: "diff: two versions of spec/, a new process each time",
    how: [
      "Reading both versions is most of it. The large document is measured where OPENAPI_ACTIONS_CORPUS names a folder with it.",
    ],
    columns: [columns.wall, columns.cpu, columns.memory],
    rows,
  };
}

/**
 * @param {import("../workspace.mjs").Workspace} workspace
 * @param {string} document
 * @param {(...args: string[]) => import("../measure.mjs").Command} command
 */
function measureLarge(workspace, document, command) {
  const value = parse(readFileSync(document, "utf8"));
  let left = 100;
  for (const schema of Object.values(value.components.schemas)) {
    if (left === 0 || !Array.isArray(schema.required) || schema.required.length < 2) continue;
    schema.required.pop();
    left--;
  }
  writeFileSync(workspace.inFolder("large.json"), JSON.stringify(value, null, 1));
  cpSync(document, workspace.inFolder("large.yaml"));
  const commands = { same: command("large.yaml", "large.yaml"), edited: command("large.yaml", "large.json") };
  return measureInTurns(commands, workspace.times(3)).costs;
}
