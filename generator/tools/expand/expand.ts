import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import type { LoadedContract } from "../../document/load-contract.js";
import type { JsonObject } from "../../document/json-value.js";
import { printJson } from "../../document/written-integers.js";
import type { ContractWithDocuments } from "../../model/contract.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { buildDocument, choosePaths } from "./build-document.js";
import { createDowngrade } from "./downgrade-document.js";
import type { Expansion } from "./expansion.js";
import { lowerContract } from "./lower-contract.js";
import type { LoweredAction, LoweredContract } from "./lowered-contract.js";
import { nameSchemas } from "./name-schemas.js";
import { locationOf, printSourceMap } from "./source-map.js";

/**
 * Converts a contract to plain OpenAPI, for tools that don't know the extension. Each service type has a document in which every
 * action is an operation with its own path, body and response:
 *
 *     openapi.postgres.json   openapi.postgres.map.json
 *     openapi.all.json        openapi.all.map.json
 *
 * Two types can have actions of the same name, but one path can't be two operations, so `openapi.all.json` is for
 * readers: see `choosePaths`. A contract without actions has only that document. With
 * tags, only the actions that have one of them are in the documents.
 */
export function expand(
  contract: ContractWithDocuments,
  loaded: LoadedContract,
  { layout = "both", tags, nested = "components", operationId = "dotted", openapi }: Expansion = {},
): { readonly files: OutputFile[]; readonly diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const written = lowerContract(contract, loaded, operationId, diagnostics);
  const whole = nested === "components" ? nameSchemas(written) : written;
  const isChosen = ({ action }: LoweredAction) => tags === undefined || action.tags.some((tag) => tags.includes(tag));
  const lowered = { ...whole, actions: whole.actions.filter(isChosen) };
  const types = contract.serviceTypes.filter(({ name, actions }) => {
    return actions.length === 0 || lowered.actions.some(({ serviceType }) => serviceType === name);
  });
  const perType = types.map(({ name, moduleName }) => ({
    // A type named "all" leaves that name to the document of all types.
    part: moduleName.toLowerCase() === "all" ? `${moduleName}_` : moduleName,
    types: [name],
    title: `${contract.title} (${name})`,
  }));
  const all = { part: "all", types: types.map(({ name }) => name), title: contract.title };
  const wanted = [...(layout === "all" ? [] : perType), ...(layout === "per-type" ? [] : [all])];
  const downgrade = openapi ? createDowngrade(openapi, loaded.locations, diagnostics) : (document: JsonObject) => document;
  const files = wanted.flatMap(({ part, types: names, title }) => {
    const path = `openapi.${part}.json`;
    const document = downgrade(buildDocument(lowered, names, title));
    const map = printSourceMap(document, path, loaded.locations, loaded.entry);
    return [
      { path, text: `${printJson(document, loaded.writtenIntegers, 2)}\n` },
      { path: `openapi.${part}.map.json`, text: map },
    ];
  });
  reportTakenPaths(lowered, diagnostics);
  return { files, diagnostics };
}

/** Reports actions whose path an ordinary operation uses in every document. */
function reportTakenPaths({ contract, actions, ordinaryPaths }: LoweredContract, problems: Diagnostic[]): void {
  for (const { name: type } of contract.serviceTypes) {
    const ofType = actions.filter(({ serviceType }) => serviceType === type);
    for (const [{ action, path, declaredAt }, chosen] of choosePaths(ofType, ordinaryPaths)) {
      if (chosen === path) continue;
      report(problems, "expand-path-taken", { type, action: action.name, path }, locationOf(action.name, declaredAt));
    }
  }
}
