import { formatPointer, parsePointer, valueAt } from "../../../../templates/runtime/json.js";
import { quote } from "../../../diagnostics/escape.js";
import { compare, type Location } from "../../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import type { Report } from "../../../diagnostics/report.js";
import { suggest } from "../../../diagnostics/suggest.js";
import { isObject, type JsonObject, type JsonValue, own, ownString, ownStrings } from "../../../document/json-value.js";
import { parseJson } from "../../../document/parse-json.js";
import { parseYaml } from "../../../document/parse-yaml.js";
import { locationAt, Locations, type TextFile } from "../../../document/locations.js";
import { factOf, serviceSchema, type ServiceView, serviceViews, typeOfService } from "../service-views.js";
import type { DeclaredAction, ExchangeContract } from "../exchange-contract.js";
import { checkValue, type Finding, locatePointer, reportFinding } from "../finding.js";
import { createMask } from "../secrets/mask.js";

/** The actions that all services of a type advertise together, and the location of one of them. */
interface Advertised {
  readonly names: Set<string>;
  readonly place: Location | undefined;
}

/** Compares the actions that services advertise with those that the contract declares. Returns the number of services. */
export function checkCapabilities(contract: ExchangeContract, sources: readonly TextFile[], problems: Report): number {
  const advertised = new Map<string, Advertised>();
  let count = 0;
  for (const source of sources) count += checkSource(contract, source, advertised, problems);
  for (const type of [...advertised.keys()].sort(compare)) {
    const { names, place } = advertised.get(type)!;
    for (const action of contract.actions.get(type)!.keys()) {
      if (!names.has(action)) report(problems, "capability-unadvertised", { type, action }, place);
    }
  }
  return count;
}

function checkSource(
  contract: ExchangeContract,
  source: TextFile,
  advertised: Map<string, Advertised>,
  problems: Report,
): number {
  const locations = new Locations();
  const root = /\.ya?ml$/i.test(source.path) ? parseYaml(source, locations, problems) : parseJson(source, locations, problems);
  if (root === undefined) return 0;
  const representations = findRepresentations(root, serviceViews(contract.contract));
  const mask = createMask(source, locations, root, { known: new Set(), containers: new Set() });
  if (representations.length === 0) report(problems, "capability-shape", {}, mask(locationAt(source, 0)));
  for (const representation of representations) {
    const at = (pointer: string, rule = "") => mask(locatePointer(locations, representation.service, pointer, rule));
    const names = checkRepresentation(contract, representation, at, problems);
    if (!names) continue;
    const before = advertised.get(representation.type)?.names ?? [];
    advertised.set(representation.type, {
      names: new Set([...before, ...names]),
      place: at(representation.view.facts.actions!, "unknown"),
    });
  }
  return representations.length;
}

/** Returns the location of a part of the service. */
type ServiceLocator = (pointer: string, rule?: string) => Location | undefined;

/** Checks one service. Returns the names that it advertises, or `undefined` for an unknown type. */
function checkRepresentation(
  contract: ExchangeContract,
  representation: Representation,
  at: ServiceLocator,
  problems: Report,
): readonly string[] | undefined {
  const { type, service, view } = representation;
  const pointer = view.facts.actions!;
  const actions = contract.actions.get(type);
  if (!actions) {
    report(problems, "target-type-unknown", { type }, at(view.facts.type ?? ""), {
      hint: meant(suggest(type, contract.actions.keys())),
    });
    return undefined;
  }
  const entries = valueAt(service, pointer) as JsonValue | undefined;
  const names = (Array.isArray(entries) ? entries : []).map((entry, index) => {
    const name = ownString(entry, "name");
    const node = actions.get(name ?? "");
    if (node) checkEntry(contract, representation, node, entry, (field) => at(`${pointer}/${index}/${field}`), problems);
    else if (name !== undefined) {
      const hint = meant(suggest(name, actions.keys()));
      report(problems, "capability-undeclared", { type, action: name }, at(`${pointer}/${index}/name`), { hint });
    }
    return name;
  });
  const schema = view.isWhole ? serviceSchema(contract.contract, view.endpoint) : undefined;
  const findings: Finding[] = [];
  if (schema !== undefined) checkValue(contract, schema, service, "", "response", findings);
  for (const finding of findings) {
    // The checks of the actions above already cover names.
    const [, rest] = finding.pointer.startsWith(pointer) ? [0, finding.pointer.slice(pointer.length)] : [];
    if (rest !== undefined && /^\/\d+\/name$/.test(rest)) continue;
    reportFinding({ ...finding, pointer: `/service${finding.pointer}` }, at(finding.pointer, finding.rule), problems);
  }
  return names.filter((name) => name !== undefined);
}

function checkEntry(
  { locations }: ExchangeContract,
  { type, service, view }: Representation,
  { action }: DeclaredAction,
  entry: JsonValue,
  at: ServiceLocator,
  problems: Report,
): void {
  const { name } = action;
  const details = (key: string) => {
    const location = locations.value(action, key);
    return { related: [location && { message: "defined here", location }] };
  };
  const label = ownString(entry, "label");
  if (label !== undefined && label !== action.label) {
    report(problems, "capability-label", { type, action: name, expected: action.label }, at("label"), details("label"));
  }
  const scopes = own(entry, "scopes");
  const alternatives = action.effectiveScopes.length > 0 ? action.effectiveScopes : [[]];
  const shown = sorted(ownStrings(entry, "scopes"));
  if (scopes !== undefined && !alternatives.some((needed) => sorted(needed) === shown)) {
    const [expected] = alternatives;
    report(problems, "capability-scopes", { type, action: name, expected: expected! }, at("scopes"), details("scopes"));
  }
  if (own(entry, "enabled") !== true) return;
  for (const [key, allowed] of [["status", action.states] as const, ["plan", action.plans] as const]) {
    const value = factOf(service, view.facts[key]);
    if (!allowed || value === undefined || allowed.includes(value)) continue;
    report(problems, "capability-enabled", { type, action: name, key, allowed }, at("enabled"), details("availability"));
  }
}

function sorted(scopes: readonly string[]): string {
  return JSON.stringify([...new Set(scopes)].sort());
}

function meant(suggestion: string | undefined): string | undefined {
  return suggestion === undefined ? undefined : `Did you mean ${quote(suggestion)}?`;
}

/** A service as the API represents it, with the actions that it advertises. */
interface Representation {
  readonly service: JsonObject;
  readonly type: string;
  readonly view: ServiceView;
}

/** Returns every service with capabilities in a value, such as a response that lists services. */
function findRepresentations(value: JsonValue, views: readonly ServiceView[]): Representation[] {
  if (Array.isArray(value)) return value.flatMap((item) => findRepresentations(item, views));
  if (!isObject(value)) return [];
  for (const view of views) {
    const type = typeOfService(value, [view])?.type;
    if (type !== undefined && advertises(value, view)) return [{ service: value, type, view }];
  }
  return Object.values(value).flatMap((item) => findRepresentations(item, views));
}

/** Returns whether a service advertises actions: it has the list of actions, or the object with that list. */
function advertises(service: JsonObject, { facts }: ServiceView): boolean {
  if (facts.actions === undefined) return false;
  const [holder, isNested] = [parsePointer(facts.actions).slice(0, -1), parsePointer(facts.actions).length > 1];
  const found = valueAt(service, isNested ? formatPointer(holder) : facts.actions);
  return isNested ? isObject(found as JsonValue) : Array.isArray(found);
}
