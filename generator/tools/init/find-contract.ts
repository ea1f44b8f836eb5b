import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { model } from "../../compile.js";

const folders = ["spec", "api", ".", "openapi", "docs", "contract"];
const names = ["openapi.yaml", "openapi.yml", "openapi.json"];

/** Returns the contract at a common location, relative to the working folder. */
export function findContract(): string | undefined {
  return folders.flatMap((folder) => names.map((name) => path.posix.join(folder, name))).find((file) => existsSync(file));
}

/**
 * Returns the files that contain only the actions of a service type, with their names at the starts of lines; a pattern for
 * such files if the contract has none, or has errors.
 */
export async function findActionFiles(contractPath: string): Promise<readonly string[]> {
  const { contract } = existsSync(contractPath)
    ? await model(contractPath, { workingFolder: realpathSync(process.cwd()) })
    : { contract: undefined };
  const locations = (contract?.serviceTypes ?? []).flatMap((type) =>
    type.actions.map((action) => contract!.locations.action(type, action)),
  );
  const files = locations.flatMap((location) => (location?.column === 1 ? [location.path] : []));
  return files.length > 0 ? [...new Set(files)].sort() : [path.posix.join(path.posix.dirname(contractPath), "actions/*.yaml")];
}
