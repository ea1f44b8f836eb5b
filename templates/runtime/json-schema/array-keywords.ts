import { findDuplicate } from "../validators/checks.js";
import type { JsonValue } from "./json-value.js";
import { accepts, checkPart, each, limit, refuse, sizeOf, spend, type Check, type Keywords } from "./walk.js";
import { count } from "./messages.js";

type List = JsonValue[];

const checkUnique: Check<List> = (walk, schema, list) => {
  if (schema["uniqueItems"] !== true) return true;
  spend(walk, sizeOf(list));
  const same = findDuplicate(list);
  return (
    same === null ||
    refuse(walk, schema, "uniqueItems", () => `must NOT have duplicate items (items ${same.j} and ${same.i} are identical)`)
  );
};

const checkPrefix: Check<List> = (walk, schema, list) => {
  const schemas = schema["prefixItems"];
  if (!Array.isArray(schemas)) return true;
  return each(walk, list.slice(0, schemas.length), (item, index) => checkPart(walk, index, schemas[index]!, item));
};

const checkItems: Check<List> = (walk, schema, list) => {
  const prefix = schema["prefixItems"];
  const start = Array.isArray(prefix) ? prefix.length : 0;
  return each(walk, list, (item, index) => index < start || checkPart(walk, index, schema["items"]!, item));
};

const checkContains: Check<List> = (walk, schema, list) => {
  const least = typeof schema["minContains"] === "number" ? schema["minContains"] : 1;
  const most = typeof schema["maxContains"] === "number" ? schema["maxContains"] : Infinity;
  let fitting = 0;
  for (const item of list) if (accepts(walk, schema["contains"]!, item)) fitting++;
  if (fitting < least)
    return refuse(walk, schema, "contains", () => `must have at least ${count(least, "item")} as "contains" says`);
  return (
    fitting <= most ||
    refuse(walk, schema, "maxContains", () => `must NOT have more than ${count(most, "item")} as "contains" says`)
  );
};

/** What schemas say about lists. */
export const arrayKeywords: Keywords<List> = [
  limit(
    "maxItems",
    (list, most) => list.length <= most,
    (most) => `must NOT have more than ${count(most, "item")}`,
  ),
  limit(
    "minItems",
    (list, least) => list.length >= least,
    (least) => `must NOT have fewer than ${count(least, "item")}`,
  ),
  { keyword: "uniqueItems", check: checkUnique },
  { keyword: "prefixItems", check: checkPrefix },
  { keyword: "items", check: checkItems },
  { keyword: "contains", check: checkContains },
];
