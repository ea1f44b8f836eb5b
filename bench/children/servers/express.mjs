import http from "node:http";
import path from "node:path";
import { responseBody, isKnown, route } from "../action-call.mjs";
import { bodyGuard } from "./load.mjs";

/** @type {import("./index.mjs").MakeServer} */
export async function express(folder) {
  const { default: express } = await import("express");
  const guard = await bodyGuard(folder);
  const app = express();
  app.post(route, express.json(), (request, response) => {
    if (!isKnown(request.headers.authorization)) return void response.status(401).json({ error: "unauthenticated" });
    if (guard(request.body)) response.json(responseBody);
    else response.status(400).json({ error: "invalid_action_body" });
  });
  return http.createServer(app);
}

/**
 * As its README sets it up, with requests and responses validated. It treats the body of an action as any object.
 * @type {import("./index.mjs").MakeServer}
 */
export async function expressOpenapiValidator(folder) {
  const { default: express } = await import("express");
  const { default: openapiValidator } = await import("express-openapi-validator");
  const app = express();
  app.use(express.json());
  app.use(
    openapiValidator.middleware({
      apiSpec: path.join(folder, "openapi.json"),
      validateRequests: true,
      validateResponses: true,
      validateSecurity: { handlers: { bearer: (request) => isKnown(request.headers.authorization) } },
    }),
  );
  app.post(route, (_, response) => void response.json(responseBody));
  app.use(
    (
      /** @type {{ status?: number, message: string }} */ error,
      /** @type {import("express").Request} */ _,
      /** @type {import("express").Response} */ response,
      /** @type {import("express").NextFunction} */ __,
    ) => void response.status(error.status ?? 500).json({ error: error.message }),
  );
  return http.createServer(app);
}
