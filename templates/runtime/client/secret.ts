import type { Reviver } from "./transport.js";

/** A text, number or boolean that is only shown by `reveal`: printed or as JSON it is `[redacted]`. */
export interface Secret<Content = never> {
  /** The text; that of a number or boolean is the one that JSON has of it. */
  reveal(): string;
  /**
   * The value of a text that is JSON in the contract, with the secrets in it wrapped too. Throws if it is not JSON.
   */
  parse(): Content;
}

/**
 * The response of an operation whose fields of these names contain secrets; `Contents` are those of them that are JSON. `""` is
 * the name of the whole response.
 */
export type WithSecrets<Value, Names extends string, Contents = object> = "" extends Names
  ? Wrapped<Value, Names, Contents>
  : WithSecretFields<Value, Names, Contents>;

/** A field whose name is known only when it comes may have one of the names. */
type WithSecretFields<Value, Names extends string, Contents> = Value extends readonly (infer Item)[]
  ? WithSecretFields<Item, Names, Contents>[]
  : Value extends object
    ? {
        [Name in keyof Value]: Name extends Names
          ? Wrapped<Value[Name], Names, Contents, Name>
          :
              | WithSecretFields<Value[Name], Names, Contents>
              | (string extends Name ? Wrapped<Value[Name], Names, Contents> : never);
      }
    : Value;

type Wrapped<Value, Names extends string, Contents, Field = never> = Value extends string | number | boolean
  ? Secret<Field extends keyof Contents ? WithSecrets<Contents[Field], Names> : never>
  : Value extends readonly (infer Item)[]
    ? Wrapped<Item, Names, Contents, Field>[]
    : Value extends object
      ? { [Name in keyof Value]: Wrapped<Value[Name], Names, Contents, Name> }
      : Value;

/**
 * Wraps the fields of some names, at any depth, while JSON is read: all texts, numbers and booleans in them. The whole has the
 * name `""`.
 */
export function wrapSecrets(names: readonly string[]): Reviver {
  // In place, as nobody else has what was just read. Of a secret nothing can be enumerated, of null neither.
  const wrap = (value: unknown): unknown => {
    if (typeof value !== "object") return new SecretText(value, reviver);
    const fields = value as Record<string, unknown>;
    for (const name in fields) fields[name] = wrap(fields[name]);
    return value;
  };
  const reviver: Reviver = (name, value) => (names.includes(name) ? wrap(value) : value);
  return reviver;
}

/** A value as it was before its secrets were wrapped. */
export function unwrapSecrets(value: unknown): unknown {
  if (value instanceof SecretText) return value.reveal((content) => content);
  if (Array.isArray(value)) return value.map(unwrapSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unwrapSecrets(inner)]));
}

class SecretText implements Secret<unknown> {
  /** A function, or the console of a browser would show it. */
  readonly #content: () => unknown;
  readonly #reviver: Reviver;

  constructor(content: unknown, reviver: Reviver) {
    this.#content = () => content;
    this.#reviver = reviver;
  }

  reveal<Shown = string>(show: (content: unknown) => Shown = String as never): Shown {
    return show(this.#content());
  }

  parse(): unknown {
    try {
      return JSON.parse(this.reveal(), this.#reviver);
    } catch {
      // What the parser says would show a part of the text.
      throw new TypeError("The secret is no JSON text");
    }
  }

  toString(): string {
    return "[redacted]";
  }

  toJSON(): string {
    return "[redacted]";
  }

  /** For `console.log` and `util.inspect` of Node, Bun and Deno. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[redacted]";
  }
}
