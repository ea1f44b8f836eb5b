import fc from "fast-check";
import { expect, test } from "vitest";
import type { Block } from "../../../../generator/tools/site/blocks/block.js";
import { type Inline, plainText, safeAddress } from "../../../../generator/tools/site/blocks/inline.js";
import { parseMarkdown } from "../../../../generator/tools/site/blocks/parse-markdown.js";
import { printBlocks } from "../../../../generator/tools/site/markdown/print-blocks.js";

const print = (...blocks: Block[]) => printBlocks(blocks, "actions/postgres/add_ip");

test("prints each kind of block", () => {
  const code: Inline = { kind: "code", text: "a|b" };
  expect(print({ kind: "heading", level: 2, content: ["Body of ", code], id: "body" })).toBe("## Body of `a|b`");
  expect(print({ kind: "list", items: [[{ kind: "paragraph", content: ["a"] }], [{ kind: "paragraph", content: ["b"] }]] })).toBe(
    "- a\n- b",
  );
  expect(print({ kind: "facts", facts: [{ term: "Scopes", content: [code] }] })).toBe("- **Scopes:** `a|b`");
  expect(print({ kind: "code", language: "json", text: "```", label: "Answer" })).toBe("Answer:\n\n````json\n```\n````");
  expect(print({ kind: "quote", content: [{ kind: "paragraph", content: ["a"] }, { kind: "rule" }] })).toBe("> a\n> \n> ***");
});

test("prints tables: marks as words, groups before their columns, bars escaped", () => {
  const table: Block = {
    kind: "table",
    caption: "",
    columns: [{ label: "Action" }, { label: "active", group: "States" }],
    rows: [{ cells: [[{ kind: "code", text: "a|b" }, { kind: "break" }, "c|d"], true] }, { cells: [["e"], false] }],
  };
  expect(print(table)).toBe("| Action | States: active |\n| --- | --- |\n| `a\\|b`<br>c\\|d | yes |\n| e |  |");
});

test("links point to the Markdown of pages", () => {
  const link: Inline = { kind: "link", to: { page: "index", fragment: "errors" }, content: ["all"] };
  const out: Inline = { kind: "link", to: { address: safeAddress("https://example.com/(a)")! }, content: ["out"] };
  expect(print({ kind: "paragraph", content: [link, " ", out] })).toBe(
    "[all](../../index.md#errors) [out](https://example.com/%28a%29)",
  );
});

test.each([
  ["# a", "\\# a"],
  ["- a", "\\- a"],
  ["1. a", "1\\. a"],
  ["> a", "\\> a"],
  ["[a](javascript:b)", "\\[a\\](javascript:b)"],
  ["<script>", "\\<script\\>"],
  ["add_ip and _this_", "add_ip and \\_this\\_"],
  ["&lt;", "\\&lt;"],
])("%j remains text", (text, markdown) => {
  expect(print({ kind: "paragraph", content: [text] })).toBe(markdown);
});

const word = fc.stringMatching(/^[ -~]{1,12}$/).map((text) => text.trim() || "x");

test("any text is read back as the same text", () => {
  fc.assert(
    fc.property(word, (text) => {
      expect(parseMarkdown(print({ kind: "paragraph", content: [text] }))).toEqual([{ kind: "paragraph", content: [text] }]);
    }),
    { numRuns: 2_000 },
  );
});

test("any code is read back as the same code", () => {
  const texts = fc
    .array(fc.constantFrom("`", "``", "a", " ", "*", "<"), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      const [block] = parseMarkdown(print({ kind: "paragraph", content: ["x ", { kind: "code", text }, " y"] }));
      expect(block!.kind === "paragraph" && plainText(block!.content)).toBe(`x ${text} y`);
      expect(parseMarkdown(print({ kind: "code", text }))).toEqual([{ kind: "code", text, language: undefined }]);
    }),
    { numRuns: 1_000 },
  );
});
