import { clientNames } from "../../model/client-names.js";
import type { Contract, Operation } from "../../model/contract.js";
import { docs, propertyKey } from "../../typescript/encode.js";
import { constant, createSourceFile, StructureKind } from "../../typescript/source-file.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { fileHeader } from "../emitter.js";
import { operationType } from "./operation-types.js";

const runtime = "../runtime/client/raw.js";

/**
 * `client/raw.ts`, whose `raw` returns responses with their status and headers:
 *
 *     interface Responses {
 *       getUnit: GetUnitOperation["responses"];
 *     }
 *
 *     export const raw: RawOperations<Client, Responses> = callRaw;
 */
export function printRaw(contract: Contract): OutputFile | undefined {
  const file = createSourceFile("client/raw.ts", fileHeader(contract));
  const names = clientNames(contract).operations;
  const plain = contract.operations.filter((operation) => !operation.isEndpoint);
  const responses = (operation: Operation) => `${operationType(file, operation, contract)}["responses"]`;
  const types: string[] = [];
  if (plain.length > 0) {
    types.push(`${file.type("RawOperations", runtime)}<${file.type("Client", "./types.js")}, Responses>`);
    file.add({
      kind: StructureKind.Interface,
      name: "Responses",
      docs: ["What operations return, by their names on the client."],
      properties: plain.map((operation) => ({ name: propertyKey(names.get(operation.id)!), type: responses(operation) })),
    });
  }
  for (const endpoint of contract.operations) {
    const own = contract.serviceTypes.filter(({ operationId }) => operationId === endpoint.id);
    if (own.length === 0) continue;
    const calls = own.map(({ pascalName }) => file.type(`${pascalName}ActionCalls`, "./types.js"));
    types.push(`${file.type("RawActions", runtime)}<${calls.join(" | ")}, ${responses(endpoint)}>`);
  }
  if (types.length === 0) return undefined;
  const call = file.value("callRaw", runtime);
  file.add(constant("raw", call, { docs: docs([about]), isExported: true, type: types.join(" &\n  ") }));
  return file.print();
}

const about =
  "Makes a call and returns its response: `{ status, headers, body }`. Listed statuses of errors, and 304, don't throw.";
