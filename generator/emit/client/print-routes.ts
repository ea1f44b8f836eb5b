import type { Contract } from "../../model/contract.js";
import { dataConstant } from "../../typescript/data-constant.js";
import { docs, propertyKey } from "../../typescript/encode.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { createSourceFile } from "../../typescript/source-file.js";
import { fileHeader } from "../emitter.js";
import { printRoute } from "../print-route.js";
import { sequenceConstant } from "../sequences.js";
import type { ClientDescription } from "./describe-client.js";

/**
 * `client/routes.ts`:
 *
 *     export const routes: Readonly<Record<string, Route>> = {
 *       getService: { method: "GET", path: "/v1/…/services/{service_id}", parameters: [{ name: "live", in: "query" }] },
 *     };
 */
export function printRoutes(
  contract: Contract,
  { routes, sequences }: Pick<ClientDescription, "routes" | "sequences">,
): OutputFile {
  const file = createSourceFile("client/routes.ts", fileHeader(contract));
  const printed = [...routes].map(([name, route]) => `  ${propertyKey(name)}: ${printRoute(route)},\n`);
  file.add(
    dataConstant("routes", `{\n${printed.join("")}}`, {
      isExported: true,
      docs: docs(["The operations of the API as data, by their names on the client."]),
      type: `Readonly<Record<string, ${file.type("Route", "../runtime/client/call.js")}>>`,
    }),
  );
  if (sequences) file.add(sequenceConstant(file, sequences));
  return file.print();
}
