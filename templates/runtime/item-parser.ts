import type { SequenceEvent, SequenceRule } from "./sequence.js";

/** An item as sent: JSON, or an event whose data may be JSON. */
export type WrittenItem = string | (SequenceEvent & { readonly data: string });

/** Finds the items in text that arrives in chunks. */
export interface ItemParser {
  /** The length of the text that is buffered for the next item. */
  readonly length: number;
  push(text: string): WrittenItem[];
  /** Returns the items at the end of the text. */
  end(): WrittenItem[];
}

/** Creates the parser of a sequence. */
export function createParser({ format }: SequenceRule): ItemParser {
  return format === "events" ? new EventParser() : new JsonParser(format === "lines" ? /\n/g : /\u001e/g);
}

/** Splits text that arrives in chunks, each of which is searched once. */
class Splitter {
  readonly #separator: RegExp;
  #pieces: string[] = [];
  length = 0;

  /** `separator` is global. */
  constructor(separator: RegExp) {
    this.#separator = separator;
  }

  push(text: string): string[] {
    const found: string[] = [];
    let start = 0;
    for (const { index, 0: separator } of text.matchAll(this.#separator)) {
      found.push(this.#take(text.slice(start, index)));
      start = index + separator.length;
    }
    this.#pieces.push(text.slice(start));
    this.length += text.length - start;
    return found;
  }

  end(): string {
    return this.#take("");
  }

  #take(last: string): string {
    const whole = this.#pieces.length === 0 ? last : this.#pieces.join("") + last;
    this.#pieces = [];
    this.length = 0;
    return whole;
  }
}

/** JSON texts: lines, or records that begin with a separator. Blank ones are skipped. */
class JsonParser implements ItemParser {
  readonly #splitter: Splitter;

  constructor(separator: RegExp) {
    this.#splitter = new Splitter(separator);
  }

  get length(): number {
    return this.#splitter.length;
  }

  push(text: string): string[] {
    return this.#splitter.push(text).filter((item) => !isBlank(item));
  }

  end(): string[] {
    return [this.#splitter.end()].filter((item) => !isBlank(item));
  }
}

const isBlank = (text: string) => !/[^ \t\r\n]/.test(text);

/** Server-sent events as defined by the HTML standard. An incomplete event at the end is dropped. */
class EventParser implements ItemParser {
  readonly #splitter = new Splitter(/\r\n|\n|\r/g);
  #data: string[] = [];
  #dataLength = 0;
  #fields: { event?: string; id?: string; retry?: number } = {};
  #endsInReturn = false;

  get length(): number {
    return this.#splitter.length + this.#dataLength;
  }

  push(given: string): WrittenItem[] {
    if (given === "") return [];
    // A carriage return and a line feed are one line break, also in different chunks.
    const text = this.#endsInReturn && given.startsWith("\n") ? given.slice(1) : given;
    this.#endsInReturn = given.endsWith("\r");
    return this.#splitter.push(text).flatMap((line) => this.#readLine(line));
  }

  end(): WrittenItem[] {
    return [];
  }

  #readLine(line: string): WrittenItem[] {
    if (line === "") return this.#dispatch();
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (name === "data") {
      this.#data.push(value);
      this.#dataLength += value.length + 1;
    } else if (name === "event") this.#fields.event = value;
    else if (name === "id" && !value.includes("\0")) this.#fields.id = value;
    else if (name === "retry" && /^[0-9]+$/.test(value)) this.#fields.retry = Number(value);
    return [];
  }

  #dispatch(): WrittenItem[] {
    const [data, { event, ...fields }] = [this.#data, this.#fields];
    [this.#data, this.#dataLength, this.#fields] = [[], 0, {}];
    return data.length === 0 ? [] : [{ ...fields, ...(event ? { event } : {}), data: data.join("\n") }];
  }
}
