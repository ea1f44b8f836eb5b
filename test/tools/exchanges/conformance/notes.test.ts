import { expect, test } from "vitest";
import type { TestAccess } from "../../../../generator/tools/exchanges/conformance/callers.js";
import { testContract } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { notesContract, notesFindings, notesServer, type NotesFault } from "./notes-server.js";

test("a server with ETags, unique labels and locks that keeps to its contract has no findings", async () => {
  const { texts, report } = await notesFindings();
  expect(texts).toEqual([]);
  const skipped = report.cases.filter(({ outcome }) => outcome === "skipped");
  // Each is about the contract or the callers: nothing that was made stands in the way of another case.
  expect([...new Set(skipped.map(({ reason }) => reason))].sort()).toEqual([
    "no caller lacks only the scope read",
    "no caller lacks the scopes",
    "no request is sure to be rejected",
    "no text of the body may have any character",
    "no valid requests differ by an optional member",
  ]);
});

const faults: readonly (readonly [fault: NotesFault, only: string, text: RegExp])[] = [
  [
    "takes any ETag",
    "precondition",
    /^error test-precondition changeNote: responds with 200 although if-match names another ETag/,
  ],
  [
    "takes an older ETag",
    "precondition",
    /^error test-precondition changeNote: responds with 200 although if-match names the ETag of before/,
  ],
  ["keeps the ETag", "precondition", /^error test-precondition changeNote: changes what is shown, but not its ETag/],
  ["sends what the caller has", "precondition", /^error test-precondition getNote: responds with 200 although/],
  ["says that all is as before", "precondition", /^error test-precondition getNote: responds with 304 although/],
  [
    "forgets what a patch doesn't name",
    "resource",
    /^error test-resource changeNote: removes "remark", which the request doesn't name/,
  ],
  ["keeps what is set to null", "resource", /^error test-resource changeNote: "remark" was set to null, but is still shown/],
  ["lists notes of others", "foreign", /^error test-access-denied listNotes: lists something with note_id of others/],
  ["ignores the filter", "filter", /^warning test-open listNotes: lists something with another kind/],
  [
    "tells another status in the problem",
    "missing",
    /^error test-response .*: responds with 404, but with 400 in the problem details/,
  ],
  ["fails at U+0000", "content", /^error test-response createNote: responds with 500/],
  [
    "finds no note to remove",
    "valid",
    /^error test-valid deleteNote: responds with 404 to a valid request about something that the API shows/,
  ],
  [
    "finds no note to lock",
    "valid",
    /^error test-valid lockNote: responds with 404 to a valid request about something that the API shows/,
  ],
  ["lets writers lock", "scope", /^error test-scope lockNote: responds with 200 without the scope lock/],
  ["removes what belongs to others", "foreign", /^error test-access-denied deleteNote: responds with 204 for note_id of others/],
  ["takes any member of a page", "invalid", /^error test-invalid createPage: accepts a request with 201 .*additionalProperties/],
  ["shows a page of others", "foreign", /^error test-access-denied getPage: responds with 200 for note_id and page_id of others/],
  ["lists others where it filters", "filter", /^error test-access-denied listNotes: lists something with note_id of others/],
  ["changes what it rejects", "unchanged", /^error test-unchanged changeNote: changes "size" in what getNote shows/],
  [
    "removes whatever it is told",
    "foreign",
    /^warning test-open deleteNote: responds with 204 for note_id of others, as for one/,
  ],
  ["keeps a page twice", "idempotent", /^error test-idempotent replacePage: changes what listPages shows/],
];

test.each(faults)("finds a server that %s", async (fault, only, text) => {
  const { texts } = await notesFindings(fault, [only]);
  expect(texts).toContainEqual(expect.stringMatching(text));
});

test("says that nothing is at the URL", async () => {
  const { texts } = await notesFindings("is at another path");
  expect(texts).toContainEqual(expect.stringMatching(/^error test-nothing nothing could be tried: every response is a 404/));
});

const base = { contract: notesContract(), fetch: notesServer(), only: ["valid/listNotes"] };

test.each<[what: string, access: TestAccess, problem: string]>([
  [
    "a scope",
    { callers: { me: { token: "owner-token", scopes: ["raed"] } } },
    'callers/me/scopes names "raed", which the contract doesn\'t declare; did you mean "read"?',
  ],
  ["a scheme", { callers: { me: { credentials: { kay: "a" } } } }, 'callers/me/credentials names "kay"'],
  ["a parameter", { path: { note: "1" } }, 'path names "note"'],
  [
    "a parameter of others",
    { foreign: { notes_id: "1" } },
    'foreign names "notes_id", which the contract doesn\'t declare; did you mean "note_id"?',
  ],
  ["a parameter of a caller", { callers: { me: { path: { id: ["1"] } } } }, 'callers/me/path names "id"'],
  ["a type", { services: { search: ["1"] } }, 'services names "search"'],
  [
    "an operation",
    { never: ["listNote"] },
    'never names "listNote", which the contract doesn\'t declare; did you mean "listNotes"?',
  ],
  ["a caller of another form", { callers: { me: "token" as unknown as object } }, "/callers/me must be object"],
])("says that %s is misspelled, and sends nothing", async (_, access, problem) => {
  const report = await testContract({ ...base, ...access });
  expect(report.requests).toBe(0);
  expect(report.diagnostics.map(({ code }) => code)).toEqual(["test-access"]);
  expect(report.diagnostics[0]!.message).toContain(problem);
});

test("tests another machine only if it may", async () => {
  const { fetch, ...options } = base;
  await expect(testContract({ ...options, url: "http://192.0.2.1" })).rejects.toThrow(
    "192.0.2.1 is another machine; set yes if you may test it",
  );
  await expect(testContract({ ...options, url: "192.0.2.1" })).rejects.toThrow("url must begin with http:// or https://");
  await expect(testContract(options)).rejects.toThrow("testContract needs a url, or a fetch that reaches the server");
  expect(
    (await testContract({ ...base, fetch, callers: { me: { token: "owner-token" } }, url: "http://192.0.2.1/" })).diagnostics,
  ).toEqual([]);
});
