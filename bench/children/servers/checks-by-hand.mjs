import { caller, isKnown, result, service } from "../action-call.mjs";
import { load } from "./load.mjs";

/**
 * What the generated server checks, written out for this one route: routing, token, parameters, binding, scopes, body,
 * availability and result. What throws is a 500, but a body that can't be read.
 * @param {string} folder
 * @returns {Promise<(request: Pick<import("node:http").IncomingMessage, "method" | "url" | "headers">, readBody: () => unknown) => [status: number, value: unknown]>}
 */
export async function checksByHand(folder) {
  const { actions, operations } = await load(folder, "validators/index.js");
  const { catalog } = await load(folder, "actions.js");
  const { JsonProblem } = await load(folder, "runtime/server/text.js");
  const { path: pathGuard, responses } = operations.invokeAction;
  const pattern = /^\/v1\/projects\/([^/]+)\/services\/([^/]+)\/actions\/([^/]+)$/;
  /** @type {Awaited<ReturnType<typeof checksByHand>>} */
  const check = ({ method, url = "", headers }, readBody) => {
    const match = pattern.exec(url);
    if (!match || method !== "POST") return [404, { error: "resource_not_found" }];
    if (!isKnown(headers.authorization)) return [401, { error: "unauthenticated" }];
    const [, project_id = "", service_id = "", action = ""] = match.map(decodeURIComponent);
    if (!pathGuard({ project_id, service_id, action })) return [400, { error: "invalid_parameter" }];
    if (!caller.projects.has(project_id)) return [403, { error: "access_denied" }];
    const info = Object.hasOwn(catalog[service.type], action) ? catalog[service.type][action] : undefined;
    if (!info) return [404, { error: "resource_not_found" }];
    if (!info.scopes.every((/** @type {string} */ scope) => caller.scopes.includes(scope)))
      return [403, { error: "access_denied" }];
    if (headers["content-type"] !== "application/json" || headers["content-encoding"] !== undefined)
      return [415, { error: "unsupported_media_type" }];
    const guards = actions[service.type][action];
    if (!guards.body(readBody())) return [400, { error: "invalid_action_body" }];
    if (!info.states.includes(service.status) || !info.plans.includes(service.plan))
      return [409, { error: "action_unavailable" }];
    const full = { action, status: "ok", result };
    return guards.result(result) && responses[200](full) ? [200, full] : [500, { error: "internal" }];
  };
  return (request, readBody) => {
    try {
      return check(request, readBody);
    } catch (error) {
      return error instanceof JsonProblem ? [400, { error: "invalid_action_body" }] : [500, { error: "internal" }];
    }
  };
}

/**
 * The other headers of the generated server's responses.
 * @param {import("node:http").IncomingHttpHeaders} headers
 * @returns {Record<string, string>}
 */
export function moreHeaders({ "x-request-id": given }) {
  const id = typeof given === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : crypto.randomUUID();
  return { "x-request-id": id, "x-content-type-options": "nosniff" };
}
