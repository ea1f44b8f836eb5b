import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { testEnvironment } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";

/** The command line of the build. */
export const command = repositoryPath("bin/openapi-actions.js");

/** Starts `mcp` over HTTP until the test ends, and returns its URL. */
export async function startMcp(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [command, "mcp", ...args, "--http", "--port", "0"], {
    env: { ...process.env, ...testEnvironment },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  return new Promise((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
      const url = /served at (\S+);/.exec(stderr)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.on("exit", () => reject(new Error(stderr)));
  });
}
