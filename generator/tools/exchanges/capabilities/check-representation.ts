import { quote } from "../../../diagnostics/escape.js";
import type { Location } from "../../../diagnostics/diagnostic.js";
import type { Report } from "../../../diagnostics/report.js";
import { report } from "../diagnostics.js";
import { suggest } from "../../../diagnostics/suggest.js";
import { own, ownString, ownStrings, type JsonValue } from "../../../document/json-value.js";
import { serviceSchema } from "../check-service.js";
import type { ActionNode, ExchangeContract } from "../exchange-contract.js";
import type { Finding } from "../finding.js";
import { checkValue } from "../instance-findings.js";
import { reportFinding } from "../report-finding.js";
import type { Representation } from "./find-representations.js";

/** Where a part of the service stands. */
type At = (pointer: string, rule?: string) => Location | undefined;

/** Checks one service; returns the names that it advertises, or nothing if the contract does not know its type. */
export function checkRepresentation(
  contract: ExchangeContract,
  representation: Representation,
  at: At,
  problems: Report,
): readonly string[] | undefined {
  const { type, service, capabilities } = representation;
  const actions = contract.actions.get(type);
  if (!actions) {
    report(problems, "target-type-unknown", { type }, at("/type"), { hint: meant(suggest(type, contract.actions.keys())) });
    return undefined;
  }
  const entries = own(capabilities, "actions");
  const names = (Array.isArray(entries) ? entries : []).map((entry, index) => {
    const name = ownString(entry, "name");
    const node = actions.get(name ?? "");
    const pointer = `/capabilities/actions/${index}`;
    if (node) checkEntry(contract, representation, node, entry, (field) => at(`${pointer}/${field}`), problems);
    else if (name !== undefined) {
      const hint = meant(suggest(name, actions.keys()));
      report(problems, "capability-undeclared", { type, action: name }, at(`${pointer}/name`), { hint });
    }
    return name;
  });
  const schema = serviceSchema(contract);
  const findings: Finding[] = [];
  if (schema !== undefined) checkValue(contract, schema, service, "", "response", findings);
  for (const finding of findings) {
    // Names are judged above, by the actions themselves.
    if (/^\/capabilities\/actions\/\d+\/name$/.test(finding.pointer)) continue;
    reportFinding({ ...finding, pointer: `/service${finding.pointer}` }, at(finding.pointer, finding.rule), problems);
  }
  return names.filter((name) => name !== undefined);
}

function checkEntry(
  { places }: ExchangeContract,
  { type, service }: Representation,
  { action, source }: ActionNode,
  entry: JsonValue,
  at: At,
  problems: Report,
): void {
  const { name } = action;
  const details = (key: string) => {
    const location = places.value(source, key);
    return { related: [location && { message: "the contract says so here", location }] };
  };
  const label = ownString(entry, "label");
  if (label !== undefined && label !== action.label) {
    report(problems, "capability-label", { type, action: name, expected: action.label }, at("label"), details("label"));
  }
  const scopes = own(entry, "scopes");
  if (scopes !== undefined && sorted(ownStrings(entry, "scopes")) !== sorted(action.scopes)) {
    report(problems, "capability-scopes", { type, action: name, expected: action.scopes }, at("scopes"), details("scopes"));
  }
  if (own(entry, "enabled") !== true) return;
  for (const [key, allowed] of [["status", action.states] as const, ["plan", action.plans] as const]) {
    const value = ownString(service, key);
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
