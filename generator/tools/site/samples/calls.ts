import type { JsonObject, JsonValue } from "../../../document/json-value.js";
import { actionMethod, argumentNames, type ClientNames } from "../../../model/client-names.js";
import type { ActionResponses } from "../../../model/action-responses.js";
import type { Action, Contract, Example, Operation, Parameter, ServiceType } from "../../../model/contract.js";
import { propertyAccess, stringLiteral } from "../../../typescript/encode.js";
import { visibleText } from "../blocks/inline.js";
import type { ActionSample } from "./action-sample.js";
import { memberNames, type ResponseSample } from "./response-sample.js";
import { isLong, type MakeValue, printJson, printLiteral } from "./sample-value.js";

/** What a call sends. */
interface SampleRequest {
  /** Name of the action, where the operation invokes actions. */
  readonly action?: string;
  readonly body?: JsonValue | undefined;
  readonly mediaType?: string | undefined;
}

/**
 * A call as a shell command; what the caller has to put in are variables:
 *
 *     curl -X POST "https://api.example.com/v1/services/$SERVICE_ID/actions/add_ip" \
 *       -H "Authorization: Bearer $TOKEN" \
 *       -H 'Content-Type: application/json' \
 *       -d '{ "cidr": "203.0.113.0/24" }'
 */
export function curlCommand(operation: Operation, contract: Contract, { action, body, mediaType }: SampleRequest): string {
  const credentials = credentialsOf(operation, contract);
  const path = operation.path
    .split(/(\{[^{}]*\})/)
    .map((piece) => (piece.startsWith("{") ? fillHole(piece.slice(1, -1), action) : urlText(piece)))
    .join("");
  const required = [...argumentNames(operation).values()].filter((parameter) => parameter.required);
  const query = [
    ...required.filter((parameter) => parameter.in === "query").map(({ name }) => `${urlText(name)}=$${variable(name)}`),
    ...credentials.flatMap((credential) => (credential.kind === "query" ? [`${urlText(credential.name)}=$API_KEY`] : [])),
  ];
  const url = `"${urlText(baseUrl(contract))}${path}${query.length > 0 ? `?${query.join("&")}` : ""}"`;
  const method = operation.method === "GET" ? "" : operation.method === "HEAD" ? "-I " : `-X ${operation.method} `;
  return [
    `curl ${method}${url}`,
    ...credentials.flatMap(credentialOption),
    ...required.flatMap(parameterOption),
    ...(body === undefined
      ? []
      : [
          `-H ${word(`Content-Type: ${mediaType ?? "application/json"}`)}`,
          isLong(body) ? "-d @body.json" : `-d ${word(printJson(body, contract.writtenIntegers))}`,
        ]),
  ].join(" \\\n  ");
}

function fillHole(name: string, action: string | undefined): string {
  return name === "action" && action !== undefined ? urlText(action) : `$${variable(name)}`;
}

function credentialOption(credential: Credential): string[] {
  switch (credential.kind) {
    case "bearer":
      return [`-H "Authorization: Bearer $TOKEN"`];
    case "basic":
      return [`-u "$USER:$PASSWORD"`];
    case "header":
      return [`-H ${word(`${credential.name}: `)}"$API_KEY"`];
    case "cookie":
      return [`-b ${word(`${credential.name}=`)}"$API_KEY"`];
    case "query":
      return [];
    default:
      return credential satisfies never;
  }
}

function parameterOption({ in: place, name }: Parameter): string[] {
  if (place === "header") return [`-H ${word(`${name}: `)}"$${variable(name)}"`];
  return place === "cookie" ? [`-b ${word(`${name}=`)}"$${variable(name)}"`] : [];
}

/** Text as one word of a POSIX shell, exactly as it stands. */
function word(text: string): string {
  return `'${visibleText(text).replaceAll("'", `'\\''`)}'`;
}

/** Text of an address: what is special to a shell or an address within double quotes is percent-encoded. */
function urlText(text: string): string {
  const encode = (character: string) => encodeURIComponent(character).replace("!", "%21").replace("'", "%27");
  return visibleText(text).replace(/[^A-Za-z0-9\-._~:/?#@&()*+,;=%[\]]/gu, encode);
}

/** A name for a variable of the shell: `service_id` -> `SERVICE_ID`. */
function variable(name: string): string {
  const text = name.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
  return /^[A-Z_]/.test(text) ? text : `_${text}`;
}

/** The lines that import the generated client and make one. */
function clientLines(contract: Contract): string[] {
  return [
    `import { createClient } from "./generated/client/index.js";`,
    "",
    `const client = createClient({ baseUrl: ${stringLiteral(baseUrl(contract))}, token: "ACCESS_TOKEN" });`,
  ];
}

/** What calls with the client are written from. */
interface ClientFacts {
  readonly contract: Contract;
  readonly clientNames: ClientNames;
  readonly makeValue: MakeValue;
}

/**
 * The call of an action with the generated client:
 *
 *     const service = { project_id: "…", service_id: "…" };
 *     const { status, result } = await client.postgres(service).add_ip({ cidr: "203.0.113.0/24" });
 */
export function clientCall(
  action: Action,
  endpoint: Operation,
  described: ActionResponses,
  facts: ClientFacts,
  body: JsonValue,
): string {
  const isOfPath = ({ in: place }: Parameter) => place === "path";
  const service = sampleArguments(endpoint, facts.makeValue, (name, parameter) => isOfPath(parameter) && name !== "action");
  const parameters = sampleArguments(endpoint, facts.makeValue, (_, parameter) => !isOfPath(parameter));
  const actions = propertyAccess(facts.clientNames.serviceTypes.get(action.serviceType)!);
  const hasParameters = Object.keys(parameters).length > 0;
  const input = action.takesInput ? printLiteral(body) : hasParameters ? "undefined" : "";
  const options = hasParameters ? `, ${printLiteral({ parameters })}` : "";
  const call = `await client${actions}(service)${propertyAccess(actionMethod(action.name))}(${input}${options});`;
  const [first, ...others] = described.responses.map((response) => memberNames(response, described));
  const shared = first!.filter((name) => others.every((names) => names.includes(name)));
  return [
    ...clientLines(facts.contract),
    `const service = ${printLiteral(service)};`,
    "",
    shared.length > 0 ? `const { ${shared.join(", ")} } = ${call}` : call,
  ].join("\n");
}

/** The call of an operation with the generated client. */
export function clientOperation(operation: Operation, facts: ClientFacts, body: JsonValue | undefined): string {
  const method = propertyAccess(facts.clientNames.operations.get(operation.id)!);
  const values: JsonObject = sampleArguments(operation, facts.makeValue, () => true);
  if (body !== undefined) values["body"] = body;
  const input = Object.keys(values).length > 0 ? printLiteral(values) : "";
  return [...clientLines(facts.contract), "", `const answer = await client${method}(${input});`].join("\n");
}

/**
 * A handler of an action, as the generated server wants it:
 *
 *     export const add_ip: PostgresHandlers["add_ip"] = async (call) => {
 *       call.body; // what the caller sent, checked
 *       // throw one of its own errors:
 *       //   call.fail("entry_exists")
 *       return { status: "ok", result: {} };
 *     };
 */
export function handlerExample(
  action: Action,
  { pascalName, name }: ServiceType,
  endpoint: Operation,
  { result }: ActionSample,
  { returned }: Pick<ResponseSample, "returned">,
): string {
  const types = `${pascalName}Handlers`;
  const failures = action.errors.map(({ code }) => `call.fail(${stringLiteral(code)})`);
  const isShown = result !== undefined && !isLong(result);
  const answer = isShown
    ? Object.keys(returned).length > 0
      ? `return ${printLiteral(returned, "  ")};`
      : "// There is nothing to return."
    : `throw notImplemented(${stringLiteral(`${name}.${action.name}`)});`;
  return [
    `import { ${isShown ? "" : "notImplemented, "}type ${types} } from "./generated/server/index.js";`,
    "",
    `export const ${action.identifier}: ${types}[${stringLiteral(action.name)}] = async (call) => {`,
    "  call.body; // what the caller sent, checked",
    ...[...argumentNames(endpoint).values()].flatMap(parameterLine),
    ...(failures.length > 0 ? ["  // throw one of its own errors:", ...failures.map((failure) => `  //   ${failure}`)] : []),
    `  ${answer}`,
    "};",
  ].join("\n");
}

/** How a handler reads a parameter that is not in the path; names of headers are in lower case. */
function parameterLine({ in: place, name, required }: Parameter): string[] {
  if (place === "path") return [];
  const members = { query: "query", header: "headers", cookie: "cookies" } as const;
  const access = propertyAccess(place === "header" ? name.toLowerCase() : name);
  return [`  call.${members[place]}${access};${required ? "" : " // or undefined"}`];
}

/** Where an API without an absolute address of its own is shown to be. */
const placeholder = "https://api.example.com";

/** The address of the contract's first HTTP server, its variables filled in, without a slash at the end. */
export function baseUrl({ servers }: Contract): string {
  const [address] = servers.flatMap((server) => server.address ?? []);
  return `${address?.origin ?? placeholder}${address?.path ?? ""}`;
}

/** How a caller shows who it is, one for each security scheme of an operation's first alternative. */
type Credential = { readonly kind: "bearer" | "basic" } | { readonly kind: "header" | "query" | "cookie"; readonly name: string };

function credentialsOf({ security }: Operation, { securitySchemes }: Contract): Credential[] {
  return Object.keys(security[0] ?? {}).flatMap((name): Credential[] => {
    const scheme = securitySchemes.get(name);
    if (scheme?.type !== "apiKey") return [{ kind: scheme?.scheme?.toLowerCase() === "basic" ? "basic" : "bearer" }];
    const kind = scheme.in === "query" || scheme.in === "cookie" ? scheme.in : "header";
    return [{ kind, name: scheme.parameter ?? name }];
  });
}

/** Values for those of the arguments that a call with the generated client needs which are wanted. */
function sampleArguments(
  operation: Operation,
  makeValue: MakeValue,
  isWanted: (name: string, parameter: Parameter) => boolean,
): JsonObject {
  const sample: JsonObject = {};
  for (const [name, parameter] of argumentNames(operation)) {
    if (!parameter.required || !isWanted(name, parameter)) continue;
    sample[name] = firstExample(parameter) ?? makeValue(parameter.schema) ?? parameter.name;
  }
  return sample;
}

/** The first of the examples that a parameter or a media type has. */
export function firstExample(holder: { readonly examples: readonly Example[] } | undefined): JsonValue | undefined {
  return holder?.examples[0]?.value;
}
