import { escapeSegment } from "../../../templates/runtime/json.js";
import { bindingKeys, responsesOf } from "../../binding/binding.js";
import { ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { EntryContext } from "./entry.js";

/** Names of members that say whether a call has succeeded. */
const markNames = ["ok", "success", "succeeded"];

/**
 * Returns what is left to the user if failures seem to have the status 200: `default` describes those with `ok: false` where successes
 * have `ok: true`. The document doesn't say their status, so nothing is written.
 */
export function unsureMarks(
  responses: JsonObject,
  { document, extensionPrefix }: Pick<EntryContext, "document" | "extensionPrefix">,
): string[] {
  const key = bindingKeys(extensionPrefix).error;
  const [failure] = responsesOf({ responses }, document).filter(({ status }) => status === "default");
  if (!failure || ownObject(failure.response, key) || ownObject(document, key)) return [];
  const successes = responsesOf({ responses }, document).filter(({ status }) => status.startsWith("2"));
  const only = (schema: JsonValue | undefined, name: string): JsonValue | undefined => {
    const member = schemasIn(document).of(schema).members.get(name);
    return member?.isRequired ? member.schema.onlyValue : undefined;
  };
  const name = markNames.find(
    (one) =>
      only(failure.json[0]?.schema, one) === false &&
      successes.length > 0 &&
      successes.every(({ json }) => only(json[0]?.schema, one) === true),
  );
  if (name === undefined) return [];
  const at = `/${escapeSegment(name)}`;
  return [`if failures have the status 200, add ${key}: { when: { at: ${at}, value: false } }`];
}
