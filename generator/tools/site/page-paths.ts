import type { Contract } from "../../model/contract.js";
import { createFileNamer, fileName } from "../../model/names.js";
import type { ExtraPage } from "./options.js";

/** The paths of pages, without extension. */
export interface PagePaths {
  action(type: string, action: string): string;
  type(type: string): string;
  /** The page of all errors that actions of a type declare themselves. */
  errors(type: string): string;
  operation(id: string): string;
  component(name: string): string;
  extra(name: string): string;
}

/** Pages that every site has, or that summarize others. */
export const fixedPages = {
  start: "index",
  authentication: "authentication",
  operations: "operations/index",
  webhooks: "webhooks",
  lifecycle: "lifecycle",
  changes: "changes",
} as const;

/** Returns paths for all pages that are safe in file names and URLs, and unique regardless of case. */
export function createPagePaths(contract: Contract, extraPages: readonly ExtraPage[]): PagePaths {
  const types = contract.serviceTypes.map(({ name }) => name);
  const folders = namePages("actions", types, []);
  const actions = new Map(
    contract.serviceTypes.map(({ name, actions: all }) => {
      return [
        name,
        namePages(
          folders.get(name)!,
          all.map((action) => action.name),
          ["index", "errors"],
        ),
      ] as const;
    }),
  );
  const operations = namePages(
    "operations",
    contract.operations.map(({ id }) => id),
    ["index"],
  );
  const components = namePages("schemas", [...contract.schemas.keys()], []);
  const extra = namePages(
    "pages",
    extraPages.map(({ name }) => name),
    [],
  );
  return {
    action: (type, action) => actions.get(type)!.get(action)!,
    type: (type) => `${folders.get(type)!}/index`,
    errors: (type) => `${folders.get(type)!}/errors`,
    operation: (id) => operations.get(id)!,
    component: (name) => components.get(name)!,
    extra: (name) => extra.get(name)!,
  };
}

function namePages(folder: string, names: readonly string[], taken: readonly string[]): Map<string, string> {
  const unique = createFileNamer(taken);
  return new Map(names.map((name) => [name, `${folder}/${unique(servedName(name))}`]));
}

/**
 * Returns a name of a contract as that of a page or folder that every host serves: some omit those that start with a dot or
 * an underscore.
 */
export function servedName(name: string): string {
  const bare = name.replace(/^[^A-Za-z0-9]+/, "");
  return bare === "" ? "unnamed" : fileName(bare, "-");
}
