import { _, _Code, Name, type Code, type SafeExpr } from "ajv/dist/compile/codegen/code.js";
import { CodeGen } from "ajv/dist/compile/codegen/index.js";
import { N } from "./keywords/codegen.js";

/** A node of the code that Ajv builds, as far as names are counted in it. */
interface CodeNode {
  readonly nodes?: readonly CodeNode[];
  readonly else?: CodeNode;
  /** What is assigned to; a plain name there is no use of it. */
  readonly lhs?: unknown;
}

interface RootNode extends CodeNode {
  optimizeNodes(): unknown;
  optimizeNames(names: Counts, constants: unknown): unknown;
}

type Counts = Record<string, number | undefined>;

/** The parts of nodes that hold expressions. */
const expressions = ["rhs", "code", "condition", "iteration", "iterable", "from", "to"] as const;

/** Ajv's code generator, with shorter code for errors and an optimiser that counts names in one pass. */
export class ValidatorCode extends CodeGen {
  #skipsPush = false;

  /** Ajv adds an error in eight lines: as a constant, into a new list or an old one. Here a function does. */
  override const(nameOrPrefix: Name | string, value: SafeExpr, isConstant?: boolean): Name {
    if (nameOrPrefix !== "err") return super.const(nameOrPrefix, value, isConstant);
    this.assign(N.vErrors, _`${this.scopeValue("func", { ref: "add" })}(${N.vErrors}, ${value})`);
    this.#skipsPush = true;
    return new Name("err");
  }

  override if(condition: Code | boolean, thenBody?: Code | (() => void), elseBody?: Code | (() => void)): CodeGen {
    if (!this.#skipsPush) return super.if(condition, thenBody, elseBody);
    this.#skipsPush = false;
    return this;
  }

  /** Removes what does nothing. Ajv's own way merges the counts of names at each level, which is quadratic in depth. */
  override optimize(): void {
    const { _root: root, _constants: constants } = this as unknown as { _root: RootNode; _constants: unknown };
    root.optimizeNodes();
    const counts: Counts = {};
    countNames(root, counts);
    root.optimizeNames(counts, constants);
  }
}

function countNames(node: CodeNode & Partial<Record<(typeof expressions)[number], unknown>>, counts: Counts): void {
  for (const part of expressions) countIn(node[part], counts);
  if (!(node.lhs instanceof Name)) countIn(node.lhs, counts);
  if (node.nodes) for (const child of node.nodes) countNames(child, counts);
  if (node.else) countNames(node.else, counts);
}

function countIn(expression: unknown, counts: Counts): void {
  if (expression instanceof Name) counts[expression.str] = (counts[expression.str] ?? 0) + 1;
  else if (expression instanceof _Code) for (const item of expression._items) if (item instanceof Name) countIn(item, counts);
}
