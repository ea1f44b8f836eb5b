import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { loadContract } from "../../document/load-contract.js";
import { createRuleContext } from "../../lint/rule-context.js";

const folders = ["spec", "api", ".", "openapi", "docs", "contract"];
const names = ["openapi.yaml", "openapi.yml", "openapi.json"];

/** The contract that a project has where most projects have theirs, relative to the working folder. */
export function findContract(): string | undefined {
  return folders.flatMap((folder) => names.map((name) => path.posix.join(folder, name))).find((file) => existsSync(file));
}

/** The files that hold nothing but the actions of a service type; a pattern for them where the contract has none, or can't be read. */
export function findActionFiles(contractPath: string): readonly string[] {
  const { contract } = existsSync(contractPath)
    ? loadContract(contractPath, { workingFolder: realpathSync(process.cwd()) })
    : { contract: undefined };
  const files = contract
    ? createRuleContext(contract).actionMaps.flatMap(({ actions }) => {
        const span = contract.locations.span(actions);
        const isWhole = span && /^(?:\s*(?:#.*)?\n|---\n)*\s*$/.test(span.file.text.slice(0, span.start));
        return isWhole ? [span.file.path] : [];
      })
    : [];
  return files.length > 0 ? [...new Set(files)].sort() : [path.posix.join(path.posix.dirname(contractPath), "actions/*.yaml")];
}
