import type { Action, Contract, ServiceType } from "../model/contract.js";
import { docComment, propertyKey, stringList, stringLiteral } from "../typescript/encode.js";
import { fileHeader } from "./emitter.js";
import type { OutputFile } from "../typescript/output-file.js";
import { createTextFile } from "../typescript/source-file.js";

/**
 * `actions.ts`: the types of every action, and what the contract says about it.
 *
 *     export interface PostgresActions {
 *       add_ip: { body: Schemas["PostgresAddIpBody"]; result: Schemas["PostgresAddIpResult"]; status: "ok"; error: "entry_exists" };
 *     }
 *
 *     const postgres: Record<keyof PostgresActions, ActionInfo> = { add_ip: { label: "Add address", … } };
 */
export function emitActions(contract: Contract): OutputFile[] {
  const file = createTextFile(fileHeader(contract));
  const { serviceTypes } = contract;
  if (serviceTypes.length > 0) {
    file.type("ActionInfo", "./runtime/action-info.js");
  }
  if (serviceTypes.some(({ actions }) => actions.length > 0)) {
    file.type("components", "./types.js");
    file.write('type Schemas = components["schemas"];\n\n');
  }
  for (const serviceType of serviceTypes) file.write(`${typeMap(serviceType)}\n`);
  file.write(byType(serviceTypes));
  for (const serviceType of serviceTypes) file.write(`\n${infos(serviceType)}`);
  file.write(catalog(serviceTypes));
  return [{ path: "actions.ts", text: file.toText() }];
}

/** `interface PostgresActions`: explicit members, which the compiler reads faster than any computed type. */
function typeMap(serviceType: ServiceType): string {
  const members = serviceType.actions.map((action) => {
    const union = (values: readonly string[], otherwise: string) => values.map(stringLiteral).join(" | ") || otherwise;
    const statuses = union(action.statuses, "string");
    const errors = union([...new Set(action.errors.map((error) => error.code))], "never");
    return (
      docComment([action.summary ?? action.label], "  ", action.deprecated ? ["@deprecated"] : []) +
      `  ${propertyKey(action.name)}: {\n` +
      `    body: Schemas[${stringLiteral(action.body)}];\n` +
      `    result: Schemas[${stringLiteral(action.result)}];\n` +
      `    status: ${statuses};\n` +
      `    error: ${errors};\n` +
      "  };\n"
    );
  });
  const doc = docComment([`What each action of a service of type ${serviceType.name} takes and answers, by name.`]);
  return `${doc}export interface ${serviceType.pascalName}Actions {\n${members.join("")}}\n`;
}

function byType(serviceTypes: readonly ServiceType[]): string {
  const members = serviceTypes.map((type) => `  ${propertyKey(type.name)}: ${type.pascalName}Actions;\n`);
  return (
    "/** The actions of each service type. */\n" +
    `export interface ActionsByType {\n${members.join("")}}\n\n` +
    "/** A service type that has actions. */\n" +
    "export type ServiceType = keyof ActionsByType;\n\n" +
    "/** The name of an action of a service type. */\n" +
    "export type ActionName<Type extends ServiceType> = keyof ActionsByType[Type] & string;\n"
  );
}

function infos(serviceType: ServiceType): string {
  const members = serviceType.actions.map((action) => `  ${propertyKey(action.name)}: ${info(action)},\n`);
  return `const ${constant(serviceType)}: Record<keyof ${serviceType.pascalName}Actions, ActionInfo> = {\n${members.join("")}};\n`;
}

function info(action: Action): string {
  const text = (key: string, value: string | undefined) => (value === undefined ? "" : `    ${key}: ${stringLiteral(value)},\n`);
  const list = (key: string, values: readonly string[] | undefined) => (values ? `    ${key}: ${stringList(values)},\n` : "");
  const flags = (["readOnly", "idempotent", "destructive", "async", "deprecated"] as const).map(
    (flag) => `    ${flag}: ${action[flag]},\n`,
  );
  const errors = action.errors.map(({ code, status, description }) => {
    const when = description === undefined ? "" : `, description: ${stringLiteral(description)}`;
    return `      { code: ${stringLiteral(code)}, status: ${status}${when} },\n`;
  });
  return [
    "{\n",
    text("label", action.label),
    text("summary", action.summary),
    list("scopes", action.scopes),
    ...flags,
    list("states", action.states),
    list("plans", action.plans),
    list("statuses", action.statuses),
    errors.length > 0 ? `    errors: [\n${errors.join("")}    ],\n` : "    errors: [],\n",
    "  }",
  ].join("");
}

function catalog(serviceTypes: readonly ServiceType[]): string {
  const members = serviceTypes.map((type) => `  ${propertyKey(type.name)}: ${constant(type)},\n`);
  const orders = serviceTypes.map((type) => {
    const names = type.advertised.map((name) => `    ${stringLiteral(name)},\n`).join("");
    return `  ${propertyKey(type.name)}: [\n${names}  ],\n`;
  });
  return (
    "\n/** What the contract says about every action, by service type and name. */\n" +
    `export const catalog = {\n${members.join("")}} as const;\n\n` +
    "/** The actions of each service type in the order in which services advertise them. */\n" +
    "export const advertisedActions: { readonly [Type in ServiceType]: readonly ActionName<Type>[] } = {\n" +
    `${orders.join("")}};\n`
  );
}

/** Never the name of something else in the file. */
function constant(serviceType: ServiceType): string {
  return `${serviceType.identifier}Info`;
}
