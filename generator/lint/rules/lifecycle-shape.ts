import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { lifecycleOf } from "../declared-facts.js";
import { defineRule } from "../rule.js";

/** A part of the lifecycle that has the wrong type would be ignored silently. */
export const lifecycleShape = defineRule({
  code: "lifecycle-shape",
  severity: "error",
  message: ({ field, of, expected }: { field: string; of: string; expected: string }) =>
    `"${field}" of ${of} must be ${expected}`,
  cause:
    "The lifecycle has a value of the wrong type. It would be ignored: the documentation would omit the state or transition, and the mock would not move its services.",
  bad: `
      x-platform-lifecycle:
        states: { idle: {}, moving: {}, stopped: {} }
        transitions: [{ from: { idle: true, moving: true }, event: stop, to: stopped }]`,
  good: `
      x-platform-lifecycle:
        states: { idle: {}, moving: {}, stopped: {} }
        transitions: [{ from: [idle, moving], event: stop, to: stopped }]`,
  at: "root",

  check(context, report) {
    const { locations } = context;
    const lifecycle = lifecycleOf(context);
    if (!lifecycle) return;
    checkFields(lifecycle, "the lifecycle", { states: map, transitions: list, plans: map });
    const [states, transitions] = [own(lifecycle, "states"), own(lifecycle, "transitions")];
    for (const state of isObject(states) ? Object.values(states) : [])
      if (isObject(state)) checkFields(state, "a state", { types: names });
    for (const [index, transition] of Array.isArray(transitions) ? transitions.entries() : []) {
      const location = locations.value(transitions as JsonValue[], index);
      if (!isObject(transition)) {
        report({ field: String(index), of: "the transitions", expected: "a map: { from, event, to }" }, location);
        continue;
      }
      checkFields(transition, "a transition", { from: origin, event: text, to: text });
      if (!Object.hasOwn(transition, "to")) report({ field: "to", of: "a transition", expected: "a state" }, location);
    }

    function checkFields(holder: JsonObject, of: string, kinds: Readonly<Record<string, Kind>>): void {
      for (const [field, kind] of Object.entries(kinds)) {
        const value = own(holder, field);
        if (value === undefined || kind.accepts(value)) continue;
        report({ field, of, expected: kind.words }, locations.value(holder, field));
      }
    }
  },
});

/** The values of a field, in words. */
interface Kind {
  readonly words: string;
  accepts(value: JsonValue): boolean;
}

const isText = (value: JsonValue) => typeof value === "string";
const isNames = (value: JsonValue) => Array.isArray(value) && value.length > 0 && value.every(isText);

const text: Kind = { words: "a string", accepts: isText };
const names: Kind = { words: "a non-empty list of strings", accepts: isNames };
const map: Kind = { words: "a map", accepts: isObject };
const list: Kind = { words: "a list", accepts: Array.isArray };
/** A new service has no state before. */
const origin: Kind = {
  words: "a state or a non-empty list of states",
  accepts: (value) => value === null || isText(value) || isNames(value),
};
