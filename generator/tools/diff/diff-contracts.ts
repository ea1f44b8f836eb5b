import { quote } from "../../diagnostics/escape.js";
import { compare, type Location } from "../../diagnostics/diagnostic.js";
import { type Change, locationOf, sayUses } from "./change.js";
import { createSchemaComparer, type SchemaChange } from "./compare/schema-comparer.js";
import { compareAction, compareOperation } from "./compare/used-schemas.js";
import { pairContracts, pairServiceTypes } from "./contract/contract-pair.js";
import type { ContractVersion } from "./contract/contract-version.js";
import { kept, type Pair } from "./contract/pairs.js";
import { type ChangeAnchors, type ChangeSeverity, defaultSeverity, type PairRule, type Rule, type ToldProperty } from "./rule.js";
import { actionRules, callRules, contractRules, endpointRules, operationRules, serviceTypeRules } from "./rules/index.js";
import { annotationRules } from "./rules/schema-annotations.js";
import { newProperty, removedProperty } from "./rules/schema-properties.js";

export interface DiffOptions {
  /** By the id of a rule: what it weighs instead of its default. */
  readonly severities?: Readonly<Record<string, ChangeSeverity>>;
}

/** Returns all changes between two versions of a contract that somebody may notice, in the order of the text after the change. */
export function diffContracts(versions: Pair<ContractVersion>, { severities = {} }: DiffOptions = {}): Change[] {
  const changes: Change[] = [];
  const toldProperties: ToldProperty[] = [];
  const severityOf = (rule: Rule) => (Object.hasOwn(severities, rule.id) ? severities[rule.id]! : defaultSeverity(rule));
  const add = (change: Omit<Change, "severity">) => {
    const severity = severityOf(change.rule);
    if (severity !== "off") changes.push({ ...change, severity });
  };
  const run = <Compared>(rules: readonly PairRule<Compared>[], pair: Compared) => {
    for (const rule of rules) {
      rule.check(pair, (message, anchors, told = []) => {
        if (severityOf(rule) !== "off") toldProperties.push(...told);
        const { before, after, pointer } = locate(anchors, versions);
        add({ rule, message, before, after, pointer, uses: [], isCertain: true });
      });
    }
  };

  const pair = pairContracts(versions);
  const comparer = createSchemaComparer(versions);
  run(contractRules, pair);
  for (const operation of [...kept(pair.operations), ...pair.movedOperations]) {
    run(operation.after.role === "api" ? [...endpointRules, ...operationRules] : callRules, operation);
    compareOperation(operation, comparer);
  }
  for (const serviceType of pairServiceTypes(pair, comparer.isSame)) {
    run(serviceTypeRules, serviceType);
    for (const action of kept({ before: serviceType.before.actions, after: serviceType.after.actions })) {
      run(actionRules, action);
      compareAction(action, comparer);
    }
  }
  for (const change of withoutTold(withoutDuplicates(comparer.changes(), changes), toldProperties))
    add(describeSchemaChange(change));
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
  const subject = path === "" ? sayUses(uses) : `${quote(path)} in ${sayUses(uses)}`;
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

/** Leaves out properties that come or go with a fact whose move is reported, wherever that is so. */
function withoutTold(changes: readonly SchemaChange[], told: readonly ToldProperty[]): readonly SchemaChange[] {
  if (told.length === 0) return changes;
  const keyOf = ({ use, path, isGone }: ToldProperty) => JSON.stringify([use, path, isGone]);
  const keys = new Set(told.map(keyOf));
  return changes.flatMap((change) => {
    const isGone = removedProperty.has(change.rule.id);
    if (!isGone && !newProperty.has(change.rule.id)) return [change];
    const pathOf = (use: string) => change.paths.get(use) ?? change.path;
    const uses = change.uses.filter((use) => !keys.has(keyOf({ use, path: pathOf(use), isGone })));
    return uses.length === 0 ? [] : [{ ...change, uses, path: pathOf(uses[0]!) }];
  });
}

function inOrder(a: Change, b: Change): number {
  return compareLocations(locationOf(a), locationOf(b)) || compare(a.rule.id, b.rule.id) || compare(a.message, b.message);
}

function compareLocations(a: Location | undefined, b: Location | undefined): number {
  return compare(a?.path ?? "", b?.path ?? "") || (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}
