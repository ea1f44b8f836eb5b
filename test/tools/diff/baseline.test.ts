import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { acceptChanges, type AcceptedChange, applyBaseline, readBaseline } from "../../../generator/tools/diff/baseline.js";
import { temporaryFolder } from "../../support/command-line.js";
import { makeChange } from "./change.js";

function read(text: string) {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "accepted.json"), text);
  const { accepted, diagnostics } = readBaseline("accepted.json", folder);
  return { accepted, problems: diagnostics.map(({ code, message, location }) => `${location?.line ?? "-"} ${code}: ${message}`) };
}

test("entries are read, each with its location", () => {
  const entry = { rule: "server-removed", pointer: "/servers/0", message: "it is gone", reason: "agreed", expires: "2027-01-31" };
  const { accepted, problems } = read(`{\n  "findings": [\n    ${JSON.stringify(entry)}\n  ]\n}`);
  expect(problems).toEqual([]);
  expect(accepted).toEqual([
    { ...entry, location: expect.objectContaining({ path: "accepted.json", line: 3, column: 5 }) as object },
  ]);
});

test.each([
  ["[]", ['- diff-baseline-invalid: invalid baseline: the list "findings" is missing']],
  ['{ "finding": [] }', ['1 diff-baseline-invalid: invalid baseline: the list "findings" is missing']],
  ['{ "findings": [5] }', ["- diff-baseline-invalid: invalid baseline: a finding must be a map"]],
  [
    '{ "findings": [\n{ "rule": "a", "pointer": "/a" }] }',
    ['2 diff-baseline-invalid: invalid baseline: a finding requires the string field "reason"'],
  ],
  [
    '{ "findings": [\n{ "rule": "a", "pointer": "/a", "reason": " " }] }',
    ['2 diff-baseline-invalid: invalid baseline: "reason" must not be empty'],
  ],
  [
    '{ "findings": [\n{ "rule": "a", "pointer": "/a", "reason": "b", "message": 5 }] }',
    ['2 diff-baseline-invalid: invalid baseline: "message" must be a string'],
  ],
  [
    '{ "findings": [\n{ "rule": "a", "pointer": "/a", "reason": "b", "expires": "2027-02-30" }] }',
    ['2 diff-baseline-invalid: invalid baseline: "expires" must be a date such as 2027-01-31'],
  ],
  [
    '{ "findings": [\n{ "rule": "a", "pointer": "/a", "reason": "b", "expire": "2027-01-31" }] }',
    ['2 diff-baseline-invalid: invalid baseline: unknown field "expire" in a finding; did you mean "expires"?'],
  ],
  ["{", ["1 syntax: invalid JSON: unexpected end of the file, expected a string in double quotes"]],
])("%s", (text, expected) => {
  expect(read(text)).toEqual({ accepted: [], problems: expected });
});

test("a missing file", () => {
  const { diagnostics } = readBaseline("accepted.json", temporaryFolder());
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'file-unreadable: cannot read "accepted.json": no such file',
  ]);
});

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

test("with a message only if it is reported with the same one", () => {
  expect(apply({ message: "the server is gone" })).toEqual(taken);
  expect(apply({ message: "two servers are gone" }).open).toEqual(neither);
});

test("until the end of the last day", () => {
  expect(apply({ expires: "2026-11-20" })).toEqual(taken);
  expect(apply({ expires: "2026-11-19" })).toEqual({
    open: neither,
    accepted: [],
    problems: ['warning diff-baseline-expired: the accepted change "server-removed" expired on 2026-11-19'],
  });
});

test("an entry that accepts nothing is reported", () => {
  expect(apply({ pointer: "/servers/1" })).toEqual({
    open: neither,
    accepted: [],
    problems: ['warning diff-baseline-unused: no "server-removed" change found at "/servers/1"'],
  });
});

test("accepted changes are written so that they are accepted", () => {
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
