import { servicePathOf } from "../../binding/binding.js";
import { actionMethod, argumentNames, clientNames } from "../../model/client-names.js";
import { successesOf } from "../../model/action-responses.js";
import type { Contract, Operation } from "../../model/contract.js";
import { dataConstant } from "../../typescript/data-constant.js";
import { docs, printMembers, stringLiteral } from "../../typescript/encode.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { constant, createSourceFile, StructureKind, type SourceFile } from "../../typescript/source-file.js";
import { fileHeader } from "../emitter.js";

const runtime = "../runtime/client/query.js";

/**
 * `query/index.ts`, the calls of a client as queries and mutations of TanStack Query:
 *
 *     type Read = "getBed" | "listBeds";
 *
 *     const reads: Readonly<Record<string, Reads>> = { createBed: { listBeds: ["site_id"] } };
 *
 *     export const queryOptions: QueryOptions<Client, Read> & QueryOptions<BedActionCalls, "list_crops"> = queryOptionsOf;
 */
export function emitQuery(contract: Contract): OutputFile {
  const file = createSourceFile("query/index.ts", fileHeader(contract));
  const names = clientNames(contract);
  const plain = contract.operations.filter((operation) => !operation.isEndpoint);
  const read = plain.filter(isRead).map(({ id }) => names.operations.get(id)!);
  // Sequences are neither cached nor are they changes; neither are the actions of services as a whole.
  const left = [...plain.filter(hasSequence).map(({ id }) => names.operations.get(id)!), ...names.serviceTypes.values()];
  const calls: (readonly [type: string, read: string, other: string])[] = [];
  const alias = (name: string, values: readonly string[], about: string) => {
    const type = values.map(stringLiteral).join(" | ") || "never";
    file.add({ kind: StructureKind.TypeAlias, name, docs: docs([about]), type });
    return name;
  };
  if (plain.length > 0) {
    const client = file.type("Client", "../client/types.js");
    const reading = alias("Read", read, "The operations that read.");
    const other = left.length > 0 ? `Read | ${alias("Other", left, "What is neither a query nor a mutation.")}` : reading;
    calls.push([client, reading, other]);
  }
  for (const { pascalName, actions } of contract.serviceTypes) {
    if (actions.length === 0) continue;
    const reading = actions.filter(({ readOnly }) => readOnly).map(({ name }) => actionMethod(name));
    const name = alias(`${pascalName}Read`, reading, "The actions that read.");
    calls.push([file.type(`${pascalName}ActionCalls`, "../client/types.js"), name, name]);
  }
  const type = file.type("Reads", runtime);
  file.add(
    dataConstant("reads", printMembers(Object.entries(changes(contract))), {
      docs: docs(["What to read again after a call: operations, by the arguments that they share with it."]),
      type: `Readonly<Record<string, ${type}>>`,
    }),
  );
  const typed = (name: string, excluded = false) =>
    calls.map(([of, reading, other]) => `${file.type(name, runtime)}<${of}, ${excluded ? other : reading}>`).join(" &\n  ");
  file.add(
    exported(
      file,
      "queryOptions",
      typed("QueryOptions"),
      "queryOptionsOf",
      "The options of a query: its key and how to read it.",
    ),
    exported(
      file,
      "infiniteQueryOptions",
      typed("InfiniteQueryOptions"),
      "infiniteQueryOptionsOf",
      "The options of a query for all pages from the requested one on.",
    ),
    exported(
      file,
      "mutationOptions",
      typed("MutationOptions", true),
      "createMutationOptions",
      "The options of a mutation. It invalidates the queries of the resource that it changes.",
      true,
    ),
    exported(
      file,
      "invalidate",
      typed("Invalidate", true),
      "createInvalidate",
      "Invalidates the queries of the resource that a call has changed.",
      true,
    ),
  );
  return file.print();
}

function exported(file: SourceFile, name: string, type: string, from: string, about: string, needsReads = false) {
  const value = file.value(from, runtime);
  const text = needsReads ? `/* @__PURE__ */ ${value}(reads)` : value;
  return constant(name, text, { docs: docs([about]), isExported: true, type });
}

function isRead(operation: Operation): boolean {
  return ["GET", "QUERY"].includes(operation.method) && !hasSequence(operation);
}

function hasSequence(operation: Operation): boolean {
  return successesOf(operation).some(({ content }) => content.some(({ items }) => items !== undefined));
}

/** What each operation, and any action of a service, changes: what is read below the collection of its resource, and the item itself. */
function changes(contract: Contract): Record<string, Record<string, string[]>> {
  const names = clientNames(contract);
  const reading = contract.operations.filter((operation) => !operation.isEndpoint && isRead(operation));
  const of = (path: string) =>
    Object.fromEntries(
      reading
        .filter((read) => isAffected(read.path.split("#")[0]!.split("/"), path.split("#")[0]!.split("/")))
        .map((read) => [names.operations.get(read.id)!, sharedArguments(read, path)]),
    );
  const writing = contract.operations.filter(
    (operation) => !operation.isEndpoint && !isRead(operation) && !hasSequence(operation),
  );
  const written = writing.map((operation) => [names.operations.get(operation.id)!, of(operation.path)] as const);
  const invoked = contract.serviceTypes.map(({ name, operationId }) => {
    const endpoint = contract.operations.find(({ id }) => id === operationId)!;
    return [
      names.serviceTypes.get(name)!.replace(/_+$/, ""),
      of(servicePathOf(endpoint.path, endpoint.binding?.selector)),
    ] as const;
  });
  return Object.fromEntries([...written, ...invoked].filter(([, reads]) => Object.keys(reads).length > 0));
}

function isAffected(read: readonly string[], changed: readonly string[]): boolean {
  const isParameter = (segment: string | undefined) => segment?.startsWith("{") === true;
  const collection = isParameter(changed.at(-1)) ? changed.slice(0, -1) : changed;
  const startsWith = (path: readonly string[], start: readonly string[]) =>
    start.every((segment, index) => path[index] === segment);
  return (
    startsWith(read, collection) || (isParameter(read.at(-1)) && startsWith(changed, read) && changed.length - read.length === 1)
  );
}

function sharedArguments(read: Operation, path: string): string[] {
  return [...argumentNames(read)].filter(([, one]) => one.in === "path" && path.includes(`{${one.name}}`)).map(([name]) => name);
}
