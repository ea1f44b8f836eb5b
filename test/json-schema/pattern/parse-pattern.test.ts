import { describe, expect, test } from "vitest";
import { parsePattern } from "../../../generator/json-schema/pattern/parse-pattern.js";

/** Characters on both sides of every border that the patterns below have. */
const codes = [
  ...Array.from({ length: 0x200 }, (_, code) => code),
  0x1680,
  0x2028,
  0x2029,
  0x3000,
  0xfeff,
  0xd800,
  0xdfff,
  0xffff,
  0x1f600,
  0x1f601,
  0x10ffff,
];

describe.each(["u", ""] as const)("a set of characters matches as in the engine, flags %j", (flags) => {
  const both = [
    "a",
    ".",
    "\\d",
    "\\D",
    "\\w",
    "\\W",
    "\\s",
    "\\S",
    "[a-f0-9_-]",
    "[^a-f]",
    "[]",
    "[^]",
    "[\\b\\t\\n\\v\\f\\r]",
    "[\\x41-\\u0045]",
    "\\x7e",
    "\\u00e4",
    "\\cJ",
    "\\0",
    "[\\w.-]",
    "[+--]",
    "\\/",
    "[\\]\\\\^]",
    "[ -~]",
    "[.*+?(){}|]",
  ];
  const only =
    flags === "u"
      ? [
          "\\u{1F600}",
          "[\\u{1F600}-\\u{1F601}]",
          "\\ud83d\\ude00",
          "[\\ud83d\\ude00]",
          "[^\\u{1F600}]",
          "\\p{Lu}",
          "\\P{Lu}",
          "[\\p{Lu}_]",
        ]
      : ["\\_", "[\\w-z]", "[\\-\\_]", "]", "}"];

  test.each([...both, ...only])("%s", (pattern) => {
    const node = parsePattern(pattern, flags);
    const [item] = node?.kind === "sequence" ? node.items : [];
    const set = item?.kind === "characters" ? item.set : undefined;
    const engine = new RegExp(`^(?:${pattern})$`, flags);
    const texts = codes.filter((code) => flags === "u" || code <= 0xffff);
    const inSet = (code: number) => set?.some(([from, to]) => from <= code && code <= to) ?? false;
    expect(texts.filter(inSet)).toEqual(texts.filter((code) => engine.test(String.fromCodePoint(code))));
  });
});

describe("structure", () => {
  const character = (source: string, code: number) => ({ kind: "characters", set: [[code, code]], source });
  const a = character("a", 97);
  const sequence = (...items: unknown[]) => ({ kind: "sequence", items });

  test.each([
    ["a*?", sequence({ kind: "repeat", body: a, min: 0, max: Infinity })],
    ["a{2}", sequence({ kind: "repeat", body: a, min: 2, max: 2 })],
    ["a{2,}", sequence({ kind: "repeat", body: a, min: 2, max: Infinity })],
    ["a{2,5}?", sequence({ kind: "repeat", body: a, min: 2, max: 5 })],
    ["(?:a)?", sequence({ kind: "repeat", body: sequence(a), min: 0, max: 1 })],
    ["(?<name>a)\\k<name>", sequence(sequence(a), { kind: "backreference", groups: expect.any(Function) })],
    [
      "(?<!a)(?=a)",
      sequence(
        { kind: "look", body: sequence(a), isBehind: true, isNegated: true },
        { kind: "look", body: sequence(a), isBehind: false, isNegated: false },
      ),
    ],
    [
      "^a$|\\b\\B",
      {
        kind: "choice",
        items: [
          sequence({ kind: "start" }, a, { kind: "end" }),
          sequence({ kind: "boundary", isNegated: false }, { kind: "boundary", isNegated: true }),
        ],
      },
    ],
    ["(a|)", sequence({ kind: "choice", items: [sequence(a), sequence()] })],
  ])("%s", (pattern, expected) => {
    new RegExp(pattern, "u");
    expect(parsePattern(pattern, "u")).toEqual(expected);
  });

  test("an escaped number without a group is a character without the u flag", () => {
    expect(parsePattern("\\101", "")).toEqual(sequence(character("\\101", 65)));
  });

  test.each(["(?i:a)", `${"(".repeat(101)}a${")".repeat(101)}`, `${"(".repeat(50_000)}a${")".repeat(50_000)}`, "("])(
    "what the tree can't represent is absent: %.10s",
    (pattern) => {
      expect(parsePattern(pattern, "u")).toBeUndefined();
    },
  );

  test("braces that repeat nothing are characters without the u flag", () => {
    expect(parsePattern("a{x", "")).toEqual(sequence(a, character("{", 123), character("x", 120)));
  });
});
