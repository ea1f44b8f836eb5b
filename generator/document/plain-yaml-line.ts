import type { JsonObject, JsonValue } from "./json-value.js";
import { createOrigin, type Places, type SourceFile } from "./source.js";

/** Thrown where a text goes beyond what is read here: the whole parser must look at it. */
export const beyondPlain = new Error("not plain YAML");

/** Characters that begin something else than a plain scalar, or might. */
const indicators = /[-?:,[\]{}#&*!|>'"%@`<=~]/;

/** Deeper collections are left to the parser that knows the limits. */
export const deepestPlain = 60;

const quoted = /"(?:[^"\\\n]|\\["\\/bfnrt])*"|'(?:[^'\n]|'')*'/y;
const integer = /^[-+]?[0-9]+$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+)$/;

/** Reads what stands in one line of plain YAML: keys, scalars, and collections in brackets. */
export class PlainLine {
  readonly #file: SourceFile;
  readonly #places: Places;
  readonly text: string;
  /** The next character to be read. */
  at = 0;

  constructor(file: SourceFile, places: Places) {
    this.#file = file;
    this.#places = places;
    this.text = file.text;
  }

  /** Whether a line ends at an offset. */
  isEnd(offset = this.at): boolean {
    return offset >= this.text.length || this.text[offset] === "\n";
  }

  skipSpaces(): void {
    while (this.text[this.at] === " ") this.at++;
  }

  /** A scalar, or a collection in brackets. */
  readValue(inFlow: boolean, depth = 0): JsonValue {
    const first = this.text[this.at];
    if (first === "{" || first === "[") return this.#readCollection(first === "{", depth);
    return first === '"' || first === "'" ? this.#readQuoted() : resolve(this.#readPlain(inFlow));
  }

  /** A key, its colon, and the spaces behind; adds the key's place to `spans`. */
  readKey(object: JsonObject, inFlow: boolean, spans: number[]): string {
    const start = this.at;
    const isQuoted = this.text[start] === '"' || this.text[start] === "'";
    const key = isQuoted ? this.#readQuoted() : this.#readPlain(inFlow);
    spans.push(start, this.at);
    if (!isQuoted && typeof resolve(key) !== "string" && !/^[0-9]+$/.test(key)) throw beyondPlain;
    if (key === "__proto__" || Object.hasOwn(object, key) || !this.#isColon(this.at)) throw beyondPlain;
    this.at++;
    this.skipSpaces();
    return key;
  }

  /** Whether a key stands here, and no value. */
  isKey(): boolean {
    const start = this.at;
    const first = this.text[start];
    if (first === "{" || first === "[") return false;
    if (first === '"' || first === "'") this.#readQuoted();
    else this.at = this.#plainEnd(false);
    const isFollowed = this.#isColon(this.at);
    this.at = start;
    return isFollowed;
  }

  #isColon(offset: number): boolean {
    return this.text[offset] === ":" && (this.isEnd(offset + 1) || this.text[offset + 1] === " ");
  }

  #readQuoted(): string {
    quoted.lastIndex = this.at;
    const source = quoted.exec(this.text)?.[0];
    if (source === undefined) throw beyondPlain;
    this.at = quoted.lastIndex;
    return source.startsWith("'") ? source.slice(1, -1).replaceAll("''", "'") : (JSON.parse(source) as string);
  }

  #readPlain(inFlow: boolean): string {
    const start = this.at;
    const isNumber = /^-[0-9]/.test(this.text.slice(start, start + 2));
    this.at = this.#plainEnd(inFlow);
    if (this.at === start || (indicators.test(this.text[start]!) && !isNumber)) throw beyondPlain;
    return this.text.slice(start, this.at);
  }

  /** Where a plain scalar ends, spaces behind it left out. */
  #plainEnd(inFlow: boolean): number {
    const { text } = this;
    let last = this.at;
    for (let end = this.at; !this.isEnd(end); end++) {
      const character = text[end]!;
      if (character === " ") continue;
      if (character === ":" && (this.#isColon(end) || inFlow)) {
        // In brackets a colon may end a key in more ways than one.
        if (!this.#isColon(end) && /[,[\]{}]/.test(text[end + 1]!)) throw beyondPlain;
        if (this.#isColon(end)) break;
      }
      if (character === "#" && text[end - 1] === " ") break;
      if (inFlow && (character === "," || character === "]" || character === "}")) break;
      if (inFlow && (character === "[" || character === "{")) throw beyondPlain;
      last = end + 1;
    }
    return last;
  }

  #readCollection(isMap: boolean, depth: number): JsonValue {
    if (depth > deepestPlain) throw beyondPlain;
    const start = this.at++;
    const close = isMap ? "}" : "]";
    const object: JsonObject = {};
    const list: JsonValue[] = [];
    const keys: string[] = [];
    const spans: number[] = [];
    this.skipSpaces();
    while (this.text[this.at] !== close) {
      const key = isMap ? this.readKey(object, true, spans) : undefined;
      const valueStart = this.at;
      const value = this.readValue(true, depth + 1);
      if (key === undefined) {
        list.push(value);
        spans.push(valueStart, this.at);
      } else {
        object[key] = value;
        keys.push(key);
      }
      spans.push(valueStart, this.at);
      this.skipSpaces();
      if (this.text[this.at] === close) break;
      if (this.text[this.at] !== ",") throw beyondPlain;
      this.at++;
      this.skipSpaces();
      if (this.text[this.at] === close) throw beyondPlain;
    }
    this.at++;
    const collection = isMap ? object : list;
    this.#places.set(collection, createOrigin(this.#file, [start, this.at], isMap ? keys : undefined, spans));
    return collection;
  }
}

/** The value of a plain scalar in the core schema. */
function resolve(plain: string): JsonValue {
  if (/^(?:null|Null|NULL)$/.test(plain)) return null;
  if (/^(?:true|True|TRUE)$/.test(plain)) return true;
  if (/^(?:false|False|FALSE)$/.test(plain)) return false;
  if (!/^[-+.0-9]/.test(plain)) return plain;
  if (/^(?:0[ox]|[-+]?\.(?:inf|nan))/i.test(plain)) throw beyondPlain;
  const value = integer.test(plain) ? parseInt(plain, 10) : float.test(plain) ? parseFloat(plain) : plain;
  if (typeof value === "number" && !Number.isFinite(value)) throw beyondPlain;
  return value;
}
