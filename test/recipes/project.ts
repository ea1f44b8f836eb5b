import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

/** A project in a repository of its own: the contract of `init`, committed with what is generated from it. */
export interface Project {
  readonly folder: string;
  /** Replaces a piece of the contract. */
  change(from: string, to: string): void;
  read(file: string): string;
  /** Goes back to what is committed. */
  reset(): void;
  /** Runs a command line in bash as CI systems do: it ends with the first command that fails. */
  run(script: string, environment?: NodeJS.ProcessEnv): { readonly code: number; readonly output: string };
}

const contractFile = "spec/openapi.yaml";

export function createProject(): Project {
  const folder = temporaryFolder();
  cpSync(repositoryPath("templates/init/spec"), path.join(folder, "spec"), { recursive: true });
  mkdirSync(path.join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(repositoryPath("bin/openapi-actions.js"), path.join(folder, "node_modules/.bin/openapi-actions"));
  writeFileSync(path.join(folder, "package.json"), "{}\n");
  writeFileSync(path.join(folder, ".gitignore"), "node_modules\n");
  const run: Project["run"] = (script, environment = {}) => {
    const env = { ...process.env, NO_COLOR: "1", GITHUB_ACTIONS: "", ...environment };
    const { status, stdout, stderr } = spawnSync("bash", ["-eo", "pipefail", "-c", script], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    return { code: status ?? -1, output: stdout + stderr };
  };
  const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
  execFileSync(process.execPath, [repositoryPath("bin/openapi-actions.js"), "generate", "--quiet"], { cwd: folder });
  const author = "-c user.name=test -c user.email=test@example.com";
  run(`git init --quiet && git add . && git ${author} commit --quiet --message first`);
  return {
    folder,
    run,
    read,
    reset: () => void run("git checkout --quiet ."),
    change(from, to) {
      const text = read(contractFile);
      if (!text.includes(from)) throw new Error(`the contract has no ${from}`);
      writeFileSync(path.join(folder, contractFile), text.replace(from, to));
    },
  };
}

/** The content of a recipe. */
export function readRecipe(file: string): unknown {
  return parse(readFileSync(repositoryPath(file), "utf8"));
}
