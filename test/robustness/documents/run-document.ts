import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { formats, type Format } from "../../../generator/cli/formats.js";
import { temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import type { HostileDocument } from "./document.js";
import { listFiles, readIfThere, runWatched, type WatchedRun } from "./watched-run.js";

/** The command line's result for a document. */
export interface Outcome extends WatchedRun {
  /** The report of each format. */
  readonly reports: Readonly<Record<Format, string>>;
  /** Where its output is, if there is any. */
  readonly out: string;
  /** Files that it left anywhere else. */
  readonly strays: readonly string[];
}

/** The content of the file next to the contract's folder. */
export const outsideText = "description: nobody may read this";

/** Generates from a document in a process of its own, and reports in every format. */
export async function runDocument({ files, links = {} }: Pick<HostileDocument, "files" | "links">): Promise<Outcome> {
  const around = temporaryFolder();
  const folder = path.join(around, "contract");
  const reports = path.join(around, "reports");
  const out = path.join(around, "out");
  writeFileSync(path.join(around, "outside.yaml"), outsideText);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(folder, name));
  const before = listFiles(around);
  const targets = formats.flatMap((format) => ["--format", `${format}=../reports/${format}`]);
  const entry = Object.keys(files)[0]!;
  const command = [
    repositoryPath("bin/openapi-actions.js"),
    "generate",
    entry,
    "--out",
    "../out",
    "--format",
    "pretty",
    ...targets,
  ];
  const run = await runWatched(folder, command, [folder, reports, out]);
  const isExpected = (file: string) => before.includes(file) || /^(?:out|reports)\//.test(file);
  return {
    ...run,
    reports: Object.fromEntries(formats.map((format) => [format, readIfThere(path.join(reports, format))])) as Outcome["reports"],
    out,
    strays: listFiles(around).filter((file) => !isExpected(file)),
  };
}
