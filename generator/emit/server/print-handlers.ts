import type { Contract, Operation, ServiceType, Uploads } from "../../model/contract.js";
import type { ServerSettings } from "./build-routes.js";
import { streamedUploads, type StreamedUpload } from "./streamed-uploads.js";
import { resourceWords } from "../../model/resource-words.js";
import { operationHandlersName } from "../../model/names.js";
import { preconditions, takesHeader } from "../../model/header-parameters.js";
import { responseTypeNames } from "../../model/action-responses.js";
import { hasOwnFacts } from "../../model/service-facts.js";
import { operationType, parametersType, pathType, schemaType } from "../client/operation-types.js";
import { docs, propertyKey, stringLiteral } from "../../typescript/encode.js";
import {
  createSourceFile,
  objectType,
  StructureKind,
  type Property,
  type SourceFile,
  type StatementStructures,
} from "../../typescript/source-file.js";
import { actionDocs, operationDocs } from "../../typescript/action-doc.js";
import { serviceOfType } from "../../typescript/fact-types.js";
import { fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { authenticationOf } from "./build-routes.js";
import { defaultsIn, operationPointers, pointerUnion } from "./defaults.js";
import { leadsToService } from "./path-segments.js";
import { foundServiceTypes } from "./service-types.js";

/**
 * `server/handlers.ts`, the types that an application implements:
 *
 *     export interface PostgresHandlers<Principal = unknown, Service = unknown> {
 *       add_ip: ActionHandler<PostgresActions["add_ip"], InvokeActionPath, Principal, Service>;
 *     }
 */
export function printHandlers(
  contract: Contract,
  { defaults: fillsDefaults = false, uploads }: ServerSettings = {},
  isNegotiated = true,
): OutputFile {
  const file = createSourceFile("server/handlers.ts", fileHeader(contract));
  file.add(...foundServiceTypes(file, contract));
  for (const serviceType of contract.serviceTypes) file.add(...actionHandlers(file, serviceType, contract, fillsDefaults));
  file.add(operationHandlers(file, contract, { fillsDefaults, uploads, isNegotiated }), allHandlers(contract));
  return file.print();
}

function actionHandlers(
  file: SourceFile,
  serviceType: ServiceType,
  contract: Contract,
  fillsDefaults: boolean,
): StatementStructures[] {
  const { pascalName, handlersName, operationId, actions } = serviceType;
  const endpoint = contract.operations.find(({ id }) => id === operationId)!;
  const caller = callerType(endpoint);
  const { hasService } = endpoint.binding!;
  const filled = fillsDefaults ? operationPointers(endpoint, contract) : {};
  const parameters =
    actions.length > 0 ? endpointParameters(file, endpoint, `${pascalName}Parameters`, filled, contract) : undefined;
  const responses = responseTypeNames(contract).filter((response) => response.endpoint === endpoint);
  const path = actions.length > 0 ? pathType(file, endpoint, contract) : "";
  const handlers: StatementStructures = {
    kind: StructureKind.Interface,
    isExported: true,
    name: handlersName,
    docs: docs([`Handles the actions of ${resourceWords(serviceType, contract).ofType}.`]),
    typeParameters: typeParameters(actions.length > 0 && caller !== "undefined", actions.length > 0 && hasService),
    properties: actions.map((action) => {
      const own = action.operation?.ownParameters;
      const ofAction = action.operation && own && Object.keys(own).length > 0 ? action.operation : undefined;
      const handler = file.type("ActionHandler", "../runtime/server/application.js");
      const types = `${file.type(`${pascalName}Actions`, "../actions.js")}[${stringLiteral(action.name)}]`;
      const response = responses.find(({ describes }) => describes(action));
      const declared = response && `${file.type(response.name, "../actions.js")}<${types}>`;
      const allowsResult = response?.described.responses.some((one) => one.allowsResult);
      const returned = allowsResult ? `${declared} | (Exclude<${declared}, void> & { readonly result?: object })` : declared;
      const usual = () => `${file.type("ActionResponse", "../runtime/facts.js")}<${types}>`;
      const given = ofAction ? ownParametersType(file, ofAction, fillsDefaults, contract) : parameters?.name;
      const more = given !== undefined ? [returned ?? usual(), given] : returned === undefined ? [] : [returned];
      const pointers = fillsDefaults ? pointerUnion(defaultsIn(contract.schemas.get(action.body), contract)) : undefined;
      const withDefaults = () => file.type("ActionWithDefaults", "../runtime/server/application.js");
      const ofCall = action.mayLackBody
        ? `${file.type("ActionWithOptionalBody", "../runtime/server/own-routes.js")}<${types}>`
        : types;
      const called = pointers === undefined ? ofCall : `${withDefaults()}<${ofCall}, ${pointers}>`;
      const inPath = ofAction ? pathType(file, ofAction, contract) : path;
      const type = `${handler}<${[called, inPath, caller, hasService ? "Service" : "undefined", ...more].join(", ")}>`;
      return { name: propertyKey(action.name), docs: actionDocs(action), type: withPreconditions(file, endpoint, type) };
    }),
  };
  if (actions.length === 0) return [handlers];
  return [...(parameters ? [parameters.declaration] : []), handlers];
}

/**
 * The parameters of an endpoint outside of its path:
 *
 *     interface VmParameters {
 *       readonly headers: LowerCaseNames<InvokeVmHeaders>;
 *     }
 */
function endpointParameters(
  file: SourceFile,
  endpoint: Operation,
  name: string,
  filled: Readonly<Record<string, string>>,
  contract: Contract,
): { readonly name: string; readonly declaration: StatementStructures } | undefined {
  const { method, path } = endpoint;
  const properties = parameterProperties(file, endpoint, filled, contract);
  if (properties.length === 0) return undefined;
  const comment = docs([`The parameters of ${method} ${path} that are not in its path.`]);
  return { name, declaration: { kind: StructureKind.Interface, name, docs: comment, properties } };
}

/** The type of the parameters of an action that declares some itself. */
function ownParametersType(file: SourceFile, operation: Operation, fillsDefaults: boolean, contract: Contract): string {
  const filled = fillsDefaults ? operationPointers(operation, contract) : {};
  const properties = parameterProperties(file, operation, filled, contract);
  return `{ ${properties.map(({ name, type }) => `readonly ${name}: ${String(type)}`).join("; ")} }`;
}

/** The members of a call with the parameters of an operation outside of its path. */
function parameterProperties(
  file: SourceFile,
  operation: Operation,
  filled: Readonly<Record<string, string>>,
  contract: Contract,
): Property[] {
  const { parameters } = operation;
  const places = (["query", "querystring", "header", "cookie"] as const).filter((place) =>
    parameters.some((one) => one.in === place),
  );
  const envelope = operation.envelope === undefined ? [] : [envelopeProperty(file, operation.envelope, contract)];
  const ofPlaces = places.map((place): Property => {
    const declared = parametersType(file, operation, place, contract);
    const isOptional = place === "querystring" && !parameters.some((one) => one.in === place && one.required);
    const given = isOptional ? `${declared} | undefined` : declared;
    const pointers = filled[place];
    const withDefaults = () => file.type("WithDefaults", "../runtime/server/application.js");
    const type = pointers === undefined ? given : `${withDefaults()}<${given}, ${pointers}>`;
    if (place !== "header") return { name: place === "cookie" ? "cookies" : place, isReadonly: true, type };
    const lowerCase = file.type("LowerCaseNames", "../runtime/server/application.js");
    return { name: "headers", docs: ["Names in lower case."], isReadonly: true, type: `${lowerCase}<${type}>` };
  });
  return [...ofPlaces, ...envelope];
}

function envelopeProperty(file: SourceFile, component: string, contract: Contract): Property {
  const comment = "The members of the body that all actions have in common.";
  return { name: "envelope", docs: [comment], isReadonly: true, type: schemaType(file, component, contract) };
}

/** What the types of operations' handlers depend on besides the contract. */
interface HandlerSettings {
  readonly fillsDefaults: boolean;
  readonly uploads: Uploads | undefined;
  readonly isNegotiated: boolean;
}

/** Operations that invoke actions are handled by the actions' handlers. */
function operationHandlers(
  file: SourceFile,
  contract: Contract,
  { fillsDefaults, uploads, isNegotiated }: HandlerSettings,
): StatementStructures {
  const endpoints = contract.operations.filter((operation) => operation.isEndpoint);
  const plain = contract.operations.filter((operation) => !operation.isEndpoint);
  let [usesPrincipal, usesService] = [false, false];
  const properties = plain.map((operation): Property => {
    const handler = file.type(
      isNegotiated ? "OperationHandler" : "PlainHandler as OperationHandler",
      "../runtime/server/application.js",
    );
    const declared = operationType(file, operation, contract);
    const filled = fillsDefaults ? Object.entries(operationPointers(operation, contract)) : [];
    const pointers = filled.map(([place, union]) => `${place}: ${union}`).join("; ");
    const withDefaults = () => file.type("OperationWithDefaults", "../runtime/server/application.js");
    const withoutUploads = filled.length === 0 ? declared : `${withDefaults()}<${declared}, { ${pointers} }>`;
    const types = withUploads(file, withoutUploads, streamedUploads(operation, contract, uploads));
    const caller = callerType(operation);
    const service = leadsToService(operation, endpoints) ? "Service" : "undefined";
    usesPrincipal ||= caller !== "undefined";
    usesService ||= service === "Service";
    const capabilities = hasOwnFacts(contract) ? ", ReadCapabilities" : "";
    const actions = contract.serviceTypes.length > 0 ? `, ${file.type("ActionsByType", "../actions.js")}${capabilities}` : "";
    return {
      name: propertyKey(operation.id),
      docs: operationDocs(operation),
      type: withPreconditions(file, operation, `${handler}<${types}, ${caller}, ${service}${actions}>`),
    };
  });
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name: operationHandlersName,
    docs: ["Handles the operations that are not actions."],
    typeParameters: typeParameters(usesPrincipal, usesService),
    properties,
  };
}

/** The type of a handler whose calls have `etag`, if its operation declares preconditions. */
function withPreconditions(file: SourceFile, operation: Operation, type: string): string {
  if (!preconditions.some((header) => takesHeader(operation, header))) return type;
  return `${file.type("ConditionalHandler", "../runtime/server/preconditions.js")}<${type}>`;
}

/** `WithUploads<AddPictureOperation, { "multipart/form-data": "file" }>` */
function withUploads(file: SourceFile, types: string, uploads: readonly [string, StreamedUpload][]): string {
  if (uploads.length === 0) return types;
  const parts = uploads.map(
    ([name, { part }]) => `${stringLiteral(name)}: ${part === undefined ? "never" : stringLiteral(part)}`,
  );
  return `${file.type("WithUploads", "../runtime/server/uploads.js")}<${types}, { ${parts.join("; ")} }>`;
}

function allHandlers(contract: Contract): StatementStructures {
  const actions = contract.serviceTypes.map((serviceType): Property => {
    const service = serviceOfType(serviceType, contract);
    return { name: propertyKey(serviceType.name), type: `${serviceType.handlersName}<Principal, ${service}>` };
  });
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name: "Handlers",
    docs: ["Handlers of all actions and all other operations. A missing one does not compile."],
    typeParameters: typeParameters(true, true),
    properties: [
      { name: "operations", type: `${operationHandlersName}<Principal, Service>` },
      ...(actions.length > 0 ? [{ name: "actions", type: objectType(actions) }] : []),
    ],
  };
}

/** Unused names begin with an underscore, because strict compilers report others. */
function typeParameters(usesPrincipal: boolean, usesService: boolean): { name: string; default: string }[] {
  return [
    { name: usesPrincipal ? "Principal" : "_Principal", default: "unknown" },
    { name: usesService ? "Service" : "_Service", default: "unknown" },
  ];
}

/** The type of the caller in an operation's handler. */
export function callerType(operation: Operation): string {
  const types = { required: "Principal", optional: "Principal | undefined", none: "undefined" };
  return types[authenticationOf(operation)];
}
