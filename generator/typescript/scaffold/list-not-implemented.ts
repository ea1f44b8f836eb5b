import { ts } from "ts-morph";
import type { Location } from "../../diagnostics/diagnostic.js";
import { locateNode } from "./user-source.js";

/** A handler that nobody has written yet. */
export interface NotImplemented {
  /** The service type; `operations` for operations. */
  readonly type: string;
  /** Name of the action, or id of the operation. */
  readonly action: string;
  readonly location: Location;
}

/** Lists the stubs left in handler files: calls of the imported `notImplemented`, whatever its name there. */
export function listNotImplemented(files: readonly { readonly path: string; readonly text: string }[]): NotImplemented[] {
  return files.flatMap(({ path, text }) => {
    if (!text.includes("notImplemented")) return [];
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
    const names = localNames(tree);
    const found: NotImplemented[] = [];
    const visit = (node: ts.Node): void => {
      const argument = ts.isCallExpression(node) && names.has(node.expression.getText(tree)) ? node.arguments[0] : undefined;
      if (argument && ts.isStringLiteralLike(argument)) {
        const [type, ...action] = argument.text.split(".");
        const location = locateNode({ path, text, tree }, node);
        if (type && action.length > 0) found.push({ type, action: action.join("."), location });
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return found;
  });
}

function localNames(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of tree.statements) {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (!bindings) continue;
    if (ts.isNamespaceImport(bindings)) names.add(`${bindings.name.text}.notImplemented`);
    else
      for (const one of bindings.elements) if ((one.propertyName ?? one.name).text === "notImplemented") names.add(one.name.text);
  }
  return names;
}
