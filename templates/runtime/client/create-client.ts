import { createActionCalls } from "./action-calls.js";
import type { Arguments, CallOptions, Send } from "./call.js";
import type { ClientContract } from "./client-contract.js";
import type { SchemeOptions } from "./client-options.js";
import { setHeader } from "./set-header.js";
import { createTransport } from "./transport.js";

/** Makes a client of a contract; `client/index` has the one that knows the contract's types. */
export function createClient(contract: ClientContract, options: SchemeOptions): object {
  const { routes, services } = contract;
  const send = (options.use ?? []).reduceRight<Send>(
    (next, middleware) => (call) => middleware(call, next),
    createTransport(contract, options),
  );

  const invoke = async (method: string, args: Arguments = {}, own: CallOptions = {}, service?: string, action?: string) => {
    const route = routes[method]!;
    const name = service === undefined ? method : `${service}.${action}`;
    const headers = new Headers({ accept: "application/json, */*;q=0.5" });
    const given = { ...options.headers, ...own.headers };
    for (const header of Object.keys(given)) setHeader(headers, header, given[header]!, name);
    const answer = await send({ name, operation: route.id ?? method, service, action, route, args, headers, options: own });
    await own.onResponse?.(answer);
    return answer.body;
  };

  const client: Record<string, unknown> = {};
  for (const method of Object.keys(routes)) {
    client[method] = (args?: Arguments, own?: CallOptions) => invoke(method, args, own);
  }
  for (const [method, names] of Object.entries(services)) {
    for (const name of names) {
      const service = name.replace(/_+$/, "");
      client[name] = (target?: Arguments) =>
        createActionCalls(service, (action, body, own) => invoke(method, { ...target, action, body }, own, service, action));
    }
  }
  return client;
}
