import { resourceWords } from "../../../model/resource-words.js";
import { compare } from "../../../diagnostics/diagnostic.js";
import { hasUsualFacts } from "../../../model/service-facts.js";
import type { PagePaths } from "../page-paths.js";
import { operationOf } from "../../../model/action-operation.js";
import { sentStatus } from "../../../model/failures.js";
import type { Action, Contract, Operation, ServiceType, Tag } from "../../../model/contract.js";
import { type Block, type Column, createIds, type Fact, type Page, type Row } from "../blocks/block.js";
import { code, commaList, type Inline, pageLink, separated } from "../blocks/inline.js";
import { parseInlineMarkdown, parseMarkdown } from "../blocks/parse-markdown.js";
import { fixedPages } from "../page-paths.js";
import { advertisedActions, endpointOf, plansOf, statesOf, type Site, uniqueNames } from "../site.js";
import { actionLead, actionTags } from "./action-page.js";

/** Returns the page of a service type: its plans, and its actions as a list and as a matrix. */
export function typePage(type: ServiceType, site: Site): Page {
  const actions = advertisedActions(type);
  const endpoint = endpointOf(type, site.contract);
  const rowOf = (action: Action): Row => ({
    cells: [
      [
        pageLink(code(action.name), site.paths.action(type.name, action.name)),
        ...actionTags(action).flatMap((tag): Inline[] => [" ", tag]),
      ],
      parseInlineMarkdown(actionLead(action)),
    ],
  });
  const columns = [{ label: "Action" }, { label: "What it does" }];
  const idOf = createIds();
  const lists = groupByTag(actions, site.contract).flatMap(({ tag, actions: tagged }): Block[] => {
    const name = tag?.name ?? "Others";
    const table: Block = { kind: "table", look: "fields", caption: name, columns, rows: tagged.map(rowOf) };
    return [
      { kind: "heading", level: 3, content: [name], id: idOf(`tag-${name}`) },
      ...(tag?.description === undefined ? [] : parseMarkdown(tag.description, { headingLevel: 4 })),
      table,
    ];
  });
  const plain: Block = { kind: "table", look: "fields", caption: "Actions", columns, rows: actions.map(rowOf) };
  const blocks: Block[] = [
    { kind: "facts", facts: typeFacts(type, site) },
    { kind: "heading", level: 2, content: ["Actions"], id: "actions" },
    ...(actions.some(({ tags }) => tags.length > 0) ? lists : [plain]),
    { kind: "heading", level: 2, content: ["Scopes, plans and states"], id: "matrix" },
    actionMatrix([type], site),
  ];
  return {
    path: site.paths.type(type.name),
    title: `Actions of ${type.name}`,
    heading: ["Actions of ", code(type.name)],
    lead: [
      `${actions.length === 1 ? "1 action" : `${actions.length} actions`} of ${resourceWords(type, site.contract).ofType}, through `,
      pageLink(code(endpoint.id), site.paths.operation(endpoint.id)),
      ".",
    ],
    tags: [],
    above: [],
    blocks: actions.length > 0 ? blocks : blocks.slice(0, 1),
    finds: [],
  };
}

/** Actions with the same tag; those without a tag come last. */
interface TaggedActions {
  readonly tag: Tag | undefined;
  readonly actions: readonly Action[];
}

/** Groups actions by tag, in the order of the contract's tags; an action with several tags is in each group. */
function groupByTag(actions: readonly Action[], { tags: declared }: Contract): TaggedActions[] {
  const names = uniqueNames([...declared.map(({ name }) => name), ...actions.flatMap(({ tags }) => tags)]);
  const groups = names.map((name): TaggedActions => ({
    tag: declared.find((tag) => tag.name === name) ?? { name, description: undefined },
    actions: actions.filter(({ tags }) => tags.includes(name)),
  }));
  const others = { tag: undefined, actions: actions.filter(({ tags }) => tags.length === 0) };
  return [...groups, others].filter((group) => group.actions.length > 0);
}

function typeFacts(type: ServiceType, { contract, lifecycle, paths }: Site): Fact[] {
  const plans = lifecycle?.plans.get(type.name) ?? [];
  const endpoint = endpointOf(type, contract);
  const scopes = [...new Set(type.actions.flatMap((action) => action.effectiveScopes.flat()))];
  return [
    ...serviceFacts(endpoint, contract, paths),
    ...plans.map(({ name, description }) => ({
      term: `Plan ${name}`,
      content: description === undefined ? [] : parseInlineMarkdown(description),
    })),
    ...(scopes.length > 0 ? [{ term: "Scopes", content: commaList(scopes.sort(compare).map(code)) }] : []),
    ...(hasOwnErrors(type)
      ? [{ term: "Errors", content: [pageLink("all errors of these actions", paths.errors(type.name))] }]
      : []),
  ];
}

/**
 * Describes the operation that represents a service, and the locations of its facts unless they are the default ones.
 */
function serviceFacts({ binding }: Operation, { operations }: Contract, paths: PagePaths): Fact[] {
  const { representation, ...pointers } = binding!.service;
  if (hasUsualFacts(binding!.service)) return [];
  const read = operations.find(
    ({ path, method }) => path === representation?.path && method === representation.method.toUpperCase(),
  );
  const facts = (["type", "status", "plan", "actions"] as const).flatMap((name): Inline[][] => {
    const pointer = pointers[name];
    return pointer === undefined ? [] : [[`${name} in `, code(pointer)]];
  });
  const link = read && pageLink(code(read.id), paths.operation(read.id));
  const parts = [...(link ? [[link]] : []), ...facts];
  return parts.length === 0 ? [] : [{ term: "Service", content: separated(parts, ", ") }];
}

/**
 * Returns a table of marks for the actions of some types: their effects, their callers, and the plans and states in
 * which they are available.
 */
export function actionMatrix(types: readonly ServiceType[], site: Site): Block {
  const all = types.flatMap((type) => statesOf(type, site));
  const states = uniqueNames([
    ...(site.lifecycle?.states ?? []).map(({ name }) => name).filter((name) => all.includes(name)),
    ...all,
  ]);
  const plans = uniqueNames(types.flatMap((type) => plansOf(type, site)));
  const hasScopes = types.some(({ actions }) => actions.some((action) => action.effectiveScopes.length > 0));
  const columns: Column[] = [
    { label: "Action" },
    ...["reads only", "destructive", "async"].map((label) => ({ label, group: "Effect" })),
    ...(hasScopes ? [{ label: "Scopes" }] : []),
    ...plans.map((label) => ({ label, group: "Plans" })),
    ...states.map((label) => ({ label, group: "States" })),
  ];
  // A type without states or plans has no marks for them: empty cells would mean that the action is never available.
  const mark = (names: readonly string[], known: readonly string[], named: readonly string[] | undefined) => {
    return names.map((name) => (known.length === 0 && named === undefined ? ["–"] : (named ?? known).includes(name)));
  };
  const rows = types.flatMap((type): Row[] => [
    ...(types.length > 1 ? [{ isGroup: true, cells: [[pageLink(code(type.name), site.paths.type(type.name))]] }] : []),
    ...typeRows(type),
  ]);
  return { kind: "table", look: "matrix", caption: "Actions", columns, rows };

  function typeRows(type: ServiceType): Row[] {
    const [ownPlans, ownStates] = [plansOf(type, site), statesOf(type, site)];
    return advertisedActions(type).map((action): Row => {
      const name = pageLink(action.name, site.paths.action(type.name, action.name));
      const runsIn = mark(plans, ownPlans, action.plans);
      const runsWhile = mark(states, ownStates, action.states);
      const scopes = hasScopes ? [[action.effectiveScopes.map((scopes) => scopes.join(", ")).join(" or ")]] : [];
      return { cells: [[name], action.readOnly, action.destructive, action.async, ...scopes, ...runsIn, ...runsWhile] };
    });
  }
}

/** Returns whether some action of a type declares its own errors. */
export function hasOwnErrors({ actions }: ServiceType): boolean {
  return actions.some(({ errors }) => errors.length > 0);
}

/** Lists every error code that actions of a type declare themselves, with these actions. */
export function errorsPage(type: ServiceType, { paths, contract }: Site): Page {
  const found = new Map<string, { statuses: Set<number>; actions: Inline[] }>();
  for (const action of type.actions) {
    const endpoint = operationOf(endpointOf(type, contract), action);
    for (const { code: name, status } of action.errors) {
      const entry = found.get(name) ?? { statuses: new Set(), actions: [] };
      found.set(name, entry);
      entry.statuses.add(sentStatus(endpoint, status));
      entry.actions.push(pageLink(action.name, paths.action(type.name, action.name), "errors"));
    }
  }
  const rows = [...found.keys()].sort(compare).map((name) => {
    const { statuses, actions } = found.get(name)!;
    return { cells: [[code(name)], [[...statuses].sort().join(", ")], commaList(actions)] };
  });
  const columns = [{ label: "Code" }, { label: "Status", isNarrow: true }, { label: "Actions" }];
  return {
    path: paths.errors(type.name),
    title: `Errors of ${type.name} actions`,
    heading: ["Errors of ", code(type.name), " actions"],
    lead: ["Errors in addition to the ", pageLink("errors of every call", fixedPages.start, "errors"), "."],
    tags: [],
    above: [{ title: type.name, path: paths.type(type.name) }],
    blocks: [{ kind: "table", look: "fields", caption: "Errors", columns, rows }],
    finds: [],
  };
}
