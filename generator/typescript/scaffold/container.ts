import { ts } from "ts-morph";
import { resolveClass, resolveValue } from "./resolve-value.js";

/** What holds handlers, and takes new ones. */
export type Container =
  | { readonly form: "object"; readonly node: ts.ObjectLiteralExpression; readonly typed: boolean }
  | { readonly form: "class"; readonly node: ts.ClassLikeDeclaration }
  /** Exported functions. */
  | { readonly form: "module"; readonly node: ts.SourceFile };

/** A name under which something stands in a container. */
export interface Key {
  readonly name: string;
  readonly node: ts.Node;
  /** False for what only the container itself can use. */
  readonly isPublic: boolean;
  /** What stands there, if it is an expression. */
  readonly value?: ts.Expression;
}

/** The keys of a container, and the pieces of it that may hold any others. */
export interface Keys {
  readonly keys: readonly Key[];
  readonly opaque: readonly ts.Node[];
}

/** Reads the keys of a container, also of the pieces of the same file that it is put together from. */
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

/** A name that is written out; absent: it is computed. */
function nameOf(name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression)) return name.expression.text;
  return undefined;
}

/** Whether a declaration has one of these modifiers. */
export function hasModifier(node: ts.Node, ...kinds: ts.SyntaxKind[]): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => kinds.includes(modifier.kind));
}
