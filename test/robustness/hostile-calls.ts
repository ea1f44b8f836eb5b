import type { EndpointRoute as ClientRoute } from "../../templates/runtime/client/action-calls.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import type { Route as ServerRoute } from "../../templates/runtime/server/contract.js";
import type { Realm } from "./run-output.js";

type Method = (args: object) => Promise<unknown>;
type Catalog = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Where the client is told that the API is. */
const baseUrl = "https://api.example.test/base";

/** The outcome of the calls. */
export interface Calls {
  /** How many requests the client made and the server answered. */
  readonly sent: number;
  readonly answered: number;
  /** Requests to anywhere but the API. */
  readonly astray: readonly string[];
}

/** Calls every operation and action of an output by its client, and every route of its server. */
export async function callOutput(realm: Realm): Promise<Calls> {
  const addresses = await callClient(realm);
  return {
    sent: addresses.length,
    answered: await callServer(realm),
    astray: addresses.filter((address) => !new URL(address).href.startsWith(`${baseUrl}/`)),
  };
}

async function callClient(realm: Realm): Promise<string[]> {
  const addresses: string[] = [];
  const fetch = (address: string) => {
    addresses.push(address);
    return Promise.resolve(new Response('{"status":"ok","result":{}}', { headers: { "content-type": "application/json" } }));
  };
  const { createClient } = realm.load("client/index.ts") as { createClient: (options: object) => Record<string, Method> };
  const { routes } = realm.load("client/routes.ts") as { routes: readonly ClientRoute[] };
  const { services = [] } = realm.load("client/routes.ts") as { services?: readonly { service: string; route: ClientRoute }[] };
  // A contract without actions has no such file.
  const { catalog } = (services.length > 0 ? realm.load("actions.ts") : { catalog: {} }) as { catalog: Catalog };
  const credentials = new Proxy({}, { get: () => "key" });
  // Of the realm itself: what a body may be, the client tells by the prototype.
  const body = realm.read('{ "mode": "fast" }');
  const client = createClient({ baseUrl, token: "token", credentials, fetch, timeout: 0 });
  for (const route of routes) {
    await client[route.name]!({ ...argumentsOf(route), body }).catch(expectRefusal);
    for (const { service } of services.filter((one) => one.route === route)) {
      const actions = client[service]!(argumentsOf(route)) as unknown as Record<string, Method>;
      for (const action of Object.keys(catalog[service.replace(/_+$/, "")] ?? {}))
        await actions[action]!(body).catch(expectRefusal);
    }
  }
  return addresses;
}

/** A client refuses calls that the contract doesn't allow; anything else is its fault. */
function expectRefusal(error: unknown): void {
  if (!/^(?:Api|InvalidCall|InvalidResponse|Network)Error$/.test((error as Error).name)) throw error;
}

/** Something for every parameter of an operation. */
function argumentsOf(route: ClientRoute): object {
  const inPath = [...route.path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!);
  const others = (route.parameters ?? []).map(({ name, argument }) => argument ?? name);
  return Object.fromEntries([...inPath, ...others].map((name) => [name, "../../../x?#"]));
}

async function callServer(realm: Realm): Promise<number> {
  const { createServer } = realm.load("server/index.ts") as { createServer: (application: object) => Server };
  const { routes } = realm.load("server/routes.ts") as { routes: readonly ServerRoute[] };
  let answered = 0;
  for (const { method, path, serviceTypes } of routes) {
    const text = path.map((part) => (typeof part === "string" ? encodeURIComponent(part) : "x")).join("/");
    for (const type of serviceTypes.length > 0 ? serviceTypes : [""]) {
      const server = createServer(applicationFor(type));
      const headers = { authorization: "Bearer token", "content-type": "application/json" };
      const body = new TextEncoder().encode('{"mode":"fast"}');
      const { status } = await server.handle({ method, url: `/${text}`, headers, body });
      if (status >= 100) answered++;
    }
  }
  return answered;
}

/** An application that lets everybody in, finds one service and has every handler. */
function applicationFor(type: string): object {
  const handler = () => ({ status: "ok", result: {} });
  const handlers = new Proxy(handler, { get: () => new Proxy(handler, { get: () => handler }) });
  return {
    authenticate: () => ({ scopes: [] }),
    canAccess: () => true,
    findResource: () => ({ type, status: "stopped", plan: "large" }),
    scopesOf: () => new Proxy([], {}),
    handlers,
    log: () => {},
  };
}
