import type { Outgoing } from "./authorize-bearer.js";
import type { Answer, Send } from "./call.js";
import type { ClientContract } from "./client-contract.js";
import type { SchemeOptions } from "./client-options.js";
import { ApiError } from "./errors.js";
import { exchange } from "./exchange.js";

/** The innermost step: sends a call with `fetch` and reads the answer. */
export function createTransport(contract: ClientContract, options: SchemeOptions): Send {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  return async (call) => {
    const { route, args } = call;
    const revive = route.secrets && contract.wrapSecrets?.(route.secrets);

    let token: string | undefined;

    const attempt = async (refused?: string): Promise<Answer | undefined> => {
      const headers = new Headers(call.headers);
      const request: Outgoing = { url: baseUrl + contract.writeParameters(call, headers), headers };
      const body = args["body"] === undefined ? null : contract.writeBody(call, headers);
      token = await contract.authorize(request, call, options, refused);
      if (token !== undefined && token === refused) return undefined;
      // Whoever follows a redirect may hand credentials to another origin, or make a GET of a POST.
      return exchange(call, options, request.url, { method: route.method, headers, body, redirect: "manual" }, revive);
    };

    let answer = (await attempt())!;
    // A refused token was refused before anything was done: with another one the call may be repeated, whatever it does.
    if (answer.status === 401 && token !== undefined) answer = (await attempt(token)) ?? answer;
    if (answer.status < 200 || answer.status > 299) throw new ApiError(call.name, answer);
    return answer;
  };
}
