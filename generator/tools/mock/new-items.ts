import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { type Schema, schemasIn } from "../../json-schema/schema.js";
import type { MockContext } from "./context.js";

/**
 * Returns a change of made-up items to new ones: lists and maps are empty, as far as the schema allows, since nobody has put anything
 * into them. What is made up there refers to things that don't exist.
 */
export function withoutContents({ samples, contract }: MockContext, schema: JsonValue): (made: JsonObject) => JsonObject {
  return (made) => {
    const emptied = structuredClone(made);
    const isValid = () => samples.isValid(schema, emptied);
    emptyMembers(emptied, schemasIn(contract.model.schemas).of(schema), isValid);
    return emptied;
  };
}

function emptyMembers(value: JsonObject, described: Schema, isValid: () => boolean): void {
  for (const [name, before] of Object.entries(value)) {
    const member = described.member(name)?.schema;
    const isMap = isObject(before) && member?.members.size === 0;
    if (Array.isArray(before)) value[name] = [];
    else if (isMap) value[name] = {};
    else if (isObject(before) && member) emptyMembers(before, member, isValid);
    if (value[name] !== before && !isValid()) value[name] = before;
  }
}
