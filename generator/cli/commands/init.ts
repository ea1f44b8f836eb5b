import { existsSync, readFileSync } from "node:fs";
import { Option } from "commander";
import { targets, type Target } from "../../emit/targets.js";
import { readTemplate } from "../../package.js";
import {
  ciFiles,
  ciSystems,
  configFile,
  contractFile,
  editorFile,
  editorSettings,
  projectFiles,
  testFiles,
  type CiSystem,
} from "../../tools/init/example-files.js";
import type { MergedPackage, PackageParts } from "../../tools/init/package-json.js";
import type { CliContext } from "../cli-context.js";
import { configNames } from "../config/find-config.js";
import { count } from "../count.js";
import { exitCodes, type ExitCode, UsageError } from "../exit-codes.js";
import { targetsOption } from "../options.js";
import type { Session } from "../session.js";
import { writeOrReject } from "../write-whole.js";

const examples = `
Creates a config, a small contract with actions and a test of it, scripts in package.json, editor settings and a CI file. Uses
an existing contract in spec/, api/ or another usual folder. Existing files are left untouched.

Examples:
  openapi-actions init
  openapi-actions init --ci gitlab
  openapi-actions init --targets types,client`;

/** `openapi-actions init`. */
export function declareInit({ program, inSession }: CliContext): void {
  program
    .command("init")
    .description("set up a project in this folder")
    .addOption(new Option("--ci <system>", "the CI system to write a file for").choices(ciSystems).default("github"))
    .addOption(targetsOption("--targets", "what to generate (default: everything)"))
    .addHelpText("after", examples)
    .action((flags) => inSession({}, (session) => runInit(flags, session)));
}

interface InitFlags {
  readonly ci: CiSystem;
  readonly targets?: readonly Target[];
}

/** Existing files are left untouched, except for additions to package.json. */
async function runInit({ ci, targets: asked }: InitFlags, session: Session): Promise<ExitCode> {
  const config = configNames.find((name) => existsSync(name));
  const { findContractFiles, findContract } = await import("../../tools/init/find-contract.js");
  const found = findContract();
  const input = found ?? contractFile.path;
  // The test calls the example's server: a project with its own contract gets neither.
  const hasContract = config !== undefined || found !== undefined;
  const ask = asked || config !== undefined ? undefined : createQuestion();
  const reply = ask ? await askForTargets(ask) : "everything";
  if (reply === "interrupted") return exitCodes.interrupted;
  const chosen = asked ?? (reply === "everything" ? undefined : reply);
  const hasTest = !hasContract && (chosen?.includes("server") ?? true);
  const { mergePackage, newPackage, packageParts } = await import("../../tools/init/package-json.js");
  const { writeNewFile } = await import("../../write/write-new-file.js");
  const create = (path: string, text: string) => {
    const outcome = writeNewFile(path, text);
    if (typeof outcome === "object") throw new UsageError(`cannot write ${path}: ${outcome.reason}`);
    session.say(`${path}: ${outcome === "written" ? "created" : "unchanged"}\n`);
  };
  const parts = packageParts(readTemplate("init/package.json"), hasTest);
  // Before anything is written, because it may be invalid.
  const merged = existsSync("package.json") ? mergePackage(readPackage(), parts) : undefined;
  if (merged && "reason" in merged) throw new UsageError(merged.reason);

  if (config !== undefined) session.say(`${config}: unchanged\n`);
  else
    create(configFile.path, readTemplate(`init/${configFile.template}`).replace(contractFile.path, input) + printTargets(chosen));
  if (found !== undefined) session.say(`${found}: unchanged\n`);
  const files = [...(hasContract ? [] : [contractFile]), ...(hasTest ? testFiles : []), ...projectFiles, ...ciFiles[ci]];
  for (const { path, template } of files) create(path, readTemplate(`init/${template}`));
  create(editorFile.path, editorSettings(readTemplate(`init/${editorFile.template}`), input, await findContractFiles(input)));
  if (!readFileSync(".gitattributes", "utf8").includes("-merge"))
    session.say(
      'hint: add the line "generated/** -merge text=auto eol=lf" to .gitattributes, so that git does not merge generated files line by line\n',
    );
  if (merged) update(merged, session);
  else create("package.json", newPackage(parts));
  session.say(`Next: ${nextSteps(parts, merged).join(" && ")}\n`);
  return exitCodes.ok;
}

/** Asks the user a question; the reply is absent if the question was interrupted. */
export type Question = (text: string) => Promise<string | undefined>;

/** Absent if there is no terminal to reply on. */
function createQuestion(): Question | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY || process.env["CI"]) return undefined;
  return async (text) => {
    const { createInterface } = await import("node:readline/promises");
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const closed = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
    try {
      // Ctrl+C rejects, Ctrl+D only closes.
      return await Promise.race([lines.question(text), closed]);
    } catch {
      return undefined;
    } finally {
      lines.close();
    }
  };
}

/** Repeats the question what to generate until the reply is valid. */
export async function askForTargets(ask: Question): Promise<readonly Target[] | "everything" | "interrupted"> {
  let problem = "";
  for (;;) {
    const reply = await ask(`${problem}What to generate? ${targets.join(", ")}, separated by commas (Enter: everything) `);
    if (reply === undefined) return "interrupted";
    const names = reply.split(/[\s,]+/).filter((name) => name !== "");
    if (names.length === 0) return "everything";
    const unknown = names.find((name) => !(targets as readonly string[]).includes(name));
    if (unknown === undefined) return targets.filter((target) => names.includes(target));
    problem = `Unknown target "${unknown}". `;
  }
}

function printTargets(chosen: readonly Target[] | undefined): string {
  if (!chosen) return "";
  // Validators and servers list every error; a client alone needs neither that nor Standard Schema.
  const isClient = chosen.includes("client") && chosen.every((target) => target === "client" || target === "types");
  return `targets: [${chosen.join(", ")}]\n${isClient ? "features: [retry, pages, follow]\n" : ""}`;
}

function readPackage(): string {
  try {
    return readFileSync("package.json", "utf8");
  } catch (error) {
    throw new UsageError(`cannot read package.json: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function update({ text, added, keptScripts }: MergedPackage, session: Session): void {
  const scripts = Object.keys(added.scripts);
  const packages = Object.keys(added.devDependencies);
  if (scripts.length + packages.length > 0) writeOrReject("package.json", text);
  const parts = [
    ...(scripts.length > 0 ? [`${count(scripts.length, "script")} added (${scripts.join(", ")})`] : []),
    ...(packages.length > 0
      ? [`${count(packages.length, "dev dependency", "dev dependencies")} added (${packages.join(", ")})`]
      : []),
    ...keptScripts.map((name) => `its script ${name} unchanged`),
  ];
  session.say(`package.json: ${parts.join(", ") || "unchanged"}\n`);
}

function nextSteps({ scripts }: PackageParts, merged: MergedPackage | undefined): string[] {
  const isKept = (name: string) => merged?.keptScripts.includes(name) ?? false;
  const needsInstall = !merged || Object.keys(merged.added.devDependencies).length > 0;
  return [
    ...(needsInstall ? ["npm install"] : []),
    isKept("generate") ? "npx openapi-actions generate" : "npm run generate",
    ...(Object.hasOwn(scripts, "test") && !isKept("test") ? ["npm test"] : []),
  ];
}
