import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder, type Run } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";

/** How a watched process ended. */
export interface WatchedRun extends Run {
  /** Forbidden effects: files outside its folders, connections, processes. */
  readonly trespasses: readonly string[];
}

/**
 * Runs Node in a folder, with 512 MiB and a minute of CPU at most, however busy the machine is. `own` are the folders that the program may read and write;
 * besides, it may read this repository and the start time of its own process, and look for things in the folders above
 * the one that it runs in.
 */
export async function runWatched(folder: string, args: readonly string[], own: readonly string[]): Promise<WatchedRun> {
  const record = path.join(temporaryFolder(), "record");
  const watch = `--import=${new URL("watch-process.mjs", import.meta.url).href}`;
  const env = { ...process.env, NO_COLOR: "1", GITHUB_ACTIONS: "", WATCH_RECORD: record };
  const options = { cwd: folder, env } as const;
  const limited = ["-c", 'ulimit -t 60 && exec "$0" "$@"', process.execPath, watch, "--max-old-space-size=512", ...args];
  const child = spawn("sh", limited, options);
  const run = await new Promise<Run>((resolve) => {
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("close", (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
  const lines = readFileSync(record, "utf8").trimEnd().split("\n");
  const trespasses = lines.filter((line) => line !== "" && !isAllowed(line, folder, own, child.pid));
  return { ...run, trespasses: trespasses.map((line) => line.replaceAll(path.dirname(folder), "…")) };
}

function isAllowed(line: string, folder: string, own: readonly string[], pid: number | undefined): boolean {
  const [, what, where] = /^(\w+) (.*)$/.exec(line)!;
  if (what === "forbidden") return false;
  const target = JSON.parse(where!) as string;
  // TypeScript looks for itself in capitals, to learn whether the file system tells them apart.
  if (isBelow(repositoryPath(".").toLowerCase(), target.toLowerCase())) return true;
  if (own.some((each) => isBelow(each, target))) return true;
  // The lock file of an output contains when its process was started.
  if (what === "readFileSync" && target === `/proc/${pid}/stat`) return true;
  const isLookedFor = /^(?:access|existsSync|l?stat|realpath)(?:Sync)?$/.test(what!);
  return isLookedFor && isBelow(path.dirname(target), folder);
}

function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

/** Paths of all files below a folder, relative to it. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** The text of a file, nothing if it isn't there. */
export function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
