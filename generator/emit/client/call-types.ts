import type { Contract, Action, ServiceType, Operation } from "../../model/contract.js";
import {
  createSourceFile,
  functionType,
  StructureKind,
  type Property,
  type SourceFile,
  type StatementStructures,
  type TypeAliasDeclarationStructure,
} from "../../typescript/source-file.js";
import { fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { own } from "../../document/json-value.js";
import { resolveSchema } from "../../document/reference.js";
import { responseTypeNames, successesOf, type ResponseTypeName } from "../../model/action-responses.js";
import { resourceWords } from "../../model/resource-words.js";
import { operationOf } from "../../model/action-operation.js";
import { actionMethod, argumentNames, clientNames, factArguments } from "../../model/client-names.js";
import { actionDocs, operationDocs } from "../../typescript/action-doc.js";
import { docs, propertyKey, stringLiteral } from "../../typescript/encode.js";
import { acceptsNothing, findLongRunningOperations, type FollowableAction } from "./long-running-operations.js";
import { createNamer, typeName } from "../../model/names.js";
import { argumentsType, responseType, revealedType, schemaType, type ArgumentsType } from "./operation-types.js";
import { typeNames } from "../../model/type-names.js";
import { findSecrets } from "./find-secrets.js";

/**
 * `client/types.ts`, the calls of the API:
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
  const file = createSourceFile("client/types.ts", fileHeader(contract));
  const { serviceTypes } = contract;
  const operations = findLongRunningOperations(contract);
  const responses = responseTypeNames(contract);
  for (const serviceType of serviceTypes) {
    const followable = new Map((operations.get(serviceType) ?? []).map((one) => [one.action, one]));
    file.add(...callOptions(file, serviceType, contract), actionCalls(file, serviceType, followable, responses, contract));
  }
  if (serviceTypes.length > 0)
    file.add({
      kind: StructureKind.Interface,
      isExported: true,
      name: "ActionCallsByType",
      docs: ["The actions that can be called, by service type."],
      properties: serviceTypes.map(({ name, pascalName }) => ({ name: propertyKey(name), type: `${pascalName}ActionCalls` })),
    });
  file.add(...clientType(file, contract));
  return file.print();
}

/**
 * The arguments of an endpoint that belong to each call of an action: all parameters except those of its path and of its facts.
 */
export function callParameters(endpoint: Operation): string[] {
  const facts = factArguments(endpoint);
  return [...argumentNames(endpoint)].flatMap(([argument, parameter]) =>
    parameter.in === "path" || facts.has(argument) ? [] : [argument],
  );
}

function endpointOf({ operationId }: ServiceType, { operations }: Contract): Operation {
  return operations.find(({ id }) => id === operationId)!;
}

/** The options of the calls of a service type's actions, if they have parameters, and of those that have their own. */
function callOptions(file: SourceFile, serviceType: ServiceType, contract: Contract): StatementStructures[] {
  const { pascalName, actions } = serviceType;
  const declare = (operation: Operation, name: string, of: string): StatementStructures[] => {
    const properties = optionMembers(file, operation, contract);
    if (properties.length === 0) return [];
    const comment = docs([`The options of calls of ${of} of ${resourceWords(serviceType, contract).ofType}.`]);
    const usual = file.type("CallOptions", "../runtime/client/call.js");
    const declared = { isExported: true, name, docs: comment, extends: [usual], properties };
    return [{ kind: StructureKind.Interface, ...declared }];
  };
  return [
    ...declare(endpointOf(serviceType, contract), `${pascalName}CallOptions`, "an action"),
    ...actions.flatMap((action) =>
      hasOwnParameters(action) ? declare(action.operation!, optionsName(action, contract), `the action ${action.name}`) : [],
    ),
  ];
}

/** Returns whether an action declares parameters itself. */
function hasOwnParameters({ operation }: Action): boolean {
  return Object.keys(operation?.ownParameters ?? {}).length > 0;
}

function optionsName({ serviceType, name }: Action, contract: Contract): string {
  return typeNames(contract).options.get(`${serviceType} ${name}`)!;
}

/** The members of the options of an action's call: its parameters, and the members of the body that all actions have in common. */
function optionMembers(file: SourceFile, operation: Operation, contract: Contract): Property[] {
  const parameters = parametersMember(file, operation, contract);
  const envelope = operation.envelope === undefined ? undefined : schemaType(file, operation.envelope, contract);
  const common = { name: "envelope", docs: docs(["The members of the body that all actions have in common."]) };
  return [
    ...(parameters ? [parameters] : []),
    ...(envelope === undefined ? [] : [{ ...common, isReadonly: true, hasQuestionToken: true, type: `${envelope} | undefined` }]),
  ];
}

/** The member of the options of a call with its parameters, if it has any. */
function parametersMember(file: SourceFile, operation: Operation, contract: Contract): Property | undefined {
  const own = callParameters(operation);
  if (own.length === 0) return undefined;
  const others = [...argumentNames(operation).keys(), "body"].filter((argument) => !own.includes(argument));
  const { type, isOptional } = argumentsType(file, operation, contract, others);
  return {
    name: "parameters",
    docs: docs(["The parameters of the call."]),
    isReadonly: true,
    ...(isOptional ? { hasQuestionToken: true } : {}),
    type,
  };
}

/** The type that the call of an action resolves to. */
function actionResponse(file: SourceFile, action: Action, responses: readonly ResponseTypeName[], own: string): string {
  const named = responses.find(({ describes }) => describes(action));
  if (!named) return `${file.type("ActionResponse", "../runtime/facts.js")}<${own}>`;
  const type = `${file.type(named.name, "../actions.js")}<${own}>`;
  const isPartial = named.described.responses.some(
    ({ headers }) => headers.length > 0 && headers.every(({ required }) => !required),
  );
  return isPartial ? `${file.type("Received", "../runtime/client/action-calls.js")}<${type}>` : type;
}

/** `interface PostgresActionCalls` and similar ones: explicit members, which the compiler reads faster than any computed type. */
function actionCalls(
  file: SourceFile,
  serviceType: ServiceType,
  followableActions: ReadonlyMap<Action, FollowableAction>,
  responses: readonly ResponseTypeName[],
  contract: Contract,
): StatementStructures {
  const { pascalName, actions } = serviceType;
  const endpoint = endpointOf(serviceType, contract);
  const ownResponses = responses.filter((response) => response.endpoint === endpoint);
  const optionsOf = (action: Action) => {
    const usual = () => file.type("CallOptions", "../runtime/client/call.js");
    const operation = operationOf(endpoint, action);
    const parameters = callParameters(operation);
    const named = argumentNames(operation);
    const isRequired = parameters.some((argument) => named.get(argument)!.required);
    if (parameters.length === 0 && operation.envelope === undefined) return { isRequired, type: usual() };
    return { isRequired, type: hasOwnParameters(action) ? optionsName(action, contract) : `${pascalName}CallOptions` };
  };
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name: `${pascalName}ActionCalls`,
    docs: docs([`The actions of ${resourceWords(serviceType, contract).ofType}.`]),
    properties: actions.map((action) => {
      const own = `${file.type(`${pascalName}Actions`, "../actions.js")}[${stringLiteral(action.name)}]`;
      const options = optionsOf(action);
      const body = bodyParameter(file, action, `${own}["body"]`, options.isRequired, contract);
      const response = actionResponse(file, action, ownResponses, own);
      const call = `(${body}, options${options.isRequired ? "" : "?"}: ${options.type}) => Promise<${response}>`;
      const operation = followableActions.get(action);
      const type = operation ? `(${call}) & ${followable(file, operation, own, contract)}` : call;
      return { name: propertyKey(actionMethod(action.name)), docs: actionDocs(action), type };
    }),
  };
}

/** An optional body must precede options that are required. */
function bodyParameter(file: SourceFile, action: Action, type: string, hasMore: boolean, contract: Contract): string {
  const schema = contract.schemas.get(action.body);
  const branches = own(resolveSchema(schema, contract.schemas), "oneOf");
  const isClosed = (branch: Parameters<typeof own>[0]) =>
    own(resolveSchema(branch, contract.schemas), "additionalProperties") === false;
  // A plain union would allow a literal to mix fields of its members.
  const isExclusive = Array.isArray(branches) && branches.length > 1 && branches.every(isClosed);
  const exact = isExclusive ? `${file.type("OneOf", "../runtime/client/call.js")}<${type}>` : type;
  if (!acceptsNothing(schema, contract) && !action.mayLackBody) return `body: ${exact}`;
  return hasMore ? `body: ${exact} | undefined` : `body?: ${exact}`;
}

function followable(
  file: SourceFile,
  { operation, component, shownBy }: FollowableAction,
  own: string,
  contract: Contract,
): string {
  const marker = file.type("Followable", "../runtime/client/follow.js");
  if ("by" in operation)
    return `${marker}<${shownBy ? responseType(file, shownBy, contract) : "Readonly<Record<string, unknown>>"}>`;
  const result = operation.watch === undefined ? `${own}["result"]` : `${own}["result"][${stringLiteral(operation.watch)}]`;
  const outcome = component === undefined ? result : schemaType(file, component, contract);
  return `${marker}<${outcome}>`;
}

/** `interface Client`, after the types that the operations reveal. */
function clientType(file: SourceFile, contract: Contract): StatementStructures[] {
  const names = clientNames(contract);
  const plain = contract.operations.filter((operation) => !operation.isEndpoint);
  const imported = responseTypeNames(contract).map(({ name }) => name);
  const nameType = createNamer(["ActionResponse", ...imported]); // the other names here that may have these endings
  const revealed: StatementStructures[] = [];
  const typesOf = ({ id }: Operation) => typeNames(contract).operations.get(id)!;
  const argumentTypes: StatementStructures[] = [];
  const operations = plain.map((operation): Property => {
    const secrets = findSecrets(operation, contract);
    const aliases = secrets.length > 0 ? revealedTypes(file, operation, secrets, nameType, contract) : [];
    revealed.push(...aliases);
    const returned = aliases.at(-1)?.name ?? responseType(file, operation, contract);
    const args = namedArguments(argumentsType(file, operation, contract), operation, typesOf(operation).args);
    argumentTypes.push(...args.declarations);
    return {
      name: propertyKey(names.operations.get(operation.id)!),
      docs: operationDocs(operation),
      type: functionType(
        [
          { name: "args", type: args.type, isOptional: args.isOptional },
          { name: "options", type: optionsType(file, operation), isOptional: true },
        ],
        `Promise<${returned}>`,
      ),
    };
  });
  const targets = new Set<Operation>();
  const services = contract.serviceTypes.map((serviceType): Property => {
    const endpoint = endpointOf(serviceType, contract);
    const target = namedArguments(
      argumentsType(file, endpoint, contract, [...factArguments(endpoint).keys(), "body", ...callParameters(endpoint)]),
      endpoint,
      typesOf(endpoint).target,
    );
    if (!targets.has(endpoint)) argumentTypes.push(...target.declarations);
    targets.add(endpoint);
    return {
      name: propertyKey(names.serviceTypes.get(serviceType.name)!),
      docs: docs([`The actions of ${resourceWords(serviceType, contract).ofType}.`]),
      type: functionType([{ ...target, name: "target" }], `${serviceType.pascalName}ActionCalls`),
    };
  });
  const client: StatementStructures = {
    kind: StructureKind.Interface,
    isExported: true,
    name: "Client",
    docs: ["A client of the API: a method for each operation, and one for the actions of each service type."],
    properties: [...operations, ...services],
  };
  return [...argumentTypes, ...revealed, client];
}

/** The arguments of an operation with a name for them, if there are any. */
function namedArguments(
  { type, isOptional }: ArgumentsType,
  { method, path }: Operation,
  name: string,
): { readonly type: string; readonly isOptional: boolean; readonly declarations: StatementStructures[] } {
  if (typeof type === "string") return { type, isOptional, declarations: [] };
  const comment = docs([`The arguments of ${method} ${path}.`]);
  const alias: StatementStructures = { kind: StructureKind.TypeAlias, isExported: true, name, docs: comment, type };
  return { type: name, isOptional, declarations: [alias] };
}

/** The options of a call, whose `onResponse` has the types of the headers that successes declare. */
function optionsType(file: SourceFile, operation: Operation): string {
  const options = file.type("CallOptions", "../runtime/client/call.js");
  const declared = successesOf(operation).map(({ headers }) =>
    headers.map((header) => ({ ...header, name: header.name.toLowerCase() })),
  );
  const names = [...new Set(declared.flatMap((headers) => headers.map(({ name }) => name)))];
  if (names.length === 0) return options;
  const isAlways = (name: string) => declared.every((headers) => headers.some((one) => one.name === name && one.required));
  const union = (of: readonly string[]) => of.map(stringLiteral).join(" | ") || "never";
  const [always, perhaps] = [names.filter(isAlways), names.filter((name) => !isAlways(name))];
  const types = [union(always), ...(perhaps.length > 0 ? [union(perhaps)] : [])];
  return `${options}<${file.type("DeclaredHeaders", "../runtime/client/call.js")}<${types.join(", ")}>>`;
}

/** The names of the secrets that an operation reveals, and the type of its response. */
function revealedTypes(
  file: SourceFile,
  operation: Operation,
  secrets: readonly string[],
  nameType: (wanted: string) => string,
  contract: Contract,
): TypeAliasDeclarationStructure[] {
  const name = typeName(operation.id);
  const [fields, answer] = [nameType(`${name}Secret`), nameType(`${name}ClientResponse`)];
  return [
    { kind: StructureKind.TypeAlias, name: fields, type: secrets.map(stringLiteral).join(" | ") },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: answer,
      docs: docs([`The response of ${operation.id}. Only \`reveal\` returns its secrets.`]),
      type: revealedType(file, operation, fields, contract),
    },
  ];
}
