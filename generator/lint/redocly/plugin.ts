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
  /**
   * OpenAPI Overlays that the project's rules apply to each document first. Redocly's rules see the document without
   * them.
   */
  readonly overlays?: readonly string[];
}

/**
 * Creates the plugin with other settings: `export default () => createRedoclyPlugin({ extensionPrefix, overlays })` in
 * a file that `redocly.yaml` names.
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
 * The plugin that `plugins: [openapi-actions/redocly]` in a `redocly.yaml` loads: with it, Redocly's own rules check
 * `x-platform-<type>-actions`, and `extends: [openapi-actions/recommended]` turns on the rules of this project.
 */
export default function plugin(): RedoclyPlugin {
  return createRedoclyPlugin();
}

interface VisitContext {
  readonly location: { readonly source: RedoclySource };
  report(problem: { readonly message: string; readonly location: LineLocation; readonly from?: LineLocation }): void;
}

/** A rule in the form that Redocly runs. */
type RedoclyRule = () => { Root(root: unknown, context: VisitContext): void };

/** Creates a rule of Redocly that reports some of the findings about the visited document. */
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

/** Redocly has no field for hints, only for suggested names. */
function inOneText({ message, hint }: Diagnostic): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return hint === undefined ? sentence : `${sentence} ${hint}`;
}

/**
 * A file in Redocly's representation. Its class comes from an existing instance, as each copy of Redocly has its own.
 */
interface RedoclySource {
  readonly absoluteRef: string;
}

/** A location without a JSON pointer, as Redocly accepts it. */
interface LineLocation {
  readonly source: RedoclySource;
  /** Present but undefined: Redocly then uses `start` and `end`. */
  readonly pointer: undefined;
  readonly start: { readonly line: number; readonly col: number };
  readonly end: { readonly line: number; readonly col: number };
}

/** The findings of the loader and of the project's own rules about one document. */
interface SourceFindings {
  readonly fromLoader: readonly Diagnostic[];
  readonly fromRules: readonly Diagnostic[];
  locate(location: Location | undefined): LineLocation;
}

/**
 * Loads and lints the document that Redocly visits, once for all rules; returns nothing for a document that is not a
 * file.
 */
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
    // Redocly's config determines which are on.
    fromRules: checkable ? lintContract(checkable, { optionalRules: rules.map(({ code }) => code) }) : [],
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
