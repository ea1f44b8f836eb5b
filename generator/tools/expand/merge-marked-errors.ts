import { bindingKeys, isFailure, responsesOf } from "../../binding/binding.js";
import { responseError } from "../../binding/error-binding.js";
import { isObject, type JsonObject, ownObject, ownString } from "../../document/json-value.js";
import { resolveComponent } from "../../document/reference.js";
import type { ContractSource } from "./lowered-contract.js";

/**
 * Returns an operation whose errors with the status 200 are described there, as alternatives of the success: plain OpenAPI has no other
 * way.
 */
export function mergeMarkedErrors(
  { base, locations, extensionPrefix }: Pick<ContractSource, "base" | "locations" | "extensionPrefix">,
  operation: JsonObject,
): JsonObject {
  const key = bindingKeys(extensionPrefix).error;
  const marked = responsesOf(operation, base).filter(
    ({ status, response, json }) => isFailure(status) && responseError({ response, json }, base, key)?.shape.failureMark,
  );
  if (marked.length === 0) return operation;
  const declared = ownObject(operation, "responses")!;
  const { "200": written, ...others } = declared;
  const success = resolveComponent(written, base);
  const texts = marked.map(({ response }) => ownString(response, "description") ?? "");
  const description = `${ownString(success, "description") ?? "The call failed."}\n\nErrors have the status 200, too: ${[...new Set(texts)].join(" ")}`;
  const content: JsonObject = { ...ownObject(success, "content") };
  const errors = marked.flatMap(({ json }) => json);
  for (const mediaType of new Set(errors.map((error) => error.mediaType))) {
    const media = ownObject(content, mediaType);
    const own = errors.flatMap((error) => (error.mediaType === mediaType ? [error.schema ?? true] : []));
    const different = new Map([...(media ? [media["schema"] ?? true] : []), ...own].map((one) => [JSON.stringify(one), one]));
    const [only, ...more] = different.values();
    content[mediaType] = { ...media, schema: more.length === 0 ? only! : { anyOf: [only!, ...more] } };
  }
  const kept = Object.fromEntries(Object.entries(others).filter(([status]) => marked.every((one) => one.status !== status)));
  const merged = { ...(isObject(success) ? success : {}), description, content };
  const responses = { "200": merged, ...kept };
  const copy = { ...operation, responses };
  if (isObject(success)) locations.copy(success, merged);
  locations.copy(declared, responses);
  locations.copy(operation, copy);
  return copy;
}
