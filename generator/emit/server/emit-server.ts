import type { Contract, ServiceType } from "../../model/contract.js";
import { docComment, stringLiteral, printLiteral, type Data } from "../../typescript/encode.js";
import { readStubTemplate, type Holes } from "../../typescript/handler-stub.js";
import { createTextFile, type TextFile } from "../../typescript/source-file.js";
import { actionDoc } from "../../typescript/action-doc.js";
import { type EmitContext, fileHeader, shipTemplate } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { printHandlers } from "./print-handlers.js";
import { printServerIndex } from "./print-server-index.js";
import type { Route } from "../../../templates/runtime/server/route.js";
import { buildRoutes } from "./build-routes.js";

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
    for (const name of ["ActionResponse", "ActionCall"]) file.type(name, "../../runtime/server/handler-types.js");
    file.value("notImplemented", "../../runtime/server/not-implemented.js");
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

/**
 * `server/routes.ts`:
 *
 *     export const routes: readonly Route[] = [
 *       {
 *         operation: "getService",
 *         method: "GET",
 *         path: ["v1", "projects", { parameter: "project_id" }, "services", { parameter: "service_id" }],
 */
export function printRoutes(contract: Contract): OutputFile {
  const routes = buildRoutes(contract).map((route) => `  ${printLiteral(toData(route), "  ")},\n`);
  const text =
    `${fileHeader(contract)}\nimport type { Route } from "../runtime/server/route.js";\n\n` +
    "/** Every operation of the API: what the server matches, reads and checks before a handler runs. */\n" +
    `export const routes: readonly Route[] = [\n${routes.join("")}];\n`;
  return { path: "server/routes.ts", text };
}

/** The runtime's types are plain data already; this says so to the compiler. */
function toData(value: Route): Data {
  return value as unknown as Data;
}

const names = [
  "access",
  "application",
  "availability",
  "awaitable",
  "bearer-token",
  "call",
  "capabilities",
  "check-response",
  "check-body",
  "check-parameters",
  "create-server",
  "describe-errors",
  "errors",
  "explain-failure",
  "fetch",
  "find-service",
  "handler-types",
  "http",
  "media-type",
  "node",
  "node-client-error",
  "not-implemented",
  "parameter-styles",
  "parse-json",
  "parse-text",
  "plain-json",
  "read-body",
  "read-content",
  "read-form",
  "read-multipart",
  "read-parameters",
  "rejection",
  "request-id",
  "request-target",
  "respond",
  "route",
  "router",
  "run-handler",
  "server-contract",
  "steps",
];

/** Files of the runtime that a server is made of. */
export const runtimeFiles: readonly string[] = names.map((name) => `runtime/server/${name}.ts`);
