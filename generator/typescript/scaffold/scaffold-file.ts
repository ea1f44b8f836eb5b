import type { HandledBy } from "./diagnostics.js";
import { actionDocs, operationDocs } from "../action-doc.js";
import type { Contract, ServiceType } from "../../model/contract.js";
import { resourceWords } from "../../model/resource-words.js";
import { operationHandlersName } from "../../model/names.js";
import { hasOwnFacts } from "../../model/service-facts.js";
import { docComment, docs, stringLiteral, type Docs } from "../encode.js";
import { serviceOfType } from "../fact-types.js";
import { specifierWith, type ImportExtension } from "../imports.js";

/** The expected value of a handlers object under a name. */
export type Member = Stub | Reference | Group;

/** A handler that returns "not implemented". */
export interface Stub {
  readonly kind: "stub";
  readonly name: string;
  /** Its name in the server's error: `postgres.add_ip`. */
  readonly handler: string;
  readonly docs: Docs;
}

/** An export of another handler file. */
interface Reference {
  readonly kind: "reference";
  readonly name: string;
  readonly exportName: string;
  readonly from: string;
}

/** An object of members. */
export interface Group {
  readonly kind: "group";
  readonly name: string;
  readonly of: HandledBy;
  readonly members: readonly Member[];
}

/** A handler file with its expected members. */
export interface ScaffoldFile {
  /** Relative to the scaffold folder. */
  readonly path: string;
  /** First line, without `//`. */
  readonly header: string;
  /** Doc comment of the export. */
  readonly doc: string;
  readonly exportName: string;
  /** The type of the export, which the server module exports. */
  readonly typeName: string;
  /** Its type arguments in a new file, with the user's own types: `<Principal, Service>`. */
  readonly typeArguments: string;
  /** Absent: unknown keys are not handlers. */
  readonly of: HandledBy | undefined;
  readonly members: readonly Member[];
}

const yours = "Yours to edit: openapi-actions only ever adds what is missing.";

/** Describes the handler files of a contract: one per service type, one for the operations, and `index.ts`, which joins them. */
export function describeScaffold(contract: Contract, extension: ImportExtension, hasComments: boolean): ScaffoldFile[] {
  const types = contract.serviceTypes.map((type) => actionsFile(type, contract, hasComments));
  return [...types, operationsFile(contract, hasComments), indexFile(contract, extension)];
}

function actionsFile(type: ServiceType, contract: Contract, hasComments: boolean): ScaffoldFile {
  return {
    path: `${type.moduleName}.ts`,
    header: `Handlers for the actions of ${resourceWords(type, contract).ofType}. ${yours}`,
    doc: docComment(docs([`Handles the actions of ${resourceWords(type, contract).ofType}.`])),
    exportName: exportName(type),
    typeName: type.handlersName,
    typeArguments: `<Principal, ${serviceOfType(type, contract)}>`,
    of: { kind: "action", type: type.name },
    members: type.actions.map((action) => ({
      kind: "stub",
      name: action.name,
      handler: `${type.name}.${action.name}`,
      docs: hasComments ? actionDocs(action) : docs([]),
    })),
  };
}

function operationsFile(contract: Contract, hasComments: boolean): ScaffoldFile {
  const plain = contract.operations.filter((operation) => !operation.isEndpoint);
  return {
    path: "operations.ts",
    header: `Handlers for the operations that are not actions. ${yours}`,
    doc: docComment(docs(["Handles the operations that are not actions."])),
    exportName: "operations",
    typeName: operationHandlersName,
    typeArguments: ownTypeArguments(contract),
    of: { kind: "operation" },
    members: plain.map((operation) => ({
      kind: "stub",
      name: operation.id,
      handler: `operations.${operation.id}`,
      docs: hasComments ? operationDocs(operation) : docs([]),
    })),
  };
}

function indexFile(contract: Contract, extension: ImportExtension): ScaffoldFile {
  const types = contract.serviceTypes.map((type): Reference => ({
    kind: "reference",
    name: type.name,
    exportName: exportName(type),
    from: specifierWith(`./${type.moduleName}.js`, extension),
  }));
  const from = specifierWith("./operations.js", extension);
  const operations: Reference = { kind: "reference", name: "operations", exportName: "operations", from };
  return {
    path: "index.ts",
    header: `All handlers, for the server. ${yours}`,
    doc: docComment(docs(["Handles everything that the contract defines."])),
    exportName: "handlers",
    typeName: "Handlers",
    typeArguments: ownTypeArguments(contract),
    of: undefined,
    members: [
      operations,
      ...(types.length > 0 ? [{ kind: "group", name: "actions", of: { kind: "type" }, members: types } as const] : []),
    ],
  };
}

function ownTypeArguments({ serviceTypes }: Contract): string {
  return serviceTypes.length > 0 ? "<Principal, Service>" : "<Principal>";
}

/** The file of the user's own types, which is created with the first handlers and never changed. */
export interface OwnTypes {
  /** Relative to the scaffold folder. */
  readonly path: string;
  /** Its module specifier in handler files. */
  readonly module: string;
  readonly names: readonly string[];
  /** Returns its text, given the module specifier of the server. */
  readonly text: (serverModule: string) => string;
}

/**
 * Describes the types of callers and services for the handlers of a contract:
 *
 *     export interface Service extends ServiceFacts<keyof Handlers["actions"]> {}
 *
 * Returns `undefined` if handlers have these names themselves.
 */
export function describeOwnTypes(contract: Contract, extension: ImportExtension): OwnTypes | undefined {
  const { serviceTypes } = contract;
  if (serviceTypes.some((type) => ["Principal", "Service"].includes(exportName(type)))) return undefined;
  const name = serviceTypes.some(({ moduleName }) => moduleName.toLowerCase() === "types") ? "types_" : "types";
  const file = { path: `${name}.ts`, module: specifierWith(`./${name}.js`, extension) };
  const principal = `/** The caller, as returned by \`authenticate\`. */
export interface Principal {
  readonly scopes: readonly string[];
}
`;
  const header = "// The types of callers and services in handlers. Yours to edit: openapi-actions writes this file once.\n";
  if (serviceTypes.length === 0) return { ...file, names: ["Principal"], text: () => `${header}\n${principal}` };
  const isOwn = hasOwnFacts(contract);
  const imported = isOwn ? "FoundService" : "Handlers, ServiceFacts";
  const service = isOwn
    ? "export type Service = FoundService;"
    : 'export interface Service extends ServiceFacts<keyof Handlers["actions"]> {}';
  return {
    ...file,
    names: ["Principal", "Service"],
    text: (serverModule) =>
      `${header}\nimport type { ${imported} } from ${stringLiteral(serverModule)};\n\n${principal}\n` +
      `/** The service, as returned by \`findResource\`. Add the properties that your handlers need. */\n${service}\n`,
  };
}

/** Avoids names that the index uses. */
function exportName(type: ServiceType): string {
  return type.identifier === "operations" || type.identifier === "handlers" ? `${type.identifier}_` : type.identifier;
}
