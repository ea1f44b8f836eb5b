import type { JsonValue } from "../../../../document/json-value.js";
import { parsePathTemplate } from "../../../../document/path-template.js";
import { isFactParameter } from "../../../../model/action-requests.js";
import { declaredStatus } from "../../check-response.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import type { Caller, TestAccess } from "../callers.js";
import type { CaseSource, Check, TestCase } from "../case.js";
import type { HttpExchange } from "../http.js";
import { missingValue } from "../missing-value.js";
import { hasId } from "../item-paths.js";
import { allItems } from "../pager.js";
import { requestOf, targetOf } from "../steps.js";
import type { Resource, ResourceOperation } from "../../../../resources/resources.js";
import { useOf } from "../../../../resources/uses.js";
import { declares, effectOf, effects, placeOf } from "../targets.js";
import type { PathValues } from "../things.js";
import { isChange, Skipped, type Trial } from "../trial.js";

/** What belongs to others, or doesn't exist, is not served. */
export const access = ({ callers = {}, foreign = {} }: TestAccess): Check =>
  function* (source) {
    for (const one of source.world.resources) {
      const value = one.id && foreign[one.id.parameter];
      const list = useOf(one, "list");
      if (value !== undefined && list) yield listed(source, one, list, value);
    }
    // What others have is asked for before it may be changed, and that before it may be removed.
    for (const target of [...source.targets].sort((one, other) => harmOf(one) - harmOf(other))) {
      const parameters = pathParameters(target);
      if (parameters.length === 0) continue;
      for (const [caller, who] of Object.entries(callers)) {
        if (parameters.some((name) => who.path?.[name] !== undefined)) yield byStranger(source, target, caller, who);
      }
      const others = parameters.filter((name) => foreign[name] !== undefined);
      for (const name of others) yield atOthers(source, target, name, { [name]: foreign[name]! });
      if (others.length > 1)
        yield atOthers(source, target, "all", Object.fromEntries(others.map((name) => [name, foreign[name]!])));
      // PUT may create what doesn't exist (RFC 9110, section 9.3.4).
      const last = parameters.at(-1)!;
      if (target.endpoint.operation.method !== "PUT") yield atNothing(source, target, last, missingValue(source, target, last));
    }
  };

function pathParameters({ endpoint: { operation } }: CallTarget): readonly string[] {
  return parsePathTemplate(operation.path).parameters.filter((name) => !isFactParameter(operation, { in: "path", name }));
}

/** A caller that may access other values of a path parameter only. */
function byStranger(source: CaseSource, target: CallTarget, caller: string, who: Caller): TestCase {
  const name = nameOf(target);
  return {
    ...common(source, target),
    id: `access/${name}/${caller}`,
    title: `is rejected to ${caller}, who may access other things only`,
    run: async (trial) => {
      const request = await requestOf(source, trial, target);
      const isBarred = Object.entries(who.path ?? {}).some(([parameter, values]) => {
        const value = request.params?.[parameter];
        return value !== undefined && !values.includes(String(value));
      });
      if (!isBarred) throw new Skipped(`${caller} may access it`);
      const { status, exchange } = await trial.call(target, request, { caller: who });
      judge(trial, status, exchange, `to a caller that may not access it`);
    },
  };
}

/** A path with values of something of others. */
function atOthers(source: CaseSource, target: CallTarget, variant: string, values: PathValues): TestCase {
  const names = Object.keys(values);
  const how = `for ${names.join(" and ")} of others`;
  return {
    ...common(source, target),
    id: `foreign/${nameOf(target)}/${variant}`,
    title: `is rejected ${how}`,
    run: async (trial) => {
      const request = await requestOf(source, trial, target);
      const callAt = (params: PathValues) => trial.call(target, { ...request, params: { ...request.params, ...params } });
      const { status, exchange } = await callAt(values);
      // What is removed where there is nothing is nothing of others.
      const isRemoved = exchange.request.method === "DELETE" && status < 300;
      const [name = "", ...more] = names;
      const missing = isRemoved && more.length === 0 ? missingValue(source, target, name) : undefined;
      if (missing !== undefined && (await callAt({ [name]: missing })).status === status)
        return trial.leaveOpen(`responds with ${status} ${how}, as for one that doesn't exist`, exchange);
      judge(trial, status, exchange, how);
    },
  };
}

/** A path with the value of something that doesn't exist. */
function atNothing(source: CaseSource, target: CallTarget, parameter: string, value: JsonValue | undefined): TestCase {
  const how = `for ${parameter} that doesn't exist`;
  return {
    ...common(source, target),
    id: `missing/${nameOf(target)}/${parameter}`,
    title: `finds nothing ${how}`,
    run: async (trial) => {
      if (value === undefined) throw new Skipped(`no value of ${parameter} is sure to be free`);
      const request = await requestOf(source, trial, target);
      const { status, exchange } = await trial.call(target, { ...request, params: { ...request.params, [parameter]: value } });
      if (status === 409) return judgeConflict(trial, target, exchange, how);
      if (status >= 300) return;
      const problem = `responds with ${status} ${how}`;
      // Removing what is gone may succeed, and a collection of nothing may be empty.
      if (target.endpoint.operation.method === "DELETE" || !declares404(target)) trial.leaveOpen(problem, exchange);
      else trial.fail(`${problem} (RFC 9110, section 15.5.5)`, exchange);
    },
  };
}

/** A list that must not have something of others. */
function listed(source: CaseSource, resource: Resource, list: ResourceOperation, value: JsonValue): TestCase {
  const target = targetOf(source, list.operation);
  const { parameter } = resource.id!;
  return {
    ...common(source, target),
    id: `foreign/${nameOf(target)}/listed`,
    title: `doesn't list ${parameter} of others`,
    run: async (trial) => {
      const { items, last } = await allItems(source, trial, list, await source.world.pathOf(trial, target));
      if (items.some((item) => hasId(source.contract, resource, item, value)))
        trial.fail(`lists something with ${parameter} of others`, last.exchange);
    },
  };
}

/** Nothing can be in conflict with what isn't there; a call that would change something may be for another reason. */
function judgeConflict(trial: Trial, target: CallTarget, exchange: HttpExchange, how: string): void {
  const problem = `responds with 409 instead of 404 ${how}`;
  const isCertain = target.endpoint.operation.method === "GET" && declares404(target) && !declares(target, "default");
  if (isCertain) trial.fail(`${problem} (RFC 9110, section 15.5.10)`, exchange);
  else trial.leaveOpen(problem, exchange);
}

function declares404({ endpoint }: CallTarget): boolean {
  return declaredStatus(endpoint.operation.responses, 404) !== undefined;
}

function common({ contract }: CaseSource, target: CallTarget): Pick<TestCase, "name" | "code" | "place" | "effect"> {
  return { name: nameOf(target), code: "test-access-denied", place: placeOf(contract, target), effect: effectOf(target) };
}

/** How much a call may do to what it is about. */
function harmOf(target: CallTarget): number {
  if (target.endpoint.operation.method === "DELETE") return effects.length;
  return effects.indexOf(effectOf(target));
}

function judge(trial: Trial, status: number, exchange: HttpExchange, how: string): void {
  if (status < 400) trial.fail(`responds with ${status} ${how}`, exchange, { isSure: isChange(exchange, status) });
  else if (status !== 403 && status !== 404 && status < 500) {
    trial.fail(`responds with ${status} ${how} instead of 403 or 404 (RFC 9110, section 15.5.4)`, exchange);
  }
}
