import { ts } from "ts-morph";

/** A node that contains handlers and can take new ones. */
export type Container =
  | { readonly form: "object"; readonly node: ts.ObjectLiteralExpression; readonly typed: boolean }
  | { readonly form: "class"; readonly node: ts.ClassLikeDeclaration }
  /** Exported functions. */
  | { readonly form: "module"; readonly node: ts.SourceFile };

/** A key of a container. */
export interface Key {
  readonly name: string;
  readonly node: ts.Node;
  /** False for a key that only the container itself can access. */
  readonly isPublic: boolean;
  /** The value of the key, if it is an expression. */
  readonly value?: ts.Expression;
}

/** The keys of a container, and the parts of it with unknown keys. */
export interface Keys {
  readonly keys: readonly Key[];
  readonly opaque: readonly ts.Node[];
}

/** Reads the keys of a container, including the parts of the same file that it is composed of. */
export function readKeys(container: Container): Keys {
  const keys: Key[] = [];
  const opaque: ts.Node[] = [];
  switch (container.form) {
    case "object":
      readObject(container.node, keys, opaque, new Set());
      break;
    case "class":
      readClass(container.node, keys, opaque, new Set());
      break;
    case "module":
      readModule(container.node, keys, opaque);
      break;
    default:
      container satisfies never;
  }
  return { keys, opaque };
}

function readObject(object: ts.ObjectLiteralExpression, keys: Key[], opaque: ts.Node[], seen: Set<ts.Node>): void {
  if (seen.has(object)) return;
  seen.add(object);
  for (const property of object.properties) {
    if (ts.isSpreadAssignment(property)) {
      const piece = resolveValue(property.expression);
      if (piece.kind === "object" && !piece.wrapped) readObject(piece.node, keys, opaque, seen);
      else opaque.push(property);
      continue;
    }
    const name = nameOf(property.name);
    if (name === undefined) opaque.push(property.name);
    else {
      const value = ts.isPropertyAssignment(property)
        ? property.initializer
        : ts.isShorthandPropertyAssignment(property)
          ? property.name
          : undefined;
      keys.push({ name, node: property.name, isPublic: true, ...(value && { value }) });
    }
  }
}

function readClass(node: ts.ClassLikeDeclaration, keys: Key[], opaque: ts.Node[], seen: Set<ts.Node>): void {
  if (seen.has(node)) return;
  seen.add(node);
  const base = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  if (base) {
    const resolved = resolveClass(base.expression);
    if (resolved) readClass(resolved.node, keys, opaque, seen);
    else opaque.push(base);
  }
  for (const member of node.members) {
    const parameters = ts.isConstructorDeclaration(member)
      ? member.parameters.filter((one) => ts.isParameterPropertyDeclaration(one, member))
      : [];
    for (const { name } of parameters) if (ts.isIdentifier(name)) keys.push({ name: name.text, node: name, isPublic: false });
    if (!member.name || hasModifier(member, ts.SyntaxKind.StaticKeyword) || ts.isPrivateIdentifier(member.name)) continue;
    const name = nameOf(member.name);
    const isPublic = !hasModifier(member, ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword);
    if (name === undefined) opaque.push(member.name);
    else keys.push({ name, node: member.name, isPublic });
  }
}

function readModule(tree: ts.SourceFile, keys: Key[], opaque: ts.Node[]): void {
  const add = (node: ts.Identifier | ts.ModuleExportName, isPublic = true) => keys.push({ name: node.text, node, isPublic });
  for (const statement of tree.statements) {
    if (ts.isExportDeclaration(statement) && !statement.isTypeOnly) {
      const clause = statement.exportClause;
      if (!clause) opaque.push(statement);
      else if (ts.isNamedExports(clause)) for (const one of clause.elements) if (!one.isTypeOnly) add(one.name);
    }
    if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword)) continue;
    if (ts.isFunctionDeclaration(statement) && statement.name) add(statement.name);
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const isFunction = initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
      if (ts.isIdentifier(name)) add(name, isFunction);
      else opaque.push(name);
    }
  }
}

/** Returns a literal name; `undefined` for a computed one. */
function nameOf(name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression)) return name.expression.text;
  return undefined;
}

/** Returns whether a declaration has one of these modifiers. */
export function hasModifier(node: ts.Node, ...kinds: ts.SyntaxKind[]): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => kinds.includes(modifier.kind));
}

/** The value of an expression, as far as a single file determines it. */
export type Resolved =
  | {
      readonly kind: "object";
      readonly node: ts.ObjectLiteralExpression;
      /** Whether it has a type annotation, so that its parameters need none. */
      readonly typed: boolean;
      /** Whether it is the argument of an unknown function. */
      readonly wrapped: boolean;
    }
  | { readonly kind: "class"; readonly node: ts.ClassLikeDeclaration }
  | { readonly kind: "opaque"; readonly node: ts.Node };

/** Resolves an expression through wrappers, names of the same file, `new` and functions that return an object. */
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

/** Like `resolveValue`, for a declaration; a function resolves to its result. */
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

/** Resolves a function's result if it has a single return. */
function resolveReturned(
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

/** Returns the class of this file that an expression names. */
function resolveClass(expression: ts.Expression): (Resolved & { kind: "class" }) | undefined {
  if (ts.isClassExpression(expression)) return { kind: "class", node: expression };
  const declaration = ts.isIdentifier(expression) ? findDeclaration(expression.text, expression) : undefined;
  if (!declaration || ts.isFunctionDeclaration(declaration)) return undefined;
  const resolved = ts.isClassDeclaration(declaration) || declaration.initializer ? resolveDeclaration(declaration) : undefined;
  return resolved?.kind === "class" ? resolved : undefined;
}

/** Returns the declaration of a name, looked up through the enclosing blocks of the file. */
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
