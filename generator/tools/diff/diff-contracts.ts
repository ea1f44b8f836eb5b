import { quote } from "../../diagnostics/escape.js";
import { compare, type Location } from "../../diagnostics/diagnostic.js";
import { type Change, locationOf } from "./change.js";
import { createSchemaComparer, type SchemaChange } from "./compare/schema-comparer.js";
import { compareAction, compareOperation } from "./compare/used-schemas.js";
import { pairContracts, pairServiceTypes } from "./contract/contract-pair.js";
import type { ContractVersion } from "./contract/contract-version.js";
import { kept, type Pair } from "./contract/pairs.js";
import { type ChangeAnchors, type ChangeSeverity, defaultSeverity, type PairRule, type Rule } from "./rule.js";
import { actionRules, callRules, contractRules, operationRules, serviceTypeRules } from "./rules/index.js";
import { annotationRules } from "./rules/schema-annotations.js";

export interface DiffOptions {
  /** By the id of a rule: what it weighs instead of its default. */
  readonly severities?: Readonly<Record<string, ChangeSeverity>>;
}

/** Returns all changes between two versions of a contract that somebody may notice, in the order of the text after the change. */
export function diffContracts(versions: Pair<ContractVersion>, { severities = {} }: DiffOptions = {}): Change[] {
  const changes: Change[] = [];
  const severityOf = (rule: Rule) => (Object.hasOwn(severities, rule.id) ? severities[rule.id]! : defaultSeverity(rule));
  const add = (change: Omit<Change, "severity">) => {
    const severity = severityOf(change.rule);
    if (severity !== "off") changes.push({ ...change, severity });
  };
  const run = <Compared>(rules: readonly PairRule<Compared>[], pair: Compared) => {
    for (const rule of rules) {
      rule.check(pair, (message, anchors) => {
        const { before, after, pointer } = locate(anchors, versions);
        add({ rule, message, before, after, pointer, uses: [], isCertain: true });
      });
    }
  };

  const pair = pairContracts(versions);
  const comparer = createSchemaComparer(versions);
  run(contractRules, pair);
  for (const operation of [...kept(pair.operations), ...pair.movedOperations]) {
    run(operation.after.role === "api" ? operationRules : callRules, operation);
    compareOperation(operation, comparer);
  }
  for (const serviceType of pairServiceTypes(pair, comparer.isSame)) {
    run(serviceTypeRules, serviceType);
    for (const action of kept({ before: serviceType.before.actions, after: serviceType.after.actions })) {
      run(actionRules, action);
      compareAction(action, comparer);
    }
  }
  for (const change of withoutDuplicates(comparer.changes(), changes)) add(describeSchemaChange(change));
  return changes.sort(inOrder);
}

function locate({ before, after, isGone }: ChangeAnchors, versions: Pair<ContractVersion>) {
  const located = {
    before: before && versions.before.locate(before),
    after: after && versions.after.locate(after),
  };
  const changed = isGone ? located.before : (located.after ?? located.before);
  return { ...located, pointer: changed?.pointer ?? "" };
}

/** Says what changed where: `"cidr" in the body of "add_ip" of postgres must be sent now`. */
function describeSchemaChange(change: SchemaChange): Omit<Change, "severity"> {
  const { rule, path, message, before, after, pointer, uses, witness } = change;
  const [first = "", ...others] = uses;
  const more = others.length === 0 ? "" : ` and ${others.length} other ${others.length === 1 ? "place" : "places"}`;
  const subject = path === "" ? `${first}${more}` : `${quote(path)} in ${first}${more}`;
  return {
    rule,
    message: `${subject} ${message}`,
    before,
    after,
    pointer,
    uses,
    ...(witness !== undefined && { witness }),
    isCertain: witness !== undefined || !isAboutValues(rule),
  };
}

/** Rules about keywords that restrict no values have nothing to show. */
function isAboutValues(rule: Rule): boolean {
  return rule.breaks !== "nobody" && !annotationRules.some(({ id }) => id === rule.id);
}

/** Leaves out changes of schemas at a location that a rule about credentials has reported. */
function withoutDuplicates(changes: readonly SchemaChange[], found: readonly Change[]): readonly SchemaChange[] {
  const known = new Set(
    found
      .filter(({ rule }) => rule.id.startsWith("credential-key-"))
      .flatMap(({ before, after }) => [before?.pointer, after?.pointer]),
  );
  return changes.filter(({ before, after }) => !known.has(before.pointer) && !known.has(after.pointer));
}

function inOrder(a: Change, b: Change): number {
  return compareLocations(locationOf(a), locationOf(b)) || compare(a.rule.id, b.rule.id) || compare(a.message, b.message);
}

function compareLocations(a: Location | undefined, b: Location | undefined): number {
  return compare(a?.path ?? "", b?.path ?? "") || (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}
