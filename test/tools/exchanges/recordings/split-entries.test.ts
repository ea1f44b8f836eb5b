import { describe, expect, test } from "vitest";
import { type EntryRange, splitEntries } from "../../../../generator/tools/exchanges/recordings/split-entries.js";
import { hold, lines } from "../held.js";
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

  test("of a recording that is cut off anywhere are no entries: that is an error", () => {
    const text = JSON.stringify({
      log: { version: "1.2", pages: [{}], entries: [entry(shop), entry(shop)], comment: "by hand" },
    });
    expect(splitEntries(text)).toHaveLength(2);
    for (let length = 0; length < text.length; length++)
      expect(splitEntries(text.slice(0, length)), `${length}`).toHaveProperty("wrong");
    expect(splitEntries('{"log":{"entries":[{}')).toEqual({
      wrong: "the recording is cut off: its list of entries has no end",
      at: 21,
    });
    expect(splitEntries('{"log":{"entries":[{}]')).toEqual({ wrong: "the recording is cut off", at: 21 });
  });

  test.each([
    ['{"log":{"entries":[{} {}]}}', "a comma is missing between two entries"],
    ['{"log":{"entries":[{},]}}', "an entry is missing here"],
    ['{"log":{"entries":[{},,{}]}}', "an entry is missing here"],
    ['{"log":{"entries":[],"entries":[{}]}}', "the log has a second list of entries"],
    ['{"log":{"entries":[{}],"pages":[],"entries":[]}}', "the log has a second list of entries"],
    ['{"log":{"entries":[{}]}}}', "what stands after the entries is not valid JSON"],
    ['{"log":{"entries":[{}] "comment":""}}', "what stands after the entries is not valid JSON"],
    ['{"log":{"pages":01,"entries":[{}]}}', "what stands before the entries is not valid JSON"],
  ])("of broken JSON are none: %s", async (text, wrong) => {
    expect(lines(await hold({ "a.har": text }))).toEqual([
      expect.stringContaining(`har-shape this is no recording in HAR 1.2: ${wrong}`),
    ]);
  });

  test.each([
    [{ headers: "none" }, "headers are a list of names and values"],
    [{ headers: [{ name: 1, value: "a" }] }, "headers are a list of names and values"],
    [{ headers: [{ name: "a", value: 1 }] }, "headers are a list of names and values"],
    [{ content: "text" }, "content is an object"],
    [{ content: { text: 7 } }, "text of content is a string"],
    [{ content: { text: "a", encoding: 64 } }, "encoding of content is a string"],
    [{ content: { text: "<html>", encoding: "base64" } }, "text of content is not base64"],
    [{ status: 200.5 }, "the status of a response is a whole number"],
  ])("with a response %j are malformed", async (part, wrong) => {
    const bad = entry(shop);
    const text = JSON.stringify({ log: { entries: [entry(shop), { ...bad, response: { ...bad.response, ...part } }] } });
    expect(lines(await hold({ "a.har": text }))).toEqual([expect.stringMatching(`har-shape .*: ${wrong}$`)]);
  });

  test("may leave out what their recorder doesn't know", async () => {
    const { request, response } = entry(shop);
    const sparse = { request: { ...request, headers: null, postData: null }, response: { ...response, headers: undefined } };
    const found = await hold({ "a.har": JSON.stringify({ log: { entries: [sparse] } }) });
    expect({ lines: lines(found), exchanges: found.exchanges }).toEqual({ lines: [], exchanges: 1 });
  });

  test("that are broken are told one by one", async () => {
    const text = '{"log":{"entries":[{"request":{"method":"GET","url":"/x"},"response":{}},{"a":},{"request":5}]}}';
    expect(lines(await hold({ "a.har": text }))).toEqual([
      "a.har:1:59 har-shape this is no recording in HAR 1.2: the status of a response is a whole number",
      "a.har:1:74 har-shape this is no recording in HAR 1.2: this is not valid JSON",
      "a.har:1:81 har-shape this is no recording in HAR 1.2: an entry has a request and a response",
    ]);
    expect(lines(await hold({ "a.har": "{}" }))).toEqual([
      "a.har:1:1 har-shape this is no recording in HAR 1.2: a recording has a list log.entries",
    ]);
  });

  test("are also found in files called .json", async () => {
    expect((await hold({ "a.json": har([shop], 2) })).exchanges).toBe(1);
  });
});
