/** A parsed filter. */
export type Filter =
  | { readonly kind: "and" | "or"; readonly parts: readonly Filter[] }
  | { readonly kind: "not"; readonly part: Filter }
  | { readonly kind: "in"; readonly attribute: string; readonly values: readonly string[] }
  | { readonly kind: "compare"; readonly attribute: string; readonly operator: Comparison; readonly value: number }
  | { readonly kind: "test"; readonly attribute: string; readonly test: "exists" | "null" | "empty" };

type Comparison = "<" | "<=" | ">" | ">=";

/** A filter as callers write it: a text, or texts joined with AND, whose inner lists are joined with OR. */
export type FilterInput = string | readonly (string | readonly string[])[];

/** A filter that can't be parsed. Its message is for callers. */
export class InvalidFilter extends Error {
  override readonly name = "InvalidFilter";
}

/** More conditions in one filter are rejected, and deeper parentheses. */
const maxConditions = 1000;
const maxDepth = 50;

/** Parses a filter. Each text is parsed by itself: none can change what another means. */
export function parseFilter(input: FilterInput): Filter {
  const budget = { conditions: 0 };
  const parseOne = (text: string) => new Parser(text, budget).parse();
  if (typeof input === "string") return parseOne(input);
  const parts = input.map((entry): Filter =>
    typeof entry === "string" ? parseOne(entry) : { kind: "or", parts: entry.map(parseOne) },
  );
  return { kind: "and", parts };
}

/** The attributes that a filter asks for. */
export function attributesOf(filter: Filter): readonly string[] {
  if ("parts" in filter) return filter.parts.flatMap(attributesOf);
  return "part" in filter ? attributesOf(filter.part) : [filter.attribute];
}

interface Lexeme {
  readonly type: "word" | "quoted" | "sign" | "end";
  readonly text: string;
  readonly at: number;
}

const lexemePattern = /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(<=|>=|!=|[()[\],=<>])|([^\s"'()[\],=<>!]+))/suy;

/** Splits a text into lexemes, in linear time. */
function split(text: string): Lexeme[] {
  const found: Lexeme[] = [];
  lexemePattern.lastIndex = 0;
  const end = text.trimEnd().length;
  while (lexemePattern.lastIndex < end) {
    const at = lexemePattern.lastIndex;
    const match = lexemePattern.exec(text);
    if (!match) throw new InvalidFilter(`The filter can't be read at character ${at + 1}.`);
    const [, quoted, sign, word] = match;
    if (quoted !== undefined) found.push({ type: "quoted", text: quoted.slice(1, -1).replace(/\\(.)/gsu, "$1"), at });
    else if (sign !== undefined) found.push({ type: "sign", text: sign, at });
    else found.push({ type: "word", text: word!, at });
  }
  found.push({ type: "end", text: "the end", at: end });
  return found;
}

/**
 * `or := and (OR and)*`, `and := not (AND not)*`, `not := NOT not | "(" or ")" | condition`. Conditions:
 * `a = v`, `a != v`, `a > 1`, `a 1 TO 2`, `a IN [v, v]`, `a NOT IN [v]`, `a EXISTS`, `a NOT EXISTS`, `a IS [NOT] NULL`,
 * `a IS [NOT] EMPTY`. Keywords are in capitals or small letters.
 */
class Parser {
  readonly #lexemes: readonly Lexeme[];
  readonly #budget: { conditions: number };
  #next = 0;
  #depth = 0;

  constructor(text: string, budget: { conditions: number }) {
    this.#lexemes = split(text);
    this.#budget = budget;
  }

  parse(): Filter {
    const filter = this.#or();
    if (this.#peek().type !== "end") throw this.#unexpected("AND, OR or the end");
    return filter;
  }

  #or(): Filter {
    const parts = [this.#and()];
    while (this.#accept("OR")) parts.push(this.#and());
    return parts.length === 1 ? parts[0]! : { kind: "or", parts };
  }

  #and(): Filter {
    const parts = [this.#not()];
    while (this.#accept("AND")) parts.push(this.#not());
    return parts.length === 1 ? parts[0]! : { kind: "and", parts };
  }

  #not(): Filter {
    if (++this.#depth > maxDepth) throw new InvalidFilter(`The filter is nested more than ${maxDepth} deep.`);
    try {
      if (this.#accept("NOT")) return { kind: "not", part: this.#not() };
      if (!this.#acceptSign("(")) return this.#condition();
      const inner = this.#or();
      if (!this.#acceptSign(")")) throw this.#unexpected(")");
      return inner;
    } finally {
      this.#depth--;
    }
  }

  #condition(): Filter {
    if (++this.#budget.conditions > maxConditions)
      throw new InvalidFilter(`The filter has more than ${maxConditions} conditions.`);
    const attribute = this.#text("an attribute");
    for (const operator of ["<=", ">=", "<", ">"] as const)
      if (this.#acceptSign(operator)) return { kind: "compare", attribute, operator, value: this.#number() };
    if (this.#acceptSign("=")) return { kind: "in", attribute, values: [this.#text("a value")] };
    if (this.#acceptSign("!=")) return { kind: "not", part: { kind: "in", attribute, values: [this.#text("a value")] } };
    if (this.#accept("IS")) {
      const isNegated = this.#accept("NOT");
      const test = this.#accept("NULL") ? "null" : this.#accept("EMPTY") ? "empty" : undefined;
      if (!test) throw this.#unexpected("NULL or EMPTY");
      return negate({ kind: "test", attribute, test }, isNegated);
    }
    const isNegated = this.#accept("NOT");
    if (this.#accept("IN")) return negate({ kind: "in", attribute, values: this.#list() }, isNegated);
    if (this.#accept("EXISTS")) return negate({ kind: "test", attribute, test: "exists" }, isNegated);
    if (isNegated || this.#peek().type !== "word") throw this.#unexpected("an operator");
    return this.#range(attribute);
  }

  #range(attribute: string): Filter {
    const { text } = this.#peek();
    if (Number.isNaN(Number(text))) throw this.#unexpected("an operator");
    const from = this.#number();
    if (!this.#accept("TO")) throw this.#unexpected("TO");
    const to = this.#number();
    return {
      kind: "and",
      parts: [
        { kind: "compare", attribute, operator: ">=", value: from },
        { kind: "compare", attribute, operator: "<=", value: to },
      ],
    };
  }

  #list(): string[] {
    if (!this.#acceptSign("[")) throw this.#unexpected("[");
    const values: string[] = [];
    while (!this.#acceptSign("]")) {
      if (values.length > 0 && !this.#acceptSign(",")) throw this.#unexpected(", or ]");
      if (++this.#budget.conditions > maxConditions) throw new InvalidFilter(`The filter has more than ${maxConditions} values.`);
      values.push(this.#text("a value"));
    }
    return values;
  }

  #number(): number {
    const value = Number(this.#text("a number"));
    if (Number.isFinite(value)) return value;
    this.#next--;
    throw this.#unexpected("a number");
  }

  /** A quoted text, or a word that is no keyword. */
  #text(wanted: string): string {
    const lexeme = this.#peek();
    const isWord = lexeme.type === "word" && !/^(?:AND|OR|NOT|IN|IS|EXISTS|TO)$/i.test(lexeme.text);
    if (!isWord && lexeme.type !== "quoted") throw this.#unexpected(wanted);
    this.#next++;
    return lexeme.text;
  }

  #peek(): Lexeme {
    return this.#lexemes[this.#next]!;
  }

  #accept(keyword: string): boolean {
    return this.#take(this.#peek().type === "word" && this.#peek().text.toUpperCase() === keyword);
  }

  #acceptSign(sign: string): boolean {
    return this.#take(this.#peek().type === "sign" && this.#peek().text === sign);
  }

  #take(fits: boolean): boolean {
    if (fits) this.#next++;
    return fits;
  }

  #unexpected(wanted: string): InvalidFilter {
    const { at, type } = this.#peek();
    const place = type === "end" ? "at the end" : `at character ${at + 1}`;
    return new InvalidFilter(`The filter expects ${wanted} ${place}.`);
  }
}

function negate(filter: Filter, isNegated: boolean): Filter {
  return isNegated ? { kind: "not", part: filter } : filter;
}
