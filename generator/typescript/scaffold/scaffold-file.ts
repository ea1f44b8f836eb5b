import type { HandledBy } from "./diagnostics.js";
import { actionDocs } from "../action-doc.js";
import type { Contract, Operation, ServiceType } from "../../model/contract.js";
import { docComment, docs, type Docs } from "../encode.js";

/** What a handlers object has to hold under a name. */
export type Member = Stub | Reference | Group;

/** A handler that answers "not implemented". */
export interface Stub {
  readonly kind: "stub";
  readonly name: string;
  /** How the server's error names it: `postgres.add_ip`. */
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

/** One file of the user's, and what the contract wants in it. */
export interface ScaffoldFile {
  /** In the scaffold's folder. */
  readonly path: string;
  /** First line, without `//`. */
  readonly header: string;
  /** Doc comment of the export. */
  readonly doc: string;
  readonly exportName: string;
  /** The export's type, imported from the server module. */
  readonly typeName: string;
  /** Absent: keys that the contract doesn't know are no handlers. */
  readonly of: HandledBy | undefined;
  readonly members: readonly Member[];
}

const yours = "Yours to edit: openapi-actions only ever adds what is missing.";

/** The handler files of a contract: one per service type, one for the operations, and `index.ts`, which joins them. */
export function describeScaffold(contract: Contract): ScaffoldFile[] {
  return [...contract.serviceTypes.map(actionsFile), operationsFile(contract), indexFile(contract)];
}

function actionsFile(type: ServiceType): ScaffoldFile {
  return {
    path: `${type.moduleName}.ts`,
    header: `Handlers for the actions of services of type ${type.name}. ${yours}`,
    doc: docComment(docs([`Handles the actions of services of type ${type.name}.`])),
    exportName: exportName(type),
    typeName: `${type.pascalName}Handlers`,
    of: { kind: "action", type: type.name },
    members: type.actions.map((action) => ({
      kind: "stub",
      name: action.name,
      handler: `${type.name}.${action.name}`,
      docs: actionDocs(action),
    })),
  };
}

function operationsFile(contract: Contract): ScaffoldFile {
  const plain = contract.operations.filter((operation) => operation.serviceTypes.length === 0);
  return {
    path: "operations.ts",
    header: `Handlers for the operations that are not actions. ${yours}`,
    doc: docComment(docs(["Handles the operations that are not actions."])),
    exportName: "operations",
    typeName: "OperationHandlers",
    of: { kind: "operation" },
    members: plain.map((operation) => ({
      kind: "stub",
      name: operation.id,
      handler: `operations.${operation.id}`,
      docs: operationDocs(operation),
    })),
  };
}

function indexFile(contract: Contract): ScaffoldFile {
  const types = contract.serviceTypes.map((type): Reference => ({
    kind: "reference",
    name: type.name,
    exportName: exportName(type),
    from: `./${type.moduleName}.js`,
  }));
  const operations: Reference = { kind: "reference", name: "operations", exportName: "operations", from: "./operations.js" };
  return {
    path: "index.ts",
    header: `All handlers, for the server. ${yours}`,
    doc: docComment(docs(["Handles everything that the contract offers."])),
    exportName: "handlers",
    typeName: "Handlers",
    of: undefined,
    members: [
      operations,
      ...(types.length > 0 ? [{ kind: "group", name: "actions", of: { kind: "type" }, members: types } as const] : []),
    ],
  };
}

/** Names of the index are taken there. */
function exportName(type: ServiceType): string {
  return type.identifier === "operations" || type.identifier === "handlers" ? `${type.identifier}_` : type.identifier;
}

function operationDocs(operation: Operation): Docs {
  const route = `\`${operation.method} ${operation.path}\``;
  return docs([operation.summary, operation.description, route], operation.deprecated ? ["@deprecated"] : []);
}
