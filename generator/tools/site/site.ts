import { operationObject } from "../../model/source-objects.js";
import path from "node:path";
import type { Location } from "../../diagnostics/diagnostic.js";
import { actionsType } from "../../document/extension.js";
import { type JsonObject, own, ownObject } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { clientNames, type ClientNames } from "../../model/client-names.js";
import type { Action, Contract, Operation, ServiceType } from "../../model/contract.js";
import { type Inline, safeAddress } from "./blocks/inline.js";
import { type Lifecycle, readLifecycle } from "./lifecycle/read-lifecycle.js";
import type { DocsOptions } from "./options.js";
import { createPagePaths, type PagePaths } from "./page-paths.js";
import { createRejections, type Rejections } from "./samples/rejections.js";
import { createMakeValue, type MakeValue } from "./samples/sample-value.js";

/** What all pages of a site are made from. */
export interface Site {
  /** The name in the header. */
  readonly name: string;
  readonly contract: Contract;
  readonly options: DocsOptions;
  readonly paths: PagePaths;
  readonly sources: SourceLinks;
  readonly rejections: Rejections;
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
    sources: findSourceLinks(loaded, options.sourceUrl),
    rejections: createRejections(contract),
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

/** The tags of an operation. */
export function tagsOf(operation: Operation, contract: Contract): readonly string[] {
  const tags = own(operationObject(contract.document, operation), "tags");
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
}

/** Where the parts of a contract are written. */
interface SourceLinks {
  /** File and line, linked where it is known where files can be read. */
  action(action: Action, type: ServiceType, endpoint: Operation): Inline | undefined;
  operation(operation: Operation): Inline | undefined;
}

/** Finds the line of each operation and action. Files are named relative to the main document, wherever that is. */
function findSourceLinks(loaded: LoadedContract, sourceUrl: string | undefined): SourceLinks {
  const { document, locations, entry, files, extensionPrefix } = loaded;
  const root = path.dirname(entry.absolutePath);
  const relativePaths = new Map(files.map((file) => [file.path, slashed(path.relative(root, file.absolutePath))]));

  return {
    action(action, type, endpoint) {
      for (const holder of [operationObject(document, endpoint), document]) {
        const map = actionMap(holder, type.name);
        if (map && Object.hasOwn(map, action.name)) return show(locations.key(map, action.name));
      }
      return undefined;
    },
    operation(operation) {
      const item = ownObject(ownObject(document, "paths"), operation.path);
      return item && show(locations.key(item, operation.method.toLowerCase()));
    },
  };

  function actionMap(holder: JsonObject | undefined, type: string): JsonObject | undefined {
    const key = Object.keys(holder ?? {}).find((name) => actionsType(name, extensionPrefix) === type);
    return key === undefined ? undefined : ownObject(holder, key);
  }

  function show(location: Location | undefined): Inline | undefined {
    const file = location && relativePaths.get(location.path);
    if (!location || file === undefined) return undefined;
    const text = `${file}:${location.line}`;
    const address = sourceUrl
      ?.replaceAll("{path}", file.split("/").map(encodeURIComponent).join("/"))
      .replaceAll("{line}", String(location.line));
    const safe = address === undefined ? undefined : safeAddress(address);
    return safe === undefined ? { kind: "code", text } : { kind: "link", to: { address: safe }, content: [text] };
  }
}

function slashed(file: string): string {
  return file.split(path.sep).join("/");
}
