import type { Contract } from "../../model/contract.js";
import { dataConstant } from "../../typescript/data-constant.js";
import { type Data, docs, printMembers } from "../../typescript/encode.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { constant, createSourceFile, exportFrom, StructureKind } from "../../typescript/source-file.js";
import { findLongRunningOperations } from "../client/long-running-operations.js";
import { type EmitContext, fileHeader } from "../emitter.js";
import { wants } from "../features.js";
import { describeMcp } from "./describe-mcp.js";

/** The package that speaks the protocol. */
const sdk = "@modelcontextprotocol/server";

/** What servers need of it. */
const sdkNames = [
  "MissingRequiredClientCapabilityError",
  "ProtocolError",
  "Server",
  "acceptedContent",
  "createRequestStateCodec",
  "inputRequired",
  "inputResponse",
];

const runtime = "../runtime/mcp";

/**
 * The folder `mcp/`:
 *
 *     tools.ts    the tools of the contract, as data
 *     index.ts    createServers(options), bindService(options, values), and their types
 */
export function emitMcp(contract: Contract, context: EmitContext): OutputFile[] {
  return [printTools(contract), printIndex(contract, context)];
}

function printTools(contract: Contract): OutputFile {
  const file = createSourceFile("mcp/tools.ts", fileHeader(contract));
  const { leftOut: _, ...facts } = describeMcp(contract);
  file.add(
    dataConstant("facts", printMembers(Object.entries(facts) as [string, Data][]), {
      docs: docs(["The tools of the contract, and what calls of them need to know."]),
      isExported: true,
      type: file.type("McpFacts", `${runtime}/contract.js`),
    }),
  );
  return file.print();
}

/** `mcp/index.ts`: servers of these tools, which call the API through the generated client. */
function printIndex(contract: Contract, context: EmitContext): OutputFile {
  const file = createSourceFile("mcp/index.ts", fileHeader(contract));
  const [client, validators] = ["../client/index.js", "../validators/index.js"];
  const type = file.type("McpContract", `${runtime}/contract.js`);
  const options = file.type("ClientOptions", client);
  const guards = `{ ${["actions", "operations"].map((name) => file.value(name, validators)).join(", ")} }`;
  const listed = wants(context, "all-errors")
    ? file.value("loadAllErrors", validators)
    : `loadAllErrors: () => Promise.resolve(${file.value("firstErrors", "../runtime/validators/first-errors.js")}(${guards}))`;
  const isFollowed = findLongRunningOperations(contract).size > 0;
  const members = [
    `...${file.value("facts", "./tools.js")}`,
    `createClient: (options) => ${file.value("createClient", client)}(options as ${options})`,
    `retry: () => ${file.value("retry", client)}()`,
    `validate: (options) => ${file.value("validate", client)}(${guards}, options)`,
    ...(isFollowed ? [`follow: ${file.value("follow", client)} as unknown as NonNullable<${type}["follow"]>`] : []),
    listed,
  ];
  const parts = sdkNames.map((name) => `  ${file.value(name, sdk)},\n`).join("");
  file.add(
    constant("contract", `{\n${members.map((member) => `  ${member},\n`).join("")}}`, { type }),
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "ServerOptions",
      docs: ["The API and its credentials, and which of its tools servers offer."],
      extends: [options, file.type("McpSettings", `${runtime}/settings.js`)],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createServers",
      docs: ["Servers of the Model Context Protocol for this API: `serveStdio(createServers({ baseUrl, token }).create)`."],
      parameters: [{ name: "options", type: "ServerOptions" }],
      returnType: file.type("McpServers", `${runtime}/create-servers.js`),
      statements: [`return ${file.value("createServersOf", `${runtime}/create-servers.js`)}({\n${parts}}, contract, options);`],
    },
  );
  if (contract.serviceTypes.length > 0) {
    file.add({
      kind: StructureKind.Function,
      isExported: true,
      name: "bindService",
      docs: [
        "Reads the only resource that a server may call, by the parameters in the path of its actions: the setting `service`.",
      ],
      parameters: [
        { name: "options", type: "ServerOptions" },
        { name: "values", type: "readonly string[]" },
        { name: "type", hasQuestionToken: true, type: "string" },
      ],
      returnType: `Promise<${file.type("BoundService", `${runtime}/settings.js`)}>`,
      statements: [`return ${file.value("bindServiceOf", `${runtime}/bind-service.js`)}(contract, options, values, type);`],
    });
  }
  file.add(
    exportFrom(`${runtime}/contract.js`, ["type ListedTool", "type Tool"]),
    exportFrom(`${runtime}/create-servers.js`, ["type McpServers"]),
    exportFrom(`${runtime}/settings.js`, ["type BoundService", "type DestructiveMode", "type McpSettings", "type ToolKinds"]),
  );
  return file.print();
}
