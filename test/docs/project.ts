import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

/** A project in which the examples of a page are tried. */
export interface Project {
  readonly folder: string;
  /** Whether it comes with `generated/`; otherwise the examples of a page or its test generate it. */
  readonly isGenerated: boolean;
  write(file: string, text: string): void;
  /** Runs a shell command with the package's binaries on the path, and returns what it prints, whatever its exit code. Without npx, which prints warnings of its own. */
  run(command: string): string;
  /** Runs a module, and returns what it prints. Throws if it fails. */
  runModule(file: string): string;
}

/** What a project's `.ts` files are, by `type` of its package.json. */
export type Modules = "module" | "commonjs";

/** A project without a contract. */
export function createEmptyProject(modules: Modules): Project {
  return createProject(false, modules);
}

/** A project with the contract of `openapi-actions init`, and a commit with an older version of the contract. */
export function createExampleProject(modules: Modules): Project {
  const project = createProject(false, modules);
  example ??= writeExample();
  cpSync(example, project.folder, { recursive: true });
  project.write("package.json", packageJson(modules));
  return project;
}

let example: string | undefined;

function writeExample(): string {
  const { folder, run, write } = createProject(false, "module");
  run("openapi-actions init && rm openapi-actions.config.yaml && rm -r node_modules");
  const contract = readFileSync(path.join(folder, "spec/openapi.yaml"), "utf8");
  const flush = "        flush: { label: Flush, summary: Forget everything., scopes: [service:write] }\n";
  write("spec/openapi.yaml", contract.replace("        restart:\n", `${flush}        restart:\n`).replace("minimum: 64, ", ""));
  const git = "git -c user.name=test -c user.email=test@example.com";
  run(`${git} init --quiet --initial-branch main && ${git} add spec && ${git} commit --quiet --message older`);
  write("spec/openapi.yaml", contract);
  return folder;
}

/** A project with the contract of this repository, as `spec/` and `generated/`. */
export function createOwnProject(modules: Modules): Project {
  const project = createProject(true, modules);
  symlinkSync(repositoryPath("spec"), path.join(project.folder, "spec"));
  const isCommitted = (file: string) => !/generated.(?:docs|expanded)$/.test(file);
  cpSync(repositoryPath("generated"), path.join(project.folder, "generated"), { recursive: true, filter: isCommitted });
  return project;
}

/** A project with copies of files of this repository. */
export function createProjectOf(copies: Readonly<Record<string, string>>): (modules: Modules) => Project {
  return (modules) => {
    const project = createProject(false, modules);
    for (const [to, from] of Object.entries(copies)) project.write(to, readFileSync(repositoryPath(from), "utf8"));
    return project;
  };
}

function packageJson(modules: Modules): string {
  return `${JSON.stringify({ type: modules })}\n`;
}

function createProject(isGenerated: boolean, modules: Modules): Project {
  const folder = temporaryFolder();
  const bin = path.join(folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(repositoryPath("."), path.join(folder, "node_modules/openapi-actions"));
  symlinkSync(repositoryPath("bin/openapi-actions.js"), path.join(bin, "openapi-actions"));
  for (const name of ["vite", "vitest", "express", "fastify", "hono", "@hono", "@modelcontextprotocol", "@types"])
    symlinkSync(repositoryPath(`node_modules/${name}`), path.join(folder, "node_modules", name));
  const project: Project = {
    folder,
    isGenerated,
    write(file, text) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    },
    runModule: (file) => execFileSync(process.execPath, [file], { cwd: folder, encoding: "utf8" }),
    run(command) {
      const env = {
        ...process.env,
        PATH: `${bin}${path.delimiter}${process.env["PATH"]}`,
        NO_COLOR: "1",
        GITHUB_ACTIONS: "",
      };
      const printed = execFileSync(
        "sh",
        ["-c", `{ ${command.trimEnd().replaceAll(/^npx (?:--no -- )?/gm, "")}\n} 2>&1 || true`],
        {
          cwd: folder,
          env,
          encoding: "utf8",
        },
      );
      return printed === "" || printed.endsWith("\n") ? printed : `${printed}\n`;
    },
  };
  project.write("package.json", packageJson(modules));
  return project;
}
