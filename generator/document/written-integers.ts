import type { JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";

/** An integer of a contract beyond 2^53, which a JavaScript number may not hold exactly. */
export interface WrittenInteger {
  readonly holder: object;
  readonly key: string;
  readonly value: number;
  /** As JSON writes it, with all its digits. */
  readonly digits: string;
}

/** The integers of a contract beyond 2^53, as they are written in its files. */
export class WrittenIntegers {
  readonly all: readonly WrittenInteger[];
  readonly #byHolder = new Map<object, Map<string, string>>();
  /** `undefined` for a number that integers with different digits are read as. */
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
   * A number as it is written in the contract: at that place of the loaded document, or in a copy of it, where other
   * integers that read as the same number may stand in the way. Then, and for all others, as JSON writes the number.
   */
  print(value: number, holder?: object, key?: string): string {
    const atLocation = holder === undefined || key === undefined ? undefined : this.#byHolder.get(holder)?.get(key);
    return atLocation ?? this.#byValue.get(value) ?? JSON.stringify(value);
  }
}

/** Of a contract without any. */
export const noWrittenIntegers = new WrittenIntegers([]);

/** Finds them in a loaded document. */
export function findWrittenIntegers(document: JsonValue, locations: Locations): WrittenIntegers {
  const found: WrittenInteger[] = [];
  const walk = (holder: JsonValue): void => {
    if (typeof holder !== "object" || holder === null) return;
    for (const [key, value] of Object.entries(holder)) {
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

/** No integer that a double holds is longer. */
const maxDigits = 400;

/** The digits of an integer of JSON or YAML; `undefined` for one that is written with a point or an exponent. */
function writtenDigits(text = ""): string | undefined {
  if (text.length > maxDigits) return undefined;
  const [, sign, digits] = /^([-+]?)(\d+|0x[\da-f]+|0o[0-7]+)$/i.exec(text) ?? [];
  return digits === undefined ? undefined : `${sign === "-" ? "-" : ""}${BigInt(digits)}`;
}

/** A value as `JSON.stringify` writes it, but with integers beyond 2^53 as they are written in the contract. */
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
