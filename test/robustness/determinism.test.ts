import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import buildOnce from "../support/build.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { partOf } from "./budget.js";
import { everyConstruct } from "./every-construct.js";
import { rewriteSources, shuffleKeys, withOtherLineEnds } from "./other-sources.js";

/** How a run differs from the first. */
interface Variation {
  readonly environment?: NodeJS.ProcessEnv;
  /** Where the commands run, below the project; the contract and the output are named from there. */
  readonly folder?: string;
  /** The program that starts them instead of this Node. */
  readonly start?: readonly string[];
  readonly umask?: number;
  /** A change to the sources of the contract before the run. */
  readonly prepare?: (folder: string) => void;
}

const commands = [
  ["generate", "spec/openapi.yaml", "--no-cache", "--out", "out/generated"],
  ["expand", "spec/openapi.yaml", "--out", "out/expanded"],
  ["docs", "spec/openapi.yaml", "--out", "out/docs"],
  ["lint", "problems.json"],
];

/** Runs all commands in a new project; returns every file they wrote and every word they said. */
function runAll({ environment = {}, folder = ".", start = [process.execPath], umask, prepare }: Variation): Map<string, string> {
  const project = temporaryFolder();
  cpSync(repositoryPath("spec"), path.join(project, "spec"), { recursive: true });
  writeFileSync(path.join(project, "problems.json"), JSON.stringify(everyConstruct, null, 1));
  prepare?.(project);
  const workingFolder = path.join(project, folder);
  mkdirSync(workingFolder, { recursive: true });
  const before = umask === undefined ? undefined : process.umask(umask);
  const said = new Map<string, string>();
  try {
    for (const command of commands) {
      const args = command.map((part) => (/[/.]/.test(part) ? path.relative(workingFolder, path.join(project, part)) : part));
      const [file = "", ...more] = [...start, repositoryPath("bin/openapi-actions.js"), ...args];
      const env = { PATH: process.env["PATH"], NO_COLOR: "1", LC_ALL: "C", TZ: "UTC", ...environment };
      const { status, stdout, stderr } = spawnSync(file, more, { cwd: workingFolder, env, encoding: "utf8" });
      said.set(command[0]!, `${status}\n${stdout}\n${folder === "." ? stderr : ""}`);
    }
  } finally {
    if (before !== undefined) process.umask(before);
  }
  return new Map([...said, ...readTree(path.join(project, "out"))]);
}

let expected: Map<string, string>;

beforeAll(() => {
  buildOnce();
  expected = runAll({});
});

/** The names of files and commands whose text is another. */
function differences(found: Map<string, string>): string[] {
  return [...new Set([...expected.keys(), ...found.keys()])].filter((name) => expected.get(name) !== found.get(name)).sort();
}

test("the first run writes and finds something", () => {
  const generated = [...expected.keys()].filter((name) => name.startsWith("generated/"));
  expect(expected.get("generate")).toContain(`out/generated: ${generated.length} created\n`);
  expect(generated.filter((name) => name.startsWith("generated/runtime/")).length).toBeGreaterThan(20);
  expect(generated.filter((name) => !name.startsWith("generated/runtime/")).length).toBeGreaterThan(30);
  expect([...expected.keys()].filter((name) => name.startsWith("docs/")).length).toBeGreaterThan(200);
  expect(expected.has("expanded/openapi.all.json")).toBe(true);
  expect(expected.get("lint")).toMatch(/^[01]\n[^]*problems\.json:\d+:\d+/);
});

const hasTaskset = spawnSync("taskset", ["-c", "0", "true"]).status === 0;
const variations: [string, Variation][] = [
  ["in Turkish, where i has another capital", { environment: { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" } }],
  ["in Swedish, which sorts ä behind z", { environment: { LC_ALL: "sv_SE.UTF-8", LANG: "sv_SE.UTF-8" } }],
  ["a day ahead", { environment: { TZ: "Pacific/Kiritimati" } }],
  ["for production, and as if in a terminal with colours", { environment: { NODE_ENV: "production", TERM: "xterm-256color" } }],
  ["with one thread for files", { environment: { UV_THREADPOOL_SIZE: "1" } }],
  ["with little room for young objects", { environment: { NODE_OPTIONS: "--max-semi-space-size=1" } }],
  ["with files that only their owner may read", { umask: 0o077 }],
  ["from sources with the line ends of Windows", { prepare: withOtherLineEnds }],
];

test.each(partOf(variations, 0))("%s, the bytes are the same", (_, variation) => {
  expect(differences(runAll(variation))).toEqual([]);
});

test("from another folder, the bytes are the same", () => {
  // Messages name files relative to the folder of the run.
  expect(differences(runAll({ folder: "some/where" })).filter((name) => name.includes("/"))).toEqual([]);
});

test.runIf(hasTaskset)("on one CPU, the bytes are the same", () => {
  expect(differences(runAll({ start: ["taskset", "-c", "0", process.execPath] }))).toEqual([]);
});

test("with colours, only messages have them", () => {
  const coloured = runAll({ environment: { NO_COLOR: undefined, FORCE_COLOR: "1" } });
  expect(differences(coloured)).toEqual(["lint"]);
});

test.each([1, 2])("with the keys of all objects in another order (%i), the bytes are the same but for lines", (seed) => {
  const shuffled = runAll({ prepare: (folder) => rewriteSources(folder, (value) => shuffleKeys(value, seed)) });
  expect(differences(shuffled).filter((name) => name.startsWith("generated/"))).toEqual([]);
  expect([...withoutLines(shuffled)]).toEqual([...withoutLines(expected)]);
});

/** Without what says in which line of the contract something stands, and hashes of that. */
function withoutLines(found: Map<string, string>): Map<string, string> {
  const files = [...found].filter(([name]) => name.includes("/") && !/(?:\.map|\/manifest)\.json$/.test(name));
  return new Map(files.map(([name, text]) => [name, text.replace(/(\.yaml):\d+/g, "$1")]));
}

// Paths of other versions of Node, separated as in PATH.
const otherNodes = (process.env["OTHER_NODES"] ?? "").split(path.delimiter).filter((file) => file !== "");

test.runIf(otherNodes.length > 0)("with other versions of Node, the bytes are the same", () => {
  for (const node of otherNodes) {
    const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
    expect(differences(runAll({ start: [node] })), version).toEqual([]);
  }
});

/** Text of all files of a folder, by path with slashes. */
function readTree(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    paths.sort().map((file) => [path.relative(folder, file).replaceAll(path.sep, "/"), readFileSync(file, "latin1")]),
  );
}
