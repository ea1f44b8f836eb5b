import { writeFileSync } from "node:fs";
import path from "node:path";
import { model, type CompileOptions } from "../../../generator/compile.js";
import { buildDocs, buildSite } from "../../../generator/tools/site/build-docs.js";
import type { DocsOptions } from "../../../generator/tools/site/options.js";
import type { VersionChange } from "../../../generator/tools/site/versions/site-version.js";
import type { OutputFile } from "../../../generator/typescript/output-file.js";
import { readTemplate } from "../../../generator/package.js";
import { temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";

/** The site of a contract in a file. */
export async function siteOf(
  file: string,
  folder: string,
  options: DocsOptions = {},
  filter?: CompileOptions["filter"],
): Promise<OutputFile[]> {
  const { loaded, contract, diagnostics } = await model(file, { workingFolder: folder, ...(filter && { filter }) });
  if (!loaded || !contract) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return buildDocs(contract, loaded, options, { template: readTemplate });
}

/** The site of a contract given as text. */
export function siteOfText(text: string, options?: DocsOptions): Promise<OutputFile[]> {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "openapi.yaml"), text);
  return siteOf("openapi.yaml", folder, options);
}

let own: Promise<OutputFile[]> | undefined;

/** The site of the project's own contract. */
export function ownSite(): Promise<OutputFile[]> {
  return (own ??= siteOf("spec/openapi.yaml", repositoryPath(".")));
}

/** The site of the project's own contract as two versions, with a change between them. */
export async function versionedSite(): Promise<OutputFile[]> {
  const { loaded, contract } = await model("spec/openapi.yaml", { workingFolder: repositoryPath(".") });
  const part = { kind: "action", type: "postgres", action: "add_ip" } as const;
  const change: VersionChange = {
    rule: { breaks: "client", why: "Clients that don't send it are rejected." },
    severity: "error",
    message: '"cidr" in the body of "add_ip" of "postgres" must be sent now',
    subjects: [{ before: part, after: part }],
    witness: {},
    isCertain: true,
  };
  const newest = { contract: contract!, source: loaded!, name: "2.0.0", changes: [change] };
  return buildSite([newest, { contract: contract!, source: loaded!, name: "1.0.0" }], {}, { template: readTemplate }).files;
}

/** The text of a file of a site. */
export function fileOf(site: readonly OutputFile[], file: string): string {
  const found = site.find((candidate) => candidate.path === file);
  if (!found) throw new Error(`there is no ${file}`);
  return found.text;
}
