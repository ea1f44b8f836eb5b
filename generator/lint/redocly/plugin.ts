import { readFileSync } from "node:fs";
import path from "node:path";
import type { Diagnostic, Location } from "../../diagnostics/diagnostic.js";
import { loadContract } from "../../document/load-contract.js";
import { lintContract } from "../lint.js";
import { rules } from "../rules/index.js";
import { extendTypes } from "./extend-types.js";
import type { NodeType } from "./redocly-types.js";

const id = "openapi-actions";

/** A plugin in the form that Redocly loads. */
export interface RedoclyPlugin {
  readonly id: typeof id;
  readonly typeExtension: {
    oas3(types: Readonly<Record<string, object>>): Record<string, object>;
  };
  readonly rules: { readonly oas3: Readonly<Record<string, RedoclyRule>> };
  readonly configs: {
    readonly recommended: { readonly rules: Readonly<Record<string, "error" | "warn" | "off">> };
  };
}

export interface RedoclyPluginOptions {
  /** The `platform` of `x-platform-<type>-actions`. */
  readonly extensionPrefix?: string;
  /** OpenAPI Overlays that the project's rules apply to each document first. Redocly's rules see it without them. */
  readonly overlays?: readonly string[];
}

/**
 * The plugin with other settings: `export default () => createRedoclyPlugin({ extensionPrefix, overlays })`
 * in a file of one's own, which `redocly.yaml` then names.
 */
export function createRedoclyPlugin(options: RedoclyPluginOptions = {}): RedoclyPlugin {
  const { extensionPrefix = "platform", overlays = [] } = options;
  const findingsIn = createFindings({ extensionPrefix, overlays });
  const ruleEntries = rules.map(({ code }) => {
    const rule = redoclyRule(findingsIn, ({ fromRules }) => fromRules.filter((diagnostic) => diagnostic.code === code));
    return [code, rule] as const;
  });
  const severities = rules.map(({ code, severity, optional }) => {
    return [`${id}/${code}`, optional ? "off" : severity === "error" ? "error" : "warn"] as const;
  });
  return {
    id,
    typeExtension: { oas3: (types) => extendTypes(types as Record<string, NodeType>, extensionPrefix) },
    rules: {
      oas3: { load: redoclyRule(findingsIn, ({ fromLoader }) => fromLoader), ...Object.fromEntries(ruleEntries) },
    },
    configs: { recommended: { rules: { [`${id}/load`]: "error", ...Object.fromEntries(severities) } } },
  };
}

/**
 * What `plugins: [openapi-actions/redocly]` in a `redocly.yaml` loads: Redocly's own rules then look inside
 * `x-platform-<type>-actions`, and `extends: [openapi-actions/recommended]` turns the rules of this project on.
 */
export default function plugin(): RedoclyPlugin {
  return createRedoclyPlugin();
}

interface VisitContext {
  readonly location: { readonly source: RedoclySource };
  report(problem: { readonly message: string; readonly location: LineLocation; readonly from?: LineLocation }): void;
}

/** A rule as Redocly runs it. */
type RedoclyRule = () => { Root(root: unknown, context: VisitContext): void };

/** Makes a rule of Redocly out of some of the findings on the document that it visits. */
function redoclyRule(
  findingsIn: (root: RedoclySource) => SourceFindings | undefined,
  select: (findings: SourceFindings) => readonly Diagnostic[],
): RedoclyRule {
  return () => ({
    Root(_root, { location, report }) {
      const findings = findingsIn(location.source);
      if (!findings) return;
      for (const diagnostic of select(findings)) {
        const from = diagnostic.related[0];
        report({
          message: inOneText(diagnostic),
          location: findings.locate(diagnostic.location),
          ...(from && { from: findings.locate(from.location) }),
        });
      }
    },
  });
}

/** Redocly has no field for what to do, only for names that may have been meant. */
function inOneText({ message, hint }: Diagnostic): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return hint === undefined ? sentence : `${sentence} ${hint}`;
}

/** A file as Redocly holds it. Its class is taken from a live one: each copy of Redocly has its own. */
interface RedoclySource {
  readonly absoluteRef: string;
}

/** What Redocly accepts as a place that isn't a JSON pointer. */
interface LineLocation {
  readonly source: RedoclySource;
  /** Present and undefined: Redocly then takes `start` and `end`. */
  readonly pointer: undefined;
  readonly start: { readonly line: number; readonly col: number };
  readonly end: { readonly line: number; readonly col: number };
}

/** What the loader and the project's own rules say about one document. */
interface SourceFindings {
  readonly fromLoader: readonly Diagnostic[];
  readonly fromRules: readonly Diagnostic[];
  locate(location: Location | undefined): LineLocation;
}

/** Loads and lints the document that Redocly visits, once for all rules; a document that is no file yields nothing. */
function createFindings(options: Required<RedoclyPluginOptions>): (root: RedoclySource) => SourceFindings | undefined {
  const known = new WeakMap<RedoclySource, SourceFindings | undefined>();
  return (root) => {
    if (!known.has(root)) known.set(root, findIn(root, options));
    return known.get(root);
  };
}

function findIn(root: RedoclySource, options: Required<RedoclyPluginOptions>): SourceFindings | undefined {
  if (!path.isAbsolute(root.absoluteRef)) return undefined;
  const workingFolder = process.cwd();
  const { checkable, diagnostics } = loadContract(root.absoluteRef, { workingFolder, ...options });
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
    // Redocly's config decides which are on.
    fromRules: checkable
      ? lintContract(
          checkable,
          [],
          rules.map(({ code }) => code),
        )
      : [],
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
