import { writeFileSync, existsSync, realpathSync, renameSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { limitConnections, toNodeHandler, createClientErrorListener } from "../../../../templates/runtime/server/node.js";
import { defaultErrorShape } from "../../../../templates/runtime/facts.js";
import type { ServerRequest, ServerResponse } from "../../../../templates/runtime/server/http.js";
import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import { mockOf, type Mock, type MockOptions } from "../../../tools/mock/mock.js";
import { MockValueError } from "../../../tools/mock/values.js";
import type { LiveContract } from "../../../live/live-contract.js";
import { keepValid } from "../../../tools/mock/keep-valid.js";
import { readMockFile } from "../../../tools/mock/files.js";
import { importModule } from "../../config/load-config.js";
import type { ContractFlags } from "../../contracts.js";
import { count } from "../../count.js";
import { exitCodes, type ExitCode, UsageError } from "../../exit-codes.js";
import { awaitInterruption } from "../../interruption.js";
import { chooseLiveContract, type RunContract } from "../../live-contract.js";
import { hashFile } from "../../run-cache.js";
import type { Session } from "../../session.js";
import { nextChange } from "../generate/next-change.js";
import { withCors } from "./cors.js";

export interface MockFlags extends ContractFlags {
  readonly port: number;
  readonly host: string;
  readonly seed: string;
  readonly tempo: number;
  readonly state?: string;
  readonly tokens?: string;
  readonly replies?: string;
  readonly handlers?: string;
  readonly control: boolean;
  readonly cors: boolean;
  readonly explain: boolean;
}

/** What a mock serves besides the API. */
export interface OwnPages {
  /** The path to tell the user. */
  readonly start: string;
  /** Responds to requests for them; `undefined`: the request is for the API. */
  respond(request: ServerRequest): ServerResponse | undefined;
}

/**
 * `openapi-actions mock [contract]`: runs until it is interrupted. `createPages` makes what is served besides the API, for the contract as it
 * is then.
 */
export async function runMock(
  argument: string | undefined,
  flags: MockFlags,
  session: Session,
  createPages?: (chosen: RunContract) => OwnPages,
): Promise<ExitCode> {
  const { state } = flags;
  if (state !== undefined && !existsSync(path.dirname(path.resolve(state))))
    throw new UsageError(`--state: the folder of ${state} doesn't exist.`);
  const given = await readGiven(flags, session);
  if (!given) return exitCodes.findings;
  const files = new Set<string>();
  const read = () => chooseLiveContract(argument, flags, { ...session, onFile: (file) => void files.add(file) });
  const first = await read();
  if ("exitCode" in first) return first.exitCode;
  const keeper = state === undefined ? undefined : keepState(path.resolve(state), () => mock.state.read());
  const options: MockOptions = { ...given, ...(keeper && { onChange: keeper.save }) };
  let mock = startMock(first.contract, options);
  if (flags.explain) {
    session.print(printExplained(mock));
    return exitCodes.ok;
  }
  let pages = createPages?.(first);
  const handler = {
    handle: async (request: ServerRequest): Promise<ServerResponse> => pages?.respond(request) ?? mock.handle(request),
  };
  const server = limitConnections(http.createServer(toNodeHandler(flags.cors ? withCors(handler) : handler)));
  server.on("clientError", createClientErrorListener(first.contract.server.errorShape ?? defaultErrorShape));
  await listen(server, flags);
  session.say(
    `${first.input} runs at ${addressOf(server, flags.host)}${first.contract.server.basePath ?? ""}; press Ctrl-C to stop\n`,
  );

  if (pages) session.say(`the site is at ${addressOf(server, flags.host)}${pages.start}\n`);

  const interruption = awaitInterruption();
  while (!interruption.signal.aborted) {
    const contents = new Map([...files].map((file) => [file, hashFile(file)]));
    await nextChange(contents, interruption.signal);
    if (interruption.signal.aborted) break;
    const next = await read();
    if ("exitCode" in next) continue;
    const before = mock.state.read();
    mock = startMock(next.contract, options);
    pages = createPages?.(next);
    const { state, dropped } = keepValid(mock, before);
    mock.state.write(state);
    session.say(
      `${next.input} was read again${dropped > 0 ? `; ${count(dropped, "item")} no longer fit and were dropped` : ""}\n`,
    );
  }
  interruption.forget();
  keeper?.flush();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return exitCodes.ok;
}

function startMock(contract: LiveContract, options: MockOptions): Mock {
  try {
    return mockOf(contract, options);
  } catch (error) {
    if (error instanceof MockValueError) throw new UsageError(`--handlers: ${error.message}.`);
    throw error;
  }
}

/** Reads the files that the flags name; `undefined` if one of them is invalid, which is reported. */
async function readGiven(flags: MockFlags, session: Session): Promise<MockOptions | undefined> {
  const problems: Diagnostic[] = [];
  const workingFolder = realpathSync(process.cwd());
  const { tokens, replies, state } = flags;
  const options: MockOptions = {
    seed: flags.seed,
    tempo: flags.tempo,
    control: flags.control,
    log: (message) => session.say(`${message}\n`),
    ...(tokens !== undefined && { tokens: readMockFile("tokens", tokens, workingFolder, problems) ?? {} }),
    ...(replies !== undefined && { replies: readMockFile("replies", replies, workingFolder, problems) ?? [] }),
    ...(state !== undefined && existsSync(state) && { state: readMockFile("state", state, workingFolder, problems) ?? {} }),
    ...(flags.handlers !== undefined && { handlers: await readHandlers(flags.handlers) }),
  };
  session.report(problems);
  return problems.length > 0 ? undefined : options;
}

async function readHandlers(file: string): Promise<NonNullable<MockOptions["handlers"]>> {
  try {
    const value = await importModule(path.resolve(file));
    if (typeof value === "object" && value !== null) return value as NonNullable<MockOptions["handlers"]>;
  } catch (error) {
    throw new UsageError(`--handlers: ${error instanceof Error ? error.message.split("\n")[0]! : String(error)}`);
  }
  throw new UsageError(`--handlers: ${file} has no default export with operations or actions.`);
}

/** Writes the state after changes, whole or not at all. */
function keepState(file: string, read: () => object): { readonly save: () => void; readonly flush: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const draft = `${file}.${process.pid}.tmp`;
    writeFileSync(draft, `${JSON.stringify(read(), undefined, 2)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  };
  return { flush, save: () => void (timer ??= setTimeout(flush, 100)) };
}

async function listen(server: http.Server, { port, host }: Pick<MockFlags, "port" | "host">): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      const hint = isTaken ? "another program uses it. Choose another one with --port." : `${error.code ?? error.message}.`;
      reject(new UsageError(`can't listen at port ${port} of ${host}: ${hint}`));
    });
    server.listen(port, host, resolve);
  });
}

function addressOf(server: http.Server, host: string): string {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : "";
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function printExplained(mock: Mock): string {
  const lines = mock.explain();
  const width = Math.max(0, ...lines.map(({ name }) => Math.min(name.length, 70)));
  return lines
    .map(({ name, role, of, id }) => {
      const what = of === undefined ? role : `${role} ${of}${id === undefined ? "" : ` by ${id}`}`;
      return `${name.padEnd(width)}  ${what}\n`;
    })
    .join("");
}
