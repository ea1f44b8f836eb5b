import { describe, expect, test } from "vitest";
import { type EntryRange, splitEntries } from "../../../../generator/tools/exchanges/recordings/split-entries.js";
import { validateTexts, lines } from "../validate-texts.js";
import { entry, har, shop } from "./recorded.js";

describe("entries", () => {
  test.each([
    ["in one line", '{"log":{"entries":[{"a":1},{"b":"}]\\""},3]}}', ['{"a":1}', '{"b":"}]\\""}', "3"]],
    ["after other fields", ' { "x" : [ {"entries": [1]} ] , "log" : { "pages" : "]" , "entries" : [ {} ] } }', ["{}"]],
    ["none", '{"log":{"entries":[]}}', []],
  ])("are found %s", (_, text, expected) => {
    const spans = splitEntries(text) as readonly EntryRange[];
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });

  test.each([
    ["no log", '{"entries":[]}'],
    ["no list", '{"log":{"entries":{}}}'],
    ["no object", "[]"],
    ["nothing", ""],
    ["broken", '{"log":{"entries":[,'],
  ])("are not found: %s", (_, text) => {
    expect(splitEntries(text)).toHaveProperty("wrong");
  });

  test("of a truncated recording are an error", () => {
    const text = JSON.stringify({
      log: { version: "1.2", pages: [{}], entries: [entry(shop), entry(shop)], comment: "by hand" },
    });
    expect(splitEntries(text)).toHaveLength(2);
    for (let length = 0; length < text.length; length++)
      expect(splitEntries(text.slice(0, length)), `${length}`).toHaveProperty("wrong");
    expect(splitEntries('{"log":{"entries":[{}')).toEqual({
      wrong: "the recording is truncated: its list of entries has no end",
      at: 21,
    });
    expect(splitEntries('{"log":{"entries":[{}]')).toEqual({ wrong: "the recording is truncated", at: 21 });
  });

  test.each([
    ['{"log":{"entries":[{} {}]}}', "missing comma between two entries"],
    ['{"log":{"entries":[{},]}}', "missing entry"],
    ['{"log":{"entries":[{},,{}]}}', "missing entry"],
    ['{"log":{"entries":[],"entries":[{}]}}', "duplicate list of entries"],
    ['{"log":{"entries":[{}],"pages":[],"entries":[]}}', "duplicate list of entries"],
    ['{"log":{"entries":[{}]}}}', "invalid JSON after the entries"],
    ['{"log":{"entries":[{}] "comment":""}}', "invalid JSON after the entries"],
    ['{"log":{"pages":01,"entries":[{}]}}', "invalid JSON before the entries"],
  ])("of broken JSON are an error: %s", async (text, wrong) => {
    expect(lines(await validateTexts({ "a.har": text }))).toEqual([
      expect.stringContaining(`har-shape invalid HAR 1.2 recording: ${wrong}`),
    ]);
  });

  test.each([
    [{ headers: "none" }, "headers must be a list of names and values"],
    [{ headers: [{ name: 1, value: "a" }] }, "headers must be a list of names and values"],
    [{ headers: [{ name: "a", value: 1 }] }, "headers must be a list of names and values"],
    [{ content: "text" }, "content must be an object"],
    [{ content: { text: 7 } }, "text of content must be a string"],
    [{ content: { text: "a", encoding: 64 } }, "encoding of content must be a string"],
    [{ content: { text: "<html>", encoding: "base64" } }, "text of content must be base64"],
    [{ status: 200.5 }, "the status of a response must be an integer"],
  ])("with a response %j are malformed", async (part, wrong) => {
    const bad = entry(shop);
    const text = JSON.stringify({ log: { entries: [entry(shop), { ...bad, response: { ...bad.response, ...part } }] } });
    expect(lines(await validateTexts({ "a.har": text }))).toEqual([expect.stringMatching(`har-shape .*: ${wrong}$`)]);
  });

  test("may omit what their recorder doesn't provide", async () => {
    const { request, response } = entry(shop);
    const sparse = { request: { ...request, headers: null, postData: null }, response: { ...response, headers: undefined } };
    const found = await validateTexts({ "a.har": JSON.stringify({ log: { entries: [sparse] } }) });
    expect({ lines: lines(found), exchanges: found.exchanges }).toEqual({ lines: [], exchanges: 1 });
  });

  test("that are broken are reported one by one", async () => {
    const text = '{"log":{"entries":[{"request":{"method":"GET","url":"/x"},"response":{}},{"a":},{"request":5}]}}';
    expect(lines(await validateTexts({ "a.har": text }))).toEqual([
      "a.har:1:59 har-shape invalid HAR 1.2 recording: the status of a response must be an integer",
      "a.har:1:74 har-shape invalid HAR 1.2 recording: invalid JSON",
      "a.har:1:81 har-shape invalid HAR 1.2 recording: an entry must have a request and a response",
    ]);
    expect(lines(await validateTexts({ "a.har": "{}" }))).toEqual([
      "a.har:1:1 har-shape invalid HAR 1.2 recording: the list log.entries is missing",
    ]);
  });

  test("are also found in files called .json", async () => {
    expect((await validateTexts({ "a.json": har([shop], 2) })).exchanges).toBe(1);
  });
});
