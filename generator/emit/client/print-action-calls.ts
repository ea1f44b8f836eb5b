import { own } from "../../document/json-value.js";
import { resolveComponent } from "../../document/resolve-component.js";
import { actionMethod } from "../../model/client-names.js";
import type { Action, Contract, ServiceType } from "../../model/contract.js";
import { actionDoc } from "../../typescript/action-doc.js";
import { docComment, propertyKey, stringLiteral } from "../../typescript/encode.js";
import type { TextFile } from "../../typescript/text-file.js";
import { acceptsNothing } from "./accepts-nothing.js";
import { findWays, type FoundWay } from "./find-ways.js";

/** `interface PostgresActionCalls` and its like: explicit members, which the compiler reads faster than any computed type. */
export function printActionCalls(file: TextFile, contract: Contract): void {
  const ways = findWays(contract);
  for (const serviceType of contract.serviceTypes) {
    const found = new Map((ways.get(serviceType) ?? []).map((way) => [way.action, way]));
    file.write(`${actionCalls(file, serviceType, found, contract)}\n`);
  }
  if (contract.serviceTypes.length === 0) return;
  const members = contract.serviceTypes.map((type) => `  ${propertyKey(type.name)}: ${type.pascalName}ActionCalls;\n`);
  file.write(
    "/** The actions that can be called on a service, by its type. */\n" +
      `export interface ActionCallsByType {\n${members.join("")}}\n\n`,
  );
}

function actionCalls(
  file: TextFile,
  { name, pascalName, actions }: ServiceType,
  ways: ReadonlyMap<Action, FoundWay>,
  contract: Contract,
): string {
  const doc = docComment([`The actions of a service of type ${name}.`]);
  if (actions.length === 0) return `${doc}export interface ${pascalName}ActionCalls {}\n`;
  const types = file.type(`${pascalName}Actions`, "../actions.js");
  const answer = file.type("ActionResponse", "../runtime/action-info.js");
  const options = file.type("CallOptions", "../runtime/client/call.js");
  const members = actions.map((action) => {
    const own = `${types}[${stringLiteral(action.name)}]`;
    const call = `(${bodyParameter(file, action, `${own}["body"]`, contract)}, options?: ${options}) => Promise<${answer}<${own}>>`;
    const way = ways.get(action);
    const type = way ? `(${call}) & ${followable(file, way, own)}` : call;
    return `${actionDoc(action, "  ")}  ${propertyKey(actionMethod(action.name))}: ${type};\n`;
  });
  return `${doc}export interface ${pascalName}ActionCalls {\n${members.join("")}}\n`;
}

function bodyParameter(file: TextFile, action: Action, type: string, contract: Contract): string {
  const schema = contract.schemas.get(action.body);
  if (acceptsNothing(schema, contract)) return `body?: ${type}`;
  const branches = own(resolveComponent(schema, contract.document), "oneOf");
  const isClosed = (branch: Parameters<typeof own>[0]) =>
    own(resolveComponent(branch, contract.document), "additionalProperties") === false;
  // A plain union would let a literal mix fields of its members.
  const isExclusive = Array.isArray(branches) && branches.length > 1 && branches.every(isClosed);
  return `body: ${isExclusive ? `${file.type("OneOf", "../runtime/client/call.js")}<${type}>` : type}`;
}

function followable(file: TextFile, { way, component }: FoundWay, own: string): string {
  const schemas = () => `${file.type("components", "../types.js")}["schemas"]`;
  const result = way.watch === undefined ? `${own}["result"]` : `${own}["result"][${stringLiteral(way.watch)}]`;
  const outcome = component === undefined ? result : `${schemas()}[${stringLiteral(component)}]`;
  return `${file.type("Followable", "../runtime/client/follow.js")}<${outcome}>`;
}
