import type { Outgoing } from "./authorize-bearer.js";
import type { ClientResponse, Send } from "./call.js";
import type { ClientContract } from "./client-contract.js";
import type { SchemeOptions } from "./client-options.js";
import { ApiError, ClientError } from "./errors.js";
import { exchange } from "./exchange.js";
import type { SentBody } from "./write-json.js";

/** The innermost step: sends a call with `fetch` and reads the answer. */
export function createTransport(contract: ClientContract, options: SchemeOptions): Send {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  return async (call) => {
    const { route, args } = call;
    const revive = route.secrets && contract.wrapSecrets?.(route.secrets);

    let token: string | undefined;

    const attempt = async (refused?: string): Promise<ClientResponse | undefined> => {
      const headers = new Headers(call.headers);
      const request: Outgoing = { url: baseUrl, headers };
      let body: SentBody | null = null;
      try {
        request.url += contract.writeParameters(call, headers);
        if (args["body"] !== undefined) body = contract.writeBody(call, headers);
      } catch (error) {
        // Halves of surrogate pairs, circles and big integers can't be written; what the platform says may show them.
        throw error instanceof ClientError ? error : new ClientError("InvalidCallError", call.name, "can't be written");
      }
      token = await contract.authorize(request, call, options, refused);
      if (token !== undefined && token === refused) return undefined;
      // Whoever follows a redirect may hand credentials to another origin, or make a GET of a POST.
      const init: RequestInit = { method: route.method, headers, body, redirect: "manual" };
      return exchange(call, options, request.url, init, (response) => contract.readBody(call, response, revive));
    };

    let answer = (await attempt())!;
    // A refused token was refused before anything was done: with another one the call may be repeated, whatever it does.
    if (answer.status === 401 && token !== undefined) answer = (await attempt(token)) ?? answer;
    if (answer.status < 200 || answer.status > 299) throw new ApiError(call.name, answer);
    return answer;
  };
}
