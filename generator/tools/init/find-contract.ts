import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { lint } from "../../compile.js";
import { actionsType } from "../../document/extension.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { Locations, type ContainerSpan, type TextFile } from "../../document/locations.js";
import { parseYaml } from "../../document/parse-yaml.js";
import { forEachChild, type Kind } from "../../document/visitor.js";

const folders = ["spec", "api", ".", "openapi", "docs", "contract"];
const names = ["openapi.yaml", "openapi.yml", "openapi.json"];

/** Returns the contract at a common location, relative to the working folder. */
export function findContract(): string | undefined {
  return folders.flatMap((folder) => names.map((name) => path.posix.join(folder, name))).find((file) => existsSync(file));
}

/** The files of a contract, besides the main one, that an editor can check, by their content. */
export interface ContractFiles {
  /** The actions of a service type; a pattern for such files if there are none, or the contract has errors. */
  readonly actions: readonly string[];
  readonly pathItems: readonly string[];
  /** Schemas by name. */
  readonly schemas: readonly string[];
}

export async function findContractFiles(contractPath: string): Promise<ContractFiles> {
  const pattern = path.posix.join(path.posix.dirname(contractPath), "actions/*.yaml");
  const none = { actions: [pattern], pathItems: [], schemas: [] };
  if (!existsSync(contractPath)) return none;
  const { loaded } = await lint(contractPath, { workingFolder: realpathSync(process.cwd()) });
  if (!loaded) return none;
  const kinds = kindsByStart(loaded);
  const filesWith = (isWanted: (file: FileContent) => boolean) =>
    loaded.files
      .filter((file) => file !== loaded.entry && /\.ya?ml$/i.test(file.path))
      .filter((file) => isWanted(contentOf(file, kinds)))
      .map((file) => file.path)
      .sort();
  const actions = filesWith(({ whole }) => whole === "actions");
  return {
    actions: actions.length > 0 ? actions : none.actions,
    pathItems: filesWith(({ whole }) => whole === "pathItem"),
    schemas: filesWith(
      ({ whole, entries }) =>
        whole === undefined && entries.every((kind) => kind === "schema" || kind === undefined) && entries.includes("schema"),
    ),
  };
}

/**
 * Returns the content of a file: an object of a kind, or objects of kinds by name; `undefined` if nothing refers to
 * any.
 */
interface FileContent {
  readonly whole: Kind | undefined;
  readonly entries: readonly (Kind | undefined)[];
}

const startOf = ({ file, start }: ContainerSpan) => `${start} ${file.absolutePath}`;

/** Returns the kinds of a contract's objects, by their start. */
function kindsByStart({ written, locations, extensionPrefix }: LoadedContract): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>();
  const isActions = (key: string) => actionsType(key, extensionPrefix) !== undefined;
  const visit = (value: JsonValue, kind: Kind): void => {
    if (!isObject(value)) return;
    const span = locations.span(value);
    if (span) kinds.set(startOf(span), kind);
    forEachChild(value, kind, visit, isActions);
  };
  visit(written, "root");
  return kinds;
}

function contentOf(file: TextFile, kinds: ReadonlyMap<string, Kind>): FileContent {
  const locations = new Locations();
  const root = parseYaml(file, locations, []);
  const kindOf = (value: JsonObject) => {
    const span = locations.span(value);
    return span && kinds.get(startOf(span));
  };
  if (!isObject(root)) return { whole: undefined, entries: [] };
  return { whole: kindOf(root), entries: Object.values(root).filter(isObject).map(kindOf) };
}
