import { unescapeSegment } from "../../templates/runtime/json-pointer.js";
import { own, ownObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";

/** The loader allows no longer chain and no circle; this only guards against a document that it has not seen. */
const maxSteps = 10_000;

/** Follows the references of a closed document to the value they stand for; siblings of a `$ref` are ignored. */
export function resolveComponent(value: JsonValue | undefined, document: JsonObject): JsonValue | undefined {
  let current = value;
  for (let steps = 0; steps < maxSteps; steps++) {
    const ref = ownString(current, "$ref");
    if (ref === undefined) break;
    const [, , section = "", name = ""] = ref.split("/");
    current = own(ownObject(ownObject(document, "components"), section), unescapeSegment(name));
  }
  return current;
}
