import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { figureOf, median } from "./statistics.mjs";

/**
 * The cost of one process and all of its children: seconds, and MiB of its own peak. A native program's peak is unknown.
 * @typedef {{ wall: number, cpu: number, memory: number | undefined }} Cost
 *
 * A program to run. Programs whose file is `node` also report their memory; `node` is the executable, if it isn't that of this process.
 * @typedef {{ file: string, node?: string, args: readonly string[], folder?: string, environment?: Record<string, string>, exitCodes?: readonly number[] }} Command
 */

const reportMemory = fileURLToPath(new URL("children/report-memory.cjs", import.meta.url));

// bash's `time` reads what the kernel counted for the process and its children, to the millisecond.
const script = 'TIMEFORMAT="time %3R %3U %3S"; { time "$@" 2>&4; } 4>&2 2>&3';

/**
 * Runs a program in a new process and measures it. Throws if it fails.
 * @param {Command} command
 * @returns {Cost & { output: string }}
 */
export function measure({ file, node = process.execPath, args, folder, environment, exitCodes = [0] }) {
  const command = file === "node" ? [node, "--require", reportMemory, ...args] : [file, ...args];
  const { status, output, error } = spawnSync("bash", ["-c", script, "bash", ...command], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1", ...environment, LC_ALL: "C" },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  if (error) throw error;
  const [, stdout, stderr, usage] = /** @type {string[]} */ (/** @type {unknown} */ (output));
  if (status === null || !exitCodes.includes(status)) {
    throw new Error(`${[file, ...args].join(" ")} exited with ${status}\n${tail(stderr) || tail(stdout)}`);
  }
  const [, wall, user, system] = /^time (\S+) (\S+) (\S+)$/m.exec(usage ?? "") ?? [];
  const kibibytes = /^memory (\d+)$/m.exec(usage ?? "")?.[1];
  return {
    wall: Number(wall),
    cpu: Number(user) + Number(system),
    memory: kibibytes === undefined ? undefined : Number(kibibytes) / 1024,
    output: stdout ?? "",
  };
}

/**
 * Medians of several programs, run in turns, so that what disturbs the machine disturbs all of them; and what follows from
 * the costs of each turn, for aims.
 * @template {string} Name
 * @param {Record<Name, Command | (() => Command)>} commands a function is called before each run, for preparations
 * @param {number} repetitions
 * @param {(name: Name, output: string) => void} [onOutput] receives what each run wrote to stdout
 * @returns {{ costs: Record<Name, Cost>, figure: (of: (turn: Record<Name, Cost>) => number) => ReturnType<typeof figureOf> }}
 */
export function measureInTurns(commands, repetitions, onOutput) {
  const names = /** @type {Name[]} */ (Object.keys(commands));
  const turns = Array.from({ length: repetitions }, () => {
    const costs = names.map((name) => {
      const command = commands[name];
      const { output, ...cost } = measure(typeof command === "function" ? command() : command);
      onOutput?.(name, output);
      return [name, cost];
    });
    return /** @type {Record<Name, Cost>} */ (Object.fromEntries(costs));
  });
  const medians = names.map((name) => [name, medianCost(turns.map((turn) => turn[name]))]);
  return {
    costs: /** @type {Record<Name, Cost>} */ (Object.fromEntries(medians)),
    figure: (of) => figureOf(turns.map(of)),
  };
}

/** @param {readonly Cost[]} runs */
function medianCost(runs) {
  const memory = runs.flatMap((run) => run.memory ?? []);
  return {
    wall: median(runs.map((run) => run.wall)),
    cpu: median(runs.map((run) => run.cpu)),
    memory: memory.length > 0 ? median(memory) : undefined,
  };
}

/** @param {string | undefined} text */
function tail(text) {
  return (text ?? "").trimEnd().split("\n").slice(-15).join("\n");
}
