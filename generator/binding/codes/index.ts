import type { BindingRule } from "../problem.js";
import { asyncCode } from "./following.js";
import { bodyCode } from "./request-bodies.js";
import { listCode } from "./lists.js";
import { memberCode } from "./members.js";
import { operationCode } from "./operations.js";
import { originCode } from "./origins.js";
import { overlapCode } from "./overlaps.js";
import { placeCode } from "./places.js";
import { pointerCode } from "./pointers.js";
import { responseCode } from "./responses.js";
import { serverCode } from "./server-codes.js";
import { stateCode } from "./states.js";
import { typeCode } from "./types.js";

/** Every code of invalid bindings, in the order of their names. */
export const bindingCodes = [
  asyncCode,
  bodyCode,
  originCode,
  listCode,
  memberCode,
  operationCode,
  overlapCode,
  placeCode,
  pointerCode,
  responseCode,
  serverCode,
  stateCode,
  typeCode,
] as const satisfies readonly BindingRule[];
