import { printRoute } from "../print-route.js";
import type { Contract } from "../../model/contract.js";
import { servedContract } from "../../model/served-contract.js";
import { dataConstant } from "../../typescript/data-constant.js";
import { docs, printLiteral, type Data } from "../../typescript/encode.js";
import { createSourceFile } from "../../typescript/source-file.js";
import { type EmitContext, fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { printHandlers } from "./print-handlers.js";
import { printServerIndex } from "./print-server-index.js";
import { describeServer, type ServerDescription } from "./describe-server.js";
import { hasNegotiation } from "./server-parts.js";
import { sequenceConstant } from "../sequences.js";

/**
 * The folder `server/`:
 *
 *     index.ts       createServer(application), and everything that applications import
 *     handlers.ts    the types of handlers
 *     routes.ts      the operations as data
 */
export function* emitServer(whole: Contract, context: EmitContext): Generator<OutputFile, void> {
  const contract = servedContract(whole);
  const described = describeServer(contract, context);
  yield printServerIndex(contract, described, context);
  yield printHandlers(contract, context, hasNegotiation(described));
  yield printRoutes(contract, described);
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
function printRoutes(contract: Contract, { routes, sequences, partLists, errorShape, secrets }: ServerDescription): OutputFile {
  const file = createSourceFile("server/routes.ts", fileHeader(contract));
  const printed = routes.map((route) => `  ${printRoute(route)},\n`);
  file.add(
    dataConstant("routes", `[\n${printed.join("")}]`, {
      isExported: true,
      docs: docs(["Every operation of the API: what the server matches, reads and validates before a handler runs."]),
      type: `readonly ${file.type("Route", "../runtime/server/contract.js")}[]`,
    }),
  );
  if (sequences) file.add(sequenceConstant(file, sequences));
  if (partLists) {
    file.add(
      dataConstant("partLists", printLiteral(partLists as unknown as Data), {
        isExported: true,
        docs: docs(["The responses that are lists of parts, by operation, status and media type."]),
        type: `Readonly<Record<string, ${file.type("PartResponses", "../runtime/write-parts.js")}>>`,
      }),
    );
  }
  if (errorShape) {
    file.add(
      dataConstant("errorShape", printLiteral(errorShape as unknown as Data), {
        isExported: true,
        docs: docs(["How the API reports errors."]),
        type: file.type("ErrorShape", "../runtime/facts.js"),
      }),
    );
  }
  if (secrets) {
    file.add(
      dataConstant("secrets", printLiteral(secrets as unknown as Data), {
        isExported: true,
        docs: docs(["The names of secrets, and where responses declare them."]),
        type: file.type("SecretRules", "../runtime/facts.js"),
      }),
    );
  }
  return file.print();
}
