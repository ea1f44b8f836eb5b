import { formatPointer, parsePointer } from "../../templates/runtime/json.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { schemasIn, type SchemaSource } from "../json-schema/schema.js";
import { stateCode } from "./codes/states.js";
import { asides, bindingKeys, type BindingSource, type State, type StateBinding } from "./binding.js";
import { checkPointer, pointersIn } from "./check-pointers.js";
import type { BindingProblem } from "./problem.js";

/** The members of `async` in a binding that describe states. */
export interface WrittenStates {
  readonly status?: string | null;
  readonly error?: string | null;
  readonly pending?: readonly State[];
  readonly done?: readonly State[];
  readonly failed?: readonly State[];
}

/** The schema of the followed resource. */
export interface FollowedSchema {
  readonly schema: JsonObject;
  /** The location of its state, if no binding defines it. */
  readonly status: string | undefined;
  /** Whether it is the service. `running` is a final state of a service, but not of an operation. */
  readonly isService: boolean;
}

/**
 * Returns the location of the state and the meaning of its values, from a binding or else from the words in the values.
 * Reports a problem if neither defines them: an action would end at once, or never.
 */
export function writtenState(
  { schema, status: inferred, isService }: FollowedSchema,
  read: WrittenStates,
  written: JsonObject,
  { document, endpoint, prefix }: BindingSource,
  problems: BindingProblem[],
): StateBinding {
  const isDescribed = schemasIn(document).of(schema).members.size > 0;
  if (isDescribed) {
    const at = { holder: written, key: "status" };
    checkPointer(
      { schema, document, what: "the followed resource has", types: ["string", "boolean"] },
      read.status,
      at,
      problems,
    );
    checkPointer(
      { schema, document, what: "the followed resource has" },
      read.error,
      { holder: written, key: "error" },
      problems,
    );
  }
  const status = read.status ?? inferred ?? "/status";
  const isGuessed = read.status == null && inferred === undefined;
  const isNowhere = isGuessed && isDescribed && !schemasIn(document).at(schema, status);
  const states = statesAt(schema, status, document);
  const known = problems.length;
  checkNames(status, states, read, written, problems);
  const sorted = sortStates(states ?? [], status, isService, read);
  const holder = own(endpoint.operation, bindingKeys(prefix).action) as JsonObject;
  const missing = (text: string, hint: string) => problems.push({ kind: "binding-missing", text, hint, holder, key: "async" });
  // After a problem with a name or the pointer, other problems are only consequences.
  const isTold = problems.length > known || problems.some((problem) => problem.holder === written && problem.key === "status");
  if (!isTold && isNowhere) {
    const texts = pointersIn(schema, document, ["string", "boolean"]);
    const listed = texts.filter((pointer) => statesAt(schema, pointer, document) !== undefined);
    const found = listed.length > 0 ? listed : texts;
    const [first = "/…"] = found;
    missing(
      `cannot determine where the state of the followed resource is: its schema has no ${quote(status)}`,
      `Add status: ${first} to async, with the location of the state.${found.length > 1 ? ` The schema has ${found.slice(0, 8).map(quote).join(", ")}.` : ""}`,
    );
  } else if (!isTold) {
    const all = (states ?? []).slice(0, 10).map(print).join(", ");
    if (sorted.unsorted.length > 0) {
      const texts = sorted.unsorted.slice(0, 10).map(print).join(", ");
      missing(
        `cannot determine whether the state ${texts} at ${quote(status)} is final`,
        `Add pending: […] to async, with the states that are not final, or done: […], with the final ones. The possible states are ${all}.`,
      );
    } else if (sorted.done.length + sorted.failed.length === 0) {
      missing(
        states
          ? `all states at ${quote(status)} are pending, so polling would never end`
          : `cannot determine which states at ${quote(status)} are final`,
        `Add done: […] to async, with the final states.${states ? ` The possible states are ${all}.` : ""}`,
      );
    } else if (states && sorted.pending.length === 0) {
      missing(
        `no state at ${quote(status)} is pending, so polling would end immediately`,
        `Add pending: […] to async, with the states that are not final, or follow another resource. The possible states are ${all}.`,
      );
    }
  }
  const { pending, done, failed } = sorted;
  const error = typeof read.error === "string" ? { error: read.error } : {};
  return { status, pending, done, failed, ...absentState(schema, status, states, document), ...error };
}

/**
 * Infers the state of an operation resource from the words in its values; `undefined` if they are ambiguous or unknown.
 */
export function inferState(schema: JsonValue, document: SchemaSource): StateBinding | undefined {
  const status = statePointer(schema, document);
  const states = status === undefined ? undefined : statesAt(schema, status, document);
  if (status === undefined || !states) return undefined;
  const { pending, done, failed, unsorted } = sortStates(states, status, false, {});
  const isSorted = unsorted.length === 0 && pending.length > 0 && done.length > 0;
  return isSorted ? { status, pending, done, failed, ...absentState(schema, status, states, document) } : undefined;
}

/** Returns the pointer to the state of a followed resource: a string with listed values, or a boolean `done`. */
export function statePointer(schema: JsonValue, document: SchemaSource): string | undefined {
  const places = placesIn(schema, document);
  const isListed = (pointer: string) => statesAt(schema, pointer, document) !== undefined;
  return places.flatMap((place) => [`${place}/status`, `${place}/state`, `${place}/done`]).find(isListed);
}

/** Returns the pointers of the root and of the only described object in it. */
export function placesIn(schema: JsonValue, document: SchemaSource): string[] {
  const described = [...schemasIn(document).of(schema).members].filter(
    ([name, { schema: inner }]) => !asides.has(name) && !/^errors?$/i.test(name) && inner.members.size > 0,
  );
  return ["", ...(described.length === 1 ? [formatPointer([described[0]![0]])] : [])];
}

/** Treats a missing optional boolean as false. */
function absentState(
  schema: JsonValue,
  status: string,
  states: readonly State[] | undefined,
  document: SchemaSource,
): { readonly absent?: State } {
  const isOptional = schemasIn(document).at(schema, status)?.isRequired === false;
  return isOptional && states?.includes(false) ? { absent: false } : {};
}

function checkNames(
  status: string,
  states: readonly State[] | undefined,
  read: WrittenStates,
  written: JsonObject,
  problems: BindingProblem[],
): void {
  for (const name of ["pending", "done", "failed"] as const) {
    for (const state of read[name] ?? []) {
      if (!states || states.includes(state)) continue;
      const near =
        typeof state === "string"
          ? suggest(
              state,
              states.filter((one) => typeof one === "string"),
            )
          : undefined;
      const hint =
        near === undefined ? `The possible states are ${states.slice(0, 10).join(", ")}.` : `Did you mean ${quote(near)}?`;
      problems.push(stateCode.problem("unknown", { state: print(state), status }, { holder: written, key: name }, hint));
    }
  }
  for (const [name, others] of [
    ["done", ["pending"]],
    ["failed", ["pending", "done"]],
  ] as const) {
    const other = others.find((one) => read[name]?.some((state) => read[one]?.includes(state)));
    if (other === undefined) continue;
    const both = read[name]!.find((state) => read[other]!.includes(state))!;
    const parameters = { state: print(both), one: other, other: name };
    problems.push(stateCode.problem("twice", parameters, { holder: written, key: name }, "Name each state once."));
  }
}

const print = (state: State) => (typeof state === "string" ? quote(state) : String(state));

interface SortedStates extends Pick<StateBinding, "pending" | "done" | "failed"> {
  readonly unsorted: readonly State[];
}

/** Uses the lists of the binding; if it has only one of `pending` and `done`, the other one contains the rest. */
function sortStates(states: readonly State[], status: string, isService: boolean, read: WrittenStates): SortedStates {
  const said = new Set([...(read.pending ?? []), ...(read.done ?? []), ...(read.failed ?? [])]);
  const open = states.filter((state) => !said.has(state));
  const meanings = new Map(open.map((state) => [state, meaningOf(state, status, isService)]));
  const failed = read.failed ?? open.filter((state) => meanings.get(state) === "failed");
  const rest = open.filter((state) => !failed.includes(state));
  if (read.done) return { pending: read.pending ?? rest, done: read.done, failed, unsorted: [] };
  if (read.pending) return { pending: read.pending, done: rest, failed, unsorted: [] };
  const meant = (meaning: Meaning | undefined) => rest.filter((state) => meanings.get(state) === meaning);
  // The binding's list of failed states is complete, so other words for failure only end the action.
  return { pending: meant("pending"), done: [...meant("done"), ...meant("failed")], failed, unsorted: meant(undefined) };
}

type Meaning = "pending" | "done" | "failed";

/** Returns the meaning of a state according to its words; `undefined`: ambiguous or unknown. */
function meaningOf(state: State, status: string, isService: boolean): Meaning | undefined {
  if (typeof state === "boolean") {
    const isEnd = wordsOf(parsePointer(status).at(-1) ?? "").some((word) => endWords.has(word));
    return isEnd ? (state ? "done" : "pending") : undefined;
  }
  const words = wordsOf(state);
  const has = (list: ReadonlySet<string>) => words.some((word) => list.has(word));
  if (!isService) return isPendingState(state) ? "pending" : has(failedWords) ? "failed" : has(endWords) ? "done" : undefined;
  if (has(lastingWords)) return words.length === 1 ? "done" : undefined;
  if (has(waitingWords) || words.some((word) => isGoingOn(word) && !doubtfulWords.has(word))) return "pending";
  return has(failedWords) ? "failed" : undefined;
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words for states of an operation that are not final. */
const pendingWords = list("accepted enqueued new open pending planned progress queued received requested scheduled submitted");

/** Those of them that can't be a permanent state of a service. */
const waitingWords = list("enqueued pending progress queued requested scheduled");

const failedWords = list(
  "aborted canceled cancelled error errored errors expired failed failure interrupted rejected terminated timedout timeout",
);

/** Words for final states of an operation. */
const endWords = list(
  "applied available complete completed created deleted delivered deployed done end ended executed finished ok passed processed ready resolved restored skipped solved stopped succeeded success successful warning warnings",
);

/** Permanent states of services. */
const lastingWords = list(
  "active available deleted disabled down enabled halted healthy inactive locked off offline ok on online paused ready running shutoff shutdown started stopped suspended terminated up",
);

/** Words in -ing for states that may be permanent for a service. */
const doubtfulWords = list(
  "blocking charging existing flying listening missing operating playing printing serving streaming warning working",
);

const isGoingOn = (word: string) => /[a-z]{2}ing$/.test(word);

const wordsOf = (state: string) =>
  state
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");

/** Returns whether the words of a state mean that it is not final: `queued`, `running`, `issuing_certificate`. */
export function isPendingState(state: string): boolean {
  return wordsOf(state).some((word) => pendingWords.has(word) || (isGoingOn(word) && word !== "warning"));
}

/** Returns whether the words of a final state mean failure. */
export function isFailedState(state: string): boolean {
  return !isPendingState(state) && wordsOf(state).some((word) => failedWords.has(word));
}

function statesAt(schema: JsonValue, pointer: string, document: SchemaSource): readonly State[] | undefined {
  const member = schemasIn(document).at(schema, pointer);
  if (member?.schema.isOnly("boolean")) return [false, true];
  return member?.schema.texts;
}
