import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type PartEvent, PartReader } from "../../../templates/runtime/server/form-parts.js";
import { MalformedText } from "../../../templates/runtime/server/text.js";

/** What is read of a body that arrives in chunks: headers and whole contents, then how it ends. */
function readAll(chunks: readonly Uint8Array[], boundary = "b"): unknown[] {
  const told: unknown[] = [];
  let content: number[] = [];
  const tell = (event: PartEvent) => {
    if (event instanceof Uint8Array) content.push(...event);
    else if (event === "end") {
      told.push(Buffer.from(content).toString("latin1"));
      content = [];
    } else told.push(event);
  };
  try {
    const reader = new PartReader(`multipart/form-data; boundary=${boundary}`);
    for (const chunk of chunks) for (const event of reader.push(chunk)) tell(event);
    for (const event of reader.end()) tell(event);
    return [...told, "the end"];
  } catch (error) {
    if (!(error instanceof MalformedText)) throw error;
    return [...told, error.message];
  }
}

const head = "content-disposition: form-data; name=a\r\n";

/** Texts that look like boundaries, ends of lines and headers. */
const body = fc
  .array(
    fc.constantFrom("\r\n", "\r", "\n", "--b", "--", "-", "b", " ", "\t", "x", `${head}\r\n`, head, "\r\n--b\r\n", "\r\n--b--"),
    {
      maxLength: 14,
    },
  )
  .map((texts) => Buffer.from(`--b\r\n${head}\r\n${texts.join("")}\r\n--b--`, "latin1"));

test("a form is read the same in whatever pieces it arrives", () => {
  fc.assert(
    fc.property(body, fc.array(fc.nat(60), { maxLength: 30 }), (bytes, cuts) => {
      const chunks: Uint8Array[] = [];
      let at = 0;
      for (const length of cuts) {
        chunks.push(bytes.subarray(at, at + length));
        at += length;
      }
      chunks.push(bytes.subarray(at));
      expect(readAll(chunks)).toEqual(readAll([bytes]));
      expect(readAll([...bytes].map((byte) => new Uint8Array([byte])))).toEqual(readAll([bytes]));
    }),
    { numRuns: 2_000 },
  );
});

test("content is passed on while it arrives, and no more is held than a boundary may take", () => {
  const reader = new PartReader("multipart/form-data; boundary=0123456789");
  const start = Buffer.from(`--0123456789\r\n${head}\r\n${"x".repeat(20)}`);
  expect([...reader.push(start)][0]).toEqual({ name: "a", filename: undefined, type: undefined });
  let held = 20;
  for (let index = 0; index < 100; index++) {
    const sent = new Uint8Array(1_000).fill(0x0d);
    const got = [...reader.push(sent)].reduce((sum, event) => sum + (event instanceof Uint8Array ? event.byteLength : 0), 0);
    held += sent.byteLength - got;
    expect(held).toBeLessThan(40);
  }
});
