import { findDuplicate } from "../validators/checks.js";
import type { JsonValue } from "./json-value.js";
import { accepts, atFirst, checkPart, each, limit, listsAll, refuse, sizeOf, spend, type Check, type Keywords } from "./walk.js";

type List = JsonValue[];

const checkUnique: Check<List> = (walk, schema, list) => {
  if (schema["uniqueItems"] !== true) return true;
  spend(walk, sizeOf(list));
  const same = findDuplicate(list);
  return same === null || refuse(walk, schema, "uniqueItems", { i: same.i, j: same.j }, list);
};

const checkPrefix: Check<List> = (walk, schema, list) => {
  const schemas = schema["prefixItems"];
  if (!Array.isArray(schemas)) return true;
  return each(walk, list.slice(0, schemas.length), (item, index) =>
    checkPart(walk, index, ["prefixItems", index], schemas[index]!, item),
  );
};

const checkItems: Check<List> = (walk, schema, list) => {
  const { prefixItems: prefix, items } = schema;
  const start = Array.isArray(prefix) ? prefix.length : 0;
  if (items === false && start > 0 && listsAll(walk)) {
    return list.length <= start || refuse(walk, schema, "items", { limit: start }, list);
  }
  return each(walk, list, (item, index) => index < start || checkPart(walk, index, ["items"], items!, item));
};

const checkContains: Check<List> = (walk, schema, list) => {
  const { contains, minContains, maxContains } = schema;
  const least = typeof minContains === "number" ? minContains : 1;
  const most = typeof maxContains === "number" ? maxContains : undefined;
  const others: number[] = [];
  let fitting = 0;
  for (let index = 0; index < list.length && fitting <= (most ?? Infinity); index++) {
    if (accepts(walk, contains!, list[index]!)) fitting++;
    else others.push(index);
  }
  if (fitting >= least && fitting <= (most ?? Infinity)) return true;
  const params = most === undefined ? { minContains: least } : { minContains: least, maxContains: most };
  if (!listsAll(walk)) return refuse(walk, schema, fitting < least ? "contains" : "maxContains", params, list);
  if (walk.errors) atFirst(walk, () => others.forEach((index) => checkPart(walk, index, ["contains"], contains!, list[index]!)));
  return refuse(walk, schema, "contains", params, list);
};

/** What schemas say about lists. */
export const arrayKeywords: Keywords<List> = {
  maxItems: limit("maxItems", (list, most) => list.length <= most),
  minItems: limit("minItems", (list, least) => list.length >= least),
  uniqueItems: checkUnique,
  prefixItems: checkPrefix,
  items: checkItems,
  contains: checkContains,
};
