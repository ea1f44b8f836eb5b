import { ts } from "ts-morph";
import { propertyKey } from "../encode.js";
import type { Container } from "./container.js";
import type { Imports } from "./imports.js";
import type { Member, Stub } from "./scaffold-file.js";
import { quoted, type TextStyle } from "./text-style.js";

/** Where members are printed to. */
export interface PrintContext {
  readonly container: Container;
  readonly style: TextStyle;
  readonly imports: Imports;
  /** The module that exports `notImplemented` and the handlers' types. */
  readonly serverModule: string;
  readonly typeName: string;
}

/**
 * A member as it stands in its container, without the comma behind it, with LF:
 *
 *     add_ip: async (_call) => notImplemented("postgres.add_ip")
 *
 * With the parameter's type where nothing else gives it one; in a class and among exports with the handler's type.
 */
export function printMember(member: Member, indent: string, context: PrintContext): string {
  switch (member.kind) {
    case "stub":
      return printStub(member, indent, context);
    case "reference": {
      const local = context.imports.value(member.exportName, member.from);
      return `${indent}${member.name === local ? local : `${propertyKey(member.name)}: ${local}`}`;
    }
    case "group": {
      const inner = indent + context.style.indent;
      const members = member.members.map((one) => `${printMember(one, inner, context)},\n`).join("");
      return `${indent}${propertyKey(member.name)}: {\n${members}${indent}}`;
    }
    default:
      return member satisfies never;
  }
}

function printStub(stub: Stub, indent: string, { container, style, imports, serverModule, typeName }: PrintContext): string {
  const doc = stub.doc(indent);
  const name = propertyKey(stub.name);
  const body = `${imports.value("notImplemented", serverModule)}(${quoted(stub.handler, style)})`;
  const handlerType = (type = imports.type(typeName, serverModule)) => `${type}[${quoted(stub.name, style)}]`;
  switch (container.form) {
    case "object": {
      const parameter = container.typed ? "_call" : `_call: Parameters<${handlerType()}>[0]`;
      return `${doc}${indent}${name}: async (${parameter}) => ${body}`;
    }
    case "class":
      return `${doc}${indent}${name}: ${handlerType(implemented(container.node, imports.find(typeName)))} = async (_call) => ${body};`;
    case "module":
      return `${doc}export const ${stub.name}: ${handlerType()} = async (_call) => ${body};`;
    default:
      return container satisfies never;
  }
}

/** The handlers' type as the class implements it, with its type arguments. */
function implemented(node: ts.ClassLikeDeclaration, local: string | undefined): string | undefined {
  const types = (node.heritageClauses ?? [])
    .filter((clause) => clause.token === ts.SyntaxKind.ImplementsKeyword)
    .flatMap((clause) => [...clause.types]);
  return types.find((type) => type.expression.getText() === local)?.getText();
}
