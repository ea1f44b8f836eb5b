import { responseBody, isKnown, route } from "../action-call.mjs";
import { bodyGuard } from "./load.mjs";

/** @type {import("./index.mjs").MakeServer} */
export async function hono(folder) {
  const { Hono } = await import("hono");
  const { createAdaptorServer } = await import("@hono/node-server");
  const guard = await bodyGuard(folder);
  const app = new Hono();
  app.post(route, async (context) => {
    if (!isKnown(context.req.header("authorization"))) return context.json({ error: "unauthenticated" }, 401);
    return guard(await context.req.json()) ? context.json(responseBody) : context.json({ error: "invalid_action_body" }, 400);
  });
  return /** @type {import("node:http").Server} */ (createAdaptorServer({ fetch: app.fetch }));
}
