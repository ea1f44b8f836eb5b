import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

/** A folder with a contract of two actions, and a module that imports its output; the process is in it until the test ends. */
export interface Project {
  readonly path: (file: string) => string;
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  /** Replaces a piece of a file. */
  readonly replace: (file: string, from: string, to: string) => void;
}

export const contractFile = "spec/openapi.yaml";

/** The sources of the module in the project. */
export const entry = "src/main.ts";

export function createProject(): Project {
  const folder = realpathSync(temporaryFolder());
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  const project: Project = {
    path: (file) => path.join(folder, file),
    read: (file) => readFileSync(path.join(folder, file), "utf8"),
    write(file, text) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    },
    replace(file, from, to) {
      const text = project.read(file);
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      project.write(file, text.replace(from, to));
    },
  };
  cpSync(repositoryPath("templates/init/spec"), project.path("spec"), { recursive: true });
  project.write(
    entry,
    'import { catalog } from "../generated/actions.js";\nexport const labels = Object.values(catalog.cache).map(({ label }) => label);\n',
  );
  project.write("package.json", '{ "type": "module" }\n');
  // Where a run is remembered.
  mkdirSync(project.path("node_modules"));
  return project;
}
