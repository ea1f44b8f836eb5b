import { resourceWords } from "../model/resource-words.js";
import { actionSummary } from "../typescript/action-doc.js";
import type { Envelope } from "../../templates/runtime/facts.js";
import { factsIn, responseTypeNames, type ActionResponse } from "../model/action-responses.js";
import type { Action, Contract, Operation, ServiceType } from "../model/contract.js";
import { typeNames } from "../model/type-names.js";
import { docs, printLine, printProperties, propertyKey, stringLiteral } from "../typescript/encode.js";
import { dataConstant } from "../typescript/data-constant.js";
import type { OutputFile } from "../typescript/output-file.js";
import {
  constant,
  createSourceFile,
  StructureKind,
  type Declaration,
  type Property,
  type SourceFile,
  type StatementStructures,
} from "../typescript/source-file.js";
import { declaredBody } from "./client/operation-types.js";
import { actionInfo } from "./describe-actions.js";
import { fileHeader } from "./emitter.js";

/**
 * `actions.ts`: the types of every action, and the facts that the contract declares about it.
 *
 *     export interface PostgresActions {
 *       add_ip: PostgresAddIp;
 *     }
 *
 *     export interface PostgresAddIp {
 *       body: Schemas["PostgresAddIpBody"];
 *       result: Schemas["PostgresAddIpResult"];
 *       status: "ok";
 *       error: "entry_exists";
 *     }
 *
 *     const postgresInfo: Record<keyof PostgresActions, ActionInfo> = { add_ip: { label: "Add address", … } };
 */
export function emitActions(contract: Contract): OutputFile {
  const file = createSourceFile("actions.ts", fileHeader(contract));
  const { serviceTypes } = contract;
  if (serviceTypes.some(({ actions }) => actions.length > 0)) {
    const components = file.type("components", "./types.js");
    file.add({ kind: StructureKind.TypeAlias, name: "Schemas", type: `${components}["schemas"]` });
  }
  file.add(
    ...serviceTypes.flatMap((type) => actionTypes(type, contract)),
    ...responseTypes(file, contract),
    ...typesOfActions(serviceTypes),
  );
  for (const serviceType of serviceTypes) {
    const info = file.type("ActionInfo", "./runtime/facts.js");
    const actions = serviceType.actions.map((action) => `  ${propertyKey(action.name)}: ${printInfo(action)},\n`);
    const type = `Record<keyof ${serviceType.pascalName}Actions, ${info}>`;
    file.add(dataConstant(infoName(serviceType), `{\n${actions.join("")}}`, { type }));
  }
  file.add(...catalog(serviceTypes));
  return file.print();
}

/**
 * `interface PostgresActions` with explicit members, which the compiler reads faster than any computed type, and an interface
 * for each: editors show its name.
 */
function actionTypes(serviceType: ServiceType, contract: Contract): StatementStructures[] {
  const { name, pascalName, actions } = serviceType;
  const union = (values: readonly string[], otherwise: string) => values.map(stringLiteral).join(" | ") || otherwise;
  const named = actions.map((action) => ({ action, type: typeNames(contract).actions.get(`${name} ${action.name}`)! }));
  const all: StatementStructures = {
    kind: StructureKind.Interface,
    isExported: true,
    name: `${pascalName}Actions`,
    docs: docs([`The bodies and responses of the actions of ${resourceWords(serviceType, contract).ofType}, by name.`]),
    properties: named.map(({ action, type }) => ({ name: propertyKey(action.name), docs: actionSummary(action), type })),
  };
  const each = named.map(({ action, type }): StatementStructures => ({
    kind: StructureKind.Interface,
    isExported: true,
    name: type,
    properties: [
      { name: "body", type: `Schemas[${stringLiteral(action.body)}]` },
      { name: "result", type: `Schemas[${stringLiteral(action.result)}]` },
      { name: "status", type: union(action.statuses, "string") },
      { name: "error", type: union([...new Set(action.errors.map(({ code }) => code))], "never") },
    ],
  }));
  return [all, ...each];
}

/**
 * The response of an endpoint's actions, if it differs from `ActionResponse`:
 *
 *     export interface InvokeVmResponse<Action extends ActionTypes> {
 *       readonly status: Action["status"];
 *       readonly result: Action["result"];
 *       readonly envelope: Without<Invocation, "/state" | "/output">;
 *     }
 */
function responseTypes(file: SourceFile, contract: Contract): StatementStructures[] {
  return responseTypeNames(contract).map((response): StatementStructures => {
    const { endpoint, operation, isAsync, name, described, returnsResult } = response;
    const { responses } = described;
    const kind = isAsync ? "actions that complete in the background" : "actions";
    const what = returnsResult === false ? `${kind} without a result` : kind;
    const whose = operation === endpoint ? what : "an action";
    const comment = [`The responses of ${whose} of ${endpoint.method} ${endpoint.path}.`];
    const branches = responses.map((one) => responseMembers(file, operation, one, responses.length > 1, contract));
    const takesAction = branches.some((members) => members.some(({ type }) => String(type).includes("Action[")));
    const typeParameters = [
      { name: takesAction ? "Action" : "_Action", constraint: file.type("ActionTypes", "./runtime/facts.js") },
    ];
    const [only, ...more] = branches;
    if (more.length === 0 && only!.some(({ hasQuestionToken }) => !hasQuestionToken))
      return { kind: StructureKind.Interface, isExported: true, name, docs: docs(comment), typeParameters, properties: only! };
    const type = branches.map((members) =>
      members.length === 0
        ? "void"
        : members.some(({ hasQuestionToken }) => !hasQuestionToken)
          ? printType(members)
          : `${printType(members)} | void`,
    );
    return {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name,
      docs: docs(comment),
      typeParameters,
      type: type.join("\n  | "),
    };
  });
}

function printType(members: readonly Property[]): string {
  const lines = members.map(({ name, type, isReadonly, hasQuestionToken }) => {
    return `${isReadonly ? "readonly " : ""}${name}${hasQuestionToken ? "?" : ""}: ${String(type)}`;
  });
  return `{ ${lines.join("; ")} }`;
}

/** The type that a handler returns and a call resolves to, for one success. */
function responseMembers(
  file: SourceFile,
  operation: Operation,
  described: ActionResponse,
  isOneOfSeveral: boolean,
  contract: Contract,
): Property[] {
  const member = (name: string, type: string, about: string, isOptional = false): Property => {
    return { name, type, docs: docs([about]), isReadonly: true, hasQuestionToken: isOptional };
  };
  const { status, key, mediaType, others, headers, statuses, optional, nullable, fixed } = described;
  const orNull = (type: string, fact: keyof Envelope) => (nullable.has(fact) ? `${type} | null` : type);
  const { status: state, message, result } = described.envelope;
  const members: Property[] = [];
  if (isOneOfSeveral) members.push(member("httpStatus", status === undefined ? "number" : String(status), "The HTTP status."));
  if (mediaType !== undefined) {
    const ofAction = 'Action["status"]';
    const texts = statuses ? `Extract<${ofAction}, ${statuses.map(stringLiteral).join(" | ")}>` : ofAction;
    if (state !== undefined && result !== "")
      members.push(member("status", orNull(texts, "status"), "The outcome.", optional.has("status")));
    if (message !== undefined && result !== "")
      members.push(member("message", orNull("string", "message"), "A message for people.", optional.has("message")));
    if (result !== undefined) members.push(member("result", 'Action["result"]', "The result of the action."));
    if (others !== "none") {
      const pointers = [...factsIn(operation, operation.binding!.envelope), ...Object.keys(fixed)].map(stringLiteral);
      const response = operation.responses.find((one) => one.status === key)!;
      const body = declaredBody(
        file,
        operation,
        response,
        response.content.find(({ kind }) => kind === "json")!,
        contract,
      );
      const type = pointers.length > 0 ? `${file.type("Without", "./runtime/facts.js")}<${body}, ${pointers.join(" | ")}>` : body;
      members.push(member("envelope", type, "The other members of the body.", others === "optional"));
    }
  }
  if (headers.length > 0) {
    const types = headers.map(({ name, required, as, texts }) => ({
      name: propertyKey(name),
      isReadonly: true,
      hasQuestionToken: !required,
      type: texts?.map(stringLiteral).join(" | ") ?? (as === "string" ? "string" : "number"),
    }));
    members.push(
      member(
        "headers",
        printType(types),
        "Headers of the response, names in lower case.",
        headers.every(({ required }) => !required),
      ),
    );
  }
  return members;
}

function typesOfActions(serviceTypes: readonly ServiceType[]): StatementStructures[] {
  return [
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "ActionsByType",
      docs: ["The actions of each service type."],
      properties: serviceTypes.map(({ name, pascalName }) => ({ name: propertyKey(name), type: `${pascalName}Actions` })),
    },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "ServiceType",
      docs: ["A service type that has actions."],
      type: "keyof ActionsByType",
    },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "ActionName",
      docs: ["The name of an action of a service type."],
      typeParameters: [{ name: "Type", constraint: "ServiceType" }],
      type: "keyof ActionsByType[Type] & string",
    },
  ];
}

/** The label, effect, scopes, availability and failures of an action: a line for each, and for each error. */
function printInfo(action: Action): string {
  const { label, summary, scopes, readOnly, idempotent, destructive, async, deprecated, ...rest } = actionInfo(action);
  const { states, plans, statuses } = rest;
  const facts = [
    { label },
    { summary },
    { readOnly, idempotent, destructive, async, deprecated },
    { scopes, statuses },
    { states, plans },
  ];
  const lines = facts.map(printProperties).filter((line) => line !== "");
  const errors = rest.errors.map(({ code, status, description }) => `      ${printLine({ code, status, description })},\n`);
  return `{\n${lines.map((line) => `    ${line},\n`).join("")}    errors: [${errors.length > 0 ? `\n${errors.join("")}    ` : ""}],\n  }`;
}

function catalog(serviceTypes: readonly ServiceType[]): Declaration[] {
  const members = serviceTypes.map((type) => `  ${propertyKey(type.name)}: ${infoName(type)},\n`);
  const orders = serviceTypes.map(({ name, advertised }) => {
    return `  ${propertyKey(name)}: [\n${advertised.map((action) => `    ${stringLiteral(action)},\n`).join("")}  ],\n`;
  });
  return [
    constant("catalog", `{\n${members.join("")}} as const`, {
      isExported: true,
      docs: ["The properties of every action, by service type and name."],
    }),
    dataConstant("advertisedActions", `{\n${orders.join("")}}`, {
      isExported: true,
      docs: docs(["The actions of each service type in the order in which they are advertised."]),
      type: "{ readonly [Type in ServiceType]: readonly ActionName<Type>[] }",
    }),
  ];
}

/** Differs from every other name in the file. */
function infoName(serviceType: ServiceType): string {
  return `${serviceType.identifier}Info`;
}
