/** The CI systems that `init` knows. */
export const ciSystems = ["github", "gitlab", "none"] as const;

export type CiSystem = (typeof ciSystems)[number];

/** A file that `init` makes; what it says is `templates/init/<template>`. */
export interface ExampleFile {
  readonly path: string;
  readonly template: string;
}

/** The config. */
export const configFile = example("openapi-actions.config.yaml");

/** The contract. */
export const contractFile = example("spec/openapi.yaml");

/** What calls the server that is generated from that contract, and from no other. */
export const testFiles = [example("test/actions.test.ts"), example("test/tsconfig.json")];

/** Files of any project. npm ships no file called .gitignore, so that its template has another name, as .gitattributes has. */
export const projectFiles = [
  example(".vscode/extensions.json"),
  example(".vscode/tasks.json"),
  example(".gitignore", "gitignore"),
  example(".gitattributes", "gitattributes"),
];

/** Settings of the editor, which depend on the contract's files. */
export const editorFile = example(".vscode/settings.json");

/** The settings, with the files of a contract in the places of those of the example. */
export function editorSettings(template: string, contractPath: string, actionFiles: readonly string[]): string {
  const list =
    actionFiles.length === 1 ? JSON.stringify(actionFiles[0]) : `[${actionFiles.map((file) => JSON.stringify(file)).join(", ")}]`;
  return template.replace('"spec/actions/*.yaml"', () => list).replace('"spec/openapi.yaml"', () => JSON.stringify(contractPath));
}

/** What a CI system runs. */
export const ciFiles: Readonly<Record<CiSystem, readonly ExampleFile[]>> = {
  github: [example(".github/workflows/api.yml")],
  gitlab: [example(".gitlab-ci.yml")],
  none: [],
};

function example(path: string, template = path): ExampleFile {
  return { path, template };
}
