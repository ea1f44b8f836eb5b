import { execFile } from "node:child_process";
import { testEnvironment, type Run } from "./command-line.js";
import { repositoryPath } from "./repository.js";

/** Runs the built command line in a process of its own. */
export function runBuiltCli(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Run> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...testEnvironment, ...environment };
    const child = execFile(process.execPath, [repositoryPath("bin/openapi-actions.js"), ...args], { cwd: folder, env });
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (text: string) => (stdout += text));
    child.stderr?.on("data", (text: string) => (stderr += text));
    child.on("close", (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}
