import { isSingular, type Condition, type Operand, type Operator, type Query, type Segment, type Selector } from "./query.js";

/** The reason why a text is not a JSONPath query, and its position. */
export interface QueryProblem {
  readonly problem: string;
  readonly at: number;
  readonly hint?: string;
}

class Stop extends Error {
  readonly detail: QueryProblem;

  constructor(detail: QueryProblem) {
    super(detail.problem);
    this.detail = detail;
  }
}

/** The maximum nesting of filters and parentheses. */
const maxDepth = 50;

/** Parses a complete JSONPath query as defined by RFC 9535, without extensions. */
export function parseQuery(text: string): Query | QueryProblem {
  try {
    return new QueryParser(text).parse();
  } catch (error) {
    if (error instanceof Stop) return error.detail;
    throw error;
  }
}

class QueryParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Query {
    if (this.#peek() !== "$") this.#fail('must start with "$"');
    const query = this.#query();
    if (this.#at < this.#text.length) this.#failAtSegment();
    return query;
  }

  /** `$` or `@`, and the segments after it. */
  #query(): Query {
    const from = this.#next() === "$" ? "root" : "current";
    const segments: Segment[] = [];
    for (;;) {
      const before = this.#at;
      this.#blanks();
      const segment = this.#segment();
      if (!segment) {
        this.#at = before;
        return { from, segments };
      }
      segments.push({ ...segment, end: this.#at });
    }
  }

  #segment(): Omit<Segment, "end"> | undefined {
    if (this.#peek() === "[") return { isDescendant: false, selectors: this.#bracket() };
    if (!this.#take(".")) return undefined;
    const isDescendant = this.#take(".");
    if (isDescendant && this.#peek() === "[") return { isDescendant, selectors: this.#bracket() };
    if (this.#take("*")) return { isDescendant, selectors: [{ kind: "wildcard" }] };
    const name = this.#match(/[A-Za-z_\u{80}-\u{d7ff}\u{e000}-\u{10ffff}][\w\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]*/uy);
    if (name === undefined) this.#fail(`expects a name or "*" after "${isDescendant ? ".." : "."}"`, bracketHint);
    return { isDescendant, selectors: [{ kind: "name", name }] };
  }

  #bracket(): Selector[] {
    this.#at++;
    const selectors: Selector[] = [];
    do {
      this.#blanks();
      selectors.push(this.#selector());
      this.#blanks();
    } while (this.#take(","));
    if (!this.#take("]")) this.#fail('expects "," or "]"', this.#hintAtBracket());
    return selectors;
  }

  #selector(): Selector {
    const next = this.#peek();
    if (next === '"' || next === "'") return { kind: "name", name: this.#string() };
    if (this.#take("*")) return { kind: "wildcard" };
    if (this.#take("?")) {
      this.#blanks();
      return { kind: "filter", condition: this.#or() };
    }
    const start = this.#integer();
    const before = this.#at;
    this.#blanks();
    if (!this.#take(":")) {
      this.#at = before;
      if (start === undefined) this.#fail('expects a name in quotes, an index, a slice, "*" or a filter ("?")');
      return { kind: "index", index: start };
    }
    this.#blanks();
    const end = this.#integer();
    this.#blanks();
    const hasStep = this.#take(":");
    if (hasStep) this.#blanks();
    return { kind: "slice", start, end, step: hasStep ? this.#integer() : undefined };
  }

  #or(): Condition {
    if (++this.#depth > maxDepth) this.#fail(`has filters or parentheses nested more than ${maxDepth} deep`);
    const condition = this.#list("or", "||", () => this.#list("and", "&&", () => this.#basic()));
    this.#depth--;
    return condition;
  }

  #list(kind: "or" | "and", separator: string, read: () => Condition): Condition {
    const conditions = [read()];
    for (;;) {
      const before = this.#at;
      this.#blanks();
      if (!this.#take(separator)) {
        this.#at = before;
        return conditions.length === 1 ? conditions[0]! : { kind, conditions };
      }
      this.#blanks();
      conditions.push(read());
    }
  }

  #basic(): Condition {
    const isNegated = this.#peek() === "!";
    if (isNegated) {
      this.#at++;
      this.#blanks();
    }
    const condition = this.#peek() === "(" ? this.#parenthesis() : this.#test(isNegated);
    return isNegated ? { kind: "not", condition } : condition;
  }

  #parenthesis(): Condition {
    this.#at++;
    this.#blanks();
    const condition = this.#or();
    this.#blanks();
    if (!this.#take(")")) this.#fail('expects ")"');
    return condition;
  }

  /** A comparison, or a query or function that is a condition by itself. */
  #test(isNegated: boolean): Condition {
    const start = this.#at;
    const left = this.#expression();
    const before = this.#at;
    this.#blanks();
    const operatorAt = this.#at;
    const operator = this.#match(/==|!=|<=|>=|<|>/y) as Operator | undefined;
    if (operator === undefined) {
      this.#at = before;
      return this.#asCondition(left, start);
    }
    if (isNegated)
      this.#fail("negates an operand; only conditions can be negated", "Write !( … ) around the comparison.", operatorAt);
    this.#blanks();
    const rightAt = this.#at;
    const right = this.#expression();
    return { kind: "compare", left: this.#asOperand(left, start), operator, right: this.#asOperand(right, rightAt) };
  }

  #expression(): Expression {
    const next = this.#peek();
    if (next === "@" || next === "$") return { kind: "query", query: this.#query() };
    if (next === '"' || next === "'") return { kind: "literal", value: this.#string() };
    const number = this.#match(/(?:-0|-?[1-9][0-9]*|0)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y);
    if (number !== undefined) return { kind: "literal", value: Number(number) };
    const start = this.#at;
    const word = this.#match(/[a-z][a-z0-9_]*/y);
    if (word !== undefined && this.#peek() === "(") return this.#call(word, start);
    if (word === "true" || word === "false") return { kind: "literal", value: word === "true" };
    if (word === "null") return { kind: "literal", value: null };
    this.#fail('expects a query ("@" or "$"), a literal or a function', quoteHint, start);
  }

  #call(name: string, start: number): Expression {
    this.#at++;
    const parts: { readonly part: Expression; readonly at: number }[] = [];
    this.#blanks();
    if (this.#peek() !== ")") {
      do {
        this.#blanks();
        const at = this.#at;
        parts.push({ part: this.#argument(), at });
        this.#blanks();
      } while (this.#take(","));
    }
    if (!this.#take(")")) this.#fail('expects "," or ")"');
    const count = { length: 1, count: 1, value: 1, match: 2, search: 2 }[name];
    if (count === undefined)
      this.#fail(`has no function ${name}()`, "The functions are length, count, match, search and value.", start);
    if (parts.length !== count)
      this.#fail(`passes ${parts.length} arguments to ${name}(), which takes ${count}`, undefined, start);
    const [first, second] = parts.map(({ part, at }) =>
      name === "count" || name === "value" ? this.#asQuery(part, name, at) : this.#asOperand(part, at),
    );
    if (name === "count" || name === "value") return { kind: name, query: (first as { query: Query }).query };
    if (name === "length") return { kind: "length", of: first as Operand };
    return { kind: "matches", whole: name === "match", text: first as Operand, pattern: second as Operand };
  }

  /** Parses an argument. Reports a condition by name, because no function accepts one. */
  #argument(): Expression {
    const part = this.#expression();
    const before = this.#at;
    this.#blanks();
    if (this.#match(/==|!=|<=|>=|<|>|&&|\|\|/y) !== undefined)
      this.#fail("has a condition as an argument; no function takes one");
    this.#at = before;
    return part;
  }

  #asCondition(part: Expression, start: number): Condition {
    if (part.kind === "query") return { kind: "exists", query: part.query };
    if (part.kind === "matches") return part;
    const what = part.kind === "literal" ? "a literal" : `${part.kind}()`;
    return this.#fail(`has ${what} as a condition; compare it with something`, undefined, start);
  }

  #asOperand(part: Expression, start: number): Operand {
    if (part.kind === "matches")
      return this.#fail(`uses ${part.whole ? "match" : "search"}() as a value; it is a condition`, undefined, start);
    if (part.kind !== "query") return part;
    if (!isSingular(part.query)) this.#fail("uses a query that may select several values as one value", undefined, start);
    return { kind: "value", query: part.query };
  }

  #asQuery(part: Expression, name: string, start: number): { readonly query: Query } {
    if (part.kind !== "query") this.#fail(`passes something other than a query to ${name}()`, undefined, start);
    return part;
  }

  #integer(): number | undefined {
    const start = this.#at;
    const digits = this.#match(/0|-?[1-9][0-9]*/y);
    if (digits === undefined) return undefined;
    if (!Number.isSafeInteger(Number(digits))) this.#fail("has an index beyond 2^53", undefined, start);
    return Number(digits);
  }

  #string(): string {
    const mark = this.#peek()!;
    const start = this.#at++;
    let value = "";
    for (;;) {
      const plain = this.#match(mark === '"' ? /[^"\\\u0000-\u001f]+/y : /[^'\\\u0000-\u001f]+/y);
      if (plain !== undefined) value += plain;
      else if (this.#take(mark)) break;
      else if (this.#peek() === "\\") value += this.#escape(mark);
      else this.#fail("has a name or text without its closing quote", undefined, start);
    }
    if (/\p{Surrogate}/u.test(value)) this.#fail("has half of a surrogate pair in a text", undefined, start);
    return value;
  }

  #escape(mark: string): string {
    const start = this.#at++;
    const letter = this.#next();
    if (letter === "u") {
      const digits = this.#match(/[0-9A-Fa-f]{4}/y);
      if (digits !== undefined) return String.fromCharCode(parseInt(digits, 16));
    }
    const character = letter === mark ? mark : escapes.get(letter);
    return character ?? this.#fail(`has an unknown escape in a text`, undefined, start);
  }

  #hintAtBracket(): string | undefined {
    if (this.#peek() === "=") return "Values are compared with == and !=.";
    return this.#peek() === "-" ? bracketHint : undefined;
  }

  #failAtSegment(): never {
    this.#blanks();
    const isName = /[-\w/{]/.test(this.#peek() ?? "");
    this.#fail("expects a segment: .name, ['name'], [index] or ..", isName ? bracketHint : undefined);
  }

  #fail(problem: string, hint?: string, at = this.#at): never {
    throw new Stop({ problem, at: Math.min(at, this.#text.length), ...(hint !== undefined && { hint }) });
  }

  #peek(): string | undefined {
    return this.#text[this.#at];
  }

  #next(): string {
    return this.#text[this.#at++] ?? "";
  }

  #take(expected: string): boolean {
    const isNext = this.#text.startsWith(expected, this.#at);
    if (isNext) this.#at += expected.length;
    return isNext;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #blanks(): void {
    this.#match(/[ \t\n\r]*/y);
  }
}

/** An operand of a comparison or an argument, before it is checked. */
type Expression =
  | { readonly kind: "query"; readonly query: Query }
  | (Condition & { readonly kind: "matches" })
  | Exclude<Operand, { readonly kind: "value" }>
  | { readonly kind: "value"; readonly query: Query };

const bracketHint =
  "Write a name with characters other than letters, digits and _ in brackets and quotes: ['x-name'], ['/pets/{id}'].";

const quoteHint = "Write strings in quotes: 'name'.";

const escapes: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["/", "/"],
  ["\\", "\\"],
]);
