import { valueAt } from "../../../templates/runtime/json.js";
import type { Action, Operation } from "../../model/contract.js";
import { pointerInItem, serviceResource } from "../../resources/services.js";
import { concretePath } from "../../resources/uses.js";
import type { MockContext } from "./context.js";
import { findItem } from "./items.js";
import { setValid } from "./services.js";
import { keepItem, placeOfItem } from "./state.js";

/** Moves a service along the transition of its life cycle that is named like an action. */
export function moveService(
  context: MockContext,
  endpoint: Operation,
  action: Action,
  path: Readonly<Record<string, unknown>>,
): void {
  const { contract, state, now, tempo } = context;
  const transitions = (contract.model.lifecycle?.transitions ?? []).filter(({ event }) => event === action.name);
  const services = transitions.length === 0 ? undefined : serviceResource(context, endpoint);
  const pointer = services && pointerInItem(endpoint.binding!.service.status, services.read);
  const item = services && findItem(context, services.resource, path);
  if (!services || pointer === undefined || !item) return;
  const to = transitions.find(({ from }) => from === valueAt(item, pointer))?.to;
  if (to === undefined) return;
  const { resource } = services;
  const collection = concretePath(resource.path, path);
  if (action.async) state.later({ ...placeOfItem(resource, collection, item), pointer, value: to, due: now() + tempo });
  else if (setValid(context, resource, item, pointer, [to])) keepItem(state, resource, collection, item);
}
