import { execFileSync } from "node:child_process";

/** Runs a command in a folder and returns what it prints, errors included; throws that where it fails. */
export function run(folder: string, command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): string {
  // npm's variables for scripts would lead another npm to this Node.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE$|NODE_OPTIONS$|INIT_CWD$)/.test(name));
  const env = { ...Object.fromEntries(inherited), NO_COLOR: "1", ...environment };
  try {
    return execFileSync("sh", ["-c", 'exec "$0" "$@" 2>&1', command, ...args], { cwd: folder, env, encoding: "utf8" });
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  }
}
