import type { Contract, Operation } from "../../model/contract.js";
import { compare } from "../../diagnostics/diagnostic.js";
import { propertyKey, stringLiteral } from "../../typescript/encode.js";
import { createTextFile, type TextFile } from "../../typescript/text-file.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { leadsToService, segmentParameters, servicePath } from "./path-segments.js";
import { callerType } from "./print-handlers.js";

/** What an application imports besides types of its own contract. */
const reexports: readonly { readonly from: string; readonly names: readonly string[]; readonly types: readonly string[] }[] = [
  { from: "application", names: [], types: ["ActionEntry", "Gate", "Limits", "LogEntry", "RequestHead", "ServiceFacts"] },
  { from: "create-server", names: [], types: ["Server"] },
  {
    from: "errors",
    names: ["CallError", "NotImplementedError", "forbidden", "invalid", "notFound", "notImplemented", "unavailable"],
    types: [],
  },
  { from: "fetch", names: ["toFetchHandler"], types: [] },
  { from: "http", names: ["bearerToken"], types: ["ServerRequest", "ServerResponse"] },
  { from: "node", names: ["respondToClientError", "toNodeHandler"], types: [] },
];

/** `server/index.ts`: `createServer` for this contract, and everything that an application needs beside it. */
export function printServerIndex(contract: Contract): OutputFile {
  const file = createTextFile(fileHeader(contract));
  file.write(pathTypes(file, contract));
  file.write(applicationType(file, contract));
  file.write(createServer(file, contract));
  const lines = reexports.map(({ from, names, types }) => {
    const list = [...names, ...types.map((name) => `type ${name}`)].join(", ");
    return names.length > 0
      ? `export { ${list} } from "../runtime/server/${from}.js";\n`
      : `export type { ${types.join(", ")} } from "../runtime/server/${from}.js";\n`;
  });
  file.write(`\nexport type * from "./handlers.js";\n${lines.join("")}`);
  return { path: "server/index.ts", text: file.toText() };
}

function pathTypes(file: TextFile, contract: Contract): string {
  const names = new Map<string, Operation[]>();
  for (const operation of contract.operations) {
    for (const { name, in: place } of operation.parameters) {
      if (place === "path") names.set(name, [...(names.get(name) ?? []), operation]);
    }
  }
  const members = [...names.keys()].sort(compare).map((name) => {
    const users = names.get(name)!;
    const mark = users.length === contract.operations.length ? "" : "?";
    const types = distinctTypes(users, name).map(({ id }) => `${pathOf(file, id)}[${stringLiteral(name)}]`);
    return `  ${propertyKey(name)}${mark}: ${types.join(" | ")};\n`;
  });
  return (
    "/** The path parameters of all operations; a call has those of its own operation. */\n" +
    `export interface PathParameters {\n${members.join("")}}\n\n` +
    "/** The path parameters that lead to a service. */\n" +
    `export type ServicePath = ${servicePathType(file, contract)};\n`
  );
}

/** One operation for each schema that a parameter has. */
function distinctTypes(users: readonly Operation[], name: string): Operation[] {
  const bySchema = new Map<string, Operation>();
  for (const operation of users) {
    const parameter = operation.parameters.find((candidate) => candidate.in === "path" && candidate.name === name);
    const key = JSON.stringify(parameter?.schema);
    if (!bySchema.has(key)) bySchema.set(key, operation);
  }
  return [...bySchema.values()];
}

function servicePathType(file: TextFile, contract: Contract): string {
  const endpoints = contract.operations.filter((operation) => operation.serviceTypes.length > 0);
  const types = new Map<string, string>();
  for (const endpoint of endpoints) {
    const names = segmentParameters(servicePath(endpoint));
    const type = names.length === 0 ? "object" : `Pick<${pathOf(file, endpoint.id)}, ${names.map(stringLiteral).join(" | ")}>`;
    if (!types.has(names.join("/"))) types.set(names.join("/"), type);
  }
  return types.size > 0 ? [...types.values()].join(" | ") : "object";
}

function pathOf(file: TextFile, operationId: string): string {
  return `${file.type("operations", "../types.js")}[${stringLiteral(operationId)}]["parameters"]["path"]`;
}

function applicationType(file: TextFile, contract: Contract): string {
  const endpoints = contract.operations.filter((operation) => operation.serviceTypes.length > 0);
  const callers = new Set(contract.operations.filter((operation) => leadsToService(operation, endpoints)).map(callerType));
  const caller = callers.size === 1 && callers.has("Principal") ? "Principal" : "Principal | undefined";
  for (const name of ["ApplicationBase", "ContractTypes", "WithScopes"]) file.type(name, "../runtime/server/application.js");
  const hooks =
    endpoints.length > 0
      ? ` &\n  ${file.type("ServiceHooks", "../runtime/server/application.js")}<${caller}, Service, Types<Principal, Service>>`
      : "";
  return (
    "\ninterface Types<Principal, Service> extends ContractTypes {\n" +
    "  readonly path: PathParameters;\n" +
    "  readonly servicePath: ServicePath;\n" +
    `  readonly operation: keyof ${file.type("operations", "../types.js")} & string;\n` +
    `  readonly handlers: ${file.type("Handlers", "./handlers.js")}<Principal, Service>;\n}\n\n` +
    "/** What an application of this API supplies. */\n" +
    `export type Application<Principal, Service extends ${serviceFacts(file, contract)} = ${serviceFacts(file, contract)}> = ApplicationBase<Principal, Types<Principal, Service>>${hooks} &\n` +
    "  WithScopes<Principal>;\n"
  );
}

/** What a service must be: of a type that the contract has, if it has any. */
function serviceFacts(file: TextFile, { serviceTypes }: Contract): string {
  const facts = file.type("ServiceFacts", "../runtime/server/application.js");
  return serviceTypes.length > 0 ? `${facts}<${file.type("ServiceType", "../actions.js")}>` : facts;
}

function createServer(file: TextFile, contract: Contract): string {
  file.value("advertisedActions", "../actions.js");
  file.value("catalog", "../actions.js");
  file.value("createServer as create", "../runtime/server/create-server.js");
  file.type("Server", "../runtime/server/create-server.js");
  file.type("AnyApplication", "../runtime/server/call.js");
  for (const name of ["actions", "loadAllErrors", "operations as operationGuards"]) file.value(name, "../validators/index.js");
  file.value("routes", "./routes.js");
  return (
    "\n/** A server for this API. Connect it with `toNodeHandler` or `toFetchHandler`. */\n" +
    `export function createServer<Principal, Service extends ${serviceFacts(file, contract)}>(application: Application<Principal, Service>): Server<Principal, Service> {\n` +
    "  const validators = { actions, operations: operationGuards };\n" +
    "  return create({ routes, catalog, advertisedActions, validators, loadAllErrors }, application as unknown as AnyApplication) as Server<Principal, Service>;\n" +
    "}\n"
  );
}
