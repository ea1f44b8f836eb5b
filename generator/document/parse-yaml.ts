import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  type Alias,
  type CST,
  type Document,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { report } from "./diagnostics.js";
import type { Location } from "../diagnostics/diagnostic.js";
import type { Report } from "../diagnostics/report.js";
import { describeValue } from "./describe-value.js";
import { isObject, type JsonObject, type JsonValue } from "./json-value.js";
import { maxAliases, maxAliasNodes, maxNesting, maxSyntaxProblems } from "./limits.js";
import { createSpan, locationAt, type EntrySpan, type Locations, type TextFile } from "./locations.js";
import { rejectPrototypeKeys, type OnPrototypeKey } from "./prototype-properties.js";
import { reportSyntax } from "./report-syntax.js";

class Stop extends Error {}

class TooDeep extends Error {}

/**
 * Parses YAML 1.2 (core schema, with merge keys) as JSON data and records the location of every value. Rejects what JSON
 * can't represent: tags, keys that are not strings, NaN, cycles, multiple documents. Aliases are copied
 * within limits. `onAnchor` is called if there are anchors; `onPrototypeKey` receives keys `__proto__`, which are rejected without it.
 */
export function parseYaml(
  file: TextFile,
  locations: Locations,
  problems: Report,
  onPrototypeKey = rejectPrototypeKeys(problems),
  onAnchor = (): void => {},
): JsonValue | undefined {
  const document = composeYaml(file, problems);
  if (!document) return undefined;
  if (!document.contents) return null;
  try {
    return new YamlReader(file, locations, problems, onAnchor, onPrototypeKey).read(document.contents, 0);
  } catch (error) {
    if (error instanceof Stop) return undefined;
    throw error;
  }
}

/** Reads the tree of a document, with what is open and how much was copied. */
class YamlReader {
  readonly #file: TextFile;
  readonly #locations: Locations;
  readonly #problems: Report;
  readonly #onAnchor: () => void;
  readonly #onPrototypeKey: OnPrototypeKey;
  readonly #anchors = new Map<string, Node>();
  /** An alias refers to the last anchor of its name before it, even if the alias itself is copied later on. */
  readonly #targets = new Map<Alias, Node>();
  /** The aliases whose targets are being copied, from the outside in. */
  readonly #expanding: Alias[] = [];
  /** The nodes around the current one. */
  readonly #open = new Set<Node>();
  #aliases = 0;
  #aliasNodes = 0;

  constructor(file: TextFile, locations: Locations, problems: Report, onAnchor: () => void, onPrototypeKey: OnPrototypeKey) {
    this.#file = file;
    this.#locations = locations;
    this.#problems = problems;
    this.#onAnchor = onAnchor;
    this.#onPrototypeKey = onPrototypeKey;
  }

  #at(node: Node): Location {
    return locationAt(this.#file, ...spanOf(node));
  }

  /** Returns the value of a node. */
  read(node: Node, depth: number): JsonValue {
    if (depth > maxNesting) {
      report(this.#problems, "nesting-limit", { limit: maxNesting }, this.#at(this.#expanding[0] ?? node));
      throw new Stop();
    }
    if (isAlias(node)) return this.#readAlias(node, depth);
    if (node.anchor) this.#onAnchor();
    if (node.anchor && this.#expanding.length === 0) this.#anchors.set(node.anchor, node);
    this.#countCopy(1);
    if (isScalar(node)) return this.#readScalar(node);
    this.#open.add(node);
    const value = isMap(node) ? this.#readMap(node, depth) : this.#readList(node, depth);
    this.#open.delete(node);
    return value;
  }

  #countCopy(nodes: number): void {
    if (this.#expanding.length > 0 && (this.#aliasNodes += nodes) > maxAliasNodes)
      this.#tooManyAliases(maxAliasNodes, this.#expanding);
  }

  #tooManyAliases(limit: number, chain: readonly Alias[]): never {
    const related = chain.map((alias) => ({ message: `&${alias.source}`, location: this.#anchorLocation(alias) }));
    report(this.#problems, "yaml-alias-limit", { limit }, this.#at(chain[0]!), { related });
    throw new Stop();
  }

  #anchorLocation(alias: Alias): Location {
    const [start] = spanOf(this.#targets.get(alias) ?? alias);
    const anchor = this.#file.text.lastIndexOf(`&${alias.source}`, start);
    return locationAt(this.#file, Math.max(anchor, 0), anchor + alias.source.length + 1);
  }

  #readAlias(alias: Alias, depth: number): JsonValue {
    const target = this.#targets.get(alias) ?? this.#anchors.get(alias.source);
    if (!target) report(this.#problems, "yaml-alias-unknown", { name: alias.source }, this.#at(alias));
    else if (this.#open.has(target)) report(this.#problems, "yaml-alias-cycle", { name: alias.source }, this.#at(alias));
    else {
      this.#targets.set(alias, target);
      if (++this.#aliases > maxAliases) this.#tooManyAliases(maxAliases, [...this.#expanding, alias]);
      this.#expanding.push(alias);
      const value = this.read(target, depth + 1);
      this.#expanding.pop();
      return value;
    }
    throw new Stop();
  }

  #readScalar(node: Scalar): JsonValue {
    const value = node.value as JsonValue;
    if (typeof value === "number" && !Number.isFinite(value)) report(this.#problems, "unsafe-number", {}, this.#at(node));
    if (typeof value !== "string") return value;
    // Text counts as well: copying a long text often makes a huge document.
    this.#countCopy(value.length >> 6);
    if (node.type === "QUOTE_DOUBLE" && /\p{Surrogate}/u.test(value))
      report(this.#problems, "unpaired-surrogate", {}, this.#at(node));
    return value;
  }

  #readList(node: Node, depth: number): JsonValue[] {
    if (!isSeq<Node>(node)) throw new TypeError("a YAML node is an alias, a scalar, a map or a list");
    const list: JsonValue[] = [];
    const spans: number[] = [];
    for (const item of node.items) {
      list.push(this.read(item, depth + 1));
      pushSpan(spans, item);
      pushSpan(spans, item);
    }
    this.#locations.set(list, createSpan(this.#file, spanOf(node), undefined, spans));
    return list;
  }

  #readMap(node: YAMLMap, depth: number): JsonObject {
    const object: JsonObject = {};
    const keys: string[] = [];
    const spans: number[] = [];
    let merged: JsonValue[] | undefined;
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const key = this.#readKey(pair.key);
      if (key === undefined) continue;
      const value = pair.value ? this.read(pair.value, depth + 1) : null;
      if (key === "<<" && isScalar(pair.key) && pair.key.type === "PLAIN") {
        if (merged) report(this.#problems, "duplicate-key", { key }, this.#at(pair.key));
        merged = Array.isArray(value) ? value : [value];
        this.#checkMerged(merged, pair.value ?? pair.key);
      } else {
        if (Object.hasOwn(object, key)) report(this.#problems, "duplicate-key", { key }, this.#at(pair.key));
        if (key === "__proto__") this.#onPrototypeKey(object, value, this.#at(pair.key));
        else object[key] = value;
        keys.push(key);
        pushSpan(spans, pair.key);
        const hasText = pair.value?.range && pair.value.range[0] < pair.value.range[1];
        pushSpan(spans, hasText ? pair.value! : pair.key);
      }
    }
    for (const source of merged ?? []) if (isObject(source)) this.#merge(object, source, keys, spans);
    this.#locations.set(object, createSpan(this.#file, spanOf(node), keys, spans));
    return object;
  }

  #checkMerged(merged: readonly JsonValue[], node: Node): void {
    const wrong = merged.find((source) => !isObject(source));
    if (wrong !== undefined) report(this.#problems, "yaml-merge-key", { found: describeValue(wrong) }, this.#at(node));
  }

  /** Keys in the map take precedence over merged ones, and earlier merged maps over later ones. */
  #merge(object: JsonObject, source: JsonObject, keys: string[], spans: number[]): void {
    const entries = this.#locations.span(source)?.entries;
    for (const [key, item] of Object.entries(source)) {
      if (Object.hasOwn(object, key)) continue;
      object[key] = item;
      const written: EntrySpan | undefined = entries?.get(key);
      if (!written) continue;
      keys.push(key);
      spans.push(...written.key, ...written.value);
    }
  }

  #readKey(key: Node): string | undefined {
    const isText = isScalar(key) && (typeof key.value === "string" || /^[0-9]+$/.test(key.source ?? ""));
    if (isText || isAlias(key)) {
      const value = this.read(key, 0);
      // Responses are often written as `200:` without quotes; the number's text is used.
      if (isText && typeof value === "number") return key.source;
      if (typeof value === "string") return value;
      report(this.#problems, "yaml-key-type", { found: describeValue(value) }, this.#at(key));
    } else {
      const found = isScalar(key) ? describeValue(key.value) : isMap(key) ? "a map" : "a list";
      report(this.#problems, "yaml-key-type", { found }, this.#at(key));
    }
    return undefined;
  }
}

function pushSpan(spans: number[], { range }: Node): void {
  spans.push(range?.[0] ?? 0, range?.[1] ?? 1);
}

function spanOf(node: Node): readonly [start: number, end: number] {
  const [start, end] = node.range ?? [0, 1];
  return [start, end];
}

/**
 * Returns the syntax tree of a file with one YAML document; reports problems and returns `undefined` for them. The schema is
 * YAML 1.2's core, even with a `%YAML` directive: `no`, `1_000` and `2020-01-01` are strings.
 */
function composeYaml(file: TextFile, problems: Report): Document.Parsed | undefined {
  const lineEnd = /\r(?!\n)/.exec(file.text);
  if (lineEnd) {
    syntaxProblem(file, problems, "carriage return without a line feed", lineEnd.index);
    return undefined;
  }
  const composer = new Composer({
    schema: "core",
    merge: false,
    resolveKnownTags: false,
    // The library compares all pairs of keys; our conversion does it in linear time.
    uniqueKeys: false,
    prettyErrors: false,
  });
  let only: Document.Parsed | undefined;
  try {
    for (const document of composer.compose(tokens(file, problems), true, file.text.length)) {
      if (reportErrors(document, file, problems)) return undefined;
      reportVersion(document, file, problems);
      if (only) {
        syntaxProblem(file, problems, "a second YAML document starts here", document.range[0]);
        return undefined;
      }
      only = document;
    }
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
  return only;
}

/** The library recurses over the tree and can crash the process near the end of the stack, so the depth is limited first. */
function* tokens(file: TextFile, problems: Report): Generator<CST.Token> {
  const parser = new Parser();
  // The stack contains the document and the current value in addition to the enclosing maps and lists.
  const limit = maxNesting + 2;
  for (const lexeme of new Lexer().lex(file.text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > limit) {
      report(problems, "nesting-limit", { limit: maxNesting }, locationAt(file, parser.offset));
      throw new TooDeep();
    }
  }
  yield* parser.end();
}

function reportErrors(document: Document.Parsed, file: TextFile, problems: Report): boolean {
  const [error] = document.errors;
  // Errors in the lines after the first one are mostly consequences of it.
  if (error) {
    const shallow = shallowLine(error.message, file.text, error.pos[0]);
    if (shallow === undefined) syntaxProblem(file, problems, error.message, ...error.pos);
    else syntaxProblem(file, problems, "indent this line deeper than the key of the quoted text that it continues", ...shallow);
    return true;
  }
  for (const { code, message, pos } of document.warnings.slice(0, maxSyntaxProblems)) {
    const [start, end] = pos;
    if (code !== "TAG_RESOLVE_FAILED") syntaxProblem(file, problems, message, start, end);
    else report(problems, "yaml-tag", { tag: file.text.slice(start, end) }, locationAt(file, start, end));
  }
  return document.warnings.length > 0;
}

/**
 * Returns where a line starts and ends that ends a quoted text for the parser, because it is not indented deeper than the text's key,
 * although the text goes on in it. Other parsers accept that.
 */
function shallowLine(message: string, text: string, at: number): readonly [start: number, end: number] | undefined {
  const [, quote] = /^Missing closing (["'])quote/.exec(message) ?? [];
  const next = /^[^\n]*\n\s*?(?=[^\s][^\n]*)/.exec(text.slice(at));
  if (quote === undefined || !next) return undefined;
  const start = at + next[0].length;
  const line = /^[^\r\n]*/.exec(text.slice(start))![0];
  // A line with another key doesn't continue the text.
  const isKey = /^(?:- )?[\w$-]+:(?:\s|$)/.test(line);
  return isKey || !text.includes(quote, start) ? undefined : [start, start + line.length];
}

/** In YAML 1.1, `no`, `1_000` and `0755` are not strings, or are other numbers. */
function reportVersion({ directives }: Document.Parsed, file: TextFile, problems: Report): void {
  if (!directives.yaml.explicit || directives.yaml.version === "1.2") return;
  const start = Math.max(file.text.search(/^%YAML/m), 0);
  const length = file.text.slice(start).search(/\s*(?:#.*)?$/m);
  report(problems, "yaml-version", { version: directives.yaml.version }, locationAt(file, start, start + length));
}

function syntaxProblem(file: TextFile, problems: Report, detail: string, start: number, end?: number): void {
  const line = detail.replace(/[\u0000-\u001f\u007f]/g, " ").slice(0, 200);
  reportSyntax(file, problems, { language: "YAML", detail: line }, start, end);
}
