import {
  _,
  CodeGen,
  isItems,
  N,
  Name,
  nil,
  raw,
  statementsOf,
  type Ajv2020,
  type AnySchema,
  type Code,
  type Items,
  type NameValue,
  type SafeExpr,
  type ScopeName,
  type Statement,
} from "./ajv.js";
import { readErrorCall } from "./error-calls.js";
import { pathText, quoteInTemplate, readableCondition, typeTest } from "./keywords/codegen.js";
import { printFunction } from "./print-function.js";

/** The purpose of a function. */
export interface GuardPurpose {
  readonly functionName: string;
  /** The JSON pointer to the schema, with which the `schemaPath` of its errors starts. */
  readonly schemaPath: string;
  /** Whether it is one of several schemas that a value may match; some keywords then list more errors. */
  readonly isBranch: boolean;
  /** Whether it checks the name of a property. */
  readonly isOfName: boolean;
  /** Whether it counts errors, because it must know which properties and items its branches evaluate. */
  readonly keepsCount: boolean;
}

/** A schema with a function of its own, next to that of the schema that contains it. */
export interface Branch {
  readonly schema: AnySchema;
  readonly schemaPath: string;
  readonly isOfName: boolean;
}

/** The names outside a function. */
interface OuterNames {
  value(prefix: string, value: NameValue): Name;
}

/** An error about a type that is not returned immediately. */
interface TypeError {
  /** Ajv's name for the count of errors before the schema. */
  readonly count: string;
  /** The variable with the error, if others follow it. */
  readonly name: Name;
  /** The statements that contain `check`, which returns the error immediately and may be replaced by `constant`. */
  readonly nodes: Statement[];
  readonly check: Statement;
  readonly constant: Statement;
  isUsed: boolean;
}

/** The variable of the value that a function checks. */
export const valueName = new Name("value");

/** The variable of the pointer to a function's schema. */
const here = new Name("here");

const reserved =
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for " +
  "function if implements import in instanceof interface let new null package private protected public return static super switch " +
  "this throw true try typeof undefined var void while with yield any boolean number string symbol object never unknown " +
  "Array Infinity NaN Number Object RegExp Set isNaN globalThis value here formats allowed";

/**
 * Ajv's code generator for functions that return at the first error: errors are created by calls of the runtime, counts of
 * errors that can only be 0 are omitted, and variables are named after properties.
 */
export class GuardCode extends CodeGen {
  readonly purpose: GuardPurpose;
  /** Whether it keeps a set of the parts that were evaluated, in Ajv's JavaScript. */
  tracksParts = false;
  readonly #taken: Set<string>;
  /** The number with which the search for a free name continues, by wanted name. */
  readonly #numbers = new Map<string, number>();
  /** The variables of loops, all of which are taken. */
  readonly #loops = new Set<string>();
  /** Variables with a constant value: whether a checked value is valid, where an error would have returned. */
  readonly #known = new Map<string, boolean>();
  /** The next value that the function returns, as Ajv assigned it. */
  #result: SafeExpr | undefined;
  #skipsPush = false;
  /** Ajv's name for the count of errors before the current schema; 0 for that of the function. */
  #count = new Name("_errs0");
  #counts = 0;
  /** Errors about types, which a branch lists together with those of the keywords that Ajv checks next. */
  readonly #typeErrors: TypeError[] = [];
  /** The list to which errors are added, if they aren't returned immediately. */
  #collected: Name | undefined;
  /** Receives errors in place of the code that returns them. */
  #take: ((errors: Code) => void) | undefined;
  /** The errors of each current `then` or `else`, which follow those of the components that it refers to. */
  readonly #clauses: Code[] = [];

  readonly #scope: OuterNames;

  constructor(ajv: Ajv2020, scope: OuterNames, purpose: GuardPurpose, runtimeNames: Iterable<string>) {
    super(ajv.scope, { lines: true, ownProperties: true });
    this.#scope = scope;
    this.purpose = purpose;
    this.#taken = new Set([
      ...reserved.split(" "),
      // Ajv counts the uses of a variable in a plain object.
      ...Object.getOwnPropertyNames(Object.prototype),
      ...runtimeNames,
      ...(purpose.keepsCount ? [N.errors.str, N.vErrors.str] : []),
    ]);
  }

  /** Imports a function of the runtime. */
  runtime(name: string): Name {
    return this.scopeValue("func", { ref: name });
  }

  override scopeValue(prefix: ScopeName | string, value: NameValue): ScopeName {
    return this.#scope.value(String(prefix), value) as ScopeName;
  }

  override name(prefix: string): Name {
    return new Name(this.#unique(prefix.replace(/^_/, "")));
  }

  #unique(wanted: string): string {
    let name = wanted;
    let number = this.#numbers.get(wanted) ?? 2;
    for (; this.#taken.has(name); number++) name = `${wanted}${number}`;
    this.#numbers.set(wanted, number);
    this.#taken.add(name);
    return name;
  }

  /** Returns a name for a part of a value, given its expression: `value.created_at` is `createdAt`. */
  #partName(path: string): string {
    const [, object = "", property, text, variable] = /^(\w+)(?:\.(\w+)|\[("(?:[^"\\]|\\.)*")\]|\[(\w+)\])$/.exec(path) ?? [];
    if (variable !== undefined) {
      const isNumber = /^\d/.test(variable);
      const item = isNumber ? `item${variable}` : /^i\d*$/.test(variable) ? "item" : "property";
      return this.#unique(object === valueName.str ? item : `${object}${capitalize(item)}`);
    }
    const words = (property ?? (JSON.parse(text ?? '""') as string)).match(/[A-Za-z0-9]+/g) ?? ["part"];
    const name = words.map((word, index) => (index === 0 ? word[0]!.toLowerCase() + word.slice(1) : capitalize(word))).join("");
    const own = /^\d/.test(name) ? `part${name}` : name;
    if (!this.#taken.has(own)) return this.#unique(own);
    return this.#unique(object === valueName.str || object === "" ? `${own}Value` : `${object}${capitalize(own)}`);
  }

  /** Loops are never omitted, so sequential ones have the same variables; nested ones, and those of properties, have others. */
  #loopVariable(prefix: string): Name {
    const enclosing = new Set(
      statementsOf(this)
        .open.filter(isLoop)
        .map(({ name }) => String(name)),
    );
    const isFree = (name: string) => (this.#loops.has(name) ? !enclosing.has(name) : !this.#taken.has(name));
    let name = prefix;
    for (let number = 2; !isFree(name); number++) name = `${prefix}${number}`;
    this.#loops.add(name);
    this.#taken.add(name);
    return new Name(name);
  }

  override const(nameOrPrefix: Name | string, value: SafeExpr, isConstant?: boolean): Name {
    const { keepsCount } = this.purpose;
    if (nameOrPrefix === "err") {
      const errors = isItems(value) && value.str === "{}" ? _`[{}]` : value;
      this.assign(N.vErrors, _`${this.runtime("join")}(${N.vErrors}, ${errors})`);
      this.#skipsPush = true;
      return new Name("err");
    }
    if (nameOrPrefix === "_errs" && !keepsCount) return (this.#count = new Name(`_errs${++this.#counts}`));
    // The length of a list, which is short enough to repeat.
    if (nameOrPrefix === "len") return value as Name;
    return super.const(typeof nameOrPrefix === "string" ? this.name(nameOrPrefix) : nameOrPrefix, value, isConstant);
  }

  override let(nameOrPrefix: Name | string, value?: SafeExpr, isConstant?: boolean): Name {
    const { keepsCount } = this.purpose;
    if (nameOrPrefix === "data")
      return super.const(new Name(this.#partName(String(value))), inBrackets(value as Code), isConstant);
    if (nameOrPrefix instanceof Name && isCount(nameOrPrefix) && !keepsCount) return nameOrPrefix;
    return super.let(typeof nameOrPrefix === "string" ? this.name(nameOrPrefix) : nameOrPrefix, value, isConstant);
  }

  override var(nameOrPrefix: Name | string, value?: SafeExpr, isConstant?: boolean): Name {
    const name = typeof nameOrPrefix === "string" ? this.name(nameOrPrefix) : nameOrPrefix;
    if (nameOrPrefix === "props") {
      // The set of evaluated properties grows, also by one called `__proto__`.
      this.tracksParts = true;
      return super.var(name, String(value) === "{}" ? _`{ __proto__: null }` : value, isConstant);
    }
    if (this.purpose.keepsCount || nameOrPrefix === "items") return super.var(name, value, isConstant);
    // Where the schema is `false`, its error is returned: what follows runs where the schema was not applied.
    const known = typeof value === "boolean" || this.#knownCondition(value as Code);
    if (typeof value !== "boolean") this.#endTypeError(String(value).replace(/^(_errs\d+) === errors$/, "$1"));
    // In parentheses, as it may replace its name behind a negation.
    if (typeof known !== "boolean") return super.const(name, _`(${value as SafeExpr})`, true);
    this.#known.set(name.str, known);
    return name;
  }

  override forRange(
    nameOrPrefix: Name | string,
    from: SafeExpr,
    to: SafeExpr,
    body: (index: Name) => void,
    kind?: Code,
  ): CodeGen {
    const name = typeof nameOrPrefix === "string" ? this.#loopVariable(nameOrPrefix) : nameOrPrefix;
    return super.forRange(name, from, to, body, kind);
  }

  override forIn(nameOrPrefix: Name | string, object: Code, body: (item: Name) => void): CodeGen {
    const name = typeof nameOrPrefix === "string" ? this.#loopVariable(nameOrPrefix) : nameOrPrefix;
    return super.forIn(name, object, body);
  }

  override if(condition: Code | boolean, thenBody?: Code | (() => void), elseBody?: Code | (() => void)): CodeGen {
    if (this.#skipsPush) {
      this.#skipsPush = false;
      return this;
    }
    this.#endTypeError(
      String(condition).replace(/^errors === (_errs\d+|0)$/, (_all, count: string) => (count === "0" ? "_errs0" : count)),
    );
    const known = this.#knownCondition(condition);
    const test = readableCondition(known, this);
    const { isBranch, keepsCount } = this.purpose;
    const isTypeCheck = test !== known && /^!|!==/.test(String(test)) && typeof thenBody === "function";
    return isTypeCheck && isBranch && !keepsCount ? this.#checkType(test as Code, thenBody) : super.if(test, thenBody, elseBody);
  }

  /** Writes the code for errors that a call has found. */
  ifFound(errors: Name, body: () => void): CodeGen {
    return super.if(_`${errors} !== null`, body);
  }

  /** Ajv continues after an error about a type, with all keywords for which the first function reports something. */
  #checkType(test: Code, report: () => void): CodeGen {
    let errors: Code = nil;
    this.#take = (code) => (errors = code);
    report();
    this.#take = undefined;
    const { current: nodes } = statementsOf(this);
    const name = this.name("typeErrors");
    super.const(name, _`${test} ? ${errors} : null`);
    const constant = nodes.pop()!;
    super.if(test, () => super.return(errors));
    this.#typeErrors.push({ count: this.#count.str, name, nodes, check: nodes.at(-1)!, constant, isUsed: false });
    return this;
  }

  /** Completes `#checkType`. A variable is only needed if other errors may be listed with that of the type. */
  #endTypeError(count: string): void {
    const last = this.#typeErrors.at(-1);
    if (last?.count !== count) return;
    this.#typeErrors.pop();
    if (!last.isUsed) return;
    last.nodes[last.nodes.indexOf(last.check)] = last.constant;
    this.ifFound(last.name, () => this.#return(last.name));
  }

  /** Returns errors, after pending ones about types. */
  #return(errors: Code): CodeGen {
    const all = this.#typeErrors.reduceRight((found, type) => {
      type.isUsed = true;
      return _`${this.runtime("join")}(${type.name}, ${found})`;
    }, errors);
    return super.return(all);
  }

  /** Returns the value of a condition if it is known here, otherwise the condition. */
  #knownCondition(condition: Code | boolean): Code | boolean {
    if (typeof condition === "boolean" || this.purpose.keepsCount) return condition;
    const { str } = condition;
    if (/^(?:_errs\d+|errors|0) === (?:_errs\d+|errors|0)$/.test(str)) return true;
    const known = this.#known.get(str.replace(/^!/, ""));
    return known === undefined ? condition : str.startsWith("!") ? !known : known;
  }

  /** Returns the call that creates an error, in place of Ajv's error object. */
  override object(...members: [Name | string, SafeExpr | string][]): Items {
    const value = (name: string) => members.find(([member]) => String(member) === name)?.[1];
    const keyword = value("keyword");
    if (typeof keyword !== "string") return super.object(...members);
    const path = pathText(value("instancePath") as Code, this);
    const pointer = (JSON.parse(String(value("schemaPath"))) as string).slice(0, -`/${keyword}`.length);
    const { name, params } = readErrorCall(keyword, value("message"), value("params") as Code);
    const rest = params.emptyStr() ? nil : _`, ${params}`;
    const errors = _`${this.runtime(name)}(${path}, ${this.#pointerText(pointer)}${rest})`;
    const property = value("propertyName");
    return property === undefined ? errors : _`${this.runtime("ofName")}(${property}, ${errors})`;
  }

  #pointerText(pointer: string): Code {
    const { schemaPath } = this.purpose;
    if (pointer === schemaPath) return here;
    if (!pointer.startsWith(`${schemaPath}/`)) return _`${pointer}`;
    return raw(["`${", here, `}${quoteInTemplate(pointer.slice(schemaPath.length))}\``]);
  }

  override assign(target: Code, value: SafeExpr, sideEffects?: boolean): CodeGen {
    if (String(target) !== `${this.purpose.functionName}.errors`) return super.assign(target, value, sideEffects);
    this.#result = value;
    return this;
  }

  override return(value: Code | SafeExpr): CodeGen {
    const result = this.#result;
    this.#result = undefined;
    if (result === undefined) return super.return(value as Code);
    // Ajv wraps errors that it returns immediately in a list.
    const items = isItems(result) ? result._items : [];
    if (items[0] === "[" && items.at(-1) === "]") {
      const errors = raw(items.slice(1, -1));
      if (this.#take) return (this.#take(errors), this);
      if (this.#collected) return this.assign(this.#collected, _`${this.runtime("join")}(${this.#collected}, ${errors})`);
      return this.#return(errors);
    }
    this.#endTypeError("_errs0");
    return super.return(String(result) === N.vErrors.str && this.purpose.keepsCount ? N.vErrors : _`null`);
  }

  /** Writes the checks of a `then` or `else`; `report` reports the error of the keyword itself. */
  clause(report: () => void, checks: () => void): void {
    this.#take = (errors) => void this.#clauses.push(errors);
    report();
    this.#take = undefined;
    checks();
    this.#clauses.pop();
  }

  /** Returns the errors that a component has found. */
  returnFound(errors: Code): void {
    this.#return(this.#clauses.reduceRight((found, clause) => _`${this.runtime("join")}(${found}, ${clause})`, errors));
  }

  /** Writes checks that all run, and then returns their errors, if any. */
  collect(checks: () => void): void {
    const errors = this.let("errors", null);
    this.#collected = errors;
    checks();
    this.#collected = undefined;
    this.ifFound(errors, () => this.returnFound(errors));
  }

  /** Returns the function as text. */
  override toString(): string {
    const { functionName, schemaPath, isOfName } = this.purpose;
    const type = isOfName ? "string" : "unknown";
    const facts = isOfName ? [String(typeTest(this, "string", valueName, true))] : [];
    return printFunction(statementsOf(this).root, { name: functionName, type, schemaPath: _`${schemaPath}`, facts });
  }
}

const capitalize = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

/** `value.name`, as Ajv writes it, is `value["name"]`: the compiler knows no member of an object that was checked to be one. */
const inBrackets = (part: Code): Code => {
  const [, object, property] = /^(\w+)\.([\w$]+)$/.exec(String(part)) ?? [];
  return property === undefined ? part : _`${new Name(object!)}[${property}]`;
};

const isCount = ({ str }: Name): boolean => str === N.vErrors.str || str === N.errors.str;

const isLoop = (node: Statement): boolean => "iteration" in node || "iterable" in node || "from" in node;
