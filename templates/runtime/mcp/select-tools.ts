import { ownObject, ownStrings, type JsonObject } from "../json.js";
import type { McpFacts, Tool } from "./contract.js";
import type { BoundService, McpSettings } from "./settings.js";

/** The tools that a server offers, and those that the token may not call. */
export interface SelectedTools {
  readonly tools: readonly Tool[];
  readonly forbidden: readonly Tool[];
}

/** Selects tools of a contract, in an order that only depends on the contract and the settings. */
export function selectTools(contract: Pick<McpFacts, "tools">, settings: McpSettings): SelectedTools {
  const { tools: kinds = "all", scopes, service, type = service?.type } = settings;
  const wanted = contract.tools.filter((tool) => {
    const { call } = tool;
    if (call.kind === "action") return kinds !== "operations" && (type === undefined || call.type === type);
    return kinds !== "actions" && isAbout(tool, service);
  });
  const isAllowed = ({ scopes: alternatives }: Tool) =>
    !scopes || !alternatives || alternatives.some((needed) => needed.every((scope) => scopes.includes(scope)));
  const allowed = wanted.filter(isAllowed).map((tool) => bind(tool, service));
  const isLater = ({ call }: Tool) => call.kind === "action" && service?.enabled?.has(call.action) === false;
  return {
    tools: [...allowed.filter((tool) => !isLater(tool)), ...allowed.filter(isLater)],
    forbidden: wanted.filter((tool) => !isAllowed(tool)),
  };
}

/** Whether an operation is about a service: it has all arguments that lead to one. */
function isAbout({ input: { parameters } }: Tool, service: BoundService | undefined): boolean {
  const inPath = Object.values(parameters).flatMap((one) => (one.in === "path" ? one.argument : []));
  return Object.keys(service?.target ?? {}).every((name) => inPath.includes(name));
}

/** A tool without the arguments that a server gives itself. */
function bind(tool: Tool, service: BoundService | undefined): Tool {
  if (!service) return tool;
  const entries = Object.entries(tool.input.parameters);
  const isBound = (name: string) => Object.hasOwn(service.target, tool.input.parameters[name]?.argument ?? "");
  const { properties: _, required: __, ...rest } = tool.listed.inputSchema;
  const properties = Object.entries(ownObject(tool.listed.inputSchema, "properties") ?? {});
  const required = ownStrings(tool.listed.inputSchema, "required").filter((name) => !isBound(name));
  const inputSchema: JsonObject = {
    ...rest,
    properties: Object.fromEntries(properties.filter(([name]) => !isBound(name))),
    ...(required.length > 0 && { required }),
  };
  return {
    ...tool,
    listed: { ...tool.listed, inputSchema },
    input: { ...tool.input, parameters: Object.fromEntries(entries.filter(([name]) => !isBound(name))) },
  };
}
