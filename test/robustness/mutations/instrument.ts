import ts from "typescript";

/** A change of one place of a source file. */
export interface Mutation {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  /** The line as it is, which stays the same when lines are added before it. */
  readonly source: string;
  /** What is otherwise: `if (…) is never true`. */
  readonly what: string;
  /** Whether it takes effect when the file is loaded, not when it is used. */
  readonly isAtLoad: boolean;
}

/** A file that has all of its mutations; `globalThis.isMutated` says which one is in force. */
export interface Instrumented {
  readonly code: string;
  readonly mutations: readonly Mutation[];
}

/** Texts that requests or responses contain: codes, names of headers, media types, methods. */
const wireText = /^(?:[a-z]+(?:[_-][a-z]+)+|[a-z]+\/[a-z0-9+.-]+|[A-Z]{3,}|nosniff|allow|Bearer)$/;

/**
 * Writes all mutations of a file into it: conditions and their parts that are always or never true, calls, returns and throws that are
 * left out, other statuses, texts and comparisons, lists without an entry.
 */
export function instrument(file: string, code: string, firstId: number): Instrumented {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const mutations: Mutation[] = [];
  return { code: children(source), mutations };

  /** Registers a mutation and returns the condition under which it is in force. */
  function add(node: ts.Node, what: string): string {
    const id = firstId + mutations.length;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const short = node.getText().replaceAll(/\s+/g, " ").slice(0, 80);
    const own = source.text.split("\n")[line - 1]!.trim();
    mutations.push({ id, file, line, source: own, what: `${short}: ${what}`, isAtLoad: !isInFunction(node) });
    return `globalThis.isMutated(${id})`;
  }

  /** The text of a node with the mutations of it and of what it contains. */
  function visit(node: ts.Node): string {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node))
      return node.getFullText();
    const inner = children(node);
    const [lead, own] = [node.getFullText().slice(0, node.getLeadingTriviaWidth()), inner.slice(node.getLeadingTriviaWidth())];
    if (isCondition(node)) return `${lead}(${add(node, "always true")} ? true : ${add(node, "never true")} ? false : (${own}))`;
    if (ts.isExpressionStatement(node) && isCall(node.expression)) return `${lead}{ if (!(${add(node, "left out")})) ${own} }`;
    if (ts.isThrowStatement(node)) return `${lead}{ if (!(${add(node, "left out")})) ${own} }`;
    if (ts.isReturnStatement(node) && node.expression && !isConstant(node.expression) && isInFunction(node))
      return `${lead}{ if (${add(node, "returns nothing")}) return undefined as never; else ${own} }`;
    if (ts.isNumericLiteral(node) && isValue(node))
      return `${lead}(${add(node, "another number")} ? ${otherNumber(node.text)} : ${own})`;
    if (ts.isStringLiteral(node) && isValue(node) && wireText.test(node.text))
      return `${lead}(${add(node, "another text")} ? ${JSON.stringify(`${node.text}x`)} : ${own})`;
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      return `${lead}(${add(node, "only the default")} ? ${visit(node.right)} : (${own}))`;
    const boundary = ts.isBinaryExpression(node) ? boundaries.get(node.operatorToken.kind) : undefined;
    if (boundary !== undefined) {
      const { left, right } = node as ts.BinaryExpression;
      return `${lead}(${add(node, boundary)} ? (${left.getText()} ${boundary} ${right.getText()}) : (${own}))`;
    }
    if (ts.isObjectLiteralExpression(node) && ts.isArrayLiteralExpression(node.parent))
      return `${lead}...(${add(node, "left out")} ? [] : [${own}])`;
    return inner;
  }

  function children(node: ts.Node): string {
    const parts: string[] = [];
    let at = node.getFullStart();
    node.forEachChild((child) => {
      parts.push(code.slice(at, child.getFullStart()), visit(child));
      at = child.getEnd();
    });
    parts.push(code.slice(at, node.getEnd()));
    return parts.join("");
  }
}

const boundaries: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
]);

/** A condition of a statement or expression, and each operand of one that has several. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(node)) return false;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (!ts.isBinaryExpression(parent) || !isLogical(parent)) return false;
  return parent.left === node || (parent.right === node && isBoolean(parent));
}

/** Whether `&&` or `||` stands where only its truth matters. */
function isBoolean(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isBoolean(parent);
  if (ts.isBinaryExpression(parent) && isLogical(parent)) return isBoolean(parent);
  return isCondition(node);
}

function isLogical({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
}

function isCall(node: ts.Expression): boolean {
  if (ts.isAwaitExpression(node) || ts.isVoidExpression(node)) return isCall(node.expression);
  return ts.isCallExpression(node) && node.expression.kind !== ts.SyntaxKind.SuperKeyword;
}

/** What a mutation to `undefined` doesn't change. */
function isConstant(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && node.text === "undefined";
}

/** Whether a literal is a value of an expression, not a name or a part of an import or a type. */
function isValue(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isElementAccessExpression(parent)) return ts.isNumericLiteral(node);
  return (
    ts.isCallExpression(parent) ||
    ts.isNewExpression(parent) ||
    ts.isBinaryExpression(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isVariableDeclaration(parent)
  );
}

function isInFunction(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) if (ts.isFunctionLike(at)) return true;
  return false;
}

/** Another status of the same kind, or another number. */
function otherNumber(text: string): string {
  const number = Number(text.replaceAll("_", ""));
  return String(
    number >= 100 && number < 600 && text.length === 3 ? (number === 418 ? 417 : number < 300 ? 299 : 418) : number + 1,
  );
}
