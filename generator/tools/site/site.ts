import path from "node:path";
import type { Location } from "../../diagnostics/diagnostic.js";
import { repositoryAround } from "../../document/contract-root.js";
import type { TextFile } from "../../document/locations.js";
import { clientNames, type ClientNames } from "../../model/client-names.js";
import type { BodyMaker } from "../../model/action-bodies.js";
import type { Action, Contract, Lifecycle, Operation, ServiceType } from "../../model/contract.js";
import { listedFacts } from "../../model/service-facts.js";
import { type Inline, safeAddress } from "./blocks/inline.js";
import type { DocsOptions } from "./options.js";
import { createPagePaths, type PagePaths } from "./page-paths.js";
import { createRejections, type Rejections } from "./samples/rejections.js";
import { createBodyMaker, createMakeValue, type MakeValue } from "./samples/sample-value.js";

/** The input for all pages of a site. */
export interface Site {
  /** The name in the header. */
  readonly name: string;
  readonly contract: Contract;
  readonly options: DocsOptions;
  readonly paths: PagePaths;
  readonly sources: SourceLinks;
  readonly rejections: Rejections;
  readonly makeValue: MakeValue;
  readonly makeBody: BodyMaker;
  readonly clientNames: ClientNames;
  readonly lifecycle: Lifecycle | undefined;
  /** The components that have a page because others link to it. */
  readonly linkedComponents: Set<string>;
  /** All versions of the site, the newest first, with the paths of their first pages; empty if there is one. */
  readonly versions: readonly { readonly name: string; readonly start: string }[];
}

/** The files of a contract, including its main document. */
export interface ContractFiles {
  readonly entry: TextFile;
  readonly files: readonly TextFile[];
}

export function createSite(contract: Contract, files: ContractFiles, options: DocsOptions): Site {
  const makeValue = createMakeValue(contract);
  return {
    name: options.name ?? contract.title,
    contract,
    options,
    paths: createPagePaths(contract, options.pages ?? []),
    sources: findSourceLinks(contract, files, options.sourceUrl),
    rejections: createRejections(contract),
    makeValue,
    makeBody: createBodyMaker(contract, makeValue),
    clientNames: clientNames(contract),
    lifecycle: contract.lifecycle,
    linkedComponents: new Set(),
    versions: [],
  };
}

/** Returns the operation that invokes the actions of a type. */
export function endpointOf(type: ServiceType, { operations }: Contract): Operation {
  return operations.find(({ id }) => id === type.operationId)!;
}

/** Returns the actions of a type in the order in which services advertise them. */
export function advertisedActions({ actions, advertised }: ServiceType): Action[] {
  const byName = new Map(actions.map((action) => [action.name, action]));
  return advertised.flatMap((name) => byName.get(name) ?? []);
}

/**
 * Returns the states of a type: those of the life cycle, else those that its services list, and those that its actions
 * name.
 */
export function statesOf(type: ServiceType, { contract, lifecycle }: Site): string[] {
  const known = lifecycle?.states.filter(({ types }) => types?.includes(type.name) ?? true).map(({ name }) => name) ?? [];
  const listed = known.length > 0 ? known : listedFacts(type, "status", contract);
  return uniqueNames([...listed, ...type.actions.flatMap(({ states }) => states ?? [])]);
}

/**
 * Returns the plans of a type if there is a choice, else those that its services list, and those that its actions name.
 */
export function plansOf(type: ServiceType, { contract, lifecycle }: Site): string[] {
  const known = lifecycle?.plans.get(type.name)?.map(({ name }) => name) ?? listedFacts(type, "plan", contract);
  return uniqueNames([...(known.length > 1 ? known : []), ...type.actions.flatMap(({ plans }) => plans ?? [])]);
}

/** Returns names without repetitions, in their order. */
export function uniqueNames(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** The source locations of the contract's parts. */
interface SourceLinks {
  /** Returns file and line, as a link if the URL of files is known. */
  action(action: Action, type: ServiceType): Inline | undefined;
  operation(operation: Operation): Inline | undefined;
}

/**
 * Finds the lines of operations and actions. Files are named relative to the main document; links contain their path in
 * the repository, or without one in the working folder.
 */
function findSourceLinks({ locations }: Contract, { entry, files }: ContractFiles, sourceUrl: string | undefined): SourceLinks {
  const root = path.dirname(entry.absolutePath);
  const repository = repositoryAround(root);
  const inRepository = (file: TextFile) => (repository === undefined ? file.path : path.relative(repository, file.absolutePath));
  const names = new Map(files.map((file) => [file.path, slashed(path.relative(root, file.absolutePath))]));
  const linked = new Map(files.map((file) => [file.path, slashed(inRepository(file))]));

  return {
    action: (action, type) => show(locations.action(type, action)),
    operation: (operation) => show(locations.operation(operation)),
  };

  function show(location: Location | undefined): Inline | undefined {
    const file = location && names.get(location.path);
    const target = location && linked.get(location.path);
    if (!location || file === undefined || target === undefined) return undefined;
    const text = `${file}:${location.line}`;
    const isReachable = !target.startsWith("../") && !path.isAbsolute(target);
    const address = (isReachable ? sourceUrl : undefined)
      ?.replaceAll("{path}", target.split("/").map(encodeURIComponent).join("/"))
      .replaceAll("{line}", String(location.line));
    const safe = address === undefined ? undefined : safeAddress(address);
    return safe === undefined ? { kind: "code", text } : { kind: "link", to: { address: safe }, content: [text] };
  }
}

function slashed(file: string): string {
  return file.split(path.sep).join("/");
}
