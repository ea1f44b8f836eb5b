import type { ActionName, ServiceType } from "../../../../generated/actions.js";
import type { CallError, Handlers } from "../../../../generated/server/index.js";
import type { Caller } from "../access/caller.js";
import type { StoredService } from "../services/service.js";

type AllHandlers = Handlers<Caller, StoredService>["actions"];

type HandlerOf<Type extends ServiceType, Name extends ActionName<Type>> = AllHandlers[Type][Name & keyof AllHandlers[Type]];

/** The argument of an action's handler: `Call<"postgres", "add_ip">`. */
export type Call<Type extends ServiceType, Name extends ActionName<Type>> =
  HandlerOf<Type, Name> extends (call: infer Given) => unknown ? Given : never;

/** The result of an action's handler. Failures are thrown. */
export type ActionResponse<Type extends ServiceType, Name extends ActionName<Type>> =
  HandlerOf<Type, Name> extends (call: never) => infer Returned ? Promise<Exclude<Awaited<Returned>, CallError>> : never;
