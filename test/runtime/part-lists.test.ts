import fc from "fast-check";
import { expect, test } from "vitest";
import type { PartRule } from "../../templates/runtime/server/contract.js";
import { readPartList } from "../../templates/runtime/server/part-lists.js";
import { MalformedText } from "../../templates/runtime/server/text.js";
import { type PartRules, writeParts } from "../../templates/runtime/write-parts.js";

/** A part: its value, how it is written and read, and what is read. */
interface Part {
  readonly value: unknown;
  readonly rule: PartRule | undefined;
  readonly read: unknown;
}

/** Content in which boundaries begin, and end. */
const piece = fc.constantFrom(
  "\r\n--",
  "--",
  "\r\n",
  "\r",
  "\n",
  "-",
  "b",
  "--b--",
  "\r\n--b\r\n\r\n",
  ": ",
  "ü",
  "\u{1f408}",
  " ",
);
const content = fc.oneof(
  fc.array(piece).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary" }),
);
const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes("__proto__"));
const type = fc.constantFrom("image/png", "text/csv", "application/x.y+z");

const text = content.map((value): Part => ({ value, rule: { as: ["string"] }, read: value }));
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value): Part => {
  return { value, rule: { as: ["number"] }, read: value === 0 ? 0 : value };
});
const object = json.map((value): Part => ({ value, rule: { as: "json" }, read: JSON.parse(JSON.stringify(value)) }));
const file = fc.tuple(content, type, fc.string({ minLength: 1 })).map(([bytes, mediaType, name]): Part => {
  const value = new File([bytes], name, { type: mediaType });
  return { value, rule: { as: "file" }, read: value };
});
const undeclared = fc.oneof(
  content.map((value): Part => ({ value, rule: undefined, read: value })),
  fc.tuple(content).map(([value]): Part => ({ value: [value], rule: undefined, read: [value] })),
);

const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    number,
    object,
    file,
    undeclared,
    fc.array(tie("part"), { maxLength: 4 }).map(nested),
  ),
}));

function rulesOf(parts: readonly Part[]): PartRules {
  return Object.fromEntries(parts.flatMap(({ rule }, at) => (rule ? [[String(at), rule]] : [])));
}

function nested(parts: readonly Part[]): Part {
  const rule = { as: "file", types: ["multipart/mixed"], nested: rulesOf(parts) } as const;
  return { value: parts.map(({ value }) => value), rule, read: parts.map(({ read }) => read) };
}

/** A value with files as their names, types and bytes. */
async function tell(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(tell));
  return value instanceof File ? [value.name, value.type, Buffer.from(await value.arrayBuffer()).toString("hex")] : value;
}

test("a list of any parts is read as it was written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
      const { content: body, type: contentType } = writeParts(
        parts.map(({ value }) => value),
        "multipart/mixed",
        rulesOf(parts),
      );
      const list = readPartList(new Uint8Array(await body.arrayBuffer()), contentType, rulesOf(parts), 1_000);
      expect(await tell(list)).toEqual(await tell(parts.map(({ read }) => read)));
    }),
  );
});

test("a part's headers have no other lines, whatever its file is called", async () => {
  const { content: body } = writeParts([new File([], 'a"\r\nx: y')], "multipart/mixed", {});
  expect((await body.text()).split("\r\n").slice(1, 4)).toEqual([
    "content-type: application/octet-stream",
    'content-disposition: attachment; filename="a%22%0D%0Ax: y"',
    "",
  ]);
});

test.each([[undefined], [Symbol("a")], [() => 1]])("%s is no part", (value) => {
  expect(() => writeParts([1, value], "multipart/mixed", {})).toThrow("has a part 1 that can't be written");
});

const encode = (text: string) => new TextEncoder().encode(text);

test("any bytes are read or rejected", () => {
  const line = fc.oneof(
    piece,
    fc.constantFrom(
      "--b",
      "\r\n--b\r\n",
      "\r\n--b--",
      "content-type: text/plain\r\n\r\n",
      "content-type: multipart/mixed; boundary=c\r\n\r\n",
    ),
  );
  const rules = { "*": { as: "file", nested: { "*": { as: "json" } } } } as const;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      try {
        expect(readPartList(encode(lines.join("")), "multipart/mixed; boundary=b", rules, 10)).toBeInstanceOf(Array);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedText);
      }
    }),
  );
});

test.each([
  ["application/json", { as: "json" }, '{"a":1}', { a: 1 }],
  ["application/vnd.a+json", { as: "json" }, "{}", 415],
  ["image/png", { as: "json" }, "{}", 415],
  ["text/plain; charset=utf-8", { as: ["string"] }, "abc", "abc"],
  ["application/json", { as: ["string"] }, '"abc"', 415],
  ["application/json", { as: ["boolean"] }, "true", 415],
  ["text/plain", { as: ["boolean"] }, "true", true],
  ["image/png", { as: ["string"], types: ["application/octet-stream"] }, "eA==", "eA=="],
  ["application/vnd.a+json", undefined, '{"a":1}', { a: 1 }],
] as const)("%s for a part as %j without a media type of its own", (type, rule, text, expected) => {
  const body = encode(`--b\r\ncontent-type: ${type}\r\n\r\n${text}\r\n--b--`);
  const read = () => readPartList(body, "multipart/mixed; boundary=b", rule && { "*": rule }, 10);
  if (expected === 415) expect(read).toThrow(/^has a part 0, which must be /);
  else expect(read()).toEqual([expected]);
});

const mebibyte = 1_048_576;

test.each([
  ["parts", "\r\n--b\r\n"],
  ["beginnings of parts", "\r\n--"],
  ["headers", "\r\n--b\r\na: b\r\n"],
  ["line ends", "\r\n"],
])("a megabyte of %s takes little time", (_, text) => {
  const body = encode(text.repeat(mebibyte / text.length));
  const start = performance.now();
  expect(() => readPartList(body, "multipart/mixed; boundary=b", {}, 10)).toThrow(MalformedText);
  expect(performance.now() - start).toBeLessThan(2_000);
});

test("the limit on parts holds for those within parts, too", () => {
  const inner = "--c\r\n\r\n\r\n".repeat(101);
  const part = `--b\r\ncontent-type: multipart/mixed; boundary=c\r\n\r\n${inner}--c--\r\n`;
  const read = (count: number) =>
    readPartList(encode(`${part.repeat(count)}--b--`), "multipart/mixed; boundary=b", { "*": { as: "file", nested: {} } }, 10);
  expect(read(98)).toHaveLength(98);
  expect(() => read(99)).toThrow("has a part 98, which has more than 10000 parts");
});
