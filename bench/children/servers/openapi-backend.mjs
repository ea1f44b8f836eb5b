import http from "node:http";
import { responseBody, isKnown } from "../action-call.mjs";
import { contract } from "./load.mjs";

/**
 * On Express as its README has it, with requests and responses validated. It treats the body of an action as any object.
 * @type {import("./index.mjs").MakeServer}
 */
export async function openapiBackend(folder) {
  const { default: express } = await import("express");
  const { OpenAPIBackend } = await import("openapi-backend");
  const { default: addFormats } = await import("ajv-formats");
  const api = new OpenAPIBackend({
    definition: contract(folder),
    customizeAjv: (ajv) => addFormats.default(ajv),
    // Otherwise it validates the document as OpenAPI 3.0, finds it invalid and starts without its references.
    quick: true,
  });
  api.register({
    invokeAction({ api, operation }, _, response) {
      const { errors } = api.validateResponse(responseBody, operation, 200);
      return errors ? response.status(500).json({ error: "internal" }) : response.json(responseBody);
    },
    validationFail: ({ validation }, _, response) => response.status(400).json({ error: validation.errors }),
    unauthorizedHandler: (_, __, response) => response.status(401).json({ error: "unauthenticated" }),
    notFound: (_, __, response) => response.status(404).json({ error: "resource_not_found" }),
  });
  api.registerSecurityHandler("bearer", ({ request }) => isKnown(request.headers.authorization));
  await api.init();
  const app = express();
  app.use(express.json());
  app.use((request, response) => void api.handleRequest(request, request, response));
  return http.createServer(app);
}
