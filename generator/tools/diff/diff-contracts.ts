import { ownParts } from "./contract/own-parts.js";
import { quote } from "../../diagnostics/escape.js";
import { compare, type Location } from "../../diagnostics/diagnostic.js";
import { type Change, locationOf, describeUses, type Subject } from "./change.js";
import { changedNames, withoutNames, type ChangedNames } from "./compare/implied-by-actions.js";
import { createSchemaComparer, type SchemaChange } from "./compare/schema-comparer.js";
import { compareAction, compareOperation } from "./compare/used-schemas.js";
import { pairContracts, pairServiceTypes } from "./contract/contract-pair.js";
import type { ContractVersion } from "./contract/contract-version.js";
import { kept, type Pair } from "./contract/pairs.js";
import { actionSubject, createSubjectFinder, operationSubject, typeSubject } from "./contract/subjects.js";
import {
  type ChangeAnchors,
  type ChangeSeverity,
  defaultSeverity,
  type PairRule,
  type Rule,
  type ReportedProperty,
} from "./rule.js";
import {
  actionRules,
  callRules,
  contractRules,
  endpointRules,
  operationRules,
  parameterRules,
  serviceTypeRules,
} from "./rules/index.js";
import { annotationRules } from "./rules/schema-annotations.js";
import { newProperty, removedProperty } from "./rules/schema-properties.js";

export interface DiffOptions {
  /** Severities by rule id that replace the defaults. */
  readonly severities?: Readonly<Record<string, ChangeSeverity>>;
}

/** Returns all noticeable changes between two versions of a contract, in the order of the text after the change. */
export function diffContracts(versions: Pair<ContractVersion>, { severities = {} }: DiffOptions = {}): Change[] {
  const changes: Change[] = [];
  const reportedProperties: ReportedProperty[] = [];
  const severityOf = (rule: Rule) => (Object.hasOwn(severities, rule.id) ? severities[rule.id]! : defaultSeverity(rule));
  const add = (change: Omit<Change, "severity">) => {
    const severity = severityOf(change.rule);
    if (severity !== "off") changes.push({ ...change, severity });
  };
  const pair = pairContracts(versions);
  const subjectAt = createSubjectFinder(pair);
  const run = <Compared>(rules: readonly PairRule<Compared>[], compared: Compared, around?: Subject) => {
    for (const rule of rules) {
      rule.check(compared, (message, anchors, reported = []) => {
        if (severityOf(rule) !== "off") reportedProperties.push(...reported);
        const { before, after, pointer } = locate(anchors, versions);
        const subject = { ...around, ...subjectAt(anchors) };
        add({ rule, message, before, after, pointer, uses: [], subjects: [subject], isCertain: true });
      });
    }
  };

  const comparer = createSchemaComparer(versions);
  const serviceTypes = pairServiceTypes(pair, comparer.isSame);
  const isReported = (id: string) => serviceTypeRules.some((rule) => rule.id === id && severityOf(rule) !== "off");
  const named: ChangedNames[] = [];
  run(contractRules, pair);
  for (const operation of [...kept(pair.operations), ...pair.movedOperations]) {
    const changed = changedNames(operation, serviceTypes, isReported);
    if (changed) named.push(changed);
    const subject = operationSubject(operation);
    run(operation.after.role === "api" ? [...endpointRules, ...operationRules] : callRules, operation, subject);
    compareOperation(operation, comparer.about(subject));
  }
  for (const serviceType of serviceTypes) {
    run(serviceTypeRules, serviceType, typeSubject(serviceType));
    for (const action of kept({ before: serviceType.before.actions, after: serviceType.after.actions })) {
      const subject = actionSubject(action);
      run(actionRules, action, subject);
      compareAction(action, comparer.about(subject));
      const own = ownParts(action);
      if (own) run(parameterRules, own, subject);
      if (own) compareOperation(own, comparer.about(subject));
    }
  }
  const schemaChanges = withoutNames(withoutDuplicates(comparer.changes(), changes), named);
  for (const change of withoutReported(schemaChanges, reportedProperties)) add(describeSchemaChange(change));
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

/** Returns the message of a schema change, such as `"cidr" in the body of "add_ip" of "postgres" must be sent now`. */
function describeSchemaChange(change: SchemaChange): Omit<Change, "severity"> {
  const { rule, path, message, before, after, pointer, uses, witness } = change;
  const subjects = new Set(uses.map((use) => change.subjects.get(use)!));
  const subject = path === "" ? describeUses(uses) : `${quote(path)} in ${describeUses(uses)}`;
  return {
    rule,
    message: `${subject} ${message}`,
    before,
    after,
    pointer,
    uses,
    subjects: [...subjects],
    ...(witness !== undefined && { witness }),
    isCertain: witness !== undefined || !isAboutValues(rule),
  };
}

/** Rules about keywords that don't restrict values have no witnesses. */
function isAboutValues(rule: Rule): boolean {
  return rule.breaks !== "nobody" && !annotationRules.some(({ id }) => id === rule.id);
}

/** Leaves out schema changes at locations that a rule about credentials has already reported. */
function withoutDuplicates(changes: readonly SchemaChange[], found: readonly Change[]): readonly SchemaChange[] {
  const known = new Set(
    found
      .filter(({ rule }) => rule.id.startsWith("credential-key-"))
      .flatMap(({ before, after }) => [before?.pointer, after?.pointer]),
  );
  return changes.filter(({ before, after }) => !known.has(before.pointer) && !known.has(after.pointer));
}

/** Leaves out properties that are added or removed because of a reported move of a fact, in every use. */
function withoutReported(changes: readonly SchemaChange[], reported: readonly ReportedProperty[]): readonly SchemaChange[] {
  if (reported.length === 0) return changes;
  const keyOf = ({ use, path, isGone }: ReportedProperty) => JSON.stringify([use, path, isGone]);
  const keys = new Set(reported.map(keyOf));
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
