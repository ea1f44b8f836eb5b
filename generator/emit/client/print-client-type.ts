import { clientNames } from "../../model/client-names.js";
import type { Contract, Operation, ServiceType } from "../../model/contract.js";
import { createNamer, identifier, pascalCase } from "../../model/names.js";
import { docComment, propertyKey, stringLiteral } from "../../typescript/encode.js";
import type { TextFile } from "../../typescript/text-file.js";
import { responseType } from "./response-type.js";
import { argumentsType } from "./arguments-type.js";
import { findSecrets } from "./find-secrets.js";
import { revealedType } from "./revealed-type.js";

/** `interface Client`, and before it what the operations reveal. */
export function printClientType(file: TextFile, contract: Contract): void {
  const names = clientNames(contract);
  const plain = contract.operations.filter((operation) => operation.serviceTypes.length === 0);
  const nameType = createNamer(["ActionResponse"]); // the only other name here that ends like these
  const operations = plain.map((operation) => {
    const secrets = findSecrets(operation, contract);
    const answer = secrets.length > 0 ? revealed(file, operation, secrets, nameType, contract) : responseType(file, operation);
    return operationCall(file, operation, names.operations.get(operation.id)!, answer);
  });
  const services = contract.serviceTypes.map((serviceType) =>
    serviceCalls(file, serviceType, names.serviceTypes.get(serviceType.name)!, contract),
  );
  file.write(
    "/** A client of the API: a method for each operation, and one for the actions of each service type. */\n" +
      `export interface Client {\n${[...operations, ...services].join("")}}\n`,
  );
}

function operationCall(file: TextFile, operation: Operation, name: string, answer: string): string {
  const options = file.type("CallOptions", "../runtime/client/call.js");
  const { text, isOptional } = argumentsType(file, operation, "    ");
  const doc = docComment([operation.summary, operation.description], "  ", operation.deprecated ? ["@deprecated"] : []);
  return (
    `${doc}  ${propertyKey(name)}: (\n    args${isOptional ? "?" : ""}: ${text},\n` +
    `    options?: ${options},\n  ) => Promise<${answer}>;\n`
  );
}

function serviceCalls(file: TextFile, serviceType: ServiceType, name: string, contract: Contract): string {
  const endpoint = contract.operations.find(({ id }) => id === serviceType.operationId)!;
  const { text, isOptional } = argumentsType(file, endpoint, "    ", ["action", "body"]);
  const calls = `${serviceType.pascalName}ActionCalls`;
  const doc = docComment([`The actions of a service of type ${serviceType.name}.`], "  ");
  return `${doc}  ${propertyKey(name)}: (\n    target${isOptional ? "?" : ""}: ${text},\n  ) => ${calls};\n`;
}

/** Writes the types of what an operation reveals before the client's own; returns the name. */
function revealed(
  file: TextFile,
  operation: Operation,
  secrets: readonly string[],
  nameType: (wanted: string) => string,
  contract: Contract,
): string {
  const name = identifier(pascalCase(operation.id));
  const [fields, answer] = [nameType(`${name}Secret`), nameType(`${name}ClientResponse`)];
  file.write(
    `type ${fields} = ${secrets.map(stringLiteral).join(" | ")};\n\n` +
      `${docComment([`What ${operation.id} answers. Its secrets show themselves only when they are asked to.`])}` +
      `export type ${answer} =${revealedType(file, operation, fields, contract)};\n\n`,
  );
  return answer;
}
