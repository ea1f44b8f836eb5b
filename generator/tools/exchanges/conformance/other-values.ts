import { isDeepStrictEqual } from "node:util";
import { valueAt, writeAt } from "../../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import type { CaseSource } from "./case.js";
import { comparable, type ItemSchemas } from "./compare-items.js";

/** Where the item is in a request, and how it was. */
interface Item {
  /** JSON pointer into the body. */
  readonly at: string;
  readonly schemas: ItemSchemas;
  readonly before: JsonObject;
}

/** A request that changes as many members of an item as it can and stays valid. */
export function withOtherValues(
  { contract }: CaseSource,
  { endpoint }: CallTarget,
  request: ExchangeRequest,
  { at, schemas, before }: Item,
): ExchangeRequest {
  const schema = endpoint.operation.body?.content.find(({ kind }) => kind === "json")?.schema;
  if (schema === undefined || request.body === undefined) return request;
  let { body } = request;
  const item = valueAt(body, at) as JsonValue | undefined;
  for (const name of item !== undefined && isObject(item) ? comparable(item, schemas) : []) {
    const sent = (valueAt(body, at) as JsonObject)[name]!;
    if (!isDeepStrictEqual(sent, before[name] ?? null)) continue;
    for (const value of [...(schemas.request.member(name)?.schema.texts ?? []), ...neighbours(sent)]) {
      if (isDeepStrictEqual(value, sent)) continue;
      const changed = structuredClone(body) as JsonObject;
      if (at === "") changed[name] = value;
      else writeAt(changed, at, { ...(valueAt(body, at) as JsonObject), [name]: value });
      if (contract.evaluate(schema, changed, "request").isValid !== true) continue;
      body = changed;
      break;
    }
  }
  return { ...request, body };
}

/** Values near another one. */
function neighbours(value: JsonValue): readonly JsonValue[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") return [value + 1, value - 1, value * 2];
  if (typeof value === "string") return [`${value}x`, `${value.slice(0, -1)}y`, `${value.slice(0, -1)}z`, `x${value.slice(1)}`];
  return [];
}
