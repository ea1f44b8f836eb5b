import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { componentName } from "../../document/reference.js";
import { resolveComponent } from "../../document/resolve-component.js";
import type { Action, Contract } from "../../model/contract.js";

/** Something in the result of an action that shows how its work stands. */
export interface Watched {
  /** The field of the result; absent: the result itself. */
  readonly watch: string | undefined;
  /** The component that describes it. */
  readonly component: string | undefined;
  readonly schema: JsonObject;
  /** The field that holds the state. */
  readonly state: string;
  /** The states that others follow. */
  readonly pending: readonly string[];
}

/** What a result has to watch: fields, or the result itself, with a `status` or `state` of which some values are no end. */
export function findWatched(action: Action, contract: Contract): Watched[] {
  const result = contract.schemas.get(action.result);
  const fields = Object.entries(propertiesOf(result, contract)).map(([name, field]) => watchedAt(name, field, contract));
  return [watchedAt(undefined, result, contract), ...fields].filter((watched) => watched !== undefined);
}

function watchedAt(watch: string | undefined, schema: JsonValue | undefined, contract: Contract): Watched | undefined {
  const target = resolveComponent(schema, contract.document);
  if (!isObject(target)) return undefined;
  for (const state of ["status", "state"]) {
    const values = ownStrings(resolveComponent(own(ownObject(target, "properties"), state), contract.document), "enum");
    const pending = values.filter(isPending);
    if (pending.length === 0 || pending.length === values.length) continue;
    return { watch, component: referredName(schema), schema: target, state, pending };
  }
  return undefined;
}

const pendingWords = new Set(
  "accepted enqueued new open pending planned progress queued received requested scheduled submitted".split(" "),
);

/** Whether something else follows a state, by the words that name it: `queued`, `running`, `issuing_certificate`. */
function isPending(state: string): boolean {
  const words = state
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => pendingWords.has(word) || /[a-z]{2}ing$/.test(word));
}

/** The properties of an object schema, references followed. */
export function propertiesOf(schema: JsonValue | undefined, { document }: Contract): JsonObject {
  return ownObject(resolveComponent(schema, document), "properties") ?? {};
}

/** The component that a schema refers to. */
export function referredName(schema: JsonValue | undefined): string | undefined {
  const ref = own(schema, "$ref");
  return typeof ref === "string" ? componentName(ref, "schemas") : undefined;
}
