import { clientNames } from "../../model/client-names.js";
import type { Contract } from "../../model/contract.js";
import { propertyAccess, propertyKey, stringLiteral } from "../../typescript/encode.js";
import { createTextFile } from "../../typescript/text-file.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { findServiceRepresentations } from "./find-shown-services.js";

/** `client/handle.ts`, if the contract says how services are shown: `createHandle`, which knows their types. */
export function printHandle(contract: Contract): OutputFile | undefined {
  const shown = findServiceRepresentations(contract);
  if (!shown) return undefined;
  const file = createTextFile(fileHeader(contract));
  const schemas = `${file.type("components", "../types.js")}["schemas"]`;
  for (const name of ["HandleOptions", "ServiceHandle"]) file.type(name, "../runtime/client/create-client.js");
  file.value("createHandle as create", "../runtime/client/create-client.js");
  for (const name of ["ActionCallsByType", "Client"]) file.type(name, "./types.js");
  const services = shown.components.map((name) => `\n  | ${schemas}[${stringLiteral(name)}]`);
  const target = [...shown.fields].map(([argument, field]) => `${propertyKey(argument)}: service${propertyAccess(field)}`);
  const names = clientNames(contract).serviceTypes;
  const renamed = [...names].filter(([type, method]) => type !== method);
  const methods = [...names].map(([type, method]) => `  ${propertyKey(type)}: ${stringLiteral(method)},\n`);
  if (renamed.length > 0)
    file.write(`/** The client's methods by service type. */\nconst methods = {\n${methods.join("")}} as const;\n\n`);
  file.write(
    `/** A service as the API shows it. */\nexport type ServiceRepresentation =${services.join("")};\n\n` +
      "/** A service together with its actions. `type` tells which ones it has. */\n" +
      "export type Handle<Service extends ServiceRepresentation = ServiceRepresentation> = Service extends ServiceRepresentation\n" +
      '  ? ServiceHandle<Service, ActionCallsByType[Service["type"]]>\n  : never;\n\n' +
      "/** The actions of a service that was read from the API, and whether it advertised them then. */\n" +
      "export function createHandle<Service extends ServiceRepresentation>(client: Client, service: Service, options?: HandleOptions): Handle<Service> {\n" +
      `  const target = { ${target.join(", ")} };\n` +
      `  const calls = client[${renamed.length > 0 ? "methods[service.type]" : "service.type"}](target);\n` +
      "  return create(service, calls, options) as Handle<Service>;\n}\n",
  );
  return { path: "client/handle.ts", text: file.toText() };
}
