import type { JsonObject, JsonValue } from "./json-value.js";
import { beyondPlain, deepestPlain, PlainLine } from "./plain-yaml-line.js";
import { createOrigin, type Places, type SourceFile } from "./source.js";

/**
 * Reads the YAML that people and generators write most: maps, lists, plain and quoted text that ends in its line, collections
 * in one line, comments. It is ten times as fast as `parseYaml` and has the same values and places. `undefined` for everything
 * else, mistakes included: `parseYaml` says what it is.
 */
export function parsePlainYaml(file: SourceFile, places: Places): JsonValue | undefined {
  // A tab, a carriage return, a marker of documents: each means something at some place.
  if (/[\t\r\u0085\u2028\u2029\ufeff]|^(?:---|\.\.\.|%)/m.test(file.text)) return undefined;
  try {
    return new PlainReader(file, places).readDocument();
  } catch (problem) {
    if (problem === beyondPlain) return undefined;
    throw problem;
  }
}

class PlainReader {
  readonly #file: SourceFile;
  readonly #places: Places;
  readonly #line: PlainLine;
  #lineStart = 0;
  /** Where the value that was read last ends; of blocks, behind their last line. */
  #end = 0;

  constructor(file: SourceFile, places: Places) {
    this.#file = file;
    this.#places = places;
    this.#line = new PlainLine(file, places);
  }

  readDocument(): JsonValue {
    const value = this.#readBlock(this.#nextLine(), 0);
    if (this.#line.at < this.#line.text.length) throw beyondPlain;
    return value;
  }

  /** Goes to the next line that says something; answers its indentation, -1 at the end. */
  #nextLine(): number {
    const line = this.#line;
    while (line.at < line.text.length) {
      this.#lineStart = line.at;
      line.skipSpaces();
      if (!line.isEnd() && line.text[line.at] !== "#") return line.at - this.#lineStart;
      const end = line.text.indexOf("\n", line.at);
      line.at = end < 0 ? line.text.length : end + 1;
    }
    this.#lineStart = line.at;
    return -1;
  }

  /** Leaves a line after its last value: only a comment may follow. Answers the next one's indentation. */
  #endLine(): number {
    const line = this.#line;
    line.skipSpaces();
    if (!this.#isLineOver()) throw beyondPlain;
    const end = line.text.indexOf("\n", line.at);
    line.at = end < 0 ? line.text.length : end + 1;
    this.#end = line.at;
    return this.#nextLine();
  }

  #readBlock(indent: number, depth: number): JsonValue {
    if (indent < 0 || depth > deepestPlain) throw beyondPlain;
    if (this.#isDash()) return this.#readList(indent, depth);
    if (this.#line.isKey()) return this.#readMap(indent, depth);
    throw beyondPlain;
  }

  #readMap(indent: number, depth: number): JsonObject {
    const line = this.#line;
    const start = line.at;
    const object: JsonObject = {};
    const keys: string[] = [];
    const spans: number[] = [];
    for (let next = indent; next === indent && !this.#isDash();) {
      const key = line.readKey(object, false, spans);
      keys.push(key);
      const isBelow = this.#isLineOver();
      if (isBelow) next = this.#endLine();
      const valueStart = line.at;
      if (!isBelow) {
        if (this.#isDash()) throw beyondPlain;
        object[key] = line.readValue(false);
        spans.push(valueStart, line.at);
        next = this.#endLine();
        // A line that goes further in would go on with the value.
        if (next > indent) throw beyondPlain;
      } else if (next > indent || (next === indent && this.#isDash())) {
        object[key] = this.#readBlock(next, depth + 1);
        spans.push(valueStart, this.#end);
        next = line.at - this.#lineStart;
      } else {
        object[key] = null;
        spans.push(...spans.slice(-2));
      }
      if (line.at >= line.text.length) break;
      if (next > indent) throw beyondPlain;
    }
    this.#places.set(object, createOrigin(this.#file, [start, this.#end], keys, spans));
    return object;
  }

  #readList(indent: number, depth: number): JsonValue[] {
    const line = this.#line;
    const start = line.at;
    const list: JsonValue[] = [];
    const spans: number[] = [];
    for (let next = indent; next === indent && this.#isDash();) {
      line.at++;
      line.skipSpaces();
      if (this.#isLineOver()) {
        next = this.#endLine();
        if (next <= indent) throw beyondPlain;
      } else next = line.at - this.#lineStart;
      const valueStart = line.at;
      if (this.#isDash() || line.isKey()) {
        list.push(this.#readBlock(next, depth + 1));
        spans.push(valueStart, this.#end, valueStart, this.#end);
        next = line.at - this.#lineStart;
      } else {
        list.push(line.readValue(false));
        spans.push(valueStart, line.at, valueStart, line.at);
        next = this.#endLine();
      }
      if (line.at >= line.text.length) break;
      if (next > indent) throw beyondPlain;
    }
    this.#places.set(list, createOrigin(this.#file, [start, this.#end], undefined, spans));
    return list;
  }

  #isDash(): boolean {
    const { text, at } = this.#line;
    return text[at] === "-" && (this.#line.isEnd(at + 1) || text[at + 1] === " ");
  }

  /** Whether nothing but a comment follows. */
  #isLineOver(): boolean {
    const { text, at } = this.#line;
    return this.#line.isEnd() || (text[at] === "#" && text[at - 1] === " ");
  }
}
