import { execFile } from "node:child_process";
import type { Run } from "../../../support/command-line.js";
import { repositoryPath } from "../../../support/repository.js";

/** Runs a JavaScript file of an installed package in a folder, without telemetry or look for updates. */
export function runTool(folder: string, script: string, args: readonly string[]): Promise<Run> {
  const env = { ...process.env, NO_COLOR: "1", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const options = { cwd: folder, env, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [repositoryPath(`node_modules/${script}`), ...args],
      options,
      (_, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });
}

export const redocly = "@redocly/cli/bin/cli.js";
