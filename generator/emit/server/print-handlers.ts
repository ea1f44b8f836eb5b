import type { Contract, Operation, ServiceType } from "../../model/contract.js";
import { docComment, propertyKey, stringLiteral } from "../../typescript/encode.js";
import { createTextFile, type TextFile } from "../../typescript/text-file.js";
import { actionDoc } from "../../typescript/action-doc.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { authenticationOf } from "./build-routes.js";
import { leadsToService } from "./path-segments.js";

/**
 * `server/handlers.ts`, what an application implements:
 *
 *     export interface PostgresHandlers<Principal = unknown, Service = unknown> {
 *       add_ip: ActionHandler<PostgresActions["add_ip"], PostgresPath, Principal, Service>;
 *     }
 */
export function printHandlers(contract: Contract): OutputFile {
  const file = createTextFile(fileHeader(contract));
  for (const serviceType of contract.serviceTypes) file.write(`${actionHandlers(file, serviceType, contract)}\n`);
  file.write(operationHandlers(file, contract));
  file.write(allHandlers(contract));
  return { path: "server/handlers.ts", text: file.toText() };
}

function actionHandlers(file: TextFile, serviceType: ServiceType, contract: Contract): string {
  const { name, pascalName, operationId, actions } = serviceType;
  const endpoint = contract.operations.find(({ id }) => id === operationId)!;
  const caller = callerType(endpoint);
  const generics = typeParameters(actions.length > 0 && caller !== "undefined", actions.length > 0);
  const doc = docComment([`Handles the actions of services of type ${name}.`]);
  if (actions.length === 0) return `${doc}export interface ${pascalName}Handlers${generics} {}\n`;
  const types = file.type(`${pascalName}Actions`, "../actions.js");
  const handler = file.type("ActionHandler", "../runtime/server/application.js");
  const path = `${file.type("operations", "../types.js")}[${stringLiteral(operationId)}]["parameters"]["path"]`;
  const members = actions.map(
    (action) =>
      actionDoc(action, "  ") +
      `  ${propertyKey(action.name)}: ${handler}<${types}[${stringLiteral(action.name)}], ${pascalName}Path, ${caller}, Service>;\n`,
  );
  return `type ${pascalName}Path = ${path};\n\n${doc}export interface ${pascalName}Handlers${generics} {\n${members.join("")}}\n`;
}

/** Operations that invoke actions are handled by the actions' handlers. */
function operationHandlers(file: TextFile, contract: Contract): string {
  const endpoints = contract.operations.filter((operation) => operation.serviceTypes.length > 0);
  const plain = contract.operations.filter((operation) => operation.serviceTypes.length === 0);
  let [usesPrincipal, usesService] = [false, false];
  const members = plain.map((operation) => {
    const handler = file.type("OperationHandler", "../runtime/server/application.js");
    const types = `${file.type("operations", "../types.js")}[${stringLiteral(operation.id)}]`;
    const caller = callerType(operation);
    const service = leadsToService(operation, endpoints) ? "Service" : "undefined";
    usesPrincipal ||= caller !== "undefined";
    usesService ||= service === "Service";
    const doc = docComment([operation.summary, operation.description], "  ", operation.deprecated ? ["@deprecated"] : []);
    const actions = contract.serviceTypes.length > 0 ? `, ${file.type("ActionsByType", "../actions.js")}` : "";
    return `${doc}  ${propertyKey(operation.id)}: ${handler}<${types}, ${caller}, ${service}${actions}>;\n`;
  });
  const generics = typeParameters(usesPrincipal, usesService);
  return `/** Handles the operations that are not actions. */\nexport interface OperationHandlers${generics} {\n${members.join("")}}\n`;
}

function allHandlers({ serviceTypes }: Contract): string {
  const members = serviceTypes.map(({ name, pascalName }) => {
    const service = `Service & { readonly type: ${stringLiteral(name)} }`;
    return `    ${propertyKey(name)}: ${pascalName}Handlers<Principal, ${service}>;\n`;
  });
  return (
    "\n/** A handler for every action and every other operation: one that is missing does not compile. */\n" +
    "export interface Handlers<Principal = unknown, Service = unknown> {\n" +
    "  operations: OperationHandlers<Principal, Service>;\n" +
    (members.length > 0 ? `  actions: {\n${members.join("")}  };\n` : "") +
    "}\n"
  );
}

/** Names that nothing refers to begin with an underscore, or strict compilers complain. */
function typeParameters(usesPrincipal: boolean, usesService: boolean): string {
  return `<${usesPrincipal ? "" : "_"}Principal = unknown, ${usesService ? "" : "_"}Service = unknown>`;
}

/** Who calls an operation, as its handler sees it. */
export function callerType(operation: Operation): string {
  const types = { required: "Principal", optional: "Principal | undefined", none: "undefined" };
  return types[authenticationOf(operation)];
}
