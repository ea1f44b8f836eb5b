import { responseBody, isKnown, route } from "../action-call.mjs";
import { checksByHand, moreHeaders } from "./checks-by-hand.mjs";
import { bodyGuard, contract } from "./load.mjs";

/** @type {import("./index.mjs").MakeServer} */
export async function fastify(folder) {
  const { default: fastify } = await import("fastify");
  const guard = await bodyGuard(folder);
  const app = fastify();
  app.setValidatorCompiler(() => (body) => (guard(body) ? { value: body } : { error: new Error("invalid_action_body") }));
  app.post(route, { schema: { body: {} } }, handle);
  await app.ready();
  return app.server;
}

/**
 * A route of this one action with the schemas that the contract has for it, compiled by Ajv 2020-12, as Fastify's own Ajv
 * can't read them. Responses are serialized by schema, as Fastify does it: what the schema doesn't name is left out.
 * @type {import("./index.mjs").MakeServer}
 */
export async function fastifyWithSchemas(folder) {
  const { default: fastify } = await import("fastify");
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const { default: addFormats } = await import("ajv-formats");
  const { components, paths } = contract(folder);
  const path = Object.keys(paths).find((name) => name.endsWith("/{action}")) ?? "";
  const { body, result } = paths[path].post["x-platform-postgres-actions"].add_ip;
  const action = { $id: "add_ip", components, body, result };
  const ajv = new Ajv2020({ strict: false, schemas: [action] });
  addFormats.default(ajv);
  const uuid = { type: "string", format: "uuid" };
  const schema = {
    params: { type: "object", required: ["project_id", "service_id"], properties: { project_id: uuid, service_id: uuid } },
    body: { $ref: "add_ip#/body" },
    response: {
      200: {
        type: "object",
        required: ["action", "status", "result"],
        properties: {
          action: { const: "add_ip" },
          status: { enum: ["ok"] },
          message: { type: "string" },
          result: { $ref: "add_ip#/result" },
        },
      },
    },
  };
  const app = fastify();
  app.addSchema(action);
  app.setValidatorCompiler(({ schema }) => ajv.compile(schema));
  app.post(route, { schema }, handle);
  await app.ready();
  return app.server;
}

/** @type {import("./index.mjs").MakeServer} */
export async function fastifyByHand(folder) {
  const { default: fastify } = await import("fastify");
  const check = await checksByHand(folder);
  const app = fastify();
  app.post(route, (request, reply) => {
    const [status, value] = check(request, () => request.body);
    return reply.code(status).headers(moreHeaders(request.headers)).send(value);
  });
  await app.ready();
  return app.server;
}

/**
 * @param {import("fastify").FastifyRequest} request
 * @param {import("fastify").FastifyReply} reply
 */
function handle(request, reply) {
  return isKnown(request.headers.authorization) ? responseBody : reply.code(401).send({ error: "unauthenticated" });
}
