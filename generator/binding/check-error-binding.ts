import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { overlapCode } from "./codes/overlaps.js";
import { pointerCode } from "./codes/pointers.js";
import { serverCode } from "./codes/server-codes.js";
import { allowsUndescribed, checkPointer } from "./check-pointers.js";
import { serverCodes } from "./failures.js";
import type { BindingProblem } from "./problem.js";

/** The locations of an error's facts, by their names. */
type Places = Readonly<Record<string, string | undefined>>;

const isInside = (inner: string, outer: string) => inner.startsWith(`${outer}/`);

/**
 * Reports facts that are inside another or at the same location. Only code and message may share one, and only details
 * can be inside a list of details.
 */
export function checkNested(places: Places, binding: JsonObject, problems: BindingProblem[]): void {
  const names = Object.keys(places).filter((name) => places[name] !== undefined);
  for (const outer of names) {
    const place = places[outer]!;
    const inner = names.find((name) => isInside(places[name]!, place));
    if (inner !== undefined) {
      const at = { holder: binding, key: Object.hasOwn(binding, outer) ? outer : inner };
      const hint = `Write another pointer for one of them, or null if it is not there: ${inner}: null.`;
      problems.push(overlapCode.problem("inside", { inner, outer, pointer: place }, at, hint));
    }
    const same = Object.hasOwn(binding, outer) ? sameAs(outer, places, binding) : undefined;
    if (same === undefined) continue;
    const hint = `Write another pointer for ${outer}, or ${same}: null.`;
    const parameters = { fact: outer, other: same, pointer: place };
    problems.push(overlapCode.problem("same", parameters, { holder: binding, key: outer }, hint));
  }
}

/** Facts that may share a location: if the message is in the title, there is no title. */
const shared = new Set(["code message", "message code", "title message", "message title"]);

/** Returns another fact at the same location; the problem is reported at the later of the two in the binding. */
function sameAs(name: string, places: Places, binding: JsonObject): string | undefined {
  const names = Object.keys(places);
  return names.find((other) => {
    if (other === name || places[other] !== places[name] || shared.has(`${name} ${other}`)) return false;
    return !Object.hasOwn(binding, other) || names.indexOf(other) < names.indexOf(name);
  });
}

/** Reports constant values at the location of a fact, around it or inside it. */
export function checkFixed(
  places: Places,
  fixed: Readonly<Record<string, unknown>> | undefined,
  binding: JsonObject,
  problems: BindingProblem[],
): void {
  const holder = binding["fixed"] as JsonObject;
  for (const pointer of Object.keys(fixed ?? {})) {
    const at = { holder, key: pointer };
    if (pointer === "") {
      const hint = "Write a pointer to a member, such as /success.";
      problems.push(pointerCode.problem("wholeFixed", {}, at, hint));
      continue;
    }
    const fact = Object.keys(places).find((name) => {
      const place = places[name];
      return place !== undefined && (place === pointer || isInside(place, pointer) || isInside(pointer, place));
    });
    if (fact === undefined) continue;
    const hint = `Remove it from fixed, or write ${fact}: null if the error has no ${fact}.`;
    problems.push(overlapCode.problem("fixed", { fixed: pointer, fact, pointer: places[fact]! }, at, hint));
  }
}

/** Reports constant values without a location in the error's schema. */
export function checkFixedPlaces(
  what: string,
  schema: JsonValue | undefined,
  document: JsonObject,
  binding: JsonObject,
  problems: BindingProblem[],
): void {
  const fixed = ownObject(binding, "fixed") ?? {};
  for (const [pointer, value] of Object.entries(fixed)) {
    if (pointer.startsWith("/") && !allowsUndescribed(schema, pointer, document, value))
      checkPointer({ schema, document, what }, pointer, { holder: fixed, key: pointer }, problems);
  }
}

/** Reports mistyped codes of the server. Others may be codes of handlers. */
export function checkCodes(codes: JsonObject | undefined, problems: BindingProblem[]): void {
  for (const code of Object.keys(codes ?? {})) {
    const near = serverCodes.includes(code) ? undefined : suggest(code, serverCodes);
    if (near === undefined) continue;
    problems.push(serverCode.problem("unknown", { code }, { holder: codes!, key: code }, `Did you mean ${quote(near)}?`));
  }
}
