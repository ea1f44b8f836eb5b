import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import type { OutputFile } from "../../../generator/typescript/output-file.js";
import { expand } from "../../../generator/tools/expand/expand.js";
import type { Expansion } from "../../../generator/tools/expand/expansion.js";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { loadContract } from "../../../generator/document/load-contract.js";
import { buildContract } from "../../../generator/model/build-contract.js";
import type { ContractWithDocuments } from "../../../generator/model/contract.js";
import { repositoryPath } from "../../support/repository.js";

/** A source map as it stands in its file. */
export interface SourceMap {
  readonly version: number;
  readonly document: string;
  readonly files: readonly string[];
  readonly pointers: Readonly<Record<string, readonly [file: number, line: number, column: number]>>;
}

/** The result of expanding a contract. */
export interface Expanded {
  readonly contract: ContractWithDocuments;
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** The document of a service type, or of `all`. */
  readonly document: (part: string) => OpenApi;
  readonly map: (part: string) => SourceMap;
}

/** A document as the tests read it. */
export interface OpenApi extends JsonObject {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, JsonObject>;
}

/** An Operation Object as the tests read it. */
export interface Operation extends JsonObject {
  readonly operationId: string;
  readonly requestBody: { content: Record<string, { schema: { $ref: string }; examples?: Record<string, JsonObject> }> };
  readonly responses: Record<string, JsonObject>;
}

/** Expands the contract in a folder. */
export function expandFolder(folder: string, settings?: Expansion, entry = "openapi.yaml"): Expanded {
  const { contract: loaded, diagnostics } = loadContract(entry, { workingFolder: folder });
  if (!loaded) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const contract = buildContract(loaded);
  const expanded = expand(contract, loaded, settings);
  const parsed = new Map<string, unknown>();
  const read = (file: string) => {
    if (!parsed.has(file)) parsed.set(file, JSON.parse(expanded.files.find(({ path: name }) => name === file)!.text));
    return parsed.get(file);
  };
  return {
    contract,
    ...expanded,
    document: (part) => read(`openapi.${part}.json`) as OpenApi,
    map: (part) => read(`openapi.${part}.map.json`) as SourceMap,
  };
}

/** Expands a contract given as a value. */
export function expandValue(document: object, settings?: Expansion): Expanded {
  const folder = mkdtempSync(path.join(tmpdir(), "expand-"));
  try {
    writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document));
    return expandFolder(folder, settings, "openapi.json");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Expands a case of test/cases. */
export function expandCase(name: string, settings?: Expansion): Expanded {
  return expandFolder(repositoryPath(`test/cases/${name}/contract`), settings);
}

const specs = new Map<string, Expanded>();

/** The project's own contract, expanded once in each way. */
export function expandSpec(settings: Expansion = {}): Expanded {
  const key = JSON.stringify(settings);
  if (!specs.has(key)) specs.set(key, expandFolder(repositoryPath("spec"), settings));
  return specs.get(key)!;
}

/** A contract with one endpoint for the actions of type `vm`, and what else is given. */
export function contractWith(
  actions: object,
  more: { endpoint?: object; paths?: object; components?: object; root?: object } = {},
): object {
  const inPath = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
  return {
    openapi: "3.1.0",
    info: { title: "Machines", version: "1" },
    paths: {
      "/vms/{id}/actions/{action}": {
        post: {
          operationId: "invoke",
          parameters: [inPath("id"), inPath("action")],
          responses: { "200": { description: "Done." } },
          "x-platform-vm-actions": actions,
          ...more.endpoint,
        },
      },
      ...more.paths,
    },
    components: more.components ?? {},
    ...more.root,
  };
}

/** Every operation of a document. */
export function operationsOf({ paths }: OpenApi): Operation[] {
  const methods = ["get", "put", "post", "delete", "patch"];
  return Object.values(paths).flatMap((item) => methods.flatMap((method) => item[method] ?? []));
}

/** The Operation Object of an action of type `vm`. */
export function operationOf(expanded: Pick<Expanded, "document">, action: string): Operation {
  return expanded.document("vm").paths[`/vms/{id}/actions/${action}`]!["post"]!;
}
