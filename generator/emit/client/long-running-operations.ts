import { takenBy } from "../../../templates/runtime/client/pages.js";
import { isPendingState } from "../../binding/following-states.js";
import type { Contract, Action, Operation, ServiceType } from "../../model/contract.js";
import { actionResponses } from "../../model/action-responses.js";
import { actionMethod, argumentNames } from "../../model/client-names.js";
import { createNamer, identifier } from "../../model/names.js";
import { propertyAccess, propertyKey, printLiteral, Variable, type Data } from "../../typescript/encode.js";
import { constant, createSourceFile, StructureKind } from "../../typescript/source-file.js";
import { fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { compare } from "../../diagnostics/diagnostic.js";
import { own, type JsonValue, ownObject, type JsonObject } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { referencedName } from "../../document/reference.js";
import type { LongRunningOperation, LongRunningResource } from "../../../templates/runtime/client/follow.js";
import { callConstants } from "./call-constants.js";
import { findResource } from "./follow-resource.js";

/**
 * `client/follow.ts`, if the contract has actions that can be followed:
 *
 *     const operation: LongRunningOperation = { watch: "operation", state: "status", pending: ["queued", "running"], done: ["succeeded"], … };
 *
 *     const operations: LongRunningOperations = { postgres: { backup_now: operation } };
 */
export function printFollow(contract: Contract): OutputFile | undefined {
  const found = findLongRunningOperations(contract);
  if (found.size === 0) return undefined;
  const file = createSourceFile("client/follow.ts", fileHeader(contract));
  const runtime = "../runtime/client/follow.js";
  const constants = callConstants(contract).operations;
  const print = ({ operation, shownBy }: FollowableAction, indent = "") => {
    const route = shownBy && new Variable(file.value(constants.get(shownBy.id)!, "./routes.js"));
    return printLiteral({ ...(operation as unknown as { readonly [key: string]: Data }), ...(route && { route }) }, indent);
  };
  const shared = nameShared([...found.values()].flat(), print, constants.values());
  for (const [text, { name, isResource }] of shared) {
    const type = isResource
      ? file.type("LongRunningResource", "../runtime/client/follow.js")
      : file.type("LongRunningOperation", runtime);
    file.add(constant(name, text, { type }));
  }
  const types = [...found].map(([{ name }, followable]) => {
    const members = followable.map(
      (one) => `    ${propertyKey(one.action.name)}: ${shared.get(print(one))?.name ?? print(one, "    ")},\n`,
    );
    return `  ${propertyKey(name)}: {\n${members.join("")}  },\n`;
  });
  file.add(
    constant("operations", `{\n${types.join("")}}`, {
      docs: ["How to follow the actions that complete in the background, as defined in the contract."],
      type: file.type("LongRunningOperations", runtime),
    }),
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "follow",
      docs: [`Invokes an asynchronous action and polls until it ends, successfully or not: \`${exampleOf(found)}\`.`],
      typeParameters: [{ name: "Call", constraint: file.type("AnyCall", "../runtime/client/call.js") }],
      parameters: [
        { name: "call", type: `Call & ${file.type("FollowableCall", runtime)}<Call>` },
        { name: "body", type: "NonNullable<Parameters<Call>[0]>" },
        needsParameters(found.keys(), contract)
          ? { name: "[options]", isRestParameter: true, type: `${file.type("FollowArguments", runtime)}<Call>` }
          : { name: "options", hasQuestionToken: true, type: `${file.type("FollowOptions", runtime)}<Call>` },
      ],
      returnType: `Promise<${file.type("OutcomeOf", runtime)}<Call>>`,
      statements: [`return ${file.value("followOperation", runtime)}<Call>(operations, call, body, options);`],
    },
  );
  return file.print();
}

/** A call of `follow` with an action of the contract. */
function exampleOf(found: ReadonlyMap<ServiceType, readonly FollowableAction[]>): string {
  const [[{ name }, [followable]]] = [...found] as [[ServiceType, [FollowableAction]]];
  return `follow(${identifier(name)}${propertyAccess(actionMethod(followable.action.name))}, { … })`;
}

/** Whether calls of some service types' actions need parameters besides their bodies. */
function needsParameters(serviceTypes: Iterable<ServiceType>, { operations }: Contract): boolean {
  const endpoints = [...serviceTypes].map(({ operationId }) => operations.find(({ id }) => id === operationId)!);
  return endpoints.some((endpoint) => [...argumentNames(endpoint).values()].some((one) => one.in !== "path" && one.required));
}

/** Variables for the descriptions that several actions share, by their text. */
function nameShared(
  operations: readonly FollowableAction[],
  print: (operation: FollowableAction) => string,
  taken: Iterable<string>,
): Map<string, { name: string; isResource: boolean }> {
  const texts = operations.map((operation) => print(operation));
  const nameOperation = createNamer(["follow", "followOperation", "operations", ...taken]);
  const shared = new Map<string, { name: string; isResource: boolean }>();
  operations.forEach(({ operation }, index) => {
    const text = texts[index]!;
    if (texts.indexOf(text) === index && texts.lastIndexOf(text) > index)
      shared.set(text, {
        name: nameOperation(identifier("by" in operation ? operation.by : (operation.watch ?? "result"))),
        isResource: "by" in operation,
      });
  });
  return shared;
}

/** How an action can be followed, and the component that describes the observed part; absent: its whole result. */
export interface FollowableAction {
  readonly action: Action;
  readonly operation: LongRunningOperation | Omit<LongRunningResource, "route">;
  readonly component: string | undefined;
  /** The operation that returns a resource. */
  readonly shownBy?: Operation | undefined;
}

type Polling = Pick<LongRunningOperation, "poll" | "list" | "key">;

/**
 * How to follow the actions that complete in the background, by service type: by the binding of their endpoint, otherwise as
 * inferred from the contract. The observed part is the one that most of them return. Its current state is returned, in this
 * order, by an action that accepts its id; the same action with an id that it returned; another action whose result lists such
 * parts, if it has no pages; the same action with the same body, if it is read-only.
 */
export function findLongRunningOperations(contract: Contract): ReadonlyMap<ServiceType, readonly FollowableAction[]> {
  const operations = known.get(contract) ?? inferOperations(contract);
  known.set(contract, operations);
  return operations;
}

/** What was found; several files of a client contain it. */
const known = new WeakMap<Contract, ReadonlyMap<ServiceType, readonly FollowableAction[]>>();

function inferOperations(contract: Contract): Map<ServiceType, FollowableAction[]> {
  const found = contract.serviceTypes.flatMap((serviceType) =>
    serviceType.actions
      .filter((action) => action.async)
      .map((action) => {
        const endpoint = contract.operations.find(({ id }) => id === serviceType.operationId)!;
        // A 202 may lack the result that a 200 has.
        const hasResult = actionResponses(endpoint, action, contract).responses.every(
          ({ envelope }) => envelope.result !== undefined,
        );
        const bound = findResource(action, endpoint, contract);
        return { serviceType, action, bound, candidates: hasResult && !bound ? findWatched(action, contract) : [] };
      }),
  );
  const uses = new Map<string, number>();
  for (const { component = "" } of found.flatMap(({ candidates }) => candidates))
    uses.set(component, (uses.get(component) ?? 0) + 1);
  const rank = ({ component }: Watched) => (component === undefined ? 0 : uses.get(component)!);

  const operations = new Map<ServiceType, FollowableAction[]>();
  for (const { serviceType, action, bound, candidates } of found) {
    candidates.sort((a, b) => rank(b) - rank(a) || compare(a.watch ?? "", b.watch ?? ""));
    const operation = bound
      ? { action, operation: bound.resource, component: undefined, shownBy: bound.shownBy }
      : firstFollowable(action, candidates, serviceType, contract);
    if (operation) operations.set(serviceType, [...(operations.get(serviceType) ?? []), operation]);
  }
  return operations;
}

function firstFollowable(
  action: Action,
  candidates: readonly Watched[],
  serviceType: ServiceType,
  contract: Contract,
): FollowableAction | undefined {
  for (const watched of candidates) {
    const polling =
      askById(watched, serviceType, contract) ??
      askAgainById(action, contract) ??
      askList(watched, serviceType, contract) ??
      (action.readOnly ? {} : undefined);
    if (!polling) continue;
    const { watch, state, pending, done, component } = watched;
    return { action, component, operation: { ...(watch === undefined ? {} : { watch }), state, pending, done, ...polling } };
  }
  return undefined;
}

function askById({ component, schema, watch }: Watched, { actions }: ServiceType, contract: Contract): Polling | undefined {
  if (component === undefined || watch === undefined) return undefined;
  for (const reader of actions) {
    const [key, ...others] = requiredOf(contract.schemas.get(reader.body), contract);
    const resource = referencedName(own(propertiesOf(contract.schemas.get(reader.result), contract), watch));
    const takesId = key !== undefined && others.length === 0 && Object.hasOwn(propertiesOf(schema, contract), key);
    if (reader.readOnly && takesId && resource === component) return { poll: reader.name, key };
  }
  return undefined;
}

/** One of several bodies consists of only an id that the result has and the other bodies don't. */
function askAgainById(action: Action, contract: Contract): Polling | undefined {
  const branches = schemasIn(contract.schemas)
    .of(contract.schemas.get(action.body))
    .branches.map(({ node }) => node);
  if (!action.readOnly || branches.length < 2) return undefined;
  const result = propertiesOf(contract.schemas.get(action.result), contract);
  for (const branch of branches) {
    const names = Object.keys(propertiesOf(branch, contract));
    const [key] = requiredOf(branch, contract);
    const isNew = branches.every((other) => other === branch || !Object.hasOwn(propertiesOf(other, contract), key ?? ""));
    if (key !== undefined && names.length === 1 && isNew && Object.hasOwn(result, key)) return { key };
  }
  return undefined;
}

function askList({ component, schema, watch }: Watched, { actions }: ServiceType, contract: Contract): Polling | undefined {
  const required = requiredOf(schema, contract);
  const key = required.find((name) => name === "id" || name.endsWith("_id")) ?? required.find((name) => name === watch);
  if (component === undefined || key === undefined) return undefined;
  for (const reader of actions) {
    const result = propertiesOf(contract.schemas.get(reader.result), contract);
    const isAskedPlainly = reader.readOnly && acceptsNothing(contract.schemas.get(reader.body), contract);
    if (!isAskedPlainly || Object.keys(takenBy).some((cursor) => Object.hasOwn(result, cursor))) continue;
    const list = Object.keys(result).find((name) => {
      const parts = schemasIn(contract.schemas).of(result[name]).all;
      return parts.some((part) => referencedName(own(part, "items")) === component);
    });
    if (list !== undefined) return { poll: reader.name, list, key };
  }
  return undefined;
}

function requiredOf(schema: JsonValue | undefined, { schemas }: Contract): readonly string[] {
  return schemasIn(schemas).of(schema).required;
}

/** A part of an action's result that shows its progress. */
interface Watched {
  /** The field of the result; absent: the result itself. */
  readonly watch: string | undefined;
  /** The component that describes it. */
  readonly component: string | undefined;
  readonly schema: JsonValue;
  /** The field that contains the state. */
  readonly state: string;
  /** The states that are not final. */
  readonly pending: readonly string[];
  /** The final states. */
  readonly done: readonly string[];
}

/**
 * The parts of a result that can be observed: fields, or the result itself, with a `status` or `state` that has values that are
 * not final.
 */
function findWatched(action: Action, contract: Contract): Watched[] {
  const result = contract.schemas.get(action.result);
  const fields = Object.entries(propertiesOf(result, contract)).map(([name, field]) => watchedAt(name, field, contract));
  return [watchedAt(undefined, result, contract), ...fields].filter((watched) => watched !== undefined);
}

function watchedAt(watch: string | undefined, schema: JsonValue | undefined, contract: Contract): Watched | undefined {
  if (schema === undefined) return undefined;
  const described = schemasIn(contract.schemas).of(schema);
  for (const state of ["status", "state"]) {
    const values = described.member(state)?.schema.texts ?? [];
    const pending = values.filter(isPendingState);
    const done = values.filter((value) => !isPendingState(value));
    if (pending.length === 0 || done.length === 0) continue;
    return { watch, component: described.component, schema, state, pending, done };
  }
  return undefined;
}

/** The properties of all objects of a schema. */
function propertiesOf(schema: JsonValue | undefined, { schemas }: Contract): JsonObject {
  const parts = schemasIn(schemas).of(schema).all;
  return Object.fromEntries(parts.flatMap((part) => Object.entries(ownObject(part, "properties") ?? {})));
}

/** Whether a body may be omitted, because `{}` is valid. */
export function acceptsNothing(body: JsonValue | undefined, { schemas }: Contract): boolean {
  const schema = schemasIn(schemas).of(body);
  return schema.isEvery("object") && schema.accepts({});
}
