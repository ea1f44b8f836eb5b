import type { Contract, ServiceType } from "../../model/contract.js";
import { docComment, propertyKey, stringLiteral } from "../../typescript/encode.js";
import { createTextFile, type TextFile } from "../../typescript/text-file.js";
import { actionDoc } from "../../typescript/action-doc.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../output-file.js";

/**
 * `client/types.ts`, what a caller of the API can call:
 *
 *     export interface PostgresActionCalls<Options = unknown> {
 *       add_ip: (body: PostgresActions["add_ip"]["body"], options?: Options) => Promise<ActionAnswer<PostgresActions["add_ip"]>>;
 *     }
 */
export function emitClient(contract: Contract): OutputFile[] {
  const file = createTextFile(fileHeader(contract));
  for (const serviceType of contract.serviceTypes) file.write(`${actionCalls(file, serviceType)}\n`);
  const members = contract.serviceTypes.map((type) => `  ${propertyKey(type.name)}: ${type.pascalName}ActionCalls<Options>;\n`);
  const options = members.length > 0 ? "Options" : "_Options";
  file.write(
    "/** The actions that can be called on a service, by its type. */\n" +
      `export interface ActionCallsByType<${options} = unknown> {\n${members.join("")}}\n`,
  );
  return [{ path: "client/types.ts", text: file.toText() }];
}

function actionCalls(file: TextFile, serviceType: ServiceType): string {
  const actions = file.type(`${serviceType.pascalName}Actions`, "../actions.js");
  const answer = file.type("ActionAnswer", "../runtime/server/handler-types.js");
  const members = serviceType.actions.map((action) => {
    const types = `${actions}[${stringLiteral(action.name)}]`;
    const body = action.takesInput ? `body: ${types}["body"]` : `body?: ${types}["body"]`;
    return (
      actionDoc(action, "  ") + `  ${propertyKey(action.name)}: (${body}, options?: Options) => Promise<${answer}<${types}>>;\n`
    );
  });
  const doc = docComment([`The actions of a service of type ${serviceType.name}.`]);
  return `${doc}export interface ${serviceType.pascalName}ActionCalls<Options = unknown> {\n${members.join("")}}\n`;
}
