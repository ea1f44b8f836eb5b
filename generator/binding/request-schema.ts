import { own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { resolveComponent } from "../document/reference.js";
import type { BindingSource, BoundOperation } from "./binding.js";

/** Returns the schema of an endpoint's request bodies: that of any of its media types. */
export function requestSchema({ document, endpoint }: Pick<BindingSource, "document" | "endpoint">): JsonValue | undefined {
  const content = Object.values(ownObject(requestBody(endpoint, document), "content") ?? {});
  const schemas = content.flatMap((media) => own(media, "schema") ?? []);
  return schemas.length > 1 ? { anyOf: schemas } : schemas[0];
}

/** Returns the Request Body Object of an operation. */
export function requestBody({ operation }: BoundOperation, document: JsonObject): JsonValue | undefined {
  return resolveComponent(own(operation, "requestBody"), document);
}
