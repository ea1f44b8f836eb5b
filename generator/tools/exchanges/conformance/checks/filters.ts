import { valueAt } from "../../../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../../../document/json-value.js";
import { schemasIn, type Schema } from "../../../../json-schema/schema.js";
import type { Parameter } from "../../../../model/contract.js";
import { cursorNames, limitNames, offsetNames, pageNames, plain } from "../../../../resources/pages.js";
import type { Resource, ResourceOperation } from "../../../../resources/resources.js";
import { useOf } from "../../../../resources/uses.js";
import { nameOf } from "../../find-target.js";
import type { TestAccess } from "../callers.js";
import type { CaseSource, Check } from "../case.js";
import type { PathValues } from "../things.js";
import { hasId } from "../item-paths.js";
import { allItems } from "../pager.js";
import { targetOf } from "../steps.js";
import { placeOf } from "../targets.js";
import { Skipped, type Trial } from "../trial.js";

/** A list that is asked for one value of a member has no items with another. Contracts don't say so: it is left open. */
export const filters = ({ foreign = {} }: TestAccess): Check =>
  function* (source) {
    for (const resource of source.world.resources) {
      const list = useOf(resource, "list");
      if (!list || list.operation.method !== "GET") continue;
      const target = targetOf(source, list.operation);
      const item = schemasIn(source.contract.contract.schemas).of(resource.schema);
      for (const parameter of list.operation.parameters) {
        const member = item.member(parameter.name)?.schema;
        if (parameter.in !== "query" || isOfPages(parameter) || !member || !isScalar(member)) continue;
        yield {
          id: `filter/${nameOf(target)}/${parameter.name}`,
          name: nameOf(target),
          title: `lists only what has the ${parameter.name} that is asked for`,
          code: "test-resource",
          place: placeOf(source.contract, target),
          effect: "read",
          run: (trial) => tryFilter(source, trial, resource, list, parameter, foreign),
        };
      }
    }
  };

async function tryFilter(
  source: CaseSource,
  trial: Trial,
  resource: Resource,
  list: ResourceOperation,
  parameter: Parameter,
  foreign: PathValues,
) {
  const { name } = parameter;
  const target = targetOf(source, list.operation);
  const path = await source.world.pathOf(trial, target);
  if (source.world.mayMake && useOf(resource, "create")) await source.world.itemOf(trial, resource, path);
  const { items } = await allItems(source, trial, list, path);
  const values = valuesOf(source, parameter, items);
  const { id } = resource;
  const theirs = id && foreign[id.parameter];
  const isTheirs = (item: JsonObject) => theirs !== undefined && hasId(source.contract, resource, item, theirs);
  let isTried = false;
  for (const value of values.slice(0, maxValues)) {
    const answer = await trial.call(target, { params: path, query: { [name]: value } });
    if (answer.status >= 300) continue;
    const found = itemsIn(answer.body, list.responseAt);
    if (found.some(isTheirs))
      return trial.fail(`lists something with ${id!.parameter} of others`, answer.exchange, { code: "test-access-denied" });
    const isOther = (item: JsonObject) => Object.hasOwn(item, name) && !isAlike(item[name]!, value);
    if (found.some(isOther)) return trial.leaveOpen(`lists something with another ${name} than was asked for`, answer.exchange);
    isTried = true;
  }
  if (!isTried) throw new Skipped(`no value of ${name} is known that the list takes`);
}

/** The values of a parameter that are tried. */
const maxValues = 4;

/** Values that the contract allows, those first that leave something out. */
function valuesOf({ contract }: CaseSource, { name, schema }: Parameter, items: readonly JsonObject[]): readonly JsonValue[] {
  const { texts } = schemasIn(contract.contract.schemas).of(schema);
  const values = items.flatMap((item) => (Object.hasOwn(item, name) ? [item[name]!] : []));
  const candidates = [...values, ...(texts ?? []), true, false, `${String(values[0])}x`];
  const isAllowed = (one: JsonValue) => one !== null && contract.evaluate(schema, one, "request").isValid === true;
  const keepsAll = (one: JsonValue) => Number(values.every((value) => isAlike(value, one)));
  return [...new Set(candidates)].filter(isAllowed).sort((one, other) => keepsAll(one) - keepsAll(other));
}

function itemsIn(body: JsonValue | undefined, at: string | undefined): readonly JsonObject[] {
  const items = body === undefined ? undefined : (valueAt(body, at ?? "") as JsonValue | undefined);
  return Array.isArray(items) ? items.filter(isObject) : [];
}

/** Filters may ignore case, and find parts of texts. */
function isAlike(one: JsonValue, other: JsonValue): boolean {
  const [whole, part] = [String(one).toLowerCase(), String(other).toLowerCase()];
  return whole.includes(part);
}

function isScalar({ types }: Schema): boolean {
  return types.size > 0 && [...types].every((type) => type !== "object" && type !== "array");
}

function isOfPages({ name }: Parameter): boolean {
  return [cursorNames, limitNames, offsetNames, pageNames].some((names) => names.has(plain(name)));
}
