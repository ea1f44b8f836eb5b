import { own, ownObject, type JsonObject } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { clientNames, type ClientNames } from "../../model/client-names.js";
import type { Action, Contract, Operation, ServiceType } from "../../model/contract.js";
import { readLifecycle, type Lifecycle } from "./lifecycle/read-lifecycle.js";
import type { DocsOptions } from "./options.js";
import { createPagePaths, type PagePaths } from "./page-paths.js";
import { createMakeValue, type MakeValue } from "./samples/make-value.js";
import { createRefusals, type Rejections } from "./samples/refusals.js";
import { findSources, type Sources } from "./sources.js";

/** What all pages of a site are made from. */
export interface Site {
  /** The name in the header. */
  readonly name: string;
  readonly contract: Contract;
  readonly options: DocsOptions;
  readonly paths: PagePaths;
  readonly sources: Sources;
  readonly refusals: Rejections;
  readonly makeValue: MakeValue;
  readonly clientNames: ClientNames;
  readonly lifecycle: Lifecycle | undefined;
  /** The Info Object. */
  readonly info: JsonObject | undefined;
  /** The components that have a page because another refers to it. */
  readonly linkedComponents: Set<string>;
}

export function createSite(contract: Contract, loaded: LoadedContract, options: DocsOptions): Site {
  return {
    name: options.name ?? contract.title,
    contract,
    options,
    paths: createPagePaths(contract, options.pages ?? []),
    sources: findSources(loaded, options.sourceUrl),
    refusals: createRefusals(contract),
    makeValue: createMakeValue(contract),
    clientNames: clientNames(contract),
    lifecycle: readLifecycle(contract.source, loaded.extensionPrefix),
    info: ownObject(contract.document, "info"),
    linkedComponents: new Set(),
  };
}

/** The operation that invokes the actions of a type. */
export function endpointOf(type: ServiceType, { operations }: Contract): Operation {
  return operations.find(({ id }) => id === type.operationId)!;
}

/** The actions of a type in the order in which services advertise them. */
export function advertisedActions({ actions, advertised }: ServiceType): Action[] {
  const byName = new Map(actions.map((action) => [action.name, action]));
  return advertised.flatMap((name) => byName.get(name) ?? []);
}

/** The document's object of an operation. */
export function operationObject({ path, method }: Operation, { document }: Contract): JsonObject | undefined {
  return ownObject(ownObject(ownObject(document, "paths"), path), method.toLowerCase());
}

/** The tags of an operation. */
export function tagsOf(operation: Operation, contract: Contract): readonly string[] {
  const tags = own(operationObject(operation, contract), "tags");
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
}
