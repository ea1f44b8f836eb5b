import { isObject, own, ownObject, type JsonObject } from "../../../document/json-value.js";
import { buildOperation } from "../../../model/build-operation.js";
import type { ActionPair, ActionVersion } from "./actions.js";
import { createParameters, type OperationPair, type OperationVersion, statusKey } from "./operations.js";

/** Returns what an action declares itself in both versions, as operations; `undefined` if it declares nothing in either. */
export function ownParts({ before, after }: ActionPair): OperationPair | undefined {
  const declares = ({ object }: ActionVersion) => ["parameters", "responses"].some((field) => Object.hasOwn(object, field));
  return declares(before) || declares(after) ? { before: partsOf(before), after: partsOf(after) } : undefined;
}

function partsOf({ version, model: action, object, anchor }: ActionVersion): OperationVersion {
  const title = `${action.serviceType}.${action.name}`;
  const parameters = own(object, "parameters");
  const list = Array.isArray(parameters) ? parameters : [];
  const responses = ownObject(object, "responses") ?? {};
  const operation: JsonObject = { parameters: list, responses };
  const model = buildOperation({ id: title, method: "post", path: "", operation }, version);
  return {
    version,
    role: "api",
    key: title,
    callbackKey: undefined,
    title,
    model,
    object,
    anchor,
    parameters: createParameters(model, "", list, version),
    body: undefined,
    endpoint: undefined,
    responses: new Map(
      Object.entries(responses).flatMap(([status, written]) => {
        const response = version.resolve(written);
        return isObject(response) ? [[statusKey(status), response] as const] : [];
      }),
    ),
  };
}
