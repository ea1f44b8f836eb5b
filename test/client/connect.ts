import http from "node:http";
import { createClient, type ClientOptions } from "../../generated/client/index.js";
import { createControlPlane, projectId, serviceIds, type Options } from "../server/control-plane.js";
import { listen, serve } from "../server/listen.js";

/** Where the actions of each service of the control plane are. */
export const targets = {
  auth: { project_id: projectId, service_id: serviceIds.auth },
  search: { project_id: projectId, service_id: serviceIds.search },
  postgres: { project_id: projectId, service_id: serviceIds.postgres },
  objects: { project_id: projectId, service_id: serviceIds.objects },
} as const;

/** A client of the control plane, over a real socket. */
export async function connect(plane: Options = {}, options: Partial<ClientOptions> = {}) {
  const controlPlane = createControlPlane(plane);
  const { port } = await listen(controlPlane.server);
  const baseUrl = `http://127.0.0.1:${port}`;
  return { ...controlPlane, baseUrl, client: createClient({ baseUrl, token: "all", ...options }) };
}

/** A scripted API's response to one request; `undefined`: nothing at all. */
export interface Scripted {
  readonly status: number;
  readonly headers?: http.OutgoingHttpHeaders;
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** A request that a scripted API got. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** A client of an API that answers by a script, over a real socket. The script is told how many requests came before. */
export async function connectTo(
  answer: (before: number, request: Seen) => Scripted | undefined | Promise<Scripted | undefined>,
  options: Partial<ClientOptions> = {},
) {
  const seen: Seen[] = [];
  const { port } = await serve(
    http.createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
      const { method = "", url = "", headers } = request;
      seen.push({ method, url, headers, body });
      const scripted = await answer(seen.length - 1, seen.at(-1)!);
      if (!scripted) return;
      const isText = typeof scripted.body === "string";
      const type = isText ? {} : { "content-type": "application/json" };
      response.writeHead(scripted.status, { ...type, ...scripted.headers });
      response.end(isText || scripted.body === undefined ? scripted.body : JSON.stringify(scripted.body));
    }),
  );
  const baseUrl = `http://127.0.0.1:${port}`;
  return { seen, baseUrl, client: createClient({ baseUrl, token: "all", ...options }) };
}

/** The error of a rejected call; throws if it succeeds. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  const outcome = await call.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if ("answer" in outcome) throw new Error(`The call was answered: ${JSON.stringify(outcome.answer)}`);
  return outcome.error;
}
