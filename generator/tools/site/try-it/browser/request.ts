import { createClient, type LiveOperation } from "../../../../live/client.js";
import type { SchemeOptions, SentBody } from "../../../../../templates/runtime/client/call.js";
import type { TryPage } from "../try-page.js";

/** What the reader has entered. */
export interface Entered {
  readonly baseUrl: string;
  readonly credentials: Pick<SchemeOptions, "token" | "credentials">;
  /** Parameters by the names of their arguments. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly envelope: unknown;
}

/** A request as the client of the contract writes it. */
export interface WrittenRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: SentBody | null;
}

/**
 * Writes the request of a call with the client of the contract, without sending it. Throws the client's error if it can't be
 * written.
 */
export async function writeRequest({ client, parameters }: TryPage, entered: Entered): Promise<WrittenRequest> {
  const { id, route, parts, authorize, service, action } = client;
  let written: WrittenRequest | undefined;
  const description = {
    routes: new Map([[id, route]]),
    parts: new Map([[id, parts]]),
    services: new Map(service === undefined ? [] : [[service, id]]),
    members: { authorize },
    repeatable: {},
    following: {},
    handle: undefined,
    servers: new Map(),
  };
  const { operations, services } = createClient(
    { client: description },
    {
      baseUrl: entered.baseUrl,
      ...entered.credentials,
      fetch: (url, { headers, body = null }) => {
        written = { url, method: route.method, headers: headers as Headers, body: body as SentBody | null };
        return Promise.reject(new Error("it is only written"));
      },
    },
  );
  const given = parameters.filter(({ argument, fixed }) => fixed === undefined && entered.args[argument] !== undefined);
  const argsIn = (isWanted: boolean) =>
    Object.fromEntries(
      given.filter((one) => (one.in === "path") === isWanted).map(({ argument }) => [argument, entered.args[argument]]),
    );
  const { body, envelope } = entered;
  const call = (): Promise<unknown> => {
    if (service === undefined || action === undefined)
      return operations[route.name]!({ ...argsIn(true), ...argsIn(false), ...(body !== undefined && { body }) });
    const invoke: LiveOperation = services[service]!(argsIn(true))[action]!;
    return invoke(body as object | undefined, { parameters: argsIn(false), envelope } as object);
  };
  try {
    await call();
  } catch (error) {
    if (written === undefined) throw error;
  }
  return written!;
}
