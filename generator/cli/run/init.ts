import { existsSync, readFileSync } from "node:fs";
import { configNames } from "../config/find-config.js";
import { writeNewFile } from "../../write/write-new-file.js";
import { ciFiles, configFile, contractFile, projectFiles, testFiles, type CiSystem } from "../../tools/init/example-files.js";
import { mergePackage, type MergedPackage } from "../../tools/init/merge-package.js";
import { newPackage, packageParts, type PackageParts } from "../../tools/init/package-parts.js";
import { readTemplate } from "../../templates.js";
import { count } from "../count.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import type { Session } from "../session.js";
import { UsageError } from "../usage-error.js";
import { writeOrRefuse } from "../write-whole.js";

export interface InitFlags {
  readonly ci: CiSystem;
}

/** `openapi-actions init`: no file that is there is changed, but for what is added to package.json. */
export async function runInit({ ci }: InitFlags, session: Session): Promise<ExitCode> {
  const config = configNames.find((name) => existsSync(name));
  // The test calls the server of the example: a project with a contract of its own gets neither.
  const hasContract = config !== undefined || existsSync(contractFile.path);
  const parts = packageParts(readTemplate("init/package.json"), !hasContract);
  // Before anything is written, as it may be wrong.
  const merged = existsSync("package.json") ? mergeInto(parts) : undefined;

  if (config !== undefined) session.say(`${config}: left as it is\n`);
  else create(configFile.path, readTemplate(`init/${configFile.template}`), session);
  if (hasContract && existsSync(contractFile.path)) session.say(`${contractFile.path}: left as it is\n`);
  for (const { path, template } of [...(hasContract ? [] : [contractFile, ...testFiles]), ...projectFiles, ...ciFiles[ci]])
    create(path, readTemplate(`init/${template}`), session);
  if (merged) update(merged, session);
  else create("package.json", newPackage(parts), session);
  session.say(`Next: ${nextSteps(parts, merged).join(" && ")}\n`);
  return exitCodes.ok;
}

function mergeInto(parts: PackageParts): MergedPackage {
  const merged = mergePackage(readPackage(), parts);
  if ("reason" in merged) throw new UsageError(merged.reason);
  return merged;
}

function readPackage(): string {
  try {
    return readFileSync("package.json", "utf8");
  } catch (error) {
    throw new UsageError(`cannot read package.json: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function create(path: string, text: string, session: Session): void {
  const outcome = writeNewFile(path, text);
  if (typeof outcome === "object") throw new UsageError(`cannot write ${path}: ${outcome.reason}`);
  session.say(`${path}: ${outcome === "written" ? "created" : "left as it is"}\n`);
}

function update({ text, added, keptScripts }: MergedPackage, session: Session): void {
  const scripts = Object.keys(added.scripts);
  const packages = Object.keys(added.devDependencies);
  if (scripts.length + packages.length > 0) writeOrRefuse("package.json", text);
  const parts = [
    ...(scripts.length > 0 ? [`${count(scripts.length, "script")} added (${scripts.join(", ")})`] : []),
    ...(packages.length > 0
      ? [`${count(packages.length, "dev dependency", "dev dependencies")} added (${packages.join(", ")})`]
      : []),
    ...keptScripts.map((name) => `its script ${name} left as it is`),
  ];
  session.say(`package.json: ${parts.join(", ") || "left as it is"}\n`);
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
