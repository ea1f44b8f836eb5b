import { expect, test } from "vitest";
import type { Call } from "../../templates/runtime/client/call.js";
import { readSequences } from "../../templates/runtime/client/sequences.js";
import type { SequenceRule } from "../../templates/runtime/sequence.js";

/** A call whose successes are sequences; `route` adds to its route. */
const callOf = (rule: SequenceRule, options: object = {}) =>
  ({
    name: "watch",
    route: { name: "watch", sequences: { "2XX": { "text/x": rule } }, responses: ["text/x"] },
    options,
  }) as unknown as Call;

/** The items of a body that arrives in these chunks. */
async function itemsOf(rule: SequenceRule, chunks: readonly (string | Uint8Array)[], signal?: AbortSignal) {
  const bytes = chunks.map((chunk) => (typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = bytes.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const call = callOf(rule, { signal });
  const headers = { "content-type": "Text/X; charset=utf-8" };
  const items: unknown[] = [];
  const sequence = (await readSequences(call, new Response(body, { headers }))) as AsyncIterable<unknown>;
  try {
    for await (const item of sequence) items.push(item);
  } catch (error) {
    items.push((error as Error).message);
  }
  return items;
}

const events: SequenceRule = { format: "events" };
const lines: SequenceRule = { format: "lines" };
const records: SequenceRule = { format: "records" };

const stream =
  "\ufeff: a comment\r\ndata: ü\r\ndata\r\ndata:  €𝄞\r\n\r\nid: 1\rretry: 20\rretry: 2x\rdata:x\r\revent: tick\nother: y\n\nevent:\ndata: :\nid: a\0b\n\ndata: lost";

const expected = [{ data: "ü\n\n €𝄞" }, { id: "1", retry: 20, data: "x" }, { data: ":" }];

test("events are read as the HTML standard defines, wherever their bytes are split", async () => {
  expect(await itemsOf(events, [stream])).toEqual(expected);
  const bytes = new TextEncoder().encode(stream);
  for (let at = 1; at < bytes.length; at++)
    expect(await itemsOf(events, [bytes.slice(0, at), bytes.slice(at)])).toEqual(expected);
  expect(
    await itemsOf(
      events,
      [...bytes].map((byte) => Uint8Array.of(byte)),
    ),
  ).toEqual(expected);
});

test("data is JSON in all events, or in those with a name", async () => {
  const text = 'data: {"a":\ndata: 1}\n\nevent: note\ndata: 1\n\n';
  expect(await itemsOf({ ...events, json: true }, [text])).toEqual([{ data: { a: 1 } }, { event: "note", data: 1 }]);
  const note = [{ data: '{"a":\n1}' }, { event: "note", data: 1 }];
  expect(await itemsOf({ ...events, json: ["note"] }, [text])).toEqual(note);
  expect(await itemsOf({ ...events, json: ["message"] }, [text])).toEqual([{ data: { a: 1 } }, { event: "note", data: "1" }]);
});

test.each([
  [lines, '{"a":"ü"}\r\n\n  \n[1]\n2'],
  [records, '\u001e{"a":"ü"}\n\u001e\n\u001e[1]\n\u001e2'],
])("JSON is read wherever its bytes are split: %o", async (rule, text) => {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at <= bytes.length; at++)
    expect(await itemsOf(rule, [bytes.slice(0, at), bytes.slice(at)])).toEqual([{ a: "ü" }, [1], 2]);
});

test("items before an invalid one arrive, and its text is not shown", async () => {
  expect(await itemsOf(lines, ["1\n{secret}\n2\n"])).toEqual([1, "watch returned an item that is not JSON"]);
  expect(await itemsOf({ ...events, json: true }, ["data: 1\n\ndata: secret\n\n"])).toEqual([
    { data: 1 },
    "watch returned an item that is not JSON",
  ]);
});

test("an endless item is given up", async () => {
  const mebibyte = "x".repeat(1_048_576);
  const endless = Array.from({ length: 20 }, () => mebibyte);
  const tooLong = "watch returned an item that is too long";
  expect(await itemsOf(lines, ['"1"\n"', ...endless])).toEqual(["1", tooLong]);
  expect(await itemsOf(events, ["data: 1\n\n", ...endless])).toEqual([{ data: "1" }, tooLong]);
  expect(
    await itemsOf(
      events,
      endless.map((text) => `data: ${text}\n`),
    ),
  ).toEqual([tooLong]);
  const long = ['"', ...endless.slice(0, 15), '"\n'];
  expect(await itemsOf(lines, long)).toEqual([mebibyte.repeat(15)]);
});

test("an aborted signal ends it", async () => {
  expect(await itemsOf(lines, ["1\n"], AbortSignal.abort())).toEqual(["watch was aborted by its caller"]);
});

test("items that are requested at once arrive in order", async () => {
  const call = callOf(lines);
  const response = new Response("1\n2\n3\n", { headers: { "content-type": "text/x" } });
  const sequence = ((await readSequences(call, response)) as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const taken = await Promise.all([sequence.next(), sequence.next(), sequence.next(), sequence.next()]);
  expect(taken.map(({ value }) => value as unknown)).toEqual([1, 2, 3, undefined]);
});

test("errors and other media types are read whole", async () => {
  const call = callOf(lines);
  const type = (name: string) => ({ "content-type": name });
  expect(await readSequences(call, new Response("1", { status: 500, headers: type("text/x") }))).toBe("1");
  await expect(readSequences(call, new Response("1", { headers: type("constructor") }))).rejects.toThrow("does not declare");
});
