import { ts } from "ts-morph";

/** What an expression leads to, as far as one file tells. */
export type Resolved =
  | {
      readonly kind: "object";
      readonly node: ts.ObjectLiteralExpression;
      /** Whether a type stands on it, so that parameters in it need none. */
      readonly typed: boolean;
      /** Whether it is the argument of some function that may make anything of it. */
      readonly wrapped: boolean;
    }
  | { readonly kind: "class"; readonly node: ts.ClassLikeDeclaration }
  | { readonly kind: "opaque"; readonly node: ts.Node };

/** Follows an expression through wrappers, names of the same file, `new` and functions that return an object. */
export function resolveValue(expression: ts.Expression, typed = false, seen: ReadonlySet<ts.Node> = new Set()): Resolved {
  const opaque: Resolved = { kind: "opaque", node: expression };
  if (seen.has(expression)) return opaque;
  const next = new Set([...seen, expression]);
  if (ts.isObjectLiteralExpression(expression)) return { kind: "object", node: expression, typed, wrapped: false };
  if (ts.isParenthesizedExpression(expression) || ts.isNonNullExpression(expression)) {
    return resolveValue(expression.expression, typed, next);
  }
  if (ts.isSatisfiesExpression(expression)) return resolveValue(expression.expression, true, next);
  if (ts.isAsExpression(expression) || ts.isTypeAssertionExpression(expression)) {
    return resolveValue(expression.expression, typed || !ts.isConstTypeReference(expression.type), next);
  }
  if (ts.isIdentifier(expression)) {
    const declaration = findDeclaration(expression.text, expression);
    return declaration && ts.isVariableDeclaration(declaration) ? resolveDeclaration(declaration, typed, next) : opaque;
  }
  if (ts.isNewExpression(expression)) return resolveClass(expression.expression) ?? opaque;
  if (ts.isCallExpression(expression)) return resolveCall(expression, next);
  return opaque;
}

/** Like `resolveValue`, for what a declaration declares: of a function, what it returns. */
export function resolveDeclaration(
  declaration: ts.VariableDeclaration | ts.FunctionDeclaration | ts.ClassDeclaration,
  typed = false,
  seen: ReadonlySet<ts.Node> = new Set(),
): Resolved {
  if (ts.isClassDeclaration(declaration)) return { kind: "class", node: declaration };
  if (ts.isFunctionDeclaration(declaration)) return resolveReturned(declaration, seen);
  const value = declaration.initializer;
  if (!value) return { kind: "opaque", node: declaration };
  if (ts.isClassExpression(value)) return { kind: "class", node: value };
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return resolveReturned(value, seen);
  return resolveValue(value, typed || declaration.type !== undefined, seen);
}

/** A function's result, where it has one return only. */
export function resolveReturned(
  fn: ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression,
  seen: ReadonlySet<ts.Node> = new Set(),
): Resolved {
  const typed = fn.type !== undefined;
  if (fn.body && !ts.isBlock(fn.body)) return resolveValue(fn.body, typed, seen);
  const returns: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) returns.push(node.expression);
    ts.forEachChild(node, visit);
  };
  if (fn.body) ts.forEachChild(fn.body, visit);
  return returns.length === 1 ? resolveValue(returns[0]!, typed, seen) : { kind: "opaque", node: fn.name ?? fn };
}

function resolveCall(call: ts.CallExpression, seen: ReadonlySet<ts.Node>): Resolved {
  const callee = call.expression;
  const declaration = ts.isIdentifier(callee) ? findDeclaration(callee.text, callee) : undefined;
  if (declaration && ts.isFunctionDeclaration(declaration)) return resolveReturned(declaration, seen);
  const fn = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  if (fn && (ts.isArrowFunction(fn) || ts.isFunctionExpression(fn))) return resolveReturned(fn, seen);
  const argument = call.arguments[0];
  const inner = argument && call.arguments.length === 1 ? resolveValue(argument, false, seen) : undefined;
  if (inner?.kind !== "object") return { kind: "opaque", node: call };
  const isFreeze = /^Object\s*\.\s*(freeze|seal)$/.test(callee.getText());
  return { ...inner, typed: false, wrapped: inner.wrapped || !isFreeze };
}

/** The class of this file that an expression names. */
export function resolveClass(expression: ts.Expression): (Resolved & { kind: "class" }) | undefined {
  if (ts.isClassExpression(expression)) return { kind: "class", node: expression };
  const declaration = ts.isIdentifier(expression) ? findDeclaration(expression.text, expression) : undefined;
  if (!declaration || ts.isFunctionDeclaration(declaration)) return undefined;
  const resolved = ts.isClassDeclaration(declaration) || declaration.initializer ? resolveDeclaration(declaration) : undefined;
  return resolved?.kind === "class" ? resolved : undefined;
}

/** The declaration that a name means where it stands, looked up outwards through the blocks of the file. */
export function findDeclaration(
  name: string,
  from: ts.Node,
): ts.VariableDeclaration | ts.FunctionDeclaration | ts.ClassDeclaration | undefined {
  for (let scope: ts.Node | undefined = from; scope; scope = scope.parent) {
    if (ts.isFunctionLike(scope) && scope.parameters.some((parameter) => parameter.name.getText() === name)) return undefined;
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    for (const statement of scope.statements) {
      if (ts.isVariableStatement(statement)) {
        const found = statement.declarationList.declarations.find((one) => ts.isIdentifier(one.name) && one.name.text === name);
        if (found) return found;
      } else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name?.text === name) {
        return statement;
      }
    }
  }
  return undefined;
}
