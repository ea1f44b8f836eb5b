import { escapeSegment } from "../../../../generated/runtime/json-pointer.js";
import { invalid, type Handlers } from "../../../../generated/server/index.js";
import type { Caller } from "../access/caller.js";
import type { StoredService } from "../services/service.js";

type AllHandlers = Handlers<Caller, StoredService>;
type AnyHandler = (call: { readonly body?: unknown }) => unknown;
type Group = Readonly<Record<string, AnyHandler>>;

/** What JSON can hold and PostgreSQL can't: NUL, and halves of surrogate pairs. */
const unstorable = /[\0\p{Cs}]/u;

/** Puts a check before every handler: text that PostgreSQL can't store is rejected with 400, wherever in the body it is. */
export function storableOnly({ operations, actions }: AllHandlers): AllHandlers {
  // Which operation or action it is makes no difference here: the same handlers under the same names, each behind a check.
  const groups = Object.entries(actions as unknown as Record<string, Group>);
  return {
    operations: checkEach(operations as unknown as Group),
    actions: Object.fromEntries(groups.map(([type, group]) => [type, checkEach(group)])),
  } as unknown as AllHandlers;
}

function checkEach(group: Group): Group {
  const checked = Object.entries(group).map(([name, handler]): [string, AnyHandler] => [
    name,
    (call) => {
      check("", call.body);
      return handler(call);
    },
  ]);
  return Object.fromEntries(checked);
}

function check(pointer: string, value: unknown): void {
  if (typeof value === "string" && unstorable.test(value)) throw invalid(pointer, "must not contain NUL or a lone surrogate");
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (unstorable.test(key)) throw invalid(pointer, "must not have a name with NUL or a lone surrogate");
    check(`${pointer}/${escapeSegment(key)}`, inner);
  }
}
