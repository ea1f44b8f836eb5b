import { randomBytes, randomUUID } from "node:crypto";
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
import { isObject, own, type JsonObject } from "../../document/json-value.js";
import { printAudit } from "./audit.js";
import { hashOf } from "./consent.js";
import type { Caller } from "./create-caller.js";
import type { Outcome } from "./outcome.js";
import { estimateTokens, findTools, searchNames, searchTools } from "./search-tools.js";
import type { ListedTool, Tool } from "./tools.js";

/** The package, which is loaded only by the command: it is an optional one. */
export type Sdk = typeof sdkModule;

/** What a server offers, and how. */
export interface ServerSettings {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** What a model should know before it reads tools. */
  readonly instructions?: string | undefined;
  readonly tools: readonly Tool[];
  readonly call: Caller;
  /** The most tokens that tools may need; with more, three tools find, describe and call them. */
  readonly budget: number;
  /** Receives a line for each call. */
  readonly audit: (line: string) => void;
  /** Receives failures of the program itself. */
  readonly onError: (error: unknown) => void;
}

/** The servers of one process. */
export interface McpServers {
  /** Creates the server of a connection or, over HTTP, of a request. */
  readonly create: (context: McpRequestContext) => Server;
  readonly listed: readonly ListedTool[];
  /** Whether three tools stand for all. */
  readonly isSearched: boolean;
  /** The estimated tokens of all tools, and of those that are listed. */
  readonly tokens: { readonly all: number; readonly listed: number };
}

/** How long a client may keep the list of tools, which changes only when the server is started again. */
const listTtl = 300_000;

/** How long an agreement is valid, in seconds. */
const agreementTtl = 600;

/** What a person agrees to: one call with these arguments, once. */
interface Agreement {
  readonly arguments: string;
  readonly id: string;
}

/** Creates the servers of a set of tools. All list the same, whoever is connected. */
export function createServers(sdk: Sdk, settings: ServerSettings): McpServers {
  const { tools, budget } = settings;
  const all = tools.map(({ listed }) => listed);
  const isSearched = estimateTokens(all) > budget;
  const listed = isSearched ? searchTools(tools) : all;
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));
  const agreements = sdk.createRequestStateCodec<Agreement>({ key: randomBytes(32), ttlSeconds: agreementTtl });
  const used = new Map<string, number>();

  const create = (): Server => {
    const { name, title, version, instructions } = settings;
    const server = new sdk.Server(
      { name, title, version },
      {
        capabilities: { tools: {} },
        ...(instructions !== undefined && { instructions }),
        cacheHints: {
          "tools/list": { ttlMs: listTtl, cacheScope: "private" },
          "server/discover": { ttlMs: listTtl, cacheScope: "private" },
        },
        requestState: { verify: agreements.verify },
      },
    );
    server.onerror = (error) => settings.onError(error);
    server.setRequestHandler("tools/list", () => ({ tools: listed as unknown as SdkTool[] }));
    server.setRequestHandler("tools/call", ({ params }, context) => handle(params.name, params.arguments ?? {}, server, context));
    return server;
  };

  async function handle(
    name: string,
    given: Record<string, unknown>,
    server: Server,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const start = performance.now();
    const args = given as JsonObject;
    const inner = isSearched && name === searchNames.invoke;
    const called = inner ? String(own(args, "name")) : name;
    const values = inner ? (own(args, "arguments") ?? {}) : args;
    let code = "failed";
    try {
      const answer = await respond(name, called, isObject(values) ? values : {}, server, context);
      ({ code } = answer);
      return answer.result;
    } catch (error) {
      if (context.mcpReq.signal.aborted) code = "cancelled";
      else settings.onError(error);
      return failed(`${called} failed in this server. Its log has the reason.`);
    } finally {
      const hash = hashOf(called, isObject(values) ? values : {});
      const ms = Math.round(performance.now() - start);
      settings.audit(printAudit({ tool: called, caller: callerOf(server, context), arguments: hash, outcome: code, ms }));
    }
  }

  async function respond(
    name: string,
    called: string,
    args: JsonObject,
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
    if (!tool) return { code: "unknown", result: failed(`there is no tool ${JSON.stringify(wanted.slice(0, 100))}`) };
    if (isDescribed) return { code: "ok", result: printed(tool.listed as unknown as JsonObject) };
    const hash = hashOf(wanted, args);
    const { signal, _meta } = context.mcpReq;
    const token = _meta?.progressToken;
    let progress = 0;
    const outcome = await settings.call(tool, args, {
      signal,
      isAgreed: tool.isDestructive && isAgreed(hash, context),
      canAsk: canAsk(server, context),
      ...(token !== undefined && {
        onProgress: async (message: string) => {
          const params = { progressToken: token, progress: ++progress, message };
          await context.mcpReq.notify({ method: "notifications/progress", params });
        },
      }),
    });
    if (outcome.kind !== "ask") return { code: outcome.code, result: resultOf(outcome) };
    if (sdk.inputResponse(context.mcpReq.inputResponses, "confirm").kind !== "missing") {
      return { code: "refused", result: failed(`${wanted} was not called: the person did not agree.`) };
    }
    return { code: "asked", result: await ask(outcome.text, hash) };
  }

  async function ask(message: string, hash: string): Promise<InputRequiredResult> {
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
      requestState: await agreements.mint({ arguments: hash, id: randomUUID() }),
    });
  }

  /** Whether a person has agreed to exactly this call, and it was not made yet. */
  function isAgreed(hash: string, { mcpReq }: ServerContext): boolean {
    const agreement = mcpReq.requestState<Agreement>();
    const content = sdk.acceptedContent(mcpReq.inputResponses, "confirm");
    if (agreement?.arguments !== hash || content?.["confirm"] !== true || used.has(agreement.id)) return false;
    const now = Date.now();
    for (const [id, since] of used) if (now - since > agreementTtl * 1_000) used.delete(id);
    used.set(agreement.id, now);
    return true;
  }

  return { create, listed, isSearched, tokens: { all: estimateTokens(all), listed: estimateTokens(listed) } };
}

function resultOf(outcome: Exclude<Outcome, { readonly kind: "ask" }>): CallToolResult {
  if (outcome.kind === "failure") return failed(outcome.text);
  const { structured, note } = outcome;
  return printed(structured, note);
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
