import type { Action, Contract, ServiceType } from "../model/contract.js";
import { docs, printLine, propertyKey, stringLiteral } from "../typescript/encode.js";
import type { OutputFile } from "../typescript/output-file.js";
import { constant, createSourceFile, objectType, StructureKind, type StatementStructures } from "../typescript/source-file.js";
import { fileHeader } from "./emitter.js";

/**
 * `actions.ts`: the types of every action, and what the contract says about it.
 *
 *     export interface PostgresActions {
 *       add_ip: { body: Schemas["PostgresAddIpBody"]; result: Schemas["PostgresAddIpResult"]; status: "ok"; error: "entry_exists" };
 *     }
 *
 *     const postgresInfo: Record<keyof PostgresActions, ActionInfo> = { add_ip: { label: "Add address", … } };
 */
export function emitActions(contract: Contract): OutputFile[] {
  const file = createSourceFile("actions.ts", fileHeader(contract));
  const { serviceTypes } = contract;
  if (serviceTypes.some(({ actions }) => actions.length > 0)) {
    const components = file.type("components", "./types.js");
    file.add({ kind: StructureKind.TypeAlias, name: "Schemas", type: `${components}["schemas"]` });
  }
  file.add(...serviceTypes.map(actionTypes), ...typesOfActions(serviceTypes));
  for (const serviceType of serviceTypes) {
    const info = file.type("ActionInfo", "./runtime/action-info.js");
    const actions = serviceType.actions.map((action) => `  ${propertyKey(action.name)}: ${printInfo(action)},\n`);
    const type = `Record<keyof ${serviceType.pascalName}Actions, ${info}>`;
    file.add(constant(infoName(serviceType), `{\n${actions.join("")}}`, { type }));
  }
  file.add(...catalog(serviceTypes));
  return [file.print()];
}

/** `interface PostgresActions`: explicit members, which the compiler reads faster than any computed type. */
function actionTypes({ name, pascalName, actions }: ServiceType): StatementStructures {
  const union = (values: readonly string[], otherwise: string) => values.map(stringLiteral).join(" | ") || otherwise;
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name: `${pascalName}Actions`,
    docs: docs([`What each action of a service of type ${name} takes and answers, by name.`]),
    properties: actions.map((action) => ({
      name: propertyKey(action.name),
      docs: docs([action.summary ?? action.label], action.deprecated ? ["@deprecated"] : []),
      type: objectType([
        { name: "body", type: `Schemas[${stringLiteral(action.body)}]` },
        { name: "result", type: `Schemas[${stringLiteral(action.result)}]` },
        { name: "status", type: union(action.statuses, "string") },
        { name: "error", type: union([...new Set(action.errors.map(({ code }) => code))], "never") },
      ]),
    })),
  };
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

/** A fact on each line, and an error on each line. */
function printInfo({ label, summary, scopes, readOnly, idempotent, destructive, async, deprecated, ...action }: Action): string {
  const { states, plans, statuses } = action;
  const facts = { label, summary, scopes, readOnly, idempotent, destructive, async, deprecated, states, plans, statuses };
  const lines = Object.entries(facts).map(([key, fact]) => (fact === undefined ? "" : `    ${key}: ${printLine(fact)},\n`));
  const errors = action.errors.map(({ code, status, description }) => `      ${printLine({ code, status, description })},\n`);
  return `{\n${lines.join("")}    errors: [${errors.length > 0 ? `\n${errors.join("")}    ` : ""}],\n  }`;
}

function catalog(serviceTypes: readonly ServiceType[]): StatementStructures[] {
  const members = serviceTypes.map((type) => `  ${propertyKey(type.name)}: ${infoName(type)},\n`);
  const orders = serviceTypes.map(({ name, advertised }) => {
    return `  ${propertyKey(name)}: [\n${advertised.map((action) => `    ${stringLiteral(action)},\n`).join("")}  ],\n`;
  });
  return [
    constant("catalog", `{\n${members.join("")}} as const`, {
      isExported: true,
      docs: ["What the contract says about every action, by service type and name."],
    }),
    constant("advertisedActions", `{\n${orders.join("")}}`, {
      isExported: true,
      docs: ["The actions of each service type in the order in which services advertise them."],
      type: "{ readonly [Type in ServiceType]: readonly ActionName<Type>[] }",
    }),
  ];
}

/** Never the name of something else in the file. */
function infoName(serviceType: ServiceType): string {
  return `${serviceType.identifier}Info`;
}
