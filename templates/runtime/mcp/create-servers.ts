import type * as sdkModule from "@modelcontextprotocol/server";
import type {
  CallToolResult,
  ClientCapabilities,
  Implementation,
  InputRequiredResult,
  McpRequestContext,
  Server,
  ServerContext,
  Tool as SdkTool,
} from "@modelcontextprotocol/server";
import { isObject, type JsonObject, own } from "../json.js";
import { quote, terminalText, visibleLines } from "../visible-text.js";
import { createHash, printAudit } from "./audit.js";
import { isDestructive, type ListedTool, type McpContract, type Tool } from "./contract.js";
import { createCaller } from "./create-caller.js";
import type { Outcome } from "./outcome.js";
import { checkSearchArguments, estimateTokens, findTools, searchNames, searchTools } from "./search-tools.js";
import { selectTools } from "./select-tools.js";
import { defaultBudget, type McpOptions } from "./settings.js";

/** The part of the package that servers are made of. */
export type Sdk = Pick<
  typeof sdkModule,
  | "MissingRequiredClientCapabilityError"
  | "ProtocolError"
  | "Server"
  | "acceptedContent"
  | "createRequestStateCodec"
  | "inputRequired"
  | "inputResponse"
>;

/** The servers of one process. */
export interface McpServers {
  /** Creates the server of a connection or, over HTTP, of a request. */
  readonly create: (context: McpRequestContext) => Server;
  /** The tools that can be called, and those for which the token lacks scopes. */
  readonly tools: readonly Tool[];
  readonly forbidden: readonly Tool[];
  readonly listed: readonly ListedTool[];
  /** Whether three tools stand for all. */
  readonly isSearched: boolean;
  /** The estimated tokens of all tools, and of those that are listed. */
  readonly tokens: { readonly all: number; readonly listed: number };
}

/** How long a client may keep the list of tools, which changes only when the server is started again. */
const listTtl = 300_000;

/** The code with which the protocol rejects the name of a tool (invalid params). */
const unknownTool = -32602;

/** How long an agreement is valid, in seconds. */
const agreementTtl = 600;

/** One call: the name of the tool, and of the one that it stands for. */
interface Request {
  readonly name: string;
  readonly called: string;
  readonly args: JsonObject;
  readonly hash: string;
  /** The caller's. */
  readonly token: string | undefined;
}

/** What a person agrees to: one call with these arguments, once. */
interface Agreement {
  readonly arguments: string;
  readonly id: string;
}

/**
 * Creates the servers of a contract. All list the same, whoever is connected. A caller whose token the transport has verified (`authInfo`)
 * calls the API with it; one without a token, with the credentials of the server.
 */
export function createServersOf(sdk: Sdk, contract: McpContract, settings: McpOptions): McpServers {
  const { budget = defaultBudget, onError = () => undefined } = settings;
  const { tools, forbidden } = selectTools(contract, settings);
  const callTool = createCaller(contract, tools, settings);
  const all = tools.map(({ listed }) => listed);
  const isSearched = estimateTokens(all) > budget;
  const listed = isSearched ? searchTools(tools) : all;
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));
  const agreements = sdk.createRequestStateCodec<Agreement>({
    key: crypto.getRandomValues(new Uint8Array(32)),
    ttlSeconds: agreementTtl,
    // Of the same caller.
    bind: ({ http }) => JSON.stringify([http?.authInfo?.clientId, http?.authInfo?.token]),
  });
  const hashOf = createHash();
  const used = new Map<string, number>();

  const create = ({ authInfo }: McpRequestContext): Server => {
    const { name = contract.title, version = contract.version } = settings;
    const title = terminalText(`${contract.title} ${contract.version}`);
    const instructions = contract.instructions === undefined ? undefined : visibleLines(contract.instructions);
    const server: Server = new sdk.Server(
      { name: terminalText(name), title, version: terminalText(version) },
      {
        capabilities: { tools: {} },
        ...(instructions !== undefined && { instructions }),
        cacheHints: {
          "tools/list": { ttlMs: listTtl, cacheScope: "private" },
          "server/discover": { ttlMs: listTtl, cacheScope: "private" },
        },
        requestState: { verify: (state, context) => verify(state, server, context) },
      },
    );
    server.onerror = (error) => onError(error);
    server.setRequestHandler("tools/list", () => ({ tools: listed as unknown as SdkTool[] }));
    server.setRequestHandler("tools/call", ({ params }, context) =>
      handle(params.name, params.arguments ?? {}, server, context, authInfo?.token || undefined),
    );
    return server;
  };

  /** Reads an agreement. One that is not this server's is rejected before the call is handled. */
  async function verify(state: string, server: Server, context: ServerContext): Promise<Agreement> {
    const start = performance.now();
    try {
      return await agreements.verify(state, context);
    } catch (error) {
      audit("tools/call", server, context, { arguments: "", code: "refused", start });
      throw error;
    }
  }

  async function handle(
    name: string,
    given: Record<string, unknown>,
    server: Server,
    context: ServerContext,
    token: string | undefined,
  ): Promise<CallToolResult | InputRequiredResult> {
    const start = performance.now();
    const args = given as JsonObject;
    const inner = isSearched && name === searchNames.invoke;
    const wanted = inner ? own(args, "name") : name;
    const called = typeof wanted === "string" ? wanted : name;
    const values = inner ? (own(args, "arguments") ?? {}) : args;
    // Not of what is nested too deeply, which fails.
    const hash = await hashOf(called, isObject(values) ? values : {}).catch(() => "");
    let code = "error";
    try {
      const problem = isSearched ? checkSearchArguments(listed, name, args) : undefined;
      const answer =
        problem === undefined
          ? await respond({ name, called, args: values as JsonObject, hash, token }, server, context)
          : { code: "invalid", result: failed(terminalText(problem)) };
      ({ code } = answer);
      return answer.result;
    } catch (error) {
      if (error instanceof sdk.ProtocolError) {
        code = error.code === unknownTool ? "unknown" : "refused";
        throw error;
      }
      if (context.mcpReq.signal.aborted) code = "cancelled";
      else onError(error, "tools/call");
      return failed(`${terminalText(called, 100)} failed in this server. Its log has the reason.`);
    } finally {
      audit(called, server, context, { arguments: hash, code, start });
    }
  }

  function audit(
    tool: string,
    server: Server,
    context: ServerContext,
    { arguments: hash, code, start }: { readonly arguments: string; readonly code: string; readonly start: number },
  ): void {
    const ms = Math.round(performance.now() - start);
    settings.audit?.(printAudit({ tool, caller: callerOf(server, context), arguments: hash, outcome: code, ms }));
  }

  async function respond(
    { name, called, args, hash, token }: Request,
    server: Server,
    context: ServerContext,
  ): Promise<{ readonly code: string; readonly result: CallToolResult | InputRequiredResult }> {
    if (isSearched && name === searchNames.search) {
      return { code: "ok", result: printed(findTools(tools, String(own(args, "query") ?? ""))) };
    }
    const isDescribed = isSearched && name === searchNames.describe;
    const wanted = isDescribed ? String(own(args, "name")) : called;
    const isListed = !isSearched || isDescribed || name === searchNames.invoke;
    const tool = isListed ? byName.get(wanted) : undefined;
    if (!tool) {
      const text = `there is no tool ${quote(wanted)}`;
      if (wanted === name) throw new sdk.ProtocolError(unknownTool, text);
      return { code: "unknown", result: failed(text) };
    }
    if (isDescribed) return { code: "ok", result: printed(tool.listed as unknown as JsonObject) };
    const { signal, _meta } = context.mcpReq;
    const progressToken = _meta?.progressToken;
    let progress = 0;
    const answer = isDestructive(tool) ? answerOf(hash, context) : "none";
    if (answer !== "none" && answer !== "agreed") {
      return { code: "refused", result: failed(`${wanted} was not called: ${answer}.`) };
    }
    const outcome = await callTool(tool, args, {
      signal,
      ...(token !== undefined && { token }),
      isAgreed: answer === "agreed",
      canAsk: canAsk(server, context),
      ...(progressToken !== undefined && {
        onProgress: async (message: string) => {
          const params = { progressToken, progress: ++progress, message };
          await context.mcpReq.notify({ method: "notifications/progress", params });
        },
      }),
    });
    if (outcome.kind === "failure" && outcome.isUnasked && context.mcpReq.envelope !== undefined) {
      throw new sdk.MissingRequiredClientCapabilityError({ requiredCapabilities: { elicitation: { form: {} } } }, outcome.text);
    }
    if (outcome.kind !== "ask") return { code: outcome.code, result: resultOf(outcome) };
    return { code: "asked", result: await ask(outcome.text, hash, context) };
  }

  async function ask(message: string, hash: string, context: ServerContext): Promise<InputRequiredResult> {
    const confirm = sdk.inputRequired.elicit({
      message,
      requestedSchema: {
        type: "object",
        properties: { confirm: { type: "boolean", title: "Allow this call", default: false } },
        required: ["confirm"],
      },
    });
    return sdk.inputRequired({
      inputRequests: { confirm },
      requestState: await agreements.mint({ arguments: hash, id: crypto.randomUUID() }, context),
    });
  }

  /**
   * What a person responded to the question about exactly this call: `none`: nothing yet; `agreed`; or why the call is not made. Whatever it
   * is, there is no second response to the same question.
   */
  function answerOf(hash: string, { mcpReq }: ServerContext): string {
    if (sdk.inputResponse(mcpReq.inputResponses, "confirm").kind === "missing") return "none";
    const agreement = mcpReq.requestState<Agreement>();
    if (agreement === undefined) return "there is no question to which this is the answer";
    if (agreement.arguments !== hash) return "the agreement is for other arguments";
    if (used.has(agreement.id)) return "the question was answered before";
    const now = Date.now();
    for (const [id, since] of used) if (now - since > agreementTtl * 1_000) used.delete(id);
    used.set(agreement.id, now);
    const content = sdk.acceptedContent(mcpReq.inputResponses, "confirm");
    return content?.["confirm"] === true ? "agreed" : "the person did not agree";
  }

  return { create, tools, forbidden, listed, isSearched, tokens: { all: estimateTokens(all), listed: estimateTokens(listed) } };
}

function resultOf(outcome: Exclude<Outcome, { readonly kind: "ask" }>): CallToolResult {
  if (outcome.kind === "failure") return failed(outcome.text);
  const { structured, note, hasFailed = false } = outcome;
  return { ...printed(structured, note), ...(hasFailed && { isError: true }) };
}

/** Structured content, and as text for clients that only pass this on. */
function printed(structured: JsonObject, note?: string): CallToolResult {
  const texts = [JSON.stringify(structured), ...(note === undefined ? [] : [note])];
  return { content: texts.map((text) => ({ type: "text", text })), structuredContent: structured };
}

function failed(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** The capabilities that a client declared: with its request, or when it connected. */
function canAsk(server: Server, context: ServerContext): boolean {
  const declared = fromEnvelope(context, "clientCapabilities") as ClientCapabilities | undefined;
  const elicitation = (declared ?? server.getClientCapabilities())?.elicitation;
  // Before there were modes, there were only forms.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function callerOf(server: Server, context: ServerContext): string | undefined {
  const info = (fromEnvelope(context, "clientInfo") as Implementation | undefined) ?? server.getClientVersion();
  return info && `${info.name} ${info.version}`;
}

/** What a request says of its client since 2026-07-28. The package has checked its form. */
function fromEnvelope({ mcpReq }: ServerContext, name: string): unknown {
  return (mcpReq.envelope as Readonly<Record<string, unknown>> | undefined)?.[`io.modelcontextprotocol/${name}`];
}
