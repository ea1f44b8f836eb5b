import { withArticle } from "../../model/resource-words.js";
import { parsePointer } from "../../../templates/runtime/json.js";
import type { Contract } from "../../model/contract.js";
import { printLiteral, printMembers, propertyAccess, propertyKey, stringLiteral } from "../../typescript/encode.js";
import { constant, createSourceFile, StructureKind, type StatementStructures } from "../../typescript/source-file.js";
import { schemaType } from "./operation-types.js";
import { fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import type { ClientDescription } from "./describe-client.js";

/** `client/handle.ts`, if the contract defines how services are represented: `createHandle`, with their types. */
export function printHandle(contract: Contract, { handle: shown }: Pick<ClientDescription, "handle">): OutputFile | undefined {
  if (!shown) return undefined;
  const file = createSourceFile("client/handle.ts", fileHeader(contract));
  const runtime = "../runtime/client/service-handle.js";
  const services = shown.components.map((name) => schemaType(file, name, contract));
  const target = Object.entries(shown.fields).map(
    ([argument, field]) => `${propertyKey(argument)}: service${propertyAccess(field)}`,
  );
  const names = Object.entries(shown.methods);
  const isRenamed = names.some(([type, method]) => type !== method);
  if (isRenamed)
    file.add(constant("methods", `${printMembers(names)} as const`, { docs: ["The client's methods by service type."] }));
  const handle = file.type("ServiceHandle", runtime);
  const calls = file.type("ActionCallsByType", "./types.js");
  const isPlain = shown.type === "/type" && shown.isFixed;
  const type = shown.type === undefined ? stringLiteral(names[0]![0]) : `Service${typeAt(shown.type)}`;
  const service = isPlain ? "service.type" : shown.type === undefined ? type : `service${valueAt(shown.type)}`;
  const create = file.value(`${shown.isUsual ? "createHandle" : "createHandleOf"} as create`, runtime);
  const rejection = shown.unavailable ? `, unavailable: ${printLiteral(shown.unavailable)}` : "";
  const noun = shown.noun === "service" ? "" : `, noun: ${stringLiteral(shown.noun)}`;
  const facts = `{ type: ${service}, actions: service${valueAt(shown.actions)}${noun}${rejection} }, `;
  const handleOf: StatementStructures = {
    kind: StructureKind.TypeAlias,
    name: "HandleOf",
    typeParameters: [{ name: "Service" }, { name: "Type" }],
    type: `Type extends keyof ${calls}\n  ? ${handle}<Service, ${calls}[Type], Type>\n  : never`,
  };
  file.add(
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "ServiceRepresentation",
      docs: [`What the API returns for ${withArticle(shown.noun)}.`],
      type: services.join("\n  | "),
    },
    ...(isPlain ? [] : [handleOf]),
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "Handle",
      docs: [`Joins ${withArticle(shown.noun)} with its actions, discriminated by \`type\`.`],
      typeParameters: [{ name: "Service", constraint: "ServiceRepresentation", default: "ServiceRepresentation" }],
      type: `Service extends ServiceRepresentation\n  ? ${isPlain ? `${handle}<Service, ${calls}[Service["type"]]>` : `HandleOf<Service, ${type}>`}\n  : never`,
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createHandle",
      docs: [
        `Creates a handle of ${withArticle(shown.noun)} that was read from the API: its actions, and whether it advertised them.`,
      ],
      typeParameters: [{ name: "Service", constraint: "ServiceRepresentation" }],
      parameters: [
        { name: "client", type: file.type("Client", "./types.js") },
        { name: "service", type: "Service" },
        { name: "options", hasQuestionToken: true, type: file.type("HandleOptions", runtime) },
      ],
      returnType: "Handle<Service>",
      statements: [
        `const target = { ${target.join(", ")} };`,
        `const calls = client[${isRenamed ? `methods[${service}]` : service}](target);`,
        `return ${create}(${shown.isUsual ? "" : facts}service, calls, options) as ${shown.isUsual ? "" : "unknown as "}Handle<Service>;`,
      ],
    },
  );
  return file.print();
}

/** The access to the target of a pointer, as an expression and as a type. */
const valueAt = (pointer: string) =>
  parsePointer(pointer)
    .map((key, index) => (index === 0 ? propertyAccess(key) : `?.${propertyAccess(key).replace(/^\./, "")}`))
    .join("");
const typeAt = (pointer: string) =>
  parsePointer(pointer)
    .map((key) => `[${stringLiteral(key)}]`)
    .join("");
