import { parsePathTemplate } from "../../../document/path-template.js";
import type { Operation } from "../../../model/contract.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import type { Plans } from "./plans.js";
import type { PathValues } from "./things.js";
import { Skipped } from "./trial.js";

/** Where requests come from. */
interface RequestSource {
  readonly plans: Plans;
}

/** The first valid request for a call with the values of its path. */
export function requestFor({ plans }: RequestSource, target: CallTarget, path: PathValues): ExchangeRequest {
  const [valid] = plans.of(target).valid;
  if (!valid) throw new Skipped("no valid request was found");
  return { ...valid.request, params: { ...valid.request.params, ...path } };
}

/** The values that a path has of those of another. */
export function pathWithin({ path }: Pick<Operation, "path">, values: PathValues): PathValues {
  const { parameters } = parsePathTemplate(path);
  return Object.fromEntries(parameters.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** A request with no optional query. */
export function plainRequest(source: RequestSource, target: CallTarget, path: PathValues): ExchangeRequest {
  const { query = {}, querystring: _, ...rest } = requestFor(source, target, path);
  const { parameters } = target.endpoint.operation;
  const isRequired = (name: string) => parameters.some((one) => one.in === "query" && one.name === name && one.required);
  const needed = Object.entries(query).filter(([name]) => isRequired(name));
  return { ...rest, params: path, ...(needed.length > 0 && { query: Object.fromEntries(needed) }) };
}
