import { isObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { actionMethod, argumentNames, factArguments, type ClientNames } from "../../../model/client-names.js";
import type { ActionResponses } from "../../../model/action-responses.js";
import { firstAddress } from "../../../model/served-contract.js";
import type { Action, Contract, Example, Operation, Parameter, ServiceType } from "../../../model/contract.js";
import { isBearerOnly, schemeRules } from "../../../emit/client/security.js";
import { propertyAccess, propertyKey, stringLiteral } from "../../../typescript/encode.js";
import type { ActionSample } from "./action-sample.js";
import { memberNames, type ResponseSample } from "./response-sample.js";
import { isLong, type MakeValue, printLiteral } from "./sample-value.js";

/** Returns the lines that import the generated client and create one for callers of an operation. */
function clientLines(contract: Contract, operation: Operation, imported = "createClient"): string[] {
  const options = [`baseUrl: ${stringLiteral(baseUrl(contract))}`, ...clientCredentials(contract, operation)];
  return [
    `import { ${imported} } from "./generated/client/index.js";`,
    "",
    `const client = createClient({ ${options.join(", ")} });`,
  ];
}

/** Returns the options of the client for the first security alternative of an operation. */
export function clientCredentials(contract: Contract, { security }: Pick<Operation, "security">): string[] {
  const rules = schemeRules(contract);
  const needed = Object.keys(security[0] ?? {}).map((name) => [name, rules.get(name)!.type] as const);
  const isBearer = isBearerOnly(contract) ? rules.size > 0 : needed.some(([, type]) => type === "bearer");
  const values = { key: `"API_KEY"`, basic: `{ username: "USERNAME", password: "PASSWORD" }` };
  const credentials = needed.flatMap(([name, type]) =>
    type === "key" || type === "basic" ? [`${propertyKey(name)}: ${values[type]}`] : [],
  );
  return [
    ...(isBearer ? [`token: "ACCESS_TOKEN"`] : []),
    ...(credentials.length > 0 ? [`credentials: { ${credentials.join(", ")} }`] : []),
  ];
}

/** The input for calls with the client. */
interface ClientFacts {
  readonly contract: Contract;
  readonly clientNames: ClientNames;
  readonly makeValue: MakeValue;
}

/**
 * Returns the call of an action with the generated client:
 *
 *     const target = { project_id: "…", service_id: "…" };
 *     const { status, result } = await client.postgres(target).add_ip({ cidr: "203.0.113.0/24" });
 */
export function clientCall(
  action: Action,
  endpoint: Operation,
  described: ActionResponses,
  facts: ClientFacts,
  body: JsonValue,
): string {
  const { method, target, input, options } = actionCall(action, endpoint, facts, body);
  const call = `await ${method}(${[input, options].filter((argument) => argument !== "").join(", ")});`;
  const [first, ...others] = described.responses.map((response) => memberNames(response, described));
  const shared = first!.filter((name) => others.every((names) => names.includes(name)));
  return [
    ...clientLines(facts.contract, endpoint),
    ...target,
    "",
    shared.length > 0 ? `const { ${shared.join(", ")} } = ${call}` : call,
  ].join("\n");
}

/** Returns a call that resolves when the action has completed. */
export function clientFollow(action: Action, endpoint: Operation, facts: ClientFacts, body: JsonValue): string {
  const { method, target, input, options } = actionCall(action, endpoint, facts, body);
  const call = [method, input === "" || input === "undefined" ? "{}" : input, ...(options === "" ? [] : [options])].join(", ");
  return [
    ...clientLines(facts.contract, endpoint, "createClient, follow"),
    ...target,
    "",
    `const outcome = await follow(${call});`,
  ].join("\n");
}

/** Returns the parts of an action's call. */
function actionCall(action: Action, endpoint: Operation, facts: ClientFacts, body: JsonValue) {
  const known = factArguments(endpoint);
  const isOfPath = ({ in: place }: Parameter) => place === "path";
  const target = sampleArguments(endpoint, facts.makeValue, (name, parameter) => isOfPath(parameter) && !known.has(name));
  const parameters = sampleArguments(endpoint, facts.makeValue, (name, parameter) => !isOfPath(parameter) && !known.has(name));
  const actions = propertyAccess(facts.clientNames.serviceTypes.get(action.serviceType)!);
  const hasParameters = Object.keys(parameters).length > 0;
  const hasTarget = Object.keys(target).length > 0;
  return {
    method: `client${actions}(${hasTarget ? "target" : ""})${propertyAccess(actionMethod(action.name))}`,
    target: hasTarget ? [`const target = ${printLiteral(target)};`] : [],
    input: action.takesInput ? printLiteral(body) : hasParameters ? "undefined" : "",
    options: hasParameters ? printLiteral({ parameters }) : "",
  };
}

/** Returns the call of an operation with the generated client. */
export function clientOperation(operation: Operation, facts: ClientFacts, body: JsonValue | undefined): string {
  const method = propertyAccess(facts.clientNames.operations.get(operation.id)!);
  const values: JsonObject = sampleArguments(operation, facts.makeValue, () => true);
  if (body !== undefined) values["body"] = body;
  const input = Object.keys(values).length > 0 ? printLiteral(values) : "";
  const call = `await client${method}(${input})`;
  const line = returnsItems(operation) ? `for await (const item of ${call}) console.log(item);` : `const response = ${call};`;
  return [...clientLines(facts.contract, operation), "", line].join("\n");
}

/** Returns whether each success of an operation is a sequence of items. */
export function returnsItems({ responses }: Operation): boolean {
  const contents = responses.filter(({ status }) => status.startsWith("2")).flatMap(({ content }) => content);
  return contents.length > 0 && contents.every(({ items }) => items);
}

/**
 * Returns a handler of an action for the generated server:
 *
 *     export const add_ip: PostgresHandlers["add_ip"] = async (call) => {
 *       call.body; // what the caller sent, validated
 *       // throw one of its own errors:
 *       //   call.fail("entry_exists")
 *       return { status: "ok", result: {} };
 *     };
 */
export function handlerExample(
  action: Action,
  { handlersName, name }: ServiceType,
  endpoint: Operation,
  { result }: ActionSample,
  { returned }: Pick<ResponseSample, "returned">,
): string {
  const failures = action.errors.map(({ code }) => `call.fail(${stringLiteral(code)})`);
  const isShown = result !== undefined && !isLong(result);
  const lastLine = isShown
    ? Object.keys(returned).length > 0
      ? `return ${printLiteral(returned, "  ")};`
      : "// There is nothing to return."
    : `throw notImplemented(${stringLiteral(`${name}.${action.name}`)});`;
  return [
    `import { ${isShown ? "" : "notImplemented, "}type ${handlersName} } from "./generated/server/index.js";`,
    "",
    `export const ${action.identifier}: ${handlersName}[${stringLiteral(action.name)}] = async (call) => {`,
    "  call.body; // what the caller sent, validated",
    ...[...argumentNames(endpoint).values()].flatMap(parameterLine),
    ...(failures.length > 0 ? ["  // throw one of its own errors:", ...failures.map((failure) => `  //   ${failure}`)] : []),
    `  ${lastLine}`,
    "};",
  ].join("\n");
}

/** Returns how a handler reads a parameter that is not in the path; names of headers are in lower case. */
function parameterLine({ in: place, name, required }: Parameter): string[] {
  if (place === "path") return [];
  if (place === "querystring") return [`  call.querystring;${required ? "" : " // or undefined"}`];
  const members = { query: "query", header: "headers", cookie: "cookies" } as const;
  const access = propertyAccess(place === "header" ? name.toLowerCase() : name);
  return [`  call.${members[place]}${access};${required ? "" : " // or undefined"}`];
}

/** The example address of an API without an absolute URL. */
const placeholder = "https://api.example.com";

/** Returns the URL of the contract's first HTTP server, with its variables filled in and without a trailing slash. */
export function baseUrl(contract: Contract): string {
  const address = firstAddress(contract);
  return `${address?.origin ?? placeholder}${address?.path ?? ""}`;
}

/** Returns example values for the wanted required arguments of a call with the generated client. */
function sampleArguments(
  operation: Operation,
  makeValue: MakeValue,
  isWanted: (name: string, parameter: Parameter) => boolean,
): JsonObject {
  const sample: JsonObject = {};
  for (const [name, parameter] of argumentNames(operation)) {
    if (!parameter.required || !isWanted(name, parameter)) continue;
    const value = firstExample(parameter) ?? makeValue(parameter.schema) ?? parameter.name;
    // An empty object has no text, so a client rejects it.
    const isEmpty = isObject(value) && Object.keys(value).length === 0;
    sample[name] = (isEmpty ? makeValue({ allOf: [parameter.schema], minProperties: 1 }) : undefined) ?? value;
  }
  return sample;
}

/** Returns the first example of a parameter or a media type. */
export function firstExample(holder: { readonly examples: readonly Example[] } | undefined): JsonValue | undefined {
  return holder?.examples[0]?.value;
}
