import { expect, it } from "vitest";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import { decodeText } from "../../generator/document/read-source.js";
import { inWords } from "./load-text.js";

function decode(bytes: Uint8Array | string): { text: string | undefined; problems: string[] } {
  const diagnostics: Diagnostic[] = [];
  const file = decodeText(Buffer.from(bytes as string), { path: "a", absolutePath: "/a" }, diagnostics);
  return { text: file?.text, problems: diagnostics.map(inWords) };
}

it("omits a byte order mark and keeps the rest", () => {
  expect(decode("\ufeffa: é😀\t\r\n\u007f\u2028")).toEqual({ text: "a: é😀\t\r\n\u007f\u2028", problems: [] });
});

it.each([
  ["Latin-1", Buffer.from("a: 1\nb: é", "latin1"), "a:2:4"],
  ["a cut sequence", Buffer.from([0x61, 0xf0, 0x9f, 0x98]), "a:1:2"],
  ["a surrogate", Buffer.from([0x61, 0x62, 0xed, 0xa0, 0x80]), "a:1:3"],
  ["an overlong form", Buffer.from([0xc0, 0xaf]), "a:1:1"],
  ["invalid bytes behind U+FFFD itself", Buffer.concat([Buffer.from("\ufffd😀\ufffd\n\ufffd"), Buffer.from([0xff])]), "a:2:2"],
  ["UTF-16 with a byte order mark", Buffer.from("\ufeffa: 1", "utf16le"), "a:1:1"],
])("rejects %s at its location", (_, bytes, place) => {
  expect(decode(bytes)).toEqual({
    text: undefined,
    problems: [`${place} encoding the file is not valid UTF-8 text: it contains bytes that are not UTF-8`],
  });
});

it.each([
  ["NUL", "a\n\u0000", "a:2:1", "U+0000"],
  ["escape", "a\u001b[31m", "a:1:2", "U+001B"],
  ["form feed", "\f", "a:1:1", "U+000C"],
  ["UTF-16 without a byte order mark", Buffer.from("a: 1", "utf16le"), "a:1:2", "U+0000"],
])("rejects %s at its location", (_, bytes, place, name) => {
  expect(decode(bytes)).toEqual({
    text: undefined,
    problems: [`${place} encoding the file is not valid UTF-8 text: it contains the control character ${name}`],
  });
});
