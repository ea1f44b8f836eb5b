import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { repositoryPath } from "../../../../support/repository.js";
import type { StartServer } from "./server.js";

interface Cache {
  readonly id: string;
  readonly name: string;
  status: "active" | "paused";
  memory_mb: number;
  readonly password: string;
}

const project = "p-own";
const foreign = "p-others";
const scopes = ["cache:read", "cache:write", "cache:reveal"] as const;
const tokens: Readonly<Record<string, readonly string[]>> = {
  "token-of-owner": scopes,
  "token-without-read": ["cache:write", "cache:reveal"],
  "token-without-write": ["cache:read", "cache:reveal"],
  "token-without-reveal": ["cache:read", "cache:write"],
};

const uuid = z.uuid();
const nothing = z.strictObject({});

/** What an action accepts, needs and does. */
interface ActionRules {
  readonly label: string;
  readonly body: z.ZodType;
  readonly scope: string;
  readonly state?: Cache["status"];
}

const actions: Readonly<Record<string, ActionRules>> = {
  statistics: { label: "Statistics", body: nothing, scope: "cache:read" },
  resize: {
    label: "Resize",
    body: z.strictObject({ memory_mb: z.int().min(64).max(65_536) }),
    scope: "cache:write",
    state: "active",
  },
  pause: { label: "Pause", body: nothing, scope: "cache:write", state: "active" },
  resume: { label: "Resume", body: nothing, scope: "cache:write", state: "paused" },
  restart: { label: "Restart", body: nothing, scope: "cache:write", state: "active" },
  flush: { label: "Flush", body: z.strictObject({ confirm: z.literal(true) }), scope: "cache:write" },
};

/** Caches on Hono, checked by Zod: actions in the path, scopes, capabilities, operations, pages and a credential. */
export const startHono: StartServer = async (fault) => {
  const has = (name: string) => fault === name;
  const caches = new Map<string, Cache>();
  const operations = new Map<string, number>();

  class Failure extends Error {
    readonly status: number;
    readonly code: string;
    constructor(status: number, code: string, message = code) {
      super(message);
      this.status = status;
      this.code = code;
    }
  }

  const answer = (status: number, body: object, headers: Record<string, string> = {}) => Response.json(body, { status, headers });
  const reasonOf = (cache: Cache, name: string) => {
    const { state } = actions[name]!;
    return state === undefined || state === cache.status ? undefined : `Not possible while the cache is ${cache.status}.`;
  };
  const show = (cache: Cache): object => {
    const { id, name, status, memory_mb, password } = cache;
    const shown = has("stale capabilities") ? { ...cache, status: "active" as const } : cache;
    const entries = Object.entries(actions).map(([action, { label, scope }]) => {
      const reason = has("everything is enabled") ? undefined : reasonOf(shown, action);
      return {
        name: action,
        label: has("another label") ? label.toLowerCase() : label,
        enabled: reason === undefined,
        scopes: has("another scope advertised") ? [] : [scope],
        ...(reason !== undefined && { reason }),
      };
    });
    const listed = has("an undeclared action advertised")
      ? [...entries, { name: "explode", label: "Explode", enabled: true, scopes: [] }]
      : entries;
    const secret = has("password in lists") ? { name: password } : { name };
    return { id, type: "cache", ...secret, status, memory_mb, capabilities: { actions: listed } };
  };
  const needScope = (granted: readonly string[], scope: string, operation: string) => {
    if (!granted.includes(scope) && !has(`scope of ${operation} forgotten`)) {
      if (has("400 for a scope")) throw new Failure(400, "invalid");
      throw new Failure(has("401 for a scope") ? 401 : 403, "access_denied");
    }
  };
  const needProject = (id: string) => {
    if (!/^p-[a-z0-9]+$/.test(id)) throw new Failure(400, "invalid_parameter");
    if (id !== project && !(has("foreign project served") && id === foreign)) throw new Failure(404, "resource_not_found");
  };
  const needUuid = (id: string) => {
    if (!uuid.safeParse(id).success) throw new Failure(400, "invalid_parameter");
  };
  const needCache = (id: string): Cache => {
    needUuid(id);
    const cache = caches.get(id) ?? (has("missing things served") ? caches.values().next().value : undefined);
    if (!cache) throw new Failure(has("409 for 404") ? 409 : 404, "resource_not_found");
    return cache;
  };
  const readBody = async (request: Request, schema: z.ZodType): Promise<Record<string, unknown>> => {
    if (!/^application\/json\b/.test(request.headers.get("content-type") ?? "") && !has("any media type")) {
      throw new Failure(415, "unsupported_media_type");
    }
    if (request.headers.has("content-encoding") && !has("any content encoding")) throw new Failure(415, "unsupported_media_type");
    let body: unknown;
    try {
      body = JSON.parse(
        new TextDecoder("utf-8", { fatal: !has("bytes that are not UTF-8") }).decode(await request.arrayBuffer()),
      );
    } catch (error) {
      if (has("500 on malformed JSON")) throw error;
      if (has("malformed JSON is empty")) body = {};
      else throw new Failure(400, "invalid_body");
    }
    if (!schema.safeParse(body).success && !has("invalid bodies accepted")) throw new Failure(400, "invalid_body");
    return body as Record<string, unknown>;
  };

  const app = new Hono<{ Variables: { granted: readonly string[] } }>();
  app.onError((error) => {
    const { status, code, message } = error instanceof Failure ? error : { status: 500, code: "internal", message: "failed" };
    const headers: Record<string, string> = status === 401 ? { "www-authenticate": "Bearer" } : {};
    if (has("error of another shape")) return answer(status, { code, message }, headers);
    if (has("error with a stack")) return answer(status, { error: { code, message, stack: error.stack } }, headers);
    return answer(status, { error: { code, message } }, headers);
  });
  app.notFound(() => answer(404, { error: { code: "resource_not_found", message: "There is no such path." } }));
  app.use(
    bodyLimit({ maxSize: 1_000_000, onError: () => answer(400, { error: { code: "invalid_body", message: "Too large." } }) }),
  );
  app.use(async (context, next) => {
    const granted = tokens[context.req.header("authorization")?.replace(/^Bearer /, "") ?? ""];
    if (!granted && !has("no token needed")) throw new Failure(401, "unauthenticated");
    context.set("granted", granted ?? scopes);
    await next();
  });
  const collection = "/projects/:project/caches";
  const item = `${collection}/:cache`;
  app.get(collection, (context) => {
    needProject(context.req.param("project"));
    needScope(context.get("granted"), "cache:read", "listCaches");
    const { limit = "50", cursor, ...others } = context.req.query();
    if (!/^\d+$/.test(limit) || Number(limit) < 1 || (Number(limit) > 50 && !has("limit ignored")))
      throw new Failure(400, "invalid_parameter");
    if (Object.keys(others).length > 0 || cursor === "") throw new Failure(400, "invalid_parameter");
    const all = has("created not listed") ? [] : [...caches.values()];
    const known = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
    const start = has("cursor that never ends") ? 0 : has("pages overlap") ? Math.max(known - 1, 0) : known;
    const end = start + Number(limit);
    const items = all.slice(start, end);
    const hasMore = end < all.length || has("cursor that never ends");
    const next = hasMore && items.length > 0 && !has("pages are lost") ? { next_cursor: items.at(-1)!.id } : {};
    return answer(200, { items: items.map(show), ...next });
  });
  app.post(collection, async (context) => {
    needProject(context.req.param("project"));
    needScope(context.get("granted"), "cache:write", "createCache");
    const { name } = await readBody(
      context.req.raw,
      z.strictObject({
        name: z
          .string()
          .min(1)
          .refine((text) => [...text].length <= 40),
      }),
    );
    const cache: Cache = {
      id: randomUUID(),
      name: String(name),
      status: "active",
      memory_mb: 64,
      password: `pw-${randomUUID()}`,
    };
    caches.set(cache.id, cache);
    return answer(201, show(cache));
  });
  app.get(item, (context) => {
    needProject(context.req.param("project"));
    if (has("cache before scope")) needCache(context.req.param("cache"));
    needUuid(context.req.param("cache"));
    needScope(context.get("granted"), "cache:read", "getCache");
    return answer(200, show(needCache(context.req.param("cache"))));
  });
  app.delete(item, (context) => {
    needProject(context.req.param("project"));
    needUuid(context.req.param("cache"));
    needScope(context.get("granted"), "cache:write", "deleteCache");
    const { id } = needCache(context.req.param("cache"));
    if (!has("delete doesn't delete")) caches.delete(id);
    return has("200 for 204") ? answer(200, {}) : new Response(null, { status: 204 });
  });
  app.get(`${item}/credential`, (context) => {
    needProject(context.req.param("project"));
    needUuid(context.req.param("cache"));
    needScope(context.get("granted"), "cache:reveal", "revealCredential");
    const { password } = needCache(context.req.param("cache"));
    return answer(200, { password }, has("credential may be cached") ? {} : { "cache-control": "no-store" });
  });
  app.get("/projects/:project/operations/:operation", (context) => {
    needProject(context.req.param("project"));
    const id = context.req.param("operation");
    needUuid(id);
    needScope(context.get("granted"), "cache:read", "getOperation");
    const reads = operations.get(id);
    if (reads === undefined) throw new Failure(404, "resource_not_found");
    operations.set(id, reads + 1);
    const end = has("operation of an undeclared state") ? "over" : "succeeded";
    return answer(200, { operation_id: id, status: reads > 0 && !has("operation never ends") ? end : "running" });
  });
  app.post(`${item}/actions/:action`, async (context) => {
    needProject(context.req.param("project"));
    const cache = needCache(context.req.param("cache"));
    const name = context.req.param("action");
    const rules = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!rules) throw new Failure(404, "resource_not_found");
    const { body, scope } = rules;
    const reason = reasonOf(cache, name);
    const gate = () => {
      if (reason !== undefined && !has("gate ignored")) {
        throw new Failure(409, "action_unavailable", has("another reason") ? "No." : reason);
      }
    };
    if (has("gate before scope")) gate();
    needScope(context.get("granted"), scope, name);
    if (has("gate before body")) gate();
    const { memory_mb } = await readBody(context.req.raw, body);
    gate();
    if (has("an available action is unavailable") && name === "flush") throw new Failure(409, "action_unavailable");
    if (name === "statistics" && has("reads change something")) cache.memory_mb++;
    if (name === "resize")
      cache.memory_mb = has("not idempotent") ? cache.memory_mb + (memory_mb as number) : (memory_mb as number);
    if (name === "pause") cache.status = "paused";
    if (name === "resume" && !has("resume does nothing")) cache.status = "active";
    if (name === "restart") {
      const operation_id = randomUUID();
      if (!has("operation that isn't there")) operations.set(operation_id, 0);
      const result = has("202 without its operation") ? {} : { operation_id };
      return answer(has("200 for 202") ? 200 : 202, { action: name, status: "accepted", result });
    }
    const result = name === "resize" || name === "statistics" ? { result: { memory_mb: cache.memory_mb } } : {};
    if (has("password in results") && name === "resize") {
      return answer(200, { action: name, status: "done", message: cache.password, ...result });
    }
    return answer(has("202 for 200") ? 202 : 200, {
      action: has("another action named") ? "other" : name,
      status: "done",
      ...result,
    });
  });
  return {
    options: {
      contract: repositoryPath("test/tools/exchanges/conformance/servers/caches.yaml"),
      fetch: async (url, init) => app.fetch(new Request(url, init)),
      callers: Object.fromEntries(
        Object.entries(tokens).map(([token, own]) => [
          token.replace("token-", "").replaceAll("-", "_"),
          { token, ...(own !== scopes && { scopes: own }) },
        ]),
      ),
      path: { project_id: project },
      foreign: { project_id: foreign },
      allow: "destructive",
    },
    close: async () => undefined,
  };
};
