import type { ContractFiles } from "./find-contract.js";

/** The CI systems that `init` supports. */
export const ciSystems = ["github", "gitlab", "none"] as const;

export type CiSystem = (typeof ciSystems)[number];

/** A file that `init` creates; its content is `templates/init/<template>`. */
export interface ExampleFile {
  readonly path: string;
  readonly template: string;
}

/** The config. */
export const configFile = example("openapi-actions.config.yaml");

/** The contract. */
export const contractFile = example("spec/openapi.yaml");

/** The file that calls the server generated from that contract. */
export const testFiles = [example("test/actions.test.ts"), example("test/tsconfig.json")];

/**
 * The files of any project. npm omits files called .gitignore, so its template has another name, as does that of
 * .gitattributes.
 */
export const projectFiles = [
  example(".vscode/extensions.json"),
  example(".vscode/tasks.json"),
  example(".gitignore", "gitignore"),
  example(".gitattributes", "gitattributes"),
];

/** The settings of the editor, which depend on the contract's files. */
export const editorFile = example(".vscode/settings.json");

/** Returns the settings, with the files of a contract in place of those of the example. */
export function editorSettings(template: string, contractPath: string, { actions, pathItems, schemas }: ContractFiles): string {
  const list = (files: readonly string[]) =>
    files.length === 1 ? JSON.stringify(files[0]) : `[${files.map((file) => JSON.stringify(file)).join(", ")}]`;
  const parts = Object.entries({ "path-item": pathItems, schemas }).filter(([, files]) => files.length > 0);
  const lines = parts.map(
    ([name, files]) => `,\n    "./node_modules/openapi-actions/schemas/${name}.schema.json": ${list(files)}`,
  );
  return template
    .replace('"spec/actions/*.yaml"', () => list(actions))
    .replace('"spec/openapi.yaml"', () => JSON.stringify(contractPath) + lines.join(""));
}

/** The commands that a CI system runs. */
export const ciFiles: Readonly<Record<CiSystem, readonly ExampleFile[]>> = {
  github: [example(".github/workflows/api.yml")],
  gitlab: [example(".gitlab-ci.yml")],
  none: [],
};

function example(path: string, template = path): ExampleFile {
  return { path, template };
}
