import { ts } from "ts-morph";
import {
  readKeys,
  type Container,
  type Key,
  type Keys,
  resolveValue,
  hasModifier,
  findDeclaration,
  resolveDeclaration,
  type Resolved,
} from "./container.js";
import type { Group, Member, ScaffoldFile } from "./scaffold-file.js";

/** A container with its expected and its existing members. */
export interface Level extends Keys {
  /** The group's name; empty for the file's own container. */
  readonly prefix: string;
  readonly container: Container;
  readonly members: readonly Member[];
  readonly of: ScaffoldFile["of"];
}

/** The containers of a file: its own, and those of its groups. */
export interface Outline {
  readonly levels: readonly Level[];
  /** Groups whose value can't be analyzed. */
  readonly closed: readonly { readonly group: Group; readonly node: ts.Node }[];
}

/** Returns a file's containers, the node at which the search ended, or nothing. */
export function readOutline(tree: ts.SourceFile, file: ScaffoldFile): Outline | { readonly opaque: ts.Node } | undefined {
  const found = findContainer(tree, file);
  if (!found || "opaque" in found) return found;
  const own = readKeys(found.container);
  const levels: Level[] = [{ prefix: "", container: found.container, members: file.members, of: file.of, ...own }];
  const closed: { group: Group; node: ts.Node }[] = [];
  for (const member of file.members) {
    const key = member.kind === "group" ? own.keys.find((one) => one.name === member.name) : undefined;
    if (member.kind !== "group" || !key) continue;
    const resolved = key.value && resolveValue(key.value);
    if (resolved?.kind !== "object" || resolved.wrapped) {
      closed.push({ group: member, node: key.node });
      continue;
    }
    const container: Container = { form: "object", node: resolved.node, typed: true };
    levels.push({ prefix: `${member.name}.`, container, members: member.members, of: member.of, ...readKeys(container) });
  }
  return { levels, closed };
}

/** Returns every key of an outline, once per occurrence. */
export function outlineNames({ levels }: Outline): string[] {
  return levels.flatMap(({ prefix, keys }) => keys.map((key: Key) => prefix + key.name));
}

/** Returns the keys of members that are about to be added. */
export function memberNames(prefix: string, members: readonly Member[]): string[] {
  return members.flatMap((member) => [
    prefix + member.name,
    ...(member.kind === "group" ? memberNames(`${prefix}${member.name}.`, member.members) : []),
  ]);
}

/** Returns the container of a file's handlers, or the node at which the search ended. */
type Found = { readonly container: Container } | { readonly opaque: ts.Node } | undefined;

type Wanted = Pick<ScaffoldFile, "exportName" | "typeName" | "members">;

/**
 * Finds the container of the handlers: the export of the expected name, the default export, a value of the expected type,
 * the object or class with the most handlers, or the exported functions of the file.
 */
function findContainer(tree: ts.SourceFile, wanted: Wanted): Found {
  const names = new Set(wanted.members.map((member) => member.name));
  const typeName = importedAs(tree, wanted.typeName);
  let opaque: ts.Node | undefined;
  for (const candidate of [exported(tree, wanted.exportName), exported(tree, "default"), ...ofType(tree, typeName)]) {
    if (candidate?.kind === "opaque") opaque ??= candidate.node;
    const container = candidate && toContainer(candidate, names, typeName);
    if (container) return { container };
  }
  const best = declarations(tree)
    .map((declaration) => toContainer(resolveDeclaration(declaration), names, typeName))
    .filter((container) => container !== undefined)
    .map((container) => ({ container, score: known(container, names) }))
    .sort((a, b) => b.score - a.score)[0];
  if (best && best.score > 0) return { container: best.container };
  const module: Container = { form: "module", node: tree };
  if (known(module, names) > 0) return { container: module };
  return opaque && { opaque };
}

/** Returns the expression that is exported under a name. */
function exported(tree: ts.SourceFile, name: string): Resolved | undefined {
  for (const statement of tree.statements) {
    if (ts.isExportAssignment(statement) && !statement.isExportEquals && name === "default") {
      const value = statement.expression;
      const declaration = ts.isIdentifier(value) ? findDeclaration(value.text, value) : undefined;
      return declaration ? resolveDeclaration(declaration) : resolveExpression(value);
    }
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      const specifier = statement.exportClause.elements.find((one) => one.name.text === name);
      if (!specifier) continue;
      const declaration = statement.moduleSpecifier
        ? undefined
        : findDeclaration((specifier.propertyName ?? specifier.name).text, tree);
      return declaration ? resolveDeclaration(declaration) : { kind: "opaque", node: specifier };
    }
    if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword)) continue;
    const isDefault = hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
    for (const declaration of declarationsOf(statement)) {
      if ((isDefault ? "default" : declaration.name?.getText(tree)) === name) return resolveDeclaration(declaration);
    }
  }
  return undefined;
}

/** `export default () => ({ … })` is a factory too. */
function resolveExpression(value: ts.Expression): Resolved {
  if (ts.isClassExpression(value)) return { kind: "class", node: value };
  return resolveValue(
    ts.isArrowFunction(value) && !ts.isBlock(value.body) ? value.body : value,
    ts.isArrowFunction(value) && !!value.type,
  );
}

/** Returns the top-level declarations that mention the type. */
function ofType(tree: ts.SourceFile, typeName: string): Resolved[] {
  return declarations(tree)
    .filter((declaration) => headTypes(declaration).some((type) => mentions(type, typeName)))
    .map((declaration) => resolveDeclaration(declaration))
    .filter((resolved) => resolved.kind !== "opaque");
}

function headTypes(declaration: Declaration): ts.Node[] {
  if (ts.isClassDeclaration(declaration)) return [...(declaration.heritageClauses ?? [])];
  const types: (ts.Node | undefined)[] = [declaration.type];
  let value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  if (value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))) types.push(value.type);
  if (value && ts.isClassExpression(value)) types.push(...(value.heritageClauses ?? []));
  for (; value && (ts.isSatisfiesExpression(value) || ts.isAsExpression(value)); value = value.expression) types.push(value.type);
  return types.filter((type) => type !== undefined);
}

function mentions(node: ts.Node, name: string): boolean {
  return (
    (ts.isIdentifier(node) && node.text === name) ||
    (ts.forEachChild(node, (child) => mentions(child, name) || undefined) ?? false)
  );
}

/** Converts a resolved value to a container, unless an unrelated object is exported under the name. */
function toContainer(resolved: Resolved, names: ReadonlySet<string>, typeName: string): Container | undefined {
  if (resolved.kind === "opaque") return undefined;
  if (resolved.kind === "class") {
    const container: Container = { form: "class", node: resolved.node };
    const isOurs = (resolved.node.heritageClauses ?? []).some((clause) => mentions(clause, typeName));
    return isOurs || known(container, names) > 0 ? container : undefined;
  }
  const container: Container = { form: "object", node: resolved.node, typed: resolved.typed };
  const isLikely = resolved.typed || known(container, names) > 0 || (!resolved.wrapped && mayHoldFunctions(container));
  return isLikely ? container : undefined;
}

function mayHoldFunctions(container: Container & { form: "object" }): boolean {
  const { properties } = container.node;
  return properties.length === 0 || properties.some(isFunction) || readKeys(container).opaque.length > 0;
}

function isFunction(property: ts.ObjectLiteralElementLike): boolean {
  if (!ts.isPropertyAssignment(property)) return ts.isMethodDeclaration(property);
  return ts.isArrowFunction(property.initializer) || ts.isFunctionExpression(property.initializer);
}

function known(container: Container, names: ReadonlySet<string>): number {
  return readKeys(container).keys.filter((key) => names.has(key.name)).length;
}

type Declaration = ts.VariableDeclaration | ts.FunctionDeclaration | ts.ClassDeclaration;

function declarations(tree: ts.SourceFile): Declaration[] {
  return tree.statements.flatMap(declarationsOf);
}

function declarationsOf(statement: ts.Statement): Declaration[] {
  if (ts.isVariableStatement(statement)) return [...statement.declarationList.declarations];
  return ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) ? [statement] : [];
}

/** Returns the local name of an import. */
function importedAs(tree: ts.SourceFile, name: string): string {
  for (const statement of tree.statements) {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    const found =
      bindings && ts.isNamedImports(bindings) && bindings.elements.find((one) => (one.propertyName ?? one.name).text === name);
    if (found) return found.name.text;
  }
  return name;
}
