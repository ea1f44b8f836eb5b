import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { repositoryPath } from "./repository.js";

/** A command that runs until it is ended, and what it prints. */
export interface WatchProcess {
  /** The first line from here on that matches; lines up to it are not looked at again. Fails if the process ends. */
  line(pattern: RegExp): Promise<string>;
  /** Everything it has written to stderr. */
  readonly stderr: () => string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the built command line in a folder; it is killed after the test. */
export function startCli(folder: string, args: readonly string[]): WatchProcess {
  const env = { ...process.env, NO_COLOR: "1", GITHUB_ACTIONS: "" };
  const child = spawn(process.execPath, [repositoryPath("bin/openapi-actions.js"), ...args], { cwd: folder, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  let read = 0;
  let hasEnded = false;
  let wake = () => {};
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", (code) => {
      hasEnded = true;
      wake();
      resolve(code);
    });
  });
  child.stderr.on("data", (text: Buffer) => {
    stderr += text.toString();
    wake();
  });
  return {
    stderr: () => stderr,
    async line(pattern) {
      for (;;) {
        for (let end = stderr.indexOf("\n", read); end >= 0; end = stderr.indexOf("\n", read)) {
          const line = stderr.slice(read, end);
          read = end + 1;
          if (pattern.test(line)) return line;
        }
        if (hasEnded) throw new Error(`ended without a line ${pattern}:\n${stderr}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
