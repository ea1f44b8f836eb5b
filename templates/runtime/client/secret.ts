import type { Reviver } from "./transport.js";

/** A text that is only shown by `reveal`: printed or as JSON it is `[redacted]`. */
export interface Secret<Content = never> {
  /** The text. */
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
  ? Wrapped<Value, never>
  : WithSecretFields<Value, Names, Contents>;

type WithSecretFields<Value, Names extends string, Contents> = Value extends readonly (infer Item)[]
  ? WithSecretFields<Item, Names, Contents>[]
  : Value extends object
    ? {
        [Name in keyof Value]: Name extends Names
          ? Wrapped<Value[Name], Name extends keyof Contents ? WithSecrets<Contents[Name], Names> : never>
          : WithSecretFields<Value[Name], Names, Contents>;
      }
    : Value;

type Wrapped<Value, Content> = Value extends string
  ? Secret<Content>
  : Value extends readonly (infer Item)[]
    ? Wrapped<Item, Content>[]
    : Value extends object
      ? { [Name in keyof Value]: Wrapped<Value[Name], never> }
      : Value;

/** Wraps the fields of some names, at any depth, while JSON is read: all texts in them. The whole has the name `""`. */
export function wrapSecrets(names: readonly string[]): Reviver {
  const wrap = (value: unknown): unknown => {
    if (typeof value === "string") return new SecretText(value, reviver);
    // Parsing has just made the value, and a secret has no fields.
    if (typeof value === "object")
      for (const name in value) (value as Record<string, unknown>)[name] = wrap(value[name as never]);
    return value;
  };
  const reviver: Reviver = (name, value) => (names.includes(name) ? wrap(value) : value);
  return reviver;
}

/** A value as it was before its secrets were wrapped. */
export function unwrapSecrets(value: unknown): unknown {
  if (value instanceof SecretText) return value.reveal();
  if (Array.isArray(value)) return value.map(unwrapSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unwrapSecrets(inner)]));
}

/** Kept apart from the objects, or the console of a browser would show them. */
const texts = new WeakMap<SecretText, string>();

class SecretText implements Secret<unknown> {
  readonly #reviver: Reviver;

  constructor(text: string, reviver: Reviver) {
    texts.set(this, text);
    this.#reviver = reviver;
  }

  reveal(): string {
    return texts.get(this)!;
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
