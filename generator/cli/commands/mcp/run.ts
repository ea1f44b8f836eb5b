import { version } from "../../../package.js";
import { ClientError, type Fetch, type Key, type Login, type SchemeOptions } from "../../../../templates/runtime/client/call.js";
import { bindServiceOf, ServiceBindingError } from "../../../../templates/runtime/mcp/bind-service.js";
import { isDestructive, type McpContract } from "../../../../templates/runtime/mcp/contract.js";
import { createServersOf, type McpServers } from "../../../../templates/runtime/mcp/create-servers.js";
import type { BoundService, DestructiveMode, McpOptions, ToolKinds } from "../../../../templates/runtime/mcp/settings.js";
import { terminalText } from "../../../diagnostics/escape.js";
import type { LeftOut } from "../../../emit/mcp/describe-mcp.js";
import { basePathOf } from "../../../emit/server/describe-server.js";
import type { LiveContract } from "../../../live/live-contract.js";
import { createMcpContract } from "../../../live/mcp.js";
import { schemeRule } from "../../../emit/client/security.js";
import type { Contract } from "../../../model/contract.js";
import type { Mock } from "../../../tools/mock/mock.js";
import type { ContractFlags } from "../../contracts.js";
import { count } from "../../count.js";
import { exitCodes, type ExitCode, UsageError } from "../../exit-codes.js";
import { isDocument, type ReportTarget } from "../../formats.js";
import { awaitInterruption } from "../../interruption.js";
import { chooseLiveContract } from "../../live-contract.js";
import type { Session } from "../../session.js";
import { readHttpsUrl, watchRejections, type Authorization } from "./authorization.js";
import { serveHttp } from "./http.js";
import { loadSdk, sdkName } from "./load-sdk.js";

/** The flags of `mcp`. */
export interface McpFlags extends ContractFlags {
  readonly format?: readonly ReportTarget[];
  readonly url?: string;
  readonly mock: boolean;
  readonly tokenEnv?: string;
  readonly tools: ToolKinds;
  readonly scopes?: string;
  readonly service?: string;
  readonly type?: string;
  readonly destructive: DestructiveMode;
  readonly wait: number;
  readonly timeout: number;
  readonly maxResponse: number;
  readonly budget: number;
  readonly http: boolean;
  readonly port: number;
  readonly authorization?: string;
  readonly resource?: string;
}

/** `openapi-actions mcp [contract]`: runs until its client ends or it is interrupted. */
export async function runMcp(argument: string | undefined, flags: McpFlags, session: Session): Promise<ExitCode> {
  const url = checkFlags(flags);
  const authorized = checkAuthorization(flags);
  const token = readToken(flags);
  // Both take time, and neither needs the other.
  const loading = loadSdk();
  loading.catch(() => undefined);
  const chosen = await chooseLiveContract(argument, flags, session);
  const loaded = await loading;
  if (!loaded) {
    throw new UsageError(`mcp needs the package ${sdkName}, which is not installed. Run: npm install --save-dev ${sdkName}@2`);
  }
  const { sdk, stdio } = loaded;
  if ("exitCode" in chosen) return chosen.exitCode;
  const { contract, input } = chosen;
  const called =
    url === undefined ? await mockedApi(contract, session) : { baseUrl: url, ...credentialsOf(contract.model, token) };
  if (authorized && !takesBearer(contract.model))
    throw new UsageError("--authorization: the contract has no security scheme with bearer tokens.");
  const watched = watchRejections(called.fetch ?? fetch);
  // Callers over HTTP have tokens of their own.
  const own = authorized ? { baseUrl: called.baseUrl, fetch: watched.fetch } : called;
  const api = { ...own, timeout: flags.timeout * 1_000 };
  const mcp = createMcpContract(contract);
  const onError = (error: unknown, method?: string) => session.terminal.err(describeFailure(error, method));
  const options: McpOptions = {
    ...api,
    tools: flags.tools,
    ...(flags.scopes !== undefined && { scopes: flags.scopes.split(",").map((scope) => scope.trim()) }),
    type: flags.type,
    destructive: flags.destructive,
    wait: flags.wait * 1_000,
    maxResponse: flags.maxResponse,
    budget: flags.budget,
    // Of Basic, the password alone too.
    secrets: token === undefined ? [] : [token.slice(token.indexOf(":") + 1)],
    name: "openapi-actions",
    version,
    audit: session.terminal.err,
    onError,
  };
  const service = await boundService(mcp, flags, options);
  if (typeof service === "string") {
    session.terminal.err(`error: ${service}\n`);
    return exitCodes.findings;
  }
  const servers = createServersOf(sdk, mcp, { ...options, service });
  session.say(`${describeTools(mcp, flags, servers)}${describeUnread(mcp, flags, servers)}\n`);
  const interruption = awaitInterruption();
  if (flags.http) {
    const scopes = [...new Set(servers.tools.flatMap((tool) => (tool.scopes ?? []).flat()))].sort();
    const authorization = authorized && { ...authorized, scopes, title: mcp.title, isRejected: watched.isRejected };
    const server = await serveHttp(sdk, servers, flags.port, onError, authorization);
    session.say(`${input} is served at ${server.url}; press Ctrl-C to stop\n`);
    await interruption.happened;
    await server.close();
  } else {
    session.say(`${input} is served over stdin and stdout; a client starts this command\n`);
    let isCut = false;
    let handle: { close: () => Promise<void> } | undefined;
    const ended = new Promise<void>((resolve) => {
      process.stdin.once("end", resolve).once("close", resolve);
      const onerror = (error: Error) => {
        onError(error);
        isCut ||= tooLong.test(error.message);
        // Then stdin is read no longer.
        if (isCut) resolve();
      };
      handle = stdio.serveStdio(servers.create, { onerror });
    });
    await Promise.race([ended, interruption.happened]);
    await handle?.close();
    interruption.forget();
    return isCut ? exitCodes.findings : exitCodes.ok;
  }
  interruption.forget();
  return exitCodes.ok;
}

function checkFlags({ url, mock, http, format, tokenEnv, scopes }: McpFlags): string | undefined {
  if (mock === (url !== undefined)) throw new UsageError("Specify one of --url, the base URL of the API, and --mock.");
  if (mock && tokenEnv !== undefined) throw new UsageError("--token-env: a mock needs no token.");
  if (scopes?.trim() === "") throw new UsageError("--scopes is empty.");
  if (!http && format?.some((target) => target.file === undefined && isDocument(target.format))) {
    throw new UsageError("stdout is used by the protocol. Write the report to a file: --format json=<file>.");
  }
  if (url === undefined) return undefined;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !["http:", "https:"].includes(parsed.protocol))
    throw new UsageError("--url must begin with http:// or https://.");
  if (parsed.username !== "" || parsed.password !== "")
    throw new UsageError("--url must not contain credentials. Use --token-env.");
  if (parsed.search !== "" || parsed.hash !== "") throw new UsageError("--url must not have a query or fragment.");
  return url;
}

/** The authorization server of callers; `undefined`: they have no tokens. */
function checkAuthorization(flags: McpFlags): Pick<Authorization, "issuer" | "resource"> | undefined {
  const { authorization: issuer, resource, http, tokenEnv, service } = flags;
  if (issuer === undefined) {
    if (resource !== undefined) throw new UsageError("--resource is for --authorization.");
    return undefined;
  }
  if (!http)
    throw new UsageError("--authorization is for --http: over stdin and stdout, the token is in the environment (--token-env).");
  if (tokenEnv !== undefined) throw new UsageError("--authorization: callers have tokens of their own. Omit --token-env.");
  if (service !== undefined) throw new UsageError("--authorization: there is no token to read the service of --service with.");
  // As it was written: clients compare issuers as texts.
  readHttpsUrl("--authorization", issuer);
  return { issuer, resource: resource === undefined ? undefined : readHttpsUrl("--resource", resource) };
}

/** Tokens are read from the environment only: arguments are visible to other programs. */
function readToken({ tokenEnv }: McpFlags): string | undefined {
  if (tokenEnv === undefined) return undefined;
  const token = process.env[tokenEnv];
  if (token === undefined || token === "") throw new UsageError(`--token-env: the environment has no variable ${tokenEnv}.`);
  return token;
}

/** The token for every way to authenticate that the contract has; for Basic it is `user:password`. */
function credentialsOf({ securitySchemes }: Contract, token: string | undefined): Pick<SchemeOptions, "token" | "credentials"> {
  if (token === undefined) return {};
  const credentials: Record<string, Key | Login> = {};
  const [username, ...rest] = token.split(":");
  for (const [name, { type, scheme }] of securitySchemes) {
    if (type === "apiKey") credentials[name] = token;
    else if (type === "http" && scheme?.toLowerCase() === "basic")
      credentials[name] = { username: username!, password: rest.join(":") };
  }
  return { token, credentials };
}

/** Whether calls can have a bearer token: also where the contract doesn't say how they are authenticated. */
function takesBearer({ securitySchemes }: Contract): boolean {
  const schemes = [...securitySchemes.values()];
  return schemes.length === 0 || schemes.some((scheme) => schemeRule(scheme).type === "bearer");
}

async function mockedApi(
  contract: LiveContract,
  session: Session,
): Promise<Pick<McpOptions, "baseUrl" | "fetch" | "token" | "credentials">> {
  let mock: Promise<Mock> | undefined;
  // A server starts sooner if its mock does at the first call.
  const start = async () => {
    const { mockOf } = await import("../../../tools/mock/mock.js");
    return mockOf(contract, { control: false, log: (message) => session.say(`${message}\n`) });
  };
  const send: Fetch = async (url, init) => (await (mock ??= start())).fetch(url, init);
  const baseUrl = `http://mock.invalid${basePathOf(contract.model) ?? ""}`;
  return { baseUrl, fetch: send, ...credentialsOf(contract.model, "mock:mock") };
}

/** The service of `--service`; a text if it can't be read. */
async function boundService(
  contract: McpContract,
  { service, type }: McpFlags,
  options: McpOptions,
): Promise<BoundService | string | undefined> {
  const types = Object.values(contract.endpoints).flatMap((endpoint) => endpoint.types);
  if (type !== undefined && !types.includes(type)) {
    const known = types.join(", ");
    throw new UsageError(`--type: the contract has no service type ${JSON.stringify(type)}${known ? ` (known: ${known})` : ""}.`);
  }
  if (service === undefined) return undefined;
  try {
    return await bindServiceOf(contract, options, service.split("/"), type);
  } catch (error) {
    if (error instanceof ServiceBindingError) throw new UsageError(`--service: ${error.message}.`);
    if (error instanceof ClientError) return `--service: ${terminalText(error.message)}`;
    throw error;
  }
}

/** `90 tools, some 27700 tokens: …`, and what is left out. */
function describeTools(
  { leftOut }: { readonly leftOut: readonly LeftOut[] },
  { tools: kinds, type }: McpFlags,
  { tools, forbidden, listed, isSearched, tokens }: McpServers,
): string {
  const size = `${count(tools.length, "tool")}, about ${count(tokens.all, "token")}`;
  const mode = isSearched
    ? `: above --budget, so ${listed.map(({ name }) => name).join(", ")} stand for them (about ${count(tokens.listed, "token")})`
    : "";
  const reasons = new Map<string, string[]>();
  const add = (reason: string, name: string) => reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
  for (const one of leftOut) {
    const isWanted = one.type === undefined ? kinds !== "actions" : kinds !== "operations" && (type ?? one.type) === one.type;
    if (isWanted) add(one.reason, one.name);
  }
  for (const { listed: one } of forbidden) add("the token lacks its scopes", one.name);
  const lines = [...reasons].map(([reason, names]) => {
    const others = names.length > 5 ? ` and ${names.length - 5} more` : "";
    return `\nno tool: ${names.slice(0, 5).join(", ")}${others} (${reason})`;
  });
  return `${size}${mode}${lines.join("")}`;
}

/** The types whose services can't be read before a destructive action: a person is asked without knowing whether it is allowed. */
function describeUnread({ endpoints }: McpContract, { destructive }: McpFlags, { tools }: McpServers): string {
  const unread = tools.flatMap((tool) =>
    tool.call.kind === "action" && isDestructive(tool) && !endpoints[tool.call.endpoint]!.read ? tool.call.type : [],
  );
  if (destructive !== "prompt" || unread.length === 0) return "";
  const types = [...new Set(unread)].join(", ");
  return `\nnot read before destructive actions: services of ${types} (the contract doesn't define an operation that returns them)`;
}

/** After a message that is too long the package ends the connection. */
const tooLong = /^ReadBuffer exceeded maximum size of (\d+) bytes$/;

/** The failures of the protocol that can be told: other messages may have values of callers. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [tooLong, "a message is longer than $1 bytes, which ends the connection"],
  [/^requestState verification rejected [^]*$/, "an agreement is not this server's, or it has expired"],
  [
    /^(Not Acceptable|Unsupported Media Type|Method not allowed|Payload Too Large|Conflict|Invalid Request|Session not found)[^]*$/,
    "$1",
  ],
  [/^Received a response for an unknown (?:request id|message ID)[^]*$/, "a response to no question"],
  [/^Maximum call stack size exceeded$/, "a value is nested too deeply"],
];

const kinds: Readonly<Record<string, string>> = { SyntaxError: "it is not JSON", ZodError: "it is not one of the protocol" };

/** The kind of an error with its causes and method, and with OPENAPI_ACTIONS_DEBUG where it happened. */
function describeFailure(error: unknown, method = "a message"): string {
  const causes: string[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) {
    const { name, message } = cause;
    const { code } = cause as NodeJS.ErrnoException;
    const [pattern, text] = reasons.find(([one]) => one.test(message)) ?? [];
    const told = pattern ? message.replace(pattern, text!) : (kinds[name] ?? code);
    causes.push(terminalText(typeof told === "string" ? `${name}: ${told}` : name, 200));
  }
  const { stack = "" } = error instanceof Error ? error : new Error();
  const frames = process.env["OPENAPI_ACTIONS_DEBUG"] ? stack.split("\n").filter((line) => line.startsWith("    at ")) : [];
  return [`error: ${method}: ${causes.join(", caused by ") || "unknown"} in the server`, ...frames, ""].join("\n");
}
