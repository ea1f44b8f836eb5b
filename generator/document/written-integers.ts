import type { JsonObject, JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";

/** An integer of a contract beyond 2^53, which a JavaScript number may not represent exactly. */
export interface WrittenInteger {
  readonly holder: object;
  readonly key: string;
  readonly value: number;
  /** In JSON notation, with all digits. */
  readonly digits: string;
}

/** The integers of a contract beyond 2^53, as written in its files. */
export class WrittenIntegers {
  readonly all: readonly WrittenInteger[];
  readonly #byHolder = new Map<object, Map<string, string>>();
  /** `undefined` for a number that several different integers are parsed as. */
  readonly #byValue = new Map<number, string | undefined>();

  constructor(all: readonly WrittenInteger[]) {
    this.all = all;
    for (const { holder, key, value, digits } of all) {
      let ofHolder = this.#byHolder.get(holder);
      if (!ofHolder) this.#byHolder.set(holder, (ofHolder = new Map()));
      ofHolder.set(key, digits);
      const isAmbiguous = this.#byValue.has(value) && this.#byValue.get(value) !== digits;
      this.#byValue.set(value, isAmbiguous ? undefined : digits);
    }
  }

  /**
   * Returns a number as written in the contract: at a location of the loaded document, or in a copy of it unless other
   * integers are parsed as the same number. Otherwise returns it in JSON notation.
   */
  print(value: number, holder?: object, key?: string): string {
    const atLocation = holder === undefined || key === undefined ? undefined : this.#byHolder.get(holder)?.get(key);
    return atLocation ?? this.#byValue.get(value) ?? JSON.stringify(value);
  }
}

/** For a contract without any. */
export const noWrittenIntegers = new WrittenIntegers([]);

/** Finds the integers beyond 2^53 in a loaded document. */
export function findWrittenIntegers(document: JsonValue, locations: Locations): WrittenIntegers {
  const found: WrittenInteger[] = [];
  const walk = (holder: JsonValue): void => {
    if (typeof holder !== "object" || holder === null) return;
    for (const key of Object.keys(holder)) {
      const value = (holder as JsonObject)[key]!;
      if (typeof value !== "number") walk(value);
      else if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        const digits = writtenDigits(locations.text(holder, key));
        if (digits !== undefined) found.push({ holder, key, value, digits });
      }
    }
  };
  walk(document);
  return new WrittenIntegers(found);
}

/** No integer within the range of a double is longer. */
const maxDigits = 400;

/** Returns the digits of an integer of JSON or YAML; `undefined` for one with a decimal point or an exponent. */
function writtenDigits(text = ""): string | undefined {
  if (text.length > maxDigits) return undefined;
  const [, sign, digits] = /^([-+]?)(\d+|0x[\da-f]+|0o[0-7]+)$/i.exec(text) ?? [];
  return digits === undefined ? undefined : `${sign === "-" ? "-" : ""}${BigInt(digits)}`;
}

/** Prints a value like `JSON.stringify`, but with integers beyond 2^53 as written in the contract. */
export function printJson(value: JsonValue, integers: WrittenIntegers, space = 0): string {
  if (integers.all.length === 0) return JSON.stringify(value, null, space);
  const separator = space > 0 ? ": " : ":";
  const print = (part: JsonValue | undefined, holder: object, key: string, indent: string): string => {
    if (typeof part === "number") return integers.print(part, holder, key);
    if (typeof part !== "object" || part === null) return JSON.stringify(part);
    const deeper = space > 0 ? `${indent}${" ".repeat(space)}` : "";
    const entries = Array.isArray(part)
      ? part.map((item, index) => print(item, part, String(index), deeper))
      : Object.entries(part).map(([name, item]) => `${JSON.stringify(name)}${separator}${print(item, part, name, deeper)}`);
    const [open, close] = Array.isArray(part) ? "[]" : "{}";
    const isBroken = space > 0 && entries.length > 0;
    const line = isBroken ? deeper : "";
    return `${open}${line}${entries.join(`,${line}`)}${isBroken ? indent : ""}${close}`;
  };
  return print(value, {}, "", space > 0 ? "\n" : "");
}
