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
  example(".vscode/settings.json"),
  example(".vscode/tasks.json"),
  example(".gitignore", "gitignore"),
  example(".gitattributes", "gitattributes"),
];

/** What a CI system runs. */
export const ciFiles: Readonly<Record<CiSystem, readonly ExampleFile[]>> = {
  github: [example(".github/workflows/api.yml")],
  gitlab: [example(".gitlab-ci.yml")],
  none: [],
};

function example(path: string, template = path): ExampleFile {
  return { path, template };
}
