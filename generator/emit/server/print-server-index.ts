import { commonNoun, withArticle } from "../../model/resource-words.js";
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
import { type Feature, wants } from "../features.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { leadsToService, segmentParameters, servicePath } from "./path-segments.js";
import { callerType } from "./print-handlers.js";
import type { ServerDescription } from "./describe-server.js";
import { type ServerPart, serverParts } from "./server-parts.js";

/** The exports for applications that don't depend on the contract; some belong to a feature. */
const reexports: readonly {
  readonly from: string;
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly feature?: Feature;
}[] = [
  { from: "application", names: [], types: ["ActionEntry", "Gate", "LogEntry", "RenderedError", "RequestHead", "ServiceFacts"] },
  { from: "application", names: [], types: ["Limits", "OperationLimits"], feature: "limits" },
  { from: "application", names: [], types: ["ResponsePolicy"], feature: "responses" },
  { from: "observed-call", names: [], types: ["CallEnd", "CallStart"], feature: "observe" },
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
    ...applicationTypes(file, contract, described, context),
    createServer(file, contract, described, context),
  );
  const hasShape = described.errorShape !== undefined;
  if (hasShape) file.add(clientErrorListener(file));
  file.add(exportFrom("./handlers.js", "type *"));
  if (described.takesUploads) file.add(exportFrom("../runtime/server/uploads.js", ["type UploadedFile"]));
  file.add(exportFrom("../runtime/server/create-server.js", [`type ${serverType(contract)}`]));
  for (const { from, names, types, feature } of reexports) {
    if (feature && !wants(context, feature)) continue;
    const others = hasShape ? names.filter((name) => name !== clientErrorListenerName) : names;
    file.add(exportFrom(`../runtime/server/${from}.js`, [...others, ...types.map((name) => `type ${name}`)]));
  }
  if (described.takesPreconditions) file.add(exportFrom("../runtime/server/preconditions.js", ["type CheckTag"]));
  for (const { from, names } of described.takesKeys ? idempotencyExports : [])
    file.add(exportFrom(`../runtime/server/${from}.js`, names));
  return file.print();
}

/** The export and the type of servers: those of contracts with actions can list them. */
function serverType({ serviceTypes }: Contract): string {
  return serviceTypes.length > 0 ? "Server" : "PlainServer as Server";
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
      docs: [`The path parameters that identify ${withArticle(commonNoun(contract))}.`],
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

/** The parts of applications that belong to features. */
const optionalHooks = [
  { feature: "observe", type: "WithObserver" },
  { feature: "responses", type: "WithPolicies" },
] as const;

function applicationTypes(
  file: SourceFile,
  contract: Contract,
  { takesKeys }: ServerDescription,
  context: EmitContext,
): StatementStructures[] {
  const runtime = "../runtime/server/application.js";
  const endpoints = contract.operations.filter((operation) => operation.isEndpoint);
  const callers = new Set(contract.operations.filter((operation) => leadsToService(operation, endpoints)).map(callerType));
  const caller = callers.size === 1 && callers.has("Principal") ? "Principal" : "Principal | undefined";
  const hooks = () => `${file.type("ServiceHooks", runtime)}<${caller}, Service, Types<Principal, Service>>`;
  const types = [
    `${file.type("ApplicationBase", runtime)}<Principal, Types<Principal, Service>>`,
    ...(callers.size > 0 ? [hooks()] : []),
    `${file.type("WithScopes", runtime)}<Principal>`,
    wants(context, "limits")
      ? `${file.type("WithLimits", runtime)}<Types<Principal, Service>>`
      : file.type("WithBodyLimits", runtime),
    ...optionalHooks
      .filter(({ feature }) => wants(context, feature))
      .map(({ type }) => `${file.type(type, runtime)}<Types<Principal, Service>>`),
    ...(takesKeys ? [`${file.type("WithIdempotency", "../runtime/server/idempotency.js")}<Principal>`] : []),
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
      type: types.join(" &\n  "),
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

/**
 * `createServer`, which passes what the contract needs:
 *
 *     const contract: ServerContract = {
 *       routes,
 *       validators: { actions, operations: operationGuards },
 *       loadAllErrors,
 *       steps: { parameters: checkParameters, body: checkBody, handler: runHandler },
 */
function createServer(
  file: SourceFile,
  contract: Contract,
  described: ServerDescription,
  context: EmitContext,
): StatementStructures {
  const { basePath } = described;
  const validators = "../validators/index.js";
  const { steps, members, arrangements } = serverParts({ ...described, ...(context.features && { features: context.features }) });
  const value = ({ name, from }: ServerPart) => file.value(name, `../runtime/${from}.js`);
  const entries = (parts: readonly ServerPart[]) =>
    parts.map((part) => (part.key === part.name ? value(part) : `${part.key}: ${value(part)}`));
  const parts = [
    file.value("routes", "./routes.js"),
    ...(contract.serviceTypes.length > 0
      ? ["catalog", "advertisedActions"].map((name) => file.value(name, "../actions.js"))
      : []),
    "validators",
    wants(context, "all-errors")
      ? file.value("loadAllErrors", validators)
      : `loadAllErrors: () => Promise.resolve(${file.value("firstErrors", "../runtime/validators/first-errors.js")}(validators))`,
    `steps: { ${entries(steps).join(", ")} }`,
  ];
  if (arrangements.length > 0) parts.push(`arrangements: [${arrangements.map(value).join(", ")}]`);
  if (described.errorShape) parts.push(file.value("errorShape", "./routes.js"));
  if (basePath !== undefined) parts.push(`basePath: ${stringLiteral(basePath)}`);
  if (described.secrets) parts.push(file.value("secrets", "./routes.js"));
  parts.push(...entries(members));
  const sender = itemSender(file, described);
  if (sender !== undefined) parts.push(`sendItems: ${sender}`);
  const server = `${file.type(serverType(contract), "../runtime/server/create-server.js")}<Principal, Service>`;
  const create = file.value("createServer as create", "../runtime/server/create-server.js");
  const runtime = "../runtime/server/contract.js";
  const application = `application as unknown as ${file.type("AnyApplication", runtime)}`;
  const guards = `${file.value("actions", validators)}, operations: ${file.value("operations as operationGuards", validators)}`;
  return {
    kind: StructureKind.Function,
    isExported: true,
    name: "createServer",
    docs: ["A server for this API. Connect it with `toNodeHandler` or `toFetchHandler`."],
    typeParameters: ["Principal", { name: "Service", constraint: serviceFacts(file, contract) }],
    parameters: [{ name: "application", type: "Application<Principal, Service>" }],
    returnType: server,
    statements: [
      `const validators = { ${guards} };`,
      `const contract: ${file.type("ServerContract", runtime)} = {\n${parts.map((part) => `  ${part},\n`).join("")}};`,
      `return ${create}(contract, ${application}) as ${server};`,
    ],
  };
}

/** What sends responses that are sequences of items or lists of parts: `createItemSender(sequences)`. */
function itemSender(file: SourceFile, { sequences, partLists }: ServerDescription): string | undefined {
  const value = (name: string, from: string) => file.value(name, `../runtime/server/${from}.js`);
  const items = sequences && `${value("createItemSender", "sequences")}(${file.value("sequences", "./routes.js")})`;
  if (!partLists) return items;
  const given = [file.value("partLists", "./routes.js"), ...(items === undefined ? [] : [items])];
  return `${value("createPartSender", "sent-parts")}(${given.join(", ")})`;
}
