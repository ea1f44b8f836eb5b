import type { JsonObject, JsonValue } from "../../../document/json-value.js";
import { actionMethod, type ClientNames } from "../../../model/client-names.js";
import type { Action, Contract, Operation, ServiceType } from "../../../model/contract.js";
import { propertyAccess, stringLiteral } from "../../../typescript/encode.js";
import type { ActionSample } from "./action-sample.js";
import { baseUrl, sampleArguments } from "./endpoint.js";
import type { MakeValue } from "./make-value.js";
import { isLong, printLiteral } from "./print-value.js";

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
export function clientCall(action: Action, endpoint: Operation, facts: ClientFacts, body: JsonValue): string {
  const service = sampleArguments(endpoint, facts.contract, facts.makeValue, ["action", "body"]);
  const actions = propertyAccess(facts.clientNames.serviceTypes.get(action.serviceType)!);
  const input = action.takesInput ? printLiteral(body) : "";
  return [
    ...clientLines(facts.contract),
    `const service = ${printLiteral(service)};`,
    "",
    `const { status, result } = await client${actions}(service)${propertyAccess(actionMethod(action.name))}(${input});`,
  ].join("\n");
}

/** The call of an operation with the generated client. */
export function clientOperation(operation: Operation, facts: ClientFacts, body: JsonValue | undefined): string {
  const method = propertyAccess(facts.clientNames.operations.get(operation.id)!);
  const values: JsonObject = sampleArguments(operation, facts.contract, facts.makeValue);
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
export function handlerExample(action: Action, { pascalName, name }: ServiceType, { status, result }: ActionSample): string {
  const types = `${pascalName}Handlers`;
  const failures = action.errors.map(({ code }) => `call.fail(${stringLiteral(code)})`);
  const isShown = result !== undefined && !isLong(result);
  const answer = isShown
    ? `return ${printLiteral({ status, result }, "  ")};`
    : `throw notImplemented(${stringLiteral(`${name}.${action.name}`)});`;
  return [
    `import { ${isShown ? "" : "notImplemented, "}type ${types} } from "./generated/server/index.js";`,
    "",
    `export const ${action.identifier}: ${types}[${stringLiteral(action.name)}] = async (call) => {`,
    "  call.body; // what the caller sent, checked",
    ...(failures.length > 0 ? ["  // throw one of its own errors:", ...failures.map((failure) => `  //   ${failure}`)] : []),
    `  ${answer}`,
    "};",
  ].join("\n");
}
