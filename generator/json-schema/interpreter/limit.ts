import type { JsonValue } from "../../document/json-value.js";
import { refuse, type Keyword } from "./walk.js";

/** A keyword that is a number which a value is held against. */
export function limit<Value extends JsonValue>(
  keyword: string,
  fits: (value: Value, limit: number) => boolean,
  message: (limit: number) => string,
): Keyword<Value> {
  return {
    keyword,
    check(walk, schema, value) {
      const number = schema[keyword];
      return typeof number !== "number" || fits(value, number) || refuse(walk, schema, keyword, () => message(number));
    },
  };
}
