import type { Contract, Action, ServiceType, Operation } from "../../model/contract.js";
import { createTextFile, type TextFile } from "../../typescript/source-file.js";
import { fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { own } from "../../document/json-value.js";
import { resolveComponent } from "../../document/resolve-component.js";
import { actionMethod, clientNames } from "../../model/client-names.js";
import { actionDoc } from "../../typescript/action-doc.js";
import { docComment, propertyKey, stringLiteral } from "../../typescript/encode.js";
import { acceptsNothing, findLongRunningOperations, type FollowableAction } from "./long-running-operations.js";
import { createNamer, identifier, pascalCase } from "../../model/names.js";
import { responseType, argumentsType, revealedType } from "./operation-types.js";
import { findSecrets } from "./find-secrets.js";

/**
 * `client/types.ts`, what a caller of the API can call:
 *
 *     export interface PostgresActionCalls {
 *       add_ip: (body: …, options?: CallOptions) => Promise<ActionResponse<PostgresActions["add_ip"]>>;
 *     }
 *
 *     export interface Client {
 *       getProject: (args: { project_id: … }, options?: CallOptions) => Promise<…>;
 *       postgres: (target: { project_id: …; service_id: … }) => PostgresActionCalls;
 *     }
 */
export function printTypes(contract: Contract): OutputFile {
  const file = createTextFile(fileHeader(contract));
  printActionCalls(file, contract);
  printClientType(file, contract);
  return { path: "client/types.ts", text: file.toText() };
}

/** `interface PostgresActionCalls` and its like: explicit members, which the compiler reads faster than any computed type. */
export function printActionCalls(file: TextFile, contract: Contract): void {
  const operations = findLongRunningOperations(contract);
  for (const serviceType of contract.serviceTypes) {
    const found = new Map((operations.get(serviceType) ?? []).map((operation) => [operation.action, operation]));
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
  operations: ReadonlyMap<Action, FollowableAction>,
  contract: Contract,
): string {
  const doc = docComment([`The actions of a service of type ${name}.`]);
  if (actions.length === 0) return `${doc}export interface ${pascalName}ActionCalls {}\n`;
  const types = file.type(`${pascalName}Actions`, "../actions.js");
  const answer = file.type("ActionResponse", "../runtime/action-response.js");
  const options = file.type("CallOptions", "../runtime/client/call.js");
  const members = actions.map((action) => {
    const own = `${types}[${stringLiteral(action.name)}]`;
    const call = `(${bodyParameter(file, action, `${own}["body"]`, contract)}, options?: ${options}) => Promise<${answer}<${own}>>`;
    const operation = operations.get(action);
    const type = operation ? `(${call}) & ${followable(file, operation, own)}` : call;
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
  return `body: ${isExclusive ? `${file.type("OneOf", "../runtime/client/one-of.js")}<${type}>` : type}`;
}

function followable(file: TextFile, { operation, component }: FollowableAction, own: string): string {
  const schemas = () => `${file.type("components", "../types.js")}["schemas"]`;
  const result = operation.watch === undefined ? `${own}["result"]` : `${own}["result"][${stringLiteral(operation.watch)}]`;
  const outcome = component === undefined ? result : `${schemas()}[${stringLiteral(component)}]`;
  return `${file.type("Followable", "../runtime/client/follow-way.js")}<${outcome}>`;
}

/** `interface Client`, and before it what the operations reveal. */
export function printClientType(file: TextFile, contract: Contract): void {
  const names = clientNames(contract);
  const plain = contract.operations.filter((operation) => operation.serviceTypes.length === 0);
  const nameType = createNamer(["ActionResponse"]); // the only other name here that ends like these
  const operations = plain.map((operation) => {
    const secrets = findSecrets(operation, contract);
    const answer = secrets.length > 0 ? revealed(file, operation, secrets, nameType, contract) : responseType(file, operation);
    return operationCall(file, operation, names.operations.get(operation.id)!, answer);
  });
  const services = contract.serviceTypes.map((serviceType) =>
    serviceCalls(file, serviceType, names.serviceTypes.get(serviceType.name)!, contract),
  );
  file.write(
    "/** A client of the API: a method for each operation, and one for the actions of each service type. */\n" +
      `export interface Client {\n${[...operations, ...services].join("")}}\n`,
  );
}

function operationCall(file: TextFile, operation: Operation, name: string, answer: string): string {
  const options = file.type("CallOptions", "../runtime/client/call.js");
  const { text, isOptional } = argumentsType(file, operation, "    ");
  const doc = docComment([operation.summary, operation.description], "  ", operation.deprecated ? ["@deprecated"] : []);
  return (
    `${doc}  ${propertyKey(name)}: (\n    args${isOptional ? "?" : ""}: ${text},\n` +
    `    options?: ${options},\n  ) => Promise<${answer}>;\n`
  );
}

function serviceCalls(file: TextFile, serviceType: ServiceType, name: string, contract: Contract): string {
  const endpoint = contract.operations.find(({ id }) => id === serviceType.operationId)!;
  const { text, isOptional } = argumentsType(file, endpoint, "    ", ["action", "body"]);
  const calls = `${serviceType.pascalName}ActionCalls`;
  const doc = docComment([`The actions of a service of type ${serviceType.name}.`], "  ");
  return `${doc}  ${propertyKey(name)}: (\n    target${isOptional ? "?" : ""}: ${text},\n  ) => ${calls};\n`;
}

/** Writes the types of what an operation reveals before the client's own; returns the name. */
function revealed(
  file: TextFile,
  operation: Operation,
  secrets: readonly string[],
  nameType: (wanted: string) => string,
  contract: Contract,
): string {
  const name = identifier(pascalCase(operation.id));
  const [fields, answer] = [nameType(`${name}Secret`), nameType(`${name}ClientResponse`)];
  file.write(
    `type ${fields} = ${secrets.map(stringLiteral).join(" | ")};\n\n` +
      `${docComment([`What ${operation.id} answers. Its secrets show themselves only when they are asked to.`])}` +
      `export type ${answer} =${revealedType(file, operation, fields, contract)};\n\n`,
  );
  return answer;
}
