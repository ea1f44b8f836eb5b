import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { editAction } from "../contracts/edits-of-actions.mjs";
import { quantile } from "../statistics.mjs";

/**
 * `generate --watch`: from the save of a file to the line that reports what was written.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function watch(workspace) {
  const file = workspace.inFolder("spec/actions/postgres.yaml");
  const { file: node, args } = workspace.cli(
    "generate",
    "spec/openapi.yaml",
    "--out",
    "watched",
    "--watch",
    "--format",
    "concise",
  );
  const child = spawn(node, args, { cwd: workspace.folder, stdio: ["ignore", "ignore", "pipe"] });
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const line = async (/** @type {RegExp} */ pattern) => {
    for (let next = await lines.next(); !next.done; next = await lines.next()) if (pattern.test(next.value)) return;
    throw new Error("the watching process has ended");
  };
  await line(/^watching /);
  const edits = /** @type {const} */ (["label", "body"]);
  const costs = edits.map(() => /** @type {{ wall: number, cpu: number }[]} */ ([]));
  const warmUps = 5;
  for (let turn = 0; turn < warmUps + workspace.times(20); turn++) {
    for (const [index, what] of edits.entries()) {
      const [start, cpu] = [performance.now(), cpuOf(child.pid)];
      editAction(file, what, turn);
      await line(/ changed: /);
      const wall = performance.now() - start;
      // The cache for later runs is written after the line.
      await wait(200);
      if (turn >= warmUps) costs[index]?.push({ wall, cpu: cpuOf(child.pid) - cpu });
    }
  }
  child.kill("SIGINT");
  const low = (/** @type {number} */ index, /** @type {"wall" | "cpu"} */ key) =>
    quantile(
      (costs[index] ?? []).map((cost) => cost[key]),
      0.2,
    );
  return {
    title: "generate --watch: from save to written, 86 actions",
    how: [
      "In one process, after some edits; the fifth part below which the fastest lie. Files count as complete 50 ms after a change; the contract is compiled meanwhile.",
    ],
    columns: [
      { key: "wall", title: "wall ms", digits: 0 },
      { key: "cpu", title: "CPU ms", digits: 0 },
    ],
    rows: [
      { name: "the label of an action", wall: low(0, "wall"), cpu: low(0, "cpu") },
      { name: "a limit in its body", wall: low(1, "wall"), cpu: low(1, "cpu") },
    ],
    aims: edits.map((what, index) => ({
      what: `${what}, save to written,`,
      reached: low(index, "wall"),
      limit: 150,
      unit: " ms",
    })),
  };
}

/**
 * Milliseconds of CPU that a process has used, if the system reports it.
 * @param {number | undefined} pid
 */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(" ");
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return Number.NaN;
  }
}
