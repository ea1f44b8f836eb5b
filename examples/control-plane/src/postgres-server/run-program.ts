import { spawn } from "node:child_process";
import { chmod, chown, mkdir, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** PostgreSQL does not run as root: it then runs as a user without rights of its own. */
const nobody = 65_534;

export const isRoot = process.getuid?.() === 0;

/** Hands a file or folder to the user that servers run as. */
export async function giveToServer(path: string): Promise<void> {
  if (isRoot) await chown(path, nobody, nobody);
}

/** The folder above a path that the user that servers run as can't enter; absent where there is none. */
export async function closedFolder(path: string): Promise<string | undefined> {
  if (!isRoot) return undefined;
  for (let folder = dirname(path), inner = path; folder !== inner; inner = folder, folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    const mask = found?.uid === nobody ? 0o100 : found?.gid === nobody ? 0o010 : 0o001;
    if (found && (found.mode & mask) === 0) return folder;
  }
  return undefined;
}

/** Makes a folder that servers and the programs around them write to. Nobody else may look into it. */
export async function makeServerFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o700);
  await giveToServer(path);
}

/** Writes a file for servers and the programs around them. Nobody else may read it. */
export async function writeServerFile(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  await giveToServer(path);
}

/**
 * Runs a program as the user that servers run as and waits for its end. Rejects if it fails; the error has the end of what it
 * printed on stderr, so never give it a secret.
 */
export function runProgram(path: string, parameters: readonly string[], options: ProgramOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const [command, ...rest] =
      options.maxMemory === undefined ? [path, ...parameters] : limited(options.maxMemory, path, parameters);
    const child = spawn(command, rest, {
      // A folder that this user may enter.
      cwd: options.cwd ?? "/",
      // A started server inherits pipes, so there must be none.
      stdio: ["ignore", "ignore", options.detaches ? "ignore" : "pipe"],
      env: { PATH: process.env["PATH"], LC_ALL: "C", ...options.env },
      windowsHide: true,
      ...(options.signal ? { signal: options.signal } : {}),
      ...(isRoot ? { uid: nobody, gid: nobody } : {}),
    });
    let complaint = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (complaint = (complaint + text).slice(-500)));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new ProgramError(path, code, complaint.trim()));
    });
  });
}

interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it leaves a server behind. */
  readonly detaches?: boolean;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
  /** How much address space it may take, in KiB; for programs that talk to strangers. Not on Windows. */
  readonly maxMemory?: number | undefined;
}

/** Sets the limit in a shell that then becomes the program; where there is no such limit, it runs without. */
function limited(maxMemory: number, path: string, parameters: readonly string[]): [string, ...string[]] {
  if (process.platform === "win32") return [path, ...parameters];
  return ["/bin/sh", "-c", `ulimit -v ${maxMemory} 2>/dev/null; exec "$0" "$@"`, path, ...parameters];
}

/** A program that ended with another code than 0. */
class ProgramError extends Error {
  override readonly name = "ProgramError";
  readonly exitCode: number | null;

  constructor(path: string, exitCode: number | null, complaint: string) {
    super(`${path} ended with ${exitCode ?? "a signal"}${complaint === "" ? "" : `: ${complaint}`}`);
    this.exitCode = exitCode;
  }
}
