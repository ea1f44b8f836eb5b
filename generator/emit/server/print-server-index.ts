import type { Contract, Operation } from "../../model/contract.js";
import { pathType } from "../client/operation-types.js";
import { compare } from "../../diagnostics/diagnostic.js";
import { hasOwnFacts } from "../../model/service-facts.js";
import { propertyKey, stringLiteral } from "../../typescript/encode.js";
import {
  constant,
  createSourceFile,
  exportFrom,
  StructureKind,
  type Property,
  type SourceFile,
  type StatementStructures,
} from "../../typescript/source-file.js";
import { type EmitContext, fileHeader } from "../emitter.js";
import { wants } from "../features.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { leadsToService, segmentParameters, servicePath } from "./path-segments.js";
import { callerType } from "./print-handlers.js";
import type { ServerDescription } from "./describe-server.js";

/** The exports for applications that don't depend on the contract. */
const reexports: readonly { readonly from: string; readonly names: readonly string[]; readonly types: readonly string[] }[] = [
  {
    from: "application",
    names: [],
    types: [
      "ActionEntry",
      "Gate",
      "Limits",
      "LogEntry",
      "OperationLimits",
      "RenderedError",
      "RequestHead",
      "ResponsePolicy",
      "ServiceFacts",
    ],
  },
  { from: "create-server", names: [], types: ["Server"] },
  { from: "observed-call", names: [], types: ["CallEnd", "CallStart"] },
  {
    from: "errors",
    names: ["CallError", "NotImplementedError", "forbidden", "invalid", "notFound", "notImplemented", "unavailable"],
    types: [],
  },
  { from: "http", names: ["bearerToken", "toFetchHandler"], types: ["ServerRequest", "ServerResponse"] },
  { from: "node", names: ["limitConnections", "respondToClientError", "toNodeHandler"], types: ["ConnectionLimits"] },
];

/** The exports for applications whose callers send an `Idempotency-Key`. */
const idempotencyExports = [
  {
    from: "idempotency-store",
    names: ["createMemoryStore", "type IdempotencyClaim", "type IdempotencyStore", "type StoredCall"],
  },
  { from: "idempotency", names: ["type IdempotencyOptions"] },
];

/** `server/index.ts`: `createServer` for this contract, and everything else that an application needs. */
export function printServerIndex(contract: Contract, described: ServerDescription, context: EmitContext): OutputFile {
  const file = createSourceFile("server/index.ts", fileHeader(contract));
  file.add(
    ...pathTypes(file, contract),
    ...applicationTypes(file, contract, described),
    createServer(file, contract, described, context),
  );
  const hasShape = described.errorShape !== undefined;
  if (hasShape) file.add(clientErrorListener(file));
  file.add(exportFrom("./handlers.js", "type *"));
  if (described.takesUploads) file.add(exportFrom("../runtime/server/uploads.js", ["type UploadedFile"]));
  for (const { from, names, types } of reexports) {
    const others = hasShape ? names.filter((name) => name !== clientErrorListenerName) : names;
    file.add(exportFrom(`../runtime/server/${from}.js`, [...others, ...types.map((name) => `type ${name}`)]));
  }
  if (described.takesPreconditions) file.add(exportFrom("../runtime/server/preconditions.js", ["type CheckTag"]));
  for (const { from, names } of described.takesKeys ? idempotencyExports : [])
    file.add(exportFrom(`../runtime/server/${from}.js`, names));
  return file.print();
}

const clientErrorListenerName = "respondToClientError";

/** That of the runtime has the shape for contracts that don't define how they report errors. */
function clientErrorListener(file: SourceFile): StatementStructures {
  const create = file.value("createClientErrorListener", "../runtime/server/node.js");
  return constant(clientErrorListenerName, `${create}(${file.value("errorShape", "./routes.js")})`, {
    isExported: true,
    docs: ["A listener for `clientError`: requests that are not HTTP get an error body like all others."],
    type: file.type("ClientErrorListener", "../runtime/server/node.js"),
  });
}

function pathTypes(file: SourceFile, contract: Contract): StatementStructures[] {
  const names = new Map<string, Operation[]>();
  for (const operation of contract.operations) {
    for (const { name, in: place } of operation.parameters) {
      if (place === "path") names.set(name, [...(names.get(name) ?? []), operation]);
    }
  }
  const properties = [...names.keys()].sort(compare).map((name): Property => {
    const users = names.get(name)!;
    const types = distinctTypes(users, name).map((operation) => `${pathType(file, operation, contract)}[${stringLiteral(name)}]`);
    return {
      name: propertyKey(name),
      hasQuestionToken: users.length < contract.operations.length,
      type: types.join(" | "),
    };
  });
  return [
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "PathParameters",
      docs: ["The path parameters of all operations; a call has those of its own operation."],
      properties,
    },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "ServicePath",
      docs: ["The path parameters that identify a service."],
      type: servicePathType(file, contract),
    },
  ];
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

function servicePathType(file: SourceFile, contract: Contract): string {
  const endpoints = contract.operations.filter((operation) => operation.binding?.hasService);
  const types = new Map<string, string>();
  for (const endpoint of endpoints) {
    const names = segmentParameters(servicePath(endpoint));
    // A type that is asked for is imported.
    const typeOf = () => `Pick<${pathType(file, endpoint, contract)}, ${names.map(stringLiteral).join(" | ")}>`;
    if (!types.has(names.join("/"))) types.set(names.join("/"), names.length === 0 ? "object" : typeOf());
  }
  return types.size > 0 ? [...types.values()].join(" | ") : "object";
}

function applicationTypes(file: SourceFile, contract: Contract, { takesKeys }: ServerDescription): StatementStructures[] {
  const runtime = "../runtime/server/application.js";
  const endpoints = contract.operations.filter((operation) => operation.isEndpoint);
  const callers = new Set(contract.operations.filter((operation) => leadsToService(operation, endpoints)).map(callerType));
  const caller = callers.size === 1 && callers.has("Principal") ? "Principal" : "Principal | undefined";
  const hooks = () => `\n  ${file.type("ServiceHooks", runtime)}<${caller}, Service, Types<Principal, Service>> &`;
  const types = [
    `${file.type("ApplicationBase", runtime)}<Principal, Types<Principal, Service>> &`,
    ...(callers.size > 0 ? [hooks()] : []),
    `\n  ${file.type("WithScopes", runtime)}<Principal>`,
    ...(takesKeys ? [` &\n  ${file.type("WithIdempotency", "../runtime/server/idempotency.js")}<Principal>`] : []),
  ];
  return [
    {
      kind: StructureKind.Interface,
      name: "Types",
      typeParameters: ["Principal", "Service"],
      extends: [file.type("ContractTypes", runtime)],
      properties: [
        { name: "path", isReadonly: true, type: "PathParameters" },
        { name: "servicePath", isReadonly: true, type: "ServicePath" },
        { name: "operation", isReadonly: true, type: `keyof ${file.type("operations", "../types.js")} & string` },
        { name: "handlers", isReadonly: true, type: `${file.type("Handlers", "./handlers.js")}<Principal, Service>` },
      ],
    },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "Application",
      docs: ["The application's part of the server."],
      typeParameters: [
        "Principal",
        { name: "Service", constraint: serviceFacts(file, contract), default: serviceFacts(file, contract) },
      ],
      type: types.join(""),
    },
  ];
}

/** The required type of a service: one of the contract's, if it has any. */
function serviceFacts(file: SourceFile, contract: Contract): string {
  const { serviceTypes } = contract;
  if (hasOwnFacts(contract)) return file.type("FoundService", "./handlers.js");
  const facts = file.type("ServiceFacts", "../runtime/server/application.js");
  return serviceTypes.length > 0 ? `${facts}<${file.type("ServiceType", "../actions.js")}>` : facts;
}

function createServer(
  file: SourceFile,
  contract: Contract,
  described: ServerDescription,
  context: EmitContext,
): StatementStructures {
  const { basePath } = described;
  const validators = "../validators/index.js";
  const parts = [
    file.value("routes", "./routes.js"),
    file.value("catalog", "../actions.js"),
    file.value("advertisedActions", "../actions.js"),
    "validators",
    wants(context, "all-errors")
      ? file.value("loadAllErrors", validators)
      : `loadAllErrors: () => Promise.resolve(${file.value("firstErrors", "../runtime/validators/first-errors.js")}(validators))`,
  ];
  if (described.errorShape) parts.push(file.value("errorShape", "./routes.js"));
  if (basePath !== undefined) parts.push(`basePath: ${stringLiteral(basePath)}`);
  if (described.takesMultipart) parts.push(file.value("readMultipart", "../runtime/server/multipart.js"));
  if (described.takesItems) parts.push(file.value("readItems", "../runtime/server/received-items.js"));
  if (described.secrets) parts.push(file.value("secrets", "./routes.js"));
  if (described.takesUploads) parts.push(file.value("readUpload", "../runtime/server/uploads.js"));
  if (described.sequences) {
    const create = file.value("createItemSender", "../runtime/server/sequences.js");
    parts.push(`sendItems: ${create}(${file.value("sequences", "./routes.js")})`);
  }
  const arrangements = [
    ...(described.takesPreconditions ? [file.value("requirePreconditions", "../runtime/server/preconditions.js")] : []),
    ...(described.takesKeys ? [file.value("onceByHeader", "../runtime/server/idempotency.js")] : []),
  ];
  if (arrangements.length > 0) parts.push(`arrangements: [${arrangements.join(", ")}]`);
  if (described.takesPreconditions)
    parts.push(`callHandler: ${file.value("runConditional", "../runtime/server/preconditions.js")}`);
  const server = `${file.type("Server", "../runtime/server/create-server.js")}<Principal, Service>`;
  const create = file.value("createServer as create", "../runtime/server/create-server.js");
  const application = `application as unknown as ${file.type("AnyApplication", "../runtime/server/contract.js")}`;
  const guards = `${file.value("actions", validators)}, operations: ${file.value("operations as operationGuards", validators)}`;
  return {
    kind: StructureKind.Function,
    isExported: true,
    name: "createServer",
    docs: ["A server for this API. Connect it with `toNodeHandler` or `toFetchHandler`."],
    typeParameters: ["Principal", { name: "Service", constraint: serviceFacts(file, contract) }],
    parameters: [{ name: "application", type: "Application<Principal, Service>" }],
    returnType: server,
    statements: [`const validators = { ${guards} };`, `return ${create}({ ${parts.join(", ")} }, ${application}) as ${server};`],
  };
}
