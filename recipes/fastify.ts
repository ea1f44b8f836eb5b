// The API below /api of a Fastify application. Fastify keeps the prefix: give `createServer` the option `basePath: "/api"`.
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { respondToClientError, toNodeHandler } from "../generated/server/index.js";

/** A Fastify application with the API. Add routes, hooks and plugins of your own to it. */
export async function createFastify(server: Parameters<typeof toNodeHandler>[0]): Promise<FastifyInstance> {
  const handle = toNodeHandler(server);
  const pass = (request: FastifyRequest, reply: FastifyReply) => {
    // The API writes the response itself.
    reply.hijack();
    return handle(request.raw, reply.raw);
  };
  const app = fastify({
    // HEAD belongs to the API, as it is in the contract.
    exposeHeadRoutes: false,
    clientErrorHandler: respondToClientError,
    frameworkErrors: (_, request, reply) => void pass(request, reply),
  });
  await app.register(async (scope) => {
    // The API reads request bodies itself: a parser of Fastify would leave it none, and every call would end with 500.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    // What Fastify rejects, such as a malformed media type, gets the contract's error body too.
    scope.setErrorHandler((_, request, reply) => pass(request, reply));
    scope.all("/api/*", pass);
  });
  return app;
}
