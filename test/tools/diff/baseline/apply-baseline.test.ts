import { expect, test } from "vitest";
import { acceptChanges } from "../../../../generator/tools/diff/baseline/accept-changes.js";
import { applyBaseline } from "../../../../generator/tools/diff/baseline/apply-baseline.js";
import type { AcceptedChange } from "../../../../generator/tools/diff/baseline/baseline.js";
import { makeChange } from "../change.js";

const gone = makeChange("server-removed", { pointer: "/servers/0", message: "the server is gone" });
const scope = makeChange("action-scope-added", { pointer: "/scopes" });

function apply(entry: Partial<AcceptedChange>, today = "2026-11-20") {
  const whole = { rule: "server-removed", pointer: "/servers/0", reason: "It never went live.", location: undefined, ...entry };
  const { open, accepted, diagnostics } = applyBaseline([gone, scope], [whole], today);
  return {
    open: open.map(({ rule }) => rule.id),
    accepted: accepted.map(({ change, reason }) => `${change.rule.id}: ${reason}`),
    problems: diagnostics.map(({ code, severity, message }) => `${severity} ${code}: ${message}`),
  };
}

const taken = { open: ["action-scope-added"], accepted: ["server-removed: It never went live."], problems: [] };
const neither = ["server-removed", "action-scope-added"];

test("a change is accepted by its rule and pointer", () => {
  expect(apply({})).toEqual(taken);
});

test("with a message only if it is told in these words", () => {
  expect(apply({ message: "the server is gone" })).toEqual(taken);
  expect(apply({ message: "two servers are gone" }).open).toEqual(neither);
});

test("to the end of the last day", () => {
  expect(apply({ expires: "2026-11-20" })).toEqual(taken);
  expect(apply({ expires: "2026-11-19" })).toEqual({
    open: neither,
    accepted: [],
    problems: ['warning diff-baseline-expired: the change "server-removed" was accepted until 2026-11-19'],
  });
});

test("an entry that accepts nothing is told", () => {
  expect(apply({ pointer: "/servers/1" })).toEqual({
    open: neither,
    accepted: [],
    problems: ['warning diff-baseline-unused: no change "server-removed" is found at "/servers/1"'],
  });
});

test("what was accepted is written so that it is accepted", () => {
  const text = acceptChanges(
    [{ rule: "server-added", pointer: "/servers/1", reason: "before" }],
    [scope, gone],
    "agreed",
    "2027-01-31",
  );
  expect(text).toBe(`{
  "findings": [
    {"rule":"action-scope-added","pointer":"/scopes","message":"action-scope-added happened","reason":"agreed","expires":"2027-01-31"},
    {"rule":"server-removed","pointer":"/servers/0","message":"the server is gone","reason":"agreed","expires":"2027-01-31"},
    {"rule":"server-added","pointer":"/servers/1","reason":"before"}
  ]
}
`);
  const entries = (JSON.parse(text) as { findings: AcceptedChange[] }).findings.map((entry) => ({
    ...entry,
    location: undefined,
  }));
  expect(applyBaseline([gone, scope], entries, "2026-11-20").open).toEqual([]);
});
