import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repositoryPath } from "./repository.js";

/** How a process ended, and what it printed. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line in a folder. */
export function runCli(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Run> {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: "1", GITHUB_ACTIONS: "", ...environment };
    const child = execFile(process.execPath, [repositoryPath("bin/openapi-actions.js"), ...args], { cwd: folder, env });
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (text: string) => (stdout += text));
    child.stderr?.on("data", (text: string) => (stderr += text));
    child.on("close", (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}

/** A new empty folder. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "openapi-actions-"));
}
