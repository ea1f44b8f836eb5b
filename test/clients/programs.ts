import { execFile } from "node:child_process";
import { accessSync, constants, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** How a program ended. */
export interface Ended {
  /** `null` where it took too long. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program with these arguments to its end. */
export type Program = (...args: readonly string[]) => Promise<Ended>;

/**
 * A program with a home and variables of its own: what the user has set, such as a profile or a proxy, doesn't reach it, and
 * what one run keeps for the next is there.
 */
export function program(file: string, variables: NodeJS.ProcessEnv = {}): Program {
  const HOME = mkdtempSync(path.join(tmpdir(), "home-"));
  const env = { PATH: process.env["PATH"], HOME, LC_ALL: "C.UTF-8", ...variables };
  return (...args) =>
    new Promise((resolve) => {
      const options = { cwd: HOME, env, timeout: 60_000, killSignal: "SIGKILL" } as const;
      execFile(file, args, options, (error, stdout, stderr) =>
        resolve({ code: error ? (typeof error.code === "number" ? error.code : null) : 0, stdout, stderr }),
      );
    });
}

/** Where a program is: on the path, or where distributions install theirs. */
export function findProgram(name: string): string | undefined {
  return candidates(name)[0];
}

/** A Python that has a module: not always the first one on the path, as packages of a distribution are for its own. */
export async function findPython(module: string): Promise<string | undefined> {
  for (const file of candidates("python3")) if ((await program(file)("-c", `import ${module}`)).code === 0) return file;
  return undefined;
}

function candidates(name: string): string[] {
  const folders = [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/bin", "/usr/local/bin"];
  return [...new Set(folders)].map((folder) => path.join(folder, name)).filter(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
