import fastify, { type FastifyReply } from "fastify";
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { parse } from "yaml";
import { Ajv2020 } from "ajv/dist/2020.js";
import { repositoryPath } from "../../../../support/repository.js";
import type { StartServer } from "./server.js";

interface Droplet {
  readonly id: number;
  name: string;
  size: string;
  status: "active" | "off";
}

interface Documented {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly paths: Readonly<
    Record<string, { readonly post: Readonly<Record<string, Readonly<Record<string, { readonly body?: object }>>>> }>
  >;
}

const contract = repositoryPath("test/tools/exchanges/conformance/servers/droplets.yaml");
const login = { username: "ada", password: "correct-horse" };
const authorization = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString("base64")}`;

/** A copy of a schema without a keyword, at any depth. */
function without(schema: unknown, keyword: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => without(item, keyword));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => (name === keyword ? [] : [[name, without(value, keyword)]])),
  );
}

/** Droplets on Fastify, checked by Ajv: actions named in the body, problem details, a login. */
export const startFastify: StartServer = async (fault) => {
  const has = (name: string) => fault === name;
  const document = parse(readFileSync(contract, "utf8")) as Documented;
  const forgotten = fault?.startsWith("forgets ") ? fault.slice("forgets ".length) : "";
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "root", components: document.components });
  const compile = (schema: object) => {
    const { components } = document;
    return ajv.compile(without({ ...schema, components }, forgotten) as object);
  };
  const isNewDroplet = compile(document.components.schemas["NewDroplet"]!);
  const actions = document.paths["/droplets/{droplet_id}/actions"]!.post["x-platform-droplet-actions"]!;
  const empty = { type: "object", additionalProperties: false };
  const bodies = new Map(Object.entries(actions).map(([name, { body }]) => [name, compile(body ?? empty)]));
  const droplets = new Map<number, Droplet>();
  let last = 0;
  const fail = (reply: FastifyReply, status: number, code: string) => {
    const problem = { type: "about:blank", title: "Failed", status, ...(!has("problem without a code") && { code }) };
    const shown = has("problem with another title") ? { ...problem, title: 7 } : problem;
    reply.status(status).type(has("JSON for problem details") ? "application/json" : "application/problem+json");
    return reply.send(JSON.stringify(shown));
  };
  const app = fastify({ exposeHeadRoutes: true });
  app.setErrorHandler((error: { statusCode?: number }, _, reply) => {
    const status = error.statusCode ?? 500;
    if (has("500 on malformed JSON") && status === 400) return fail(reply, 500, "broken");
    return fail(reply, status, status === 415 ? "unsupported" : "invalid");
  });
  app.addHook("preParsing", async (_request, _reply, payload) => {
    const chunks: Buffer[] = [];
    for await (const chunk of payload) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    if (!isUtf8(bytes) && !has("bytes that are not UTF-8"))
      throw Object.assign(new Error("The body is not UTF-8."), { statusCode: 400 });
    return Object.assign(Readable.from([bytes]), { receivedEncodedLength: bytes.length });
  });
  if (has("any media type"))
    app.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, JSON.parse(String(body))));
  if (has("cut-off JSON is repaired")) {
    app.removeContentTypeParser("application/json");
    app.addContentTypeParser("application/json", { parseAs: "string" }, (_, body, done) => {
      try {
        done(null, JSON.parse(String(body)));
      } catch {
        try {
          done(null, JSON.parse(`${String(body)}}`));
        } catch (error) {
          done(Object.assign(error as Error, { statusCode: 400 }));
        }
      }
    });
  }
  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization === authorization) return undefined;
    if (has("password isn't compared") && request.headers.authorization !== undefined) return undefined;
    if (has("reads need no login") && request.method === "GET") return undefined;
    if (has("302 to a form")) return reply.redirect("/login");
    if (!has("401 without a challenge")) reply.header("www-authenticate", 'Basic realm="droplets"');
    return fail(reply, 401, "unauthenticated");
  });
  const find = (id: string): Droplet | number => {
    if (!/^[1-9]\d{0,14}$/.test(id)) return 400;
    const found = droplets.get(Number(id));
    return (
      found ??
      (has("409 for what is missing")
        ? 409
        : has("missing things served")
          ? { id: Number(id), name: "a", size: "small", status: "off" }
          : 404)
    );
  };
  const show = (droplet: Droplet): object => {
    if (has("undeclared state")) return { ...droplet, status: "booting" };
    if (has("password in lists and items")) return { ...droplet, user_data: login.password };
    if (has("number as text")) return { ...droplet, id: String(droplet.id) };
    return droplet;
  };
  app.get("/droplets", (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const { status } = query;
    if (!has("any query") && status !== undefined && status !== "active" && status !== "off") return fail(reply, 400, "invalid");
    const found = [...droplets.values()].filter((one) => status === undefined || one.status === status);
    return reply.send(has("list without envelope") ? found.map(show) : { droplets: found.map(show) });
  });
  app.post("/droplets", (request, reply) => {
    if (!isNewDroplet(request.body)) return fail(reply, has("200 with an error") ? 200 : 400, "invalid");
    const { name, size } = request.body as { name: string; size: string };
    const droplet: Droplet = { id: ++last, name, size, status: "active" };
    droplets.set(droplet.id, droplet);
    return reply.status(has("202 for 201") ? 202 : 201).send({ droplet: show(droplet) });
  });
  app.get<{ Params: { id: string } }>("/droplets/:id", (request, reply) => {
    const found = find(request.params.id);
    if (typeof found === "number") return fail(reply, found, found === 404 ? "not_found" : "invalid");
    if (has("500 when off") && found.status === "off") return fail(reply, 500, "broken");
    return reply.send({ droplet: show(found) });
  });
  app.delete<{ Params: { id: string } }>("/droplets/:id", (request, reply) => {
    const found = find(request.params.id);
    if (typeof found === "number") return fail(reply, found, found === 404 ? "not_found" : "invalid");
    if (!has("delete doesn't delete")) droplets.delete(found.id);
    return has("body with 204 as 200") ? reply.status(200).send({ droplet: show(found) }) : reply.status(204).send();
  });
  app.post<{ Params: { id: string } }>("/droplets/:id/actions", (request, reply) => {
    const found = find(request.params.id);
    if (typeof found === "number") return fail(reply, found, found === 404 ? "not_found" : "invalid");
    const body = request.body;
    if (typeof body !== "object" || body === null || Array.isArray(body)) return fail(reply, 400, "invalid_body");
    const { type, ...own } = body as Record<string, unknown>;
    const isValid = typeof type === "string" ? bodies.get(type) : undefined;
    if (!isValid) return fail(reply, 400, "invalid_body");
    const allowed = { power_on: "off", power_off: "active" }[type as string];
    const isUnavailable = allowed !== undefined && allowed !== found.status && !has(`gate of ${type as string} ignored`);
    if (has("state before body") && isUnavailable) return fail(reply, 409, "action_unavailable");
    if (!isValid(own)) return fail(reply, 400, "invalid_body");
    if (isUnavailable) return fail(reply, 409, "action_unavailable");
    if (has("rejects what is available") && type === "rename") return fail(reply, 409, "action_unavailable");
    if (type === "resize" && own["size"] === found.size) {
      return fail(reply, has("own error with another status") ? 418 : 409, "same_size");
    }
    if (!has("nothing is done")) {
      if (type === "power_on") found.status = "active";
      if (type === "power_off") found.status = "off";
      if (type === "rename") found.name = has("rename appends") ? `${own["name"] as string}x` : (own["name"] as string);
      if (type === "resize") found.size = own["size"] as string;
    }
    const status = has("undeclared status of an action") ? "done" : "completed";
    return reply
      .status(has("202 for 200") ? 202 : 200)
      .send({ action: { id: ++last, type: has("another action named") ? "reboot" : type, status } });
  });
  app.setNotFoundHandler((_, reply) => fail(reply, 404, "not_found"));
  await app.ready();
  return {
    options: {
      contract,
      async fetch(url, { method, headers, body }) {
        const { pathname, search } = new URL(url);
        const answer = await app.inject({
          method: method as "GET",
          url: pathname + search,
          headers: headers as Record<string, string>,
          ...(body != null && { payload: Buffer.from(body as Uint8Array) }),
        });
        const sent = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
        const isEmpty = answer.rawPayload.length === 0;
        return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: sent });
      },
      callers: { ada: { credentials: { login } } },
      allow: "destructive",
    },
    close: () => app.close(),
  };
};
