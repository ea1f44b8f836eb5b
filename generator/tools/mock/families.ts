import { formatPointer } from "../../../templates/runtime/json.js";
import type { JsonValue } from "../../document/json-value.js";
import { schemasIn, type Schema } from "../../json-schema/schema.js";
import type { Action, Contract, ServiceType } from "../../model/contract.js";

/** Things of one kind that the actions of a service keep: `create_user`, `list_users`, `delete_user`. */
export interface Family {
  /** In the singular, after the action that lists them. */
  readonly name: string;
  readonly schema: JsonValue;
  /** The member that identifies one. */
  readonly id: string;
  /** What each action does, by its name. */
  readonly uses: ReadonlyMap<string, FamilyUse>;
}

/** What an action does with the things of a family. */
export interface FamilyUse {
  readonly role: "list" | "read" | "write" | "remove" | "run";
  /** JSON pointer to the thing or the list in the result of the action; absent: it returns none. */
  readonly at: string | undefined;
  /** The member of the body that identifies a thing. */
  readonly named: string | undefined;
}

interface Part {
  readonly action: Action;
  readonly at: string;
  readonly isList: boolean;
  readonly item: Schema;
}

/** Finds the families of a service type by the schemas of results and by what bodies name. */
export function findFamilies({ actions }: ServiceType, contract: Contract): readonly Family[] {
  const bySchema = new Map<Schema, Part[]>();
  for (const action of actions) {
    for (const part of partsOf(action, contract)) bySchema.set(part.item, [...(bySchema.get(part.item) ?? []), part]);
  }
  return [...bySchema].flatMap(([item, parts]): Family[] => {
    const isShown = parts.some(({ action, isList }) => isList || action.readOnly);
    const isKept = parts.some(({ action, isList }) => isList || !action.readOnly);
    const id = idOf(item, new Set(parts.map(({ action }) => action)), actions, contract);
    if (!isShown || !isKept || parts.length < 2 || id === undefined) return [];
    const uses = new Map<string, FamilyUse>();
    for (const { action, at, isList } of parts) {
      const role = isList ? "list" : action.readOnly ? "read" : "write";
      if (!uses.has(action.name)) uses.set(action.name, { role, at, named: namedIn(action, id, contract) });
    }
    const nouns = new Set([...uses.keys()].map(nounOf));
    for (const action of actions) {
      const named = namedIn(action, id, contract);
      const isRemoval = removal.test(action.name) && named !== undefined && nouns.has(nounOf(action.name));
      if (isRemoval) uses.set(action.name, { role: "remove", at: uses.get(action.name)?.at, named });
    }
    const named = parts.find(({ isList }) => isList) ?? parts[0]!;
    const name = nounOf(named.action.name) || named.action.name;
    return [{ name, schema: item.node, id, uses }];
  });
}

const removal = /^(?:batch_?)?(?:delete|remove|drop|revoke|destroy|unregister|detach|disassociate)(?=[_A-Z-]|$)/i;

/** An action's name without its verb, in the singular and in lower case: `user` of `list_users` and `DeleteUser`. */
function nounOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.slice(1).join("").replace(/ies$/, "y").replace(/s$/, "");
}

/** The things in the result of an action: the result itself, its members, or lists of them. */
function partsOf(action: Action, { schemas }: Contract): Part[] {
  const result = schemasIn(schemas).of(schemas.get(action.result));
  const at = (pointer: string, schema: Schema): Part[] => {
    const items = schema.types.has("array") ? schema.items?.schema : undefined;
    const item = (items ?? schema).end;
    return item?.isOnly("object") && item.members.size > 0 ? [{ action, at: pointer, isList: items !== undefined, item }] : [];
  };
  const members = [...result.members].flatMap(([name, { schema }]) => at(formatPointer([name]), schema));
  return [...at("", result), ...members];
}

/** The member that identifies a thing: what most bodies of the actions that show it name, and then of all actions. */
function idOf(item: Schema, own: ReadonlySet<Action>, actions: readonly Action[], contract: Contract): string | undefined {
  const candidates = [...item.members].filter(([, { schema, isRequired }]) => {
    return isRequired && (schema.types.has("string") || schema.types.has("integer"));
  });
  const scored = candidates.map(([name]) => {
    const naming = actions.filter((action) => namedIn(action, name, contract) !== undefined);
    const count = naming.length + naming.filter((action) => own.has(action)).length * actions.length;
    const rank = ["id", "uuid", "name", "key"].indexOf(name.replace(/^.*_/, "").toLowerCase());
    return { name, score: count * 10 + (rank < 0 ? 0 : 4 - rank) };
  });
  return scored.sort((one, other) => other.score - one.score)[0]?.name;
}

/** The member of an action's body that names a thing: its id, or `user_id` for `id`. */
function namedIn(action: Action, id: string, { schemas }: Contract): string | undefined {
  const body = schemasIn(schemas).of(schemas.get(action.body));
  const names = [...body.members.keys()];
  if (names.includes(id)) return id;
  return /^_?id$/i.test(id) ? names.find((name) => /(?:_id|Id)$/.test(name)) : undefined;
}
