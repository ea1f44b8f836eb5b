import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainText } from "../../../../generator/tools/site/blocks/inline.js";
import { parseInlineMarkdown, parseMarkdown } from "../../../../generator/tools/site/blocks/parse-markdown.js";

test("reads blocks", () => {
  expect(parseMarkdown("A *b* **c** `d`\n\n1. one\n2. two\n\n> quoted\n\n```json\n{}\n```\n\n***")).toEqual([
    {
      kind: "paragraph",
      content: [
        "A ",
        { kind: "emphasis", content: ["b"] },
        " ",
        { kind: "strong", content: ["c"] },
        " ",
        { kind: "code", text: "d" },
      ],
    },
    {
      kind: "list",
      start: 1,
      items: [[{ kind: "paragraph", content: ["one"] }], [{ kind: "paragraph", content: ["two"] }]],
    },
    { kind: "quote", content: [{ kind: "paragraph", content: ["quoted"] }] },
    { kind: "code", text: "{}", language: "json" },
    { kind: "rule" },
  ]);
});

test("reads tables", () => {
  expect(parseMarkdown("| Scope | Allows |\n|---|---|\n| `a` | b |")).toEqual([
    {
      kind: "table",
      caption: "Scope, Allows",
      columns: [{ label: "Scope" }, { label: "Allows" }],
      rows: [{ cells: [[{ kind: "code", text: "a" }], ["b"]] }],
    },
  ]);
});

test("puts headings below the page's, without gaps", () => {
  const levels = parseMarkdown("# a\n\n#### b\n\n# c\n\n###### d", { headingLevel: 3 });
  expect(levels.map((block) => block.kind === "heading" && block.level)).toEqual([3, 4, 3, 4]);
});

describe("content that could run or load", () => {
  test("HTML is text", () => {
    expect(parseMarkdown("<script>alert(1)</script> <img src=x onerror=y>")).toEqual([
      { kind: "paragraph", content: ["<script>alert(1)</script> <img src=x onerror=y>"] },
    ]);
  });

  test("images are links", () => {
    const link = (address: string, text: string) => ({ kind: "link", to: { address }, content: [text] });
    expect(parseInlineMarkdown("![a](https://example.com/b.png)")).toEqual([link("https://example.com/b.png", "a")]);
    expect(parseInlineMarkdown("![](https://example.com/b.png)")).toEqual([link("https://example.com/b.png", "image")]);
    expect(parseInlineMarkdown("[![a](https://example.com/b)](https://example.com/c)")).toEqual([
      link("https://example.com/c", "a"),
    ]);
  });

  test.each([
    "[a](javascript:alert%281%29)",
    "![a](data:image/png;base64,AA)",
    "[a](file:///x)",
    "[a](../x.html)",
    "[a](vbscript:x)",
  ])("%s leads nowhere", (text) => {
    expect(JSON.stringify(parseMarkdown(text))).not.toContain('"link"');
  });
});

test("accepts any text, and returns only printable blocks", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(..."# a*_`[]()!<>|-\n\t&~:.1\\\"'"), { maxLength: 60 }), (pieces) => {
      const blocks = parseMarkdown(pieces.join(""));
      const kinds = new Set(blocks.map(({ kind }) => kind));
      expect([...kinds].every((kind) => ["heading", "paragraph", "list", "quote", "rule", "code", "table"].includes(kind))).toBe(
        true,
      );
    }),
    { numRuns: 500 },
  );
});

test("on one line, blocks follow each other", () => {
  expect(plainText(parseInlineMarkdown("first\n\n- a\n- b\n\n> c"))).toBe("first • a • b c");
});
