import { readFileSync } from "node:fs";
import path from "node:path";
import type { Diagnostic, Location } from "../../diagnostics/diagnostic.js";
import { loadContract } from "../../document/load-contract.js";
import { lintContract } from "../lint.js";

/** A file as Redocly holds it. Its class is taken from a live one: each copy of Redocly has its own. */
export interface RedoclySource {
  readonly absoluteRef: string;
}

/** What Redocly accepts as a place that isn't a JSON pointer. */
export interface LineLocation {
  readonly source: RedoclySource;
  /** Present and undefined: Redocly then takes `start` and `end`. */
  readonly pointer: undefined;
  readonly start: { readonly line: number; readonly col: number };
  readonly end: { readonly line: number; readonly col: number };
}

/** What the loader and the project's own rules say about one document. */
export interface SourceFindings {
  readonly fromLoader: readonly Diagnostic[];
  readonly fromRules: readonly Diagnostic[];
  locate(location: Location | undefined): LineLocation;
}

/** Loads and lints the document that Redocly visits, once for all rules; a document that is no file yields nothing. */
export function createFindings(extensionPrefix: string): (root: RedoclySource) => SourceFindings | undefined {
  const known = new WeakMap<RedoclySource, SourceFindings | undefined>();
  return (root) => {
    if (!known.has(root)) known.set(root, findIn(root, extensionPrefix));
    return known.get(root);
  };
}

function findIn(root: RedoclySource, extensionPrefix: string): SourceFindings | undefined {
  if (!path.isAbsolute(root.absoluteRef)) return undefined;
  const workingFolder = process.cwd();
  const { contract, diagnostics } = loadContract(root.absoluteRef, { workingFolder, extensionPrefix });
  const sources = new Map<string, RedoclySource>([[root.absoluteRef, root]]);
  const sourceOf = (absolutePath: string): RedoclySource => {
    let source = sources.get(absolutePath);
    if (!source) {
      const SourceClass = root.constructor as new (absoluteRef: string, body: string) => RedoclySource;
      source = new SourceClass(absolutePath, readFileSync(absolutePath, "utf8"));
      sources.set(absolutePath, source);
    }
    return source;
  };
  return {
    fromLoader: diagnostics,
    fromRules: contract ? lintContract(contract) : [],
    locate(location) {
      const { line, column, endColumn } = location ?? { line: 1, column: 1 };
      return {
        source: location ? sourceOf(path.resolve(workingFolder, location.path)) : root,
        pointer: undefined,
        start: { line, col: column },
        end: { line, col: endColumn ?? column + 1 },
      };
    },
  };
}
