import type { Contract, ServiceType } from "../../model/contract.js";
import { docComment, stringLiteral } from "../../typescript/encode.js";
import { readStubTemplate, type Holes } from "../../typescript/stub-template.js";
import { createTextFile, type TextFile } from "../../typescript/text-file.js";
import { actionDoc } from "../../typescript/action-doc.js";
import type { EmitContext } from "../context.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { shipTemplate } from "../ship-template.js";
import { printHandlers } from "./print-handlers.js";
import { printRoutes } from "./print-routes.js";
import { printServerIndex } from "./print-server-index.js";
import { runtimeFiles } from "./runtime-files.js";

/**
 * The folder `server/`:
 *
 *     index.ts             createServer(application), and all that applications import
 *     handlers.ts          the types of handlers
 *     routes.ts            the operations as data
 *     stubs/postgres.ts    a handler for each action that answers "not implemented"
 *
 * and, verbatim, the runtime behind it.
 */
export function emitServer(contract: Contract, context: EmitContext): OutputFile[] {
  const stub = readStubTemplate(context.template("stubs/action-handler.ts"), "stubs/action-handler.ts");
  return [
    printServerIndex(contract),
    printHandlers(contract),
    printRoutes(contract),
    ...contract.serviceTypes.map((serviceType) => stubs(contract, serviceType, stub)),
    ...runtimeFiles.map((path) => shipTemplate(contract, context, path)),
  ];
}

function stubs(contract: Contract, serviceType: ServiceType, stub: (values: Holes) => string): OutputFile {
  const file = createTextFile(fileHeader(contract));
  const actions = `${serviceType.pascalName}Actions`;
  if (serviceType.actions.length > 0) {
    const path = pathType(file, serviceType, "../../types.js");
    file.type(actions, "../../actions.js");
    for (const name of ["ActionResponse", "ActionCall"]) file.type(name, "../../runtime/server/application.js");
    file.value("notImplemented", "../../runtime/server/errors.js");
    file.write(`type Path = ${path};\n\n`);
  }
  const handlersType = file.type(`${serviceType.pascalName}Handlers`, "../handlers.js");
  file.write(docComment([`Stubs for the actions of services of type ${serviceType.name}: each throws until it is written.`]));
  const members = serviceType.actions.map((action) =>
    stub({
      doc: actionDoc(action, "  "),
      action: action.name,
      Actions: actions,
      Path: "Path",
      handler: `${serviceType.name}.${action.name}`,
    }),
  );
  file.write(`export const ${serviceType.identifier}: ${handlersType} = {\n${members.join("")}};\n`);
  return { path: `server/stubs/${serviceType.moduleName}.ts`, text: file.toText() };
}

function pathType(file: TextFile, serviceType: ServiceType, from: string): string {
  // The stubs of a type of this very name are exported under it.
  const isTaken = serviceType.identifier === "operations";
  const operations = isTaken ? `import("${from}").operations` : file.type("operations", from);
  return `${operations}[${stringLiteral(serviceType.operationId)}]["parameters"]["path"]`;
}
