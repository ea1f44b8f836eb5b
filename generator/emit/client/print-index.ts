import type { Contract } from "../../model/contract.js";
import { propertyKey } from "../../typescript/encode.js";
import { createTextFile, type TextFile } from "../../typescript/text-file.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { printLiteral, type Data } from "../server/literal.js";
import { hasForms, hasJsonResponses, hasJsonBodies } from "./build-routes.js";
import { findSecrets } from "./find-secrets.js";
import { hasPlainParameters } from "./parameter-rules.js";
import { isBearerOnly, securitySchemes } from "./security-schemes.js";

/**
 * `client/index.ts`: `createClient` for this contract, and everything that a caller needs beside it. What a contract does
 * not need is not imported, so that no bundle has it.
 */
export function printIndex(contract: Contract, others: readonly OutputFile[]): OutputFile {
  const file = createTextFile(fileHeader(contract));
  file.write(clientOptions(file, contract));
  file.write(createClient(file, contract));
  file.write(`\n${reexports(contract, new Set(others.map(({ path }) => path))).join("\n")}\n`);
  return { path: "client/index.ts", text: file.toText() };
}

/** Where security is more than bearer tokens, the names of the schemes. */
function clientOptions(file: TextFile, contract: Contract): string {
  if (isBearerOnly(contract)) return "";
  const options = file.type("SchemeOptions", "../runtime/client/call.js");
  const schemes = [...securitySchemes(contract)];
  const left = schemes.some(([, { type }]) => type === "bearer") ? '"credentials"' : '"credentials" | "token"';
  const members = schemes.flatMap(([name, { type }]) => {
    if (type !== "key" && type !== "basic") return [];
    const credential = file.type(type === "key" ? "Key" : "Login", "../runtime/client/call.js");
    return [`    readonly ${propertyKey(name)}?: ${credential} | undefined;\n`];
  });
  const credentials =
    "\n  /** The credentials, by the names of the contract's security schemes. */\n" +
    `  readonly credentials?: {\n${members.join("")}  };\n`;
  return (
    "/** The options of a client. */\n" +
    `export interface ClientOptions extends Omit<${options}, ${left}> {${members.length > 0 ? credentials : ""}}\n\n`
  );
}

function createClient(file: TextFile, contract: Contract): string {
  const runtime = (name: string, from: string) => file.value(name, `../runtime/client/${from}.js`);
  runtime("createClient as create", "create-client");
  if (isBearerOnly(contract)) file.type("ClientOptions", "../runtime/client/call.js");
  for (const name of ["routes", "services"]) file.value(name, "./routes.js");
  file.type("Client", "./types.js");
  const schemes = Object.fromEntries(securitySchemes(contract));
  const authorize = isBearerOnly(contract)
    ? runtime("authorizeBearer", "authorize")
    : `${runtime("authorizeSchemes", "authorize")}(${printLiteral(schemes as unknown as Data, "    ")})`; // plain data
  const members = [
    "routes",
    "services",
    `authorize: ${authorize}`,
    `writeParameters: ${hasPlainParameters(contract) ? runtime("writePlain", "parameters") : runtime("writeStyled", "parameters")}`,
    `writeBody: ${runtime(...bodyWriter(contract))}`,
    `readBody: ${hasJsonResponses(contract) ? runtime("readJson", "body") : runtime("readAnyBody", "body")}`,
    ...(revealsSecrets(contract) ? [runtime("wrapSecrets", "secret")] : []),
  ];
  return (
    "/** A client of the API. Stateless. Create one per configuration and reuse it. */\n" +
    "export function createClient(options: ClientOptions): Client {\n" +
    `  const contract = {\n${members.map((member) => `    ${member},\n`).join("")}  };\n` +
    "  return create(contract, options) as Client;\n}\n"
  );
}

/** What writes the bodies that the contract has. */
function bodyWriter(contract: Contract): readonly [name: string, file: string] {
  if (hasJsonBodies(contract)) return ["writeJson", "body"];
  return hasForms(contract) ? ["writeForm", "body"] : ["writeAnyBody", "body"];
}

/** Lines that pass on what a caller imports besides. */
function reexports(contract: Contract, paths: ReadonlySet<string>): string[] {
  const always = true;
  const isBearer = isBearerOnly(contract);
  const hasServices = contract.serviceTypes.length > 0;
  const [handle, follow] = [paths.has("client/handle.ts"), paths.has("client/follow.ts")];
  const runtime = "../runtime/client";
  const lines: readonly (readonly [boolean, string])[] = [
    [follow, 'export { follow } from "./follow.js";'],
    [handle, 'export { createHandle, type Handle, type ServiceRepresentation } from "./handle.js";'],
    [always, 'export { retry } from "./retry.js";'],
    [always, 'export type * from "./types.js";'],
    [hasServices, 'export type { ActionResponse } from "../runtime/action-info.js";'],
    [always, `export type { Call, CallOptions, ClientResponse, Fetch, Middleware, Send, Token } from "${runtime}/call.js";`],
    [isBearer, `export type { ClientOptions } from "${runtime}/call.js";`],
    [!isBearer, `export type { Key, Login } from "${runtime}/call.js";`],
    [hasServices && !handle, `export { createHandle } from "${runtime}/create-client.js";`],
    [hasServices, `export type { HandleOptions, ServiceHandle } from "${runtime}/create-client.js";`],
    [always, `export { ApiError, ClientError, hasCode, type ClientErrorName } from "${runtime}/errors.js";`],
    [always, `export { poll, type PollOptions } from "${runtime}/follow.js";`],
    [follow, `export type { FollowOptions } from "${runtime}/follow.js";`],
    [always, `export { items, pages } from "${runtime}/pages.js";`],
    [always, `export type { RetryOptions } from "${runtime}/retry.js";`],
    [revealsSecrets(contract), `export type { Secret } from "${runtime}/secret.js";`],
    [always, `export { validate, type ClientValidators, type ValidateOptions } from "${runtime}/validate.js";`],
  ];
  return lines.flatMap(([isNeeded, line]) => (isNeeded ? [line] : []));
}

function revealsSecrets(contract: Contract): boolean {
  return contract.operations.some((operation) => findSecrets(operation, contract).length > 0);
}
