import { parse } from "yaml";
import type { respondToClientError } from "../../generated/server/index.js";
import { emitAll } from "../../generator/emit/emit-all.js";
import type { EmitContext } from "../../generator/emit/emitter.js";
import { readTemplate } from "../../generator/package.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type * as errors from "../../templates/runtime/server/errors.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { contractOf } from "../emit/load-emitted.js";
import { loadOutput } from "../support/load-output.js";

/** A server's response, with its JSON parsed. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A server of a contract, and what it logged. */
export interface Served {
  readonly send: (method: string, url: string, body?: unknown, headers?: Record<string, string>) => Promise<Received>;
  readonly server: Server;
  /** Responds to what isn't HTTP, in the shape of the contract's errors. */
  readonly respondToClientError: typeof respondToClientError;
  readonly log: { readonly message: string; readonly error?: unknown }[];
}

/** The errors that applications make: those of the emitted server. */
export type Errors = Pick<typeof errors, "CallError" | "invalid" | "notFound" | "unavailable">;

/** An application, or what makes it with the emitted server's errors. */
export type Given = Partial<AnyApplication> | ((errors: Errors) => Partial<AnyApplication>);

/** Emits a contract (YAML, or the document itself); returns how to start its server. */
export function serveContract(
  document: string | object,
  options: Pick<EmitContext, "defaults"> = {},
): (application: Given) => Promise<Served> {
  const contract = contractOf(typeof document === "string" ? parse(document) : document);
  const loading = emitAll(contract, { template: readTemplate, ...options }).then(loadOutput);
  return async (application) => {
    const load = await loading;
    const api = (await load("server/index.ts")) as Errors & {
      createServer: (application: AnyApplication) => Server;
      respondToClientError: typeof respondToClientError;
    };
    const log: { message: string; error?: unknown }[] = [];
    const server = api.createServer({
      authenticate: () => ({ scopes: [] }),
      canAccess: () => true,
      handlers: {},
      log: ({ message, error }) => void log.push(error === undefined ? { message } : { message, error }),
      ...(typeof application === "function" ? application(api) : application),
    });
    const send: Served["send"] = async (method, url, body, headers = {}) => {
      const bytes = typeof body === "string" ? body : JSON.stringify(body);
      const response = await server.handle({
        method,
        url,
        headers: { "content-type": "application/json", "x-request-id": "r1", ...headers },
        ...(body === undefined ? {} : { body: new TextEncoder().encode(bytes) }),
      });
      const isJson = response.headers["content-type"]?.endsWith("json") === true && typeof response.body === "string";
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? (JSON.parse(response.body as string) as unknown) : response.body,
      };
    };
    return { send, server, respondToClientError: api.respondToClientError, log };
  };
}
