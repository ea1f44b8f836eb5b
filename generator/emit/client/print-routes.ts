import { clientNames } from "../../model/client-names.js";
import type { Contract } from "../../model/contract.js";
import { propertyKey } from "../../typescript/encode.js";
import { createTextFile } from "../../typescript/text-file.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { printLiteral, type Data } from "../server/literal.js";
import { buildRoutes } from "./build-routes.js";

/**
 * `client/routes.ts`:
 *
 *     export const routes: Readonly<Record<string, Route>> = {
 *       getService: { method: "GET", path: "/v1/…/services/{service_id}", parameters: [{ name: "live", in: "query" }] },
 *     };
 *
 *     export const services: Readonly<Record<string, readonly string[]>> = { invokeAction: ["auth", "postgres"] };
 */
export function printRoutes(contract: Contract): OutputFile {
  const file = createTextFile(fileHeader(contract));
  const type = file.type("Route", "../runtime/client/call.js");
  const routes = [...buildRoutes(contract)].map(([name, route]) => {
    const data = route as unknown as Data; // plain data, which interfaces can't say
    return `  ${propertyKey(name)}: ${printLiteral(data, "  ")},\n`;
  });
  const names = clientNames(contract);
  const services = contract.operations
    .filter((operation) => operation.serviceTypes.length > 0)
    .map(({ id, serviceTypes }) => {
      const list = printLiteral(
        serviceTypes.map((type) => names.serviceTypes.get(type)!),
        "  ",
      );
      return `  ${propertyKey(names.operations.get(id)!)}: ${list},\n`;
    });
  file.write(
    "/** The operations of the API by their names on the client: what it needs to send them. */\n" +
      `export const routes: Readonly<Record<string, ${type}>> = {\n${routes.join("")}};\n\n` +
      "/** The service types whose actions an operation invokes, by their names on the client. */\n" +
      `export const services: Readonly<Record<string, readonly string[]>> = ${services.length > 0 ? `{\n${services.join("")}}` : "{}"};\n`,
  );
  return { path: "client/routes.ts", text: file.toText(), declares: ["routes", "services"] };
}
