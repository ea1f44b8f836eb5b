import type { ServiceType } from "../../../model/contract.js";
import type { Block, Column, Row } from "../content/block.js";
import { code, pageLink } from "../content/inline.js";
import { advertisedActions, type Site } from "../site.js";

/** The actions of some types as a table of marks: what each does, who may call it, in which plans and states. */
export function actionMatrix(types: readonly ServiceType[], site: Site): Block {
  const all = types.flatMap((type) => statesOf(type, site));
  const states = unique([...(site.lifecycle?.states ?? []).map(({ name }) => name).filter((name) => all.includes(name)), ...all]);
  const plans = unique(types.flatMap((type) => plansOf(type, site)));
  const hasScopes = types.some(({ actions }) => actions.some(({ scopes }) => scopes.length > 0));
  const columns: Column[] = [
    { label: "Action" },
    ...["reads only", "destructive", "async"].map((label) => ({ label, group: "Effect" })),
    ...(hasScopes ? [{ label: "Scopes" }] : []),
    ...plans.map((label) => ({ label, group: "Plans" })),
    ...states.map((label) => ({ label, group: "States" })),
  ];
  const rows = types.flatMap((type): Row[] => [
    ...(types.length > 1 ? [{ isGroup: true, cells: [[pageLink(code(type.name), site.paths.type(type.name))]] }] : []),
    ...typeRows(type),
  ]);
  return { kind: "table", look: "matrix", caption: "Actions", columns, rows };

  function typeRows(type: ServiceType): Row[] {
    const [ownPlans, ownStates] = [plansOf(type, site), statesOf(type, site)];
    return advertisedActions(type).map((action): Row => {
      const name = pageLink(action.name, site.paths.action(type.name, action.name));
      const runsIn = plans.map((plan) => (action.plans ?? ownPlans).includes(plan));
      const runsWhile = states.map((state) => (action.states ?? ownStates).includes(state));
      const scopes = hasScopes ? [[action.scopes.join(", ")]] : [];
      return { cells: [[name], action.readOnly, action.destructive, action.async, ...scopes, ...runsIn, ...runsWhile] };
    });
  }
}

/** The states of the life cycle that the type has, and those that its actions name. */
function statesOf({ name: type, actions }: ServiceType, { lifecycle }: Site): string[] {
  const known = lifecycle?.states.filter(({ types }) => types?.includes(type) ?? true) ?? [];
  return unique([...known.map(({ name }) => name), ...actions.flatMap(({ states }) => states ?? [])]);
}

/** The plans that the type has, if there is a choice, and those that its actions name. */
function plansOf({ name: type, actions }: ServiceType, { lifecycle }: Site): string[] {
  const known = lifecycle?.plans.get(type) ?? [];
  return unique([...(known.length > 1 ? known.map(({ name }) => name) : []), ...actions.flatMap(({ plans }) => plans ?? [])]);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
