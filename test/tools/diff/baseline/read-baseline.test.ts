import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readBaseline } from "../../../../generator/tools/diff/baseline/read-baseline.js";
import { temporaryFolder } from "../../../support/command-line.js";

function read(text: string) {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "accepted.json"), text);
  const { accepted, diagnostics } = readBaseline("accepted.json", folder);
  return { accepted, problems: diagnostics.map(({ code, message, location }) => `${location?.line ?? "-"} ${code}: ${message}`) };
}

test("entries are read, each with its place", () => {
  const entry = { rule: "server-removed", pointer: "/servers/0", message: "it is gone", reason: "agreed", expires: "2027-01-31" };
  const { accepted, problems } = read(`{\n  "findings": [\n    ${JSON.stringify(entry)}\n  ]\n}`);
  expect(problems).toEqual([]);
  expect(accepted).toEqual([
    { ...entry, location: expect.objectContaining({ path: "accepted.json", line: 3, column: 5 }) as object },
  ]);
});

test.each([
  ["[]", ['- diff-baseline-invalid: not a baseline of accepted changes: it has no list "findings"']],
  ['{ "finding": [] }', ['1 diff-baseline-invalid: not a baseline of accepted changes: it has no list "findings"']],
  ['{ "findings": [5] }', ["- diff-baseline-invalid: not a baseline of accepted changes: a finding must be a map"]],
  [
    '{ "findings": [\n{ "rule": "a", "pointer": "/a" }] }',
    ['2 diff-baseline-invalid: not a baseline of accepted changes: a finding must have a text "reason"'],
  ],
  [
    '{ "findings": [\n{ "rule": "a", "pointer": "/a", "reason": " " }] }',
    ['2 diff-baseline-invalid: not a baseline of accepted changes: "reason" must say why the change is accepted'],
  ],
  [
    '{ "findings": [\n{ "rule": "a", "pointer": "/a", "reason": "b", "message": 5 }] }',
    ['2 diff-baseline-invalid: not a baseline of accepted changes: "message" must be a text'],
  ],
  [
    '{ "findings": [\n{ "rule": "a", "pointer": "/a", "reason": "b", "expires": "2027-02-30" }] }',
    ['2 diff-baseline-invalid: not a baseline of accepted changes: "expires" must be a day such as 2027-01-31'],
  ],
  [
    '{ "findings": [\n{ "rule": "a", "pointer": "/a", "reason": "b", "expire": "2027-01-31" }] }',
    ['2 diff-baseline-invalid: not a baseline of accepted changes: "expire" is no field of a finding; did you mean "expires"?'],
  ],
  ["{", ["1 syntax: not valid JSON: unexpected end of the file, a string in double quotes must stand here"]],
])("%s", (text, expected) => {
  expect(read(text)).toEqual({ accepted: [], problems: expected });
});

test("a file that isn't there", () => {
  const { diagnostics } = readBaseline("accepted.json", temporaryFolder());
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'file-unreadable: cannot read "accepted.json": there is no such file',
  ]);
});
