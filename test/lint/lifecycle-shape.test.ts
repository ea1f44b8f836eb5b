import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (lifecycle: string) => findings("lifecycle-shape", contract({ root: `x-platform-lifecycle: ${lifecycle}` }));
const transition = (text: string) => of(`{ states: { idle: {}, moving: {}, gone: {} }, transitions: [${text}] }`);

test.each([
  "{ from: idle, event: stop, to: gone }",
  "{ from: [idle, moving], event: stop, to: gone }",
  "{ from: null, to: idle }",
  "{ event: create, to: idle, x-note: 1 }",
])("accepts %s", (text) => {
  expect(transition(text)).toEqual([]);
});

test.each([
  ["{ from: { idle: true }, to: gone }", '"from" of a transition must be a state or a non-empty list of states'],
  ["{ from: 1, to: gone }", '"from" of a transition must be a state or a non-empty list of states'],
  ["{ from: [], to: gone }", '"from" of a transition must be a state or a non-empty list of states'],
  ["{ from: [idle, 1], to: gone }", '"from" of a transition must be a state or a non-empty list of states'],
  ["{ from: idle, event: [stop], to: gone }", '"event" of a transition must be a string'],
  ["{ from: idle, to: [gone] }", '"to" of a transition must be a string'],
  ["{ from: idle, event: stop }", '"to" of a transition must be a state'],
  ["idle", '"0" of the transitions must be a map: { from, event, to }'],
])("reports %s", (text, message) => {
  expect(transition(text)).toEqual([expect.stringContaining(`error ${message}`)]);
});

test("reports parts of the lifecycle", () => {
  expect(of("{ states: [idle], transitions: { a: b }, plans: small }").map((line) => line.replace(/^.* error /, ""))).toEqual([
    '"states" of the lifecycle must be a map',
    '"transitions" of the lifecycle must be a list',
    '"plans" of the lifecycle must be a map',
  ]);
  expect(of("{ states: { idle: { types: postgres } } }")).toEqual([expect.stringContaining('"types" of a state must be a')]);
});

test("names the line and column", () => {
  const root =
    "x-platform-lifecycle:\n  states: { idle: {}, gone: {} }\n  transitions:\n    - { from: { idle: true }, to: gone }";
  const text = contract({ root });
  const [found] = diagnosticsOf("lifecycle-shape", text);
  const { line, column } = found!.location!;
  expect(text.split("\n")[line - 1]!.slice(column - 1)).toMatch(/^\{ idle: true \}/);
});
