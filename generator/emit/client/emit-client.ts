import type { Contract } from "../../model/contract.js";
import { type EmitContext, shipTemplate, fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { printFollow } from "./long-running-operations.js";
import { printHandle } from "./handle.js";
import {
  printRoutes,
  hasForms,
  hasJsonResponses,
  hasJsonBodies,
  hasPlainParameters,
  isBearerOnly,
  securitySchemes,
} from "./routes.js";
import { printTypes } from "./call-types.js";
import { propertyKey, printLiteral, type Data } from "../../typescript/encode.js";
import { createTextFile, type TextFile } from "../../typescript/source-file.js";
import { findSecrets } from "./find-secrets.js";

/**
 * The folder `client/`:
 *
 *     index.ts    createClient(options), and all that callers import
 *     types.ts    what a client can do
 *     routes.ts   the operations as data
 *     retry.ts    retry(options), which knows the actions that may be repeated
 *     handle.ts   createHandle(client, service), if the contract shows services
 *     follow.ts   follow(call, body), if the contract shows how actions are followed
 *
 * and, verbatim, the runtime behind it.
 */
export function emitClient(contract: Contract, context: EmitContext): OutputFile[] {
  const optional = [printHandle(contract), printFollow(contract)].filter((file) => file !== undefined);
  const files = [printTypes(contract), printRoutes(contract), printRetry(contract), ...optional];
  return [printIndex(contract, files), ...files, ...runtimeFiles.map((path) => shipTemplate(contract, context, path))];
}

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
  const options = file.type("SchemeOptions", "../runtime/client/client-options.js");
  const schemes = [...securitySchemes(contract)];
  const left = schemes.some(([, { type }]) => type === "bearer") ? '"credentials"' : '"credentials" | "token"';
  const members = schemes.flatMap(([name, { type }]) => {
    if (type !== "key" && type !== "basic") return [];
    const credential = file.type(type === "key" ? "Key" : "Login", "../runtime/client/client-options.js");
    return [`    readonly ${propertyKey(name)}?: ${credential} | undefined;\n`];
  });
  const credentials =
    "\n  /** What shows who calls, by the names of the contract's security schemes. */\n" +
    `  readonly credentials?: {\n${members.join("")}  };\n`;
  return (
    "/** How a client reaches the API, and as whom. */\n" +
    `export interface ClientOptions extends Omit<${options}, ${left}> {${members.length > 0 ? credentials : ""}}\n\n`
  );
}

function createClient(file: TextFile, contract: Contract): string {
  const runtime = (name: string, from: string) => file.value(name, `../runtime/client/${from}.js`);
  runtime("createClient as create", "create-client");
  if (isBearerOnly(contract)) file.type("ClientOptions", "../runtime/client/client-options.js");
  for (const name of ["routes", "services"]) file.value(name, "./routes.js");
  file.type("Client", "./types.js");
  const schemes = Object.fromEntries(securitySchemes(contract));
  const authorize = isBearerOnly(contract)
    ? runtime("authorizeBearer", "authorize-bearer")
    : `${runtime("authorizeSchemes", "authorize-schemes")}(${printLiteral(schemes as unknown as Data, "    ")})`; // plain data
  const members = [
    "routes",
    "services",
    `authorize: ${authorize}`,
    `writeParameters: ${hasPlainParameters(contract) ? runtime("writePlain", "write-plain") : runtime("writeStyled", "write-styled")}`,
    `writeBody: ${runtime(...bodyWriter(contract))}`,
    `readBody: ${hasJsonResponses(contract) ? runtime("readJson", "read-json") : runtime("readAnyBody", "read-any-body")}`,
    ...(revealsSecrets(contract) ? [runtime("wrapSecrets", "secret")] : []),
  ];
  return (
    "/** A client of the API. It keeps nothing between calls: make one for each way to call, and keep it. */\n" +
    "export function createClient(options: ClientOptions): Client {\n" +
    `  const contract = {\n${members.map((member) => `    ${member},\n`).join("")}  };\n` +
    "  return create(contract, options) as Client;\n}\n"
  );
}

/** What writes the bodies that the contract has. */
function bodyWriter(contract: Contract): readonly [name: string, file: string] {
  if (hasJsonBodies(contract)) return ["writeJson", "write-json"];
  return hasForms(contract) ? ["writeForm", "write-form"] : ["writeAnyBody", "write-any-body"];
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
    [hasServices, 'export type { ActionResponse } from "../runtime/action-response.js";'],
    [always, `export type { ClientResponse, Call, CallOptions, Middleware, Send } from "${runtime}/call.js";`],
    [isBearer, `export type { ClientOptions, Fetch, Token } from "${runtime}/client-options.js";`],
    [!isBearer, `export type { Fetch, Key, Login, Token } from "${runtime}/client-options.js";`],
    [hasServices && !handle, `export { createHandle } from "${runtime}/create-handle.js";`],
    [hasServices, `export type { HandleOptions, ServiceHandle } from "${runtime}/create-handle.js";`],
    [always, `export type { RetryOptions } from "${runtime}/create-retry.js";`],
    [always, `export { ApiError, ClientError, hasCode, type ClientErrorName } from "${runtime}/errors.js";`],
    [follow, `export type { FollowOptions } from "${runtime}/follow-way.js";`],
    [always, `export { items, pages } from "${runtime}/pages.js";`],
    [always, `export { poll, type PollOptions } from "${runtime}/poll.js";`],
    [revealsSecrets(contract), `export type { Secret } from "${runtime}/secret.js";`],
    [always, `export { validate, type ClientValidators, type ValidateOptions } from "${runtime}/validate.js";`],
  ];
  return lines.flatMap(([isNeeded, line]) => (isNeeded ? [line] : []));
}

function revealsSecrets(contract: Contract): boolean {
  return contract.operations.some((operation) => findSecrets(operation, contract).length > 0);
}

/** `client/retry.ts`: `retry`, which knows the actions that may be repeated. */
export function printRetry(contract: Contract): OutputFile {
  const file = createTextFile(fileHeader(contract));
  for (const name of ["RepeatableActions", "RetryOptions"]) file.type(name, "../runtime/client/create-retry.js");
  file.value("createRetry", "../runtime/client/create-retry.js");
  file.type("Middleware", "../runtime/client/call.js");
  const members = contract.serviceTypes.map(({ name, actions }) => {
    const repeatable = actions.filter(({ readOnly, idempotent }) => readOnly || idempotent).map((action) => action.name);
    return `  ${propertyKey(name)}: ${printLiteral(repeatable, "  ")},\n`;
  });
  file.write(
    "/** The actions that the contract calls read-only or idempotent. */\n" +
      `const repeatable: RepeatableActions = {\n${members.join("")}};\n\n` +
      "/**\n" +
      " * Repeats calls that failed for a reason that may pass: `use: [retry()]`. Only actions that the contract calls read-only or\n" +
      " * idempotent are repeated, and operations by GET, HEAD, PUT, DELETE and OPTIONS.\n" +
      " */\n" +
      "export function retry(options?: RetryOptions): Middleware {\n  return createRetry(repeatable, options);\n}\n",
  );
  return { path: "client/retry.ts", text: file.toText(), declares: ["repeatable", "retry"] };
}

const names = [
  "action-calls",
  "authorize-bearer",
  "authorize-schemes",
  "call",
  "client-contract",
  "client-options",
  "create-client",
  "create-handle",
  "create-retry",
  "errors",
  "exchange",
  "follow-way",
  "one-of",
  "pages",
  "parameter-styles",
  "poll",
  "read-any-body",
  "read-json",
  "retry-after",
  "route",
  "secret",
  "set-header",
  "time-limit",
  "transport",
  "validate",
  "wait",
  "write-any-body",
  "write-form",
  "write-json",
  "write-plain",
  "write-styled",
];

/** Files of the runtime that a client is made of. */
export const runtimeFiles: readonly string[] = names.map((name) => `runtime/client/${name}.ts`);
