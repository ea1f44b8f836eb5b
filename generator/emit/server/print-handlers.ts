import type { Contract, Operation, ServiceType } from "../../model/contract.js";
import { docs, propertyKey, stringLiteral } from "../../typescript/encode.js";
import {
  createSourceFile,
  objectType,
  StructureKind,
  type Property,
  type SourceFile,
  type StatementStructures,
} from "../../typescript/source-file.js";
import { actionDocs } from "../../typescript/action-doc.js";
import { fileHeader } from "../emitter.js";
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
  const file = createSourceFile("server/handlers.ts", fileHeader(contract));
  for (const serviceType of contract.serviceTypes) file.add(...actionHandlers(file, serviceType, contract));
  file.add(operationHandlers(file, contract), allHandlers(contract));
  return file.print();
}

function actionHandlers(file: SourceFile, serviceType: ServiceType, contract: Contract): StatementStructures[] {
  const { name, pascalName, operationId, actions } = serviceType;
  const caller = callerType(contract.operations.find(({ id }) => id === operationId)!);
  const handlers: StatementStructures = {
    kind: StructureKind.Interface,
    isExported: true,
    name: `${pascalName}Handlers`,
    docs: docs([`Handles the actions of services of type ${name}.`]),
    typeParameters: typeParameters(actions.length > 0 && caller !== "undefined", actions.length > 0),
    properties: actions.map((action) => {
      const handler = file.type("ActionHandler", "../runtime/server/application.js");
      const types = `${file.type(`${pascalName}Actions`, "../actions.js")}[${stringLiteral(action.name)}]`;
      const type = `${handler}<${types}, ${pascalName}Path, ${caller}, Service>`;
      return { name: propertyKey(action.name), docs: actionDocs(action), type };
    }),
  };
  if (actions.length === 0) return [handlers];
  const path = `${file.type("operations", "../types.js")}[${stringLiteral(operationId)}]["parameters"]["path"]`;
  return [{ kind: StructureKind.TypeAlias, name: `${pascalName}Path`, type: path }, handlers];
}

/** Operations that invoke actions are handled by the actions' handlers. */
function operationHandlers(file: SourceFile, contract: Contract): StatementStructures {
  const endpoints = contract.operations.filter((operation) => operation.serviceTypes.length > 0);
  const plain = contract.operations.filter((operation) => operation.serviceTypes.length === 0);
  let [usesPrincipal, usesService] = [false, false];
  const properties = plain.map((operation): Property => {
    const handler = file.type("OperationHandler", "../runtime/server/application.js");
    const types = `${file.type("operations", "../types.js")}[${stringLiteral(operation.id)}]`;
    const caller = callerType(operation);
    const service = leadsToService(operation, endpoints) ? "Service" : "undefined";
    usesPrincipal ||= caller !== "undefined";
    usesService ||= service === "Service";
    const actions = contract.serviceTypes.length > 0 ? `, ${file.type("ActionsByType", "../actions.js")}` : "";
    return {
      name: propertyKey(operation.id),
      docs: docs([operation.summary, operation.description], operation.deprecated ? ["@deprecated"] : []),
      type: `${handler}<${types}, ${caller}, ${service}${actions}>`,
    };
  });
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name: "OperationHandlers",
    docs: ["Handles the operations that are not actions."],
    typeParameters: typeParameters(usesPrincipal, usesService),
    properties,
  };
}

function allHandlers({ serviceTypes }: Contract): StatementStructures {
  const actions = serviceTypes.map(({ name, pascalName }): Property => {
    const service = `Service & { readonly type: ${stringLiteral(name)} }`;
    return { name: propertyKey(name), type: `${pascalName}Handlers<Principal, ${service}>` };
  });
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name: "Handlers",
    docs: ["A handler for every action and every other operation: one that is missing does not compile."],
    typeParameters: typeParameters(true, true),
    properties: [
      { name: "operations", type: "OperationHandlers<Principal, Service>" },
      ...(actions.length > 0 ? [{ name: "actions", type: objectType(actions) }] : []),
    ],
  };
}

/** Names that nothing refers to begin with an underscore, or strict compilers complain. */
function typeParameters(usesPrincipal: boolean, usesService: boolean): { name: string; default: string }[] {
  return [
    { name: usesPrincipal ? "Principal" : "_Principal", default: "unknown" },
    { name: usesService ? "Service" : "_Service", default: "unknown" },
  ];
}

/** Who calls an operation, as its handler sees it. */
export function callerType(operation: Operation): string {
  const types = { required: "Principal", optional: "Principal | undefined", none: "undefined" };
  return types[authenticationOf(operation)];
}
