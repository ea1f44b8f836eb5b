import { isObject, type JsonObject, type JsonValue, ownStrings } from "../../../document/json-value.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { actionBodyPointer, isEmptyKey } from "../../../model/action-requests.js";
import type { Action, Contract, Operation } from "../../../model/contract.js";
import type { Schemas } from "../schema/describe-type.js";
import type { Explanation } from "../../../../templates/runtime/server/errors.js";
import type { Rejections } from "./rejections.js";
import type { MakeValue } from "./sample-value.js";

/** A call of an action and its response, as far as they are known. */
export interface ActionSample {
  /** A valid body. */
  readonly body: JsonValue | undefined;
  /** An invalid body, and the server's response to it. */
  readonly rejected: ({ readonly body: JsonValue } & Explanation) | undefined;
  readonly status: string;
  readonly result: JsonValue | undefined;
}

/** The input for samples. */
interface SampleSource {
  readonly contract: Contract;
  readonly rejections: Rejections;
  readonly makeValue: MakeValue;
}

/** Returns the contract's example, or generated values. */
export function sampleAction(
  action: Action,
  endpoint: Operation,
  { contract, rejections, makeValue }: SampleSource,
): ActionSample {
  const { schemas } = contract;
  const example = action.examples.find(({ name }) => name === "default") ?? action.examples[0];
  const body = example?.body ?? makeValue(schemas.get(action.body));
  return {
    body,
    // Only one body invokes an action whose key has no value.
    rejected: body === undefined || isEmptyKey(endpoint, action) ? undefined : findRejected(action.body, body),
    status: example?.status ?? action.statuses[0] ?? "ok",
    result: example?.result ?? makeValue(schemas.get(action.result)),
  };

  function findRejected(component: string, fits: JsonValue): ActionSample["rejected"] {
    for (const invalid of invalidateBody(fits, schemas.get(component), schemas)) {
      const explained = rejections(component, invalid, actionBodyPointer(endpoint, action));
      if (explained) return { body: invalid, ...explained };
    }
    return undefined;
  }
}

/** A field that no body declares. */
const unknownField = "unknown_field";

/**
 * Returns bodies with common mistakes, the most likely first: a mistyped name, a number in quotes, an undeclared field.
 * Some schemas accept some of them.
 */
export function invalidateBody(body: JsonValue, schema: JsonValue | undefined, schemas: Schemas): JsonValue[] {
  if (!isObject(body)) return [];
  const names = Object.keys(body);
  const required = requiredNames(schema, schemas).filter((name) => names.includes(name));
  const numeric = names.find((name) => typeof body[name] === "number");
  return [
    ...required.slice(0, 1).map((name) => renamed(body, name, mistype(name))),
    ...(numeric === undefined ? [] : [{ ...body, [numeric]: String(body[numeric]) }]),
    { ...body, [unknownField]: true },
    ...required.slice(0, 1).map((name) => renamed(body, name, undefined)),
    "text",
  ];
}

/** Returns the names that a schema or one of its alternatives requires. */
function requiredNames(value: JsonValue | undefined, schemas: Schemas): string[] {
  return schemasIn(schemas)
    .of(value)
    .pieces.flatMap((part) => ownStrings(part, "required"));
}

/** `cidr` -> `cdir`: swaps the first two letters that differ, after the first letter. */
function mistype(name: string): string {
  for (let at = 1; at + 1 < name.length; at++) {
    const [a, b] = [name[at]!, name[at + 1]!];
    if (a !== b && /^[a-z]{2}$/i.test(a + b)) return `${name.slice(0, at)}${b}${a}${name.slice(at + 2)}`;
  }
  return `${name}s`;
}

function renamed(body: JsonObject, name: string, other: string | undefined): JsonObject {
  const entries = Object.entries(body).flatMap(([key, value]): [string, JsonValue][] => {
    if (key !== name) return [[key, value]];
    return other === undefined ? [] : [[other, value]];
  });
  return Object.fromEntries(entries);
}
