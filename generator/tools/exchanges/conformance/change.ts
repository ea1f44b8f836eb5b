import { valueAt } from "../../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { schemasIn } from "../../../json-schema/schema.js";
import type { Operation } from "../../../model/contract.js";
import type { Resource, ResourceOperation } from "../../../resources/resources.js";
import { roleOf, useOf } from "../../../resources/uses.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import type { CaseSource } from "./case.js";
import { comparable, type ItemSchemas } from "./compare-items.js";
import { withOtherValues } from "./other-values.js";
import { pathWithin } from "./requests.js";
import { itemIn } from "./item-paths.js";
import { read } from "./steps.js";
import type { PathValues } from "./things.js";
import { type Answer, type CallOptions, Skipped, type Trial } from "./trial.js";

/** What an operation changes, and the operation that shows it. */
export interface ItemChange {
  readonly resource: Resource;
  readonly use: ResourceOperation;
  readonly shown: ResourceOperation;
}

/** What an operation changes; `undefined`: it changes nothing, or nothing shows it. */
export function changeOf(world: { readonly resources: readonly Resource[] }, operation: Operation): ItemChange | undefined {
  const found = roleOf(world, operation);
  if (!found || (found.use.role !== "change" && found.use.role !== "replace")) return undefined;
  const shown = useOf(found.resource, "read");
  return shown && { ...found, shown };
}

/** A call that was to change an item. */
export interface Changed {
  readonly answer: Answer;
  readonly sent: JsonObject;
  readonly before: JsonObject;
  readonly schemas: ItemSchemas;
}

/** The requests that are tried to change something. */
const maxRequests = 6;

/** Rejections that another request doesn't avoid. */
const final: ReadonlySet<number> = new Set([404, 412, 428]);

/** Sends a valid request that changes an item; if it is rejected, another one. Returns the last. */
export async function tryToChange(
  source: CaseSource,
  trial: Trial,
  target: CallTarget,
  path: PathValues,
  options: CallOptions = {},
): Promise<Changed> {
  const { resource, use, shown } = changeOf(source.world, target.endpoint.operation)!;
  const before = itemIn(await read(source, trial, shown, path), shown.responseAt);
  if (!before) throw new Skipped("the item is not shown");
  const schemas = itemSchemas(source, resource, use);
  const { plans } = source;
  const others = [1, 2].flatMap((variation) => plans.variation(target, variation).valid);
  const requests = [...plans.of(target).valid, ...others, ...plans.boundaries(target)].flatMap(({ request: known }) => {
    const request = withOtherValues(source, target, known, { at: use.requestAt, schemas, before });
    const sent = sentItem(request.body, use) ?? {};
    const isOther = comparable(sent, schemas).some((name) => JSON.stringify(sent[name]) !== JSON.stringify(before[name]));
    return isOther ? [{ request, sent }] : [];
  });
  let last: Changed | undefined;
  for (const { request, sent } of requests.slice(0, maxRequests)) {
    const answer = await trial.call(target, aboutItem(use, request, path), options);
    last = { answer, sent, before, schemas };
    if (answer.status < 300 || final.has(answer.status)) return last;
  }
  if (!last) throw new Skipped("no valid request changes a member that is shown");
  return last;
}

/** A request with the path of an item. */
export function aboutItem({ operation }: ResourceOperation, request: ExchangeRequest, path: PathValues): ExchangeRequest {
  return { ...request, params: { ...request.params, ...pathWithin(operation, path) } };
}

/** The item in the body of a request. */
export function sentItem(body: JsonValue | undefined, { requestAt }: ResourceOperation): JsonObject | undefined {
  const item = body === undefined ? undefined : (valueAt(body, requestAt) as JsonValue | undefined);
  return item !== undefined && isObject(item) ? item : undefined;
}

/** The schemas of an item, where an operation takes it and where the API shows it. */
export function itemSchemas({ contract: { contract } }: CaseSource, one: Resource, use: ResourceOperation): ItemSchemas {
  const media = use.operation.body?.content.find(({ kind }) => kind === "json");
  const schemas = schemasIn(contract.schemas);
  const request = schemas.at(media?.schema ?? true, use.requestAt)?.schema ?? schemas.of(true);
  return { request, item: schemas.of(one.schema), id: one.id?.member };
}
