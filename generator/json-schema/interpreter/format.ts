import { quote } from "../../diagnostics/escape.js";
import { ownString } from "../../document/json-value.js";
import { refuse, type Check } from "./walk.js";

/** `format`, by the definitions of the generated validators. */
export const checkFormat: Check<number | string> = (walk, schema, value) => {
  const name = ownString(schema, "format");
  const format = name !== undefined && Object.hasOwn(walk.formats, name) ? walk.formats[name] : undefined;
  // A format says nothing about values of another type.
  if (!format || format.type !== typeof value || (format.validate as (value: number | string) => boolean)(value)) return true;
  const reason = format.type === "number" && format.reason !== undefined ? `: ${format.reason}` : "";
  return refuse(walk, schema, "format", () => `must have the format ${quote(name!)}${reason}`);
};
