import { readFileSync } from "node:fs";
import http from "node:http";
import { parse } from "yaml";
import { compile, type Compilation } from "../../generator/compile.js";
import { readTemplate } from "../../generator/package.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type * as errors from "../../templates/runtime/server/errors.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { eitherWay, neededTargets } from "../support/live-output.js";
import { loadOutput } from "../support/load-output.js";
import { repositoryPath } from "../support/repository.js";
import { serve } from "../server/listen.js";
import { createRawValidator, type RawValidator } from "./raw-response.js";
import type { Style } from "./style.js";

/** Where the contracts are. */
export const contractsFolder = repositoryPath("test/binding/contracts");

type Load = (file: string) => Promise<Record<string, unknown>>;

/** A call of an action of a client, its types forgotten. */
export type AnyCall = (body?: object, options?: object) => Promise<unknown>;

/** A client, its types forgotten: what makes handles, by service type. */
export type AnyClient = Readonly<Record<string, (path: object) => Readonly<Record<string, AnyCall>>>>;

/** A contract and what is made of it. */
export interface BoundContract {
  readonly compilation: Compilation;
  /** The document, as plain YAML. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly validator: RawValidator;
  readonly load: Load;
  /** The members of the operation of the action endpoint. */
  readonly endpoint: Readonly<Record<string, unknown>>;
}

const known = new Map<string, Promise<BoundContract>>();

/** Compiles a contract, once. */
export function boundContract(style: Style): Promise<BoundContract> {
  const found = known.get(style.name) ?? read(style);
  known.set(style.name, found);
  return found;
}

async function read({ name, prefix, template }: Style): Promise<BoundContract> {
  const document = parse(readFileSync(`${contractsFolder}/${name}.yaml`, "utf8")) as BoundContract["document"];
  const options = { workingFolder: contractsFolder, ...(prefix === undefined ? {} : { extensionPrefix: prefix }) };
  const compilation = await compile(`${name}.yaml`, { ...options, template: readTemplate, ...neededTargets });
  const paths = document["paths"] as Record<string, { post: Record<string, unknown> }>;
  return {
    compilation,
    document,
    validator: createRawValidator(document),
    load: eitherWay(loadOutput(compilation.files ?? []), `${name}.yaml`, options),
    endpoint: paths[template]!.post,
  };
}

/** The errors that handlers throw. */
export type Errors = Pick<typeof errors, "CallError" | "invalid" | "notFound" | "unavailable">;

/** The entries of a server's log. */
export interface Logged {
  readonly message: string;
  readonly error?: unknown;
}

/** A token of a caller who may do everything, one of a caller who lacks the scope of the actions. */
export const tokens = { all: "all", little: "little" } as const;

/** The credentials of a caller. */
export function credentials({ keyHeader }: Style, token: string): Readonly<Record<string, string>> {
  return keyHeader === undefined ? { authorization: `Bearer ${token}` } : { [keyHeader]: token };
}

/** Starts the generated server on a socket, until the test ends. Its services are of the given type. */
export async function startServer(
  style: Style,
  type: string,
  make: (errors: Errors) => Partial<AnyApplication>,
): Promise<{ port: number; log: Logged[] }> {
  const { load } = await boundContract(style);
  const api = (await load("server/index.ts")) as Errors & {
    createServer: (application: AnyApplication) => Server;
    toNodeHandler: (server: Server) => http.RequestListener;
    respondToClientError: (...args: unknown[]) => void;
  };
  const log: Logged[] = [];
  const server = api.createServer({
    authenticate: ({ headers }) => callerOf(style, headers),
    canAccess: () => true,
    basePath: "", // the paths of the tests are those of the contracts
    findResource: () => style.services[type],
    handlers: {},
    log: ({ message, error }) => void log.push(error === undefined ? { message } : { message, error }),
    ...make(api),
  });
  const { port } = await serve(http.createServer(api.toNodeHandler(server)).on("clientError", api.respondToClientError));
  return { port, log };
}

function callerOf(
  { keyHeader, scopes }: Style,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): object | undefined {
  const token = String(headers[keyHeader ?? "authorization"] ?? "").replace(/^Bearer /, "");
  if (token === tokens.all) return { scopes };
  return token === tokens.little ? { scopes: scopes.slice(0, -1) } : undefined;
}

/** The generated client of a contract. */
export async function connectClient(
  style: Style,
  options: object,
): Promise<{ client: AnyClient; exports: Record<string, unknown> }> {
  const { load } = await boundContract(style);
  const exports = await load("client/index.ts");
  const createClient = exports["createClient"] as (options: object) => AnyClient;
  const shown = style.keyHeader === undefined ? { token: tokens.all } : { credentials: { key: tokens.all } };
  return { exports, client: createClient({ ...shown, ...options }) };
}
