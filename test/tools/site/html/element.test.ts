import fc from "fast-check";
import { expect, test } from "vitest";
import { element, escapeAttribute, escapeText } from "../../../../generator/tools/site/html/element.js";

test.each([
  ["a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"],
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["&lt;", "&amp;lt;"],
  ["a\r\nb\rc", "a\nb\nc"],
  ["a\u0000b\u202ec\ud800d", "a\ufffdb\ufffdc\ufffdd"],
  ["naïve 🙂", "naïve 🙂"],
])("text %j", (text, html) => {
  expect(escapeText(text)).toBe(html);
});

test.each([
  ["body.cidr", "body.cidr"],
  ["../../index.html#errors", "../../index.html#errors"],
  ["a b", '"a b"'],
  ["", '""'],
  ["x/", '"x/"'],
  [`"><script>'`, `"&quot;&gt;&lt;script&gt;'"`],
  ["a=b", '"a=b"'],
  ["`", '"`"'],
])("attribute %j", (text, html) => {
  expect(escapeAttribute(text)).toBe(html);
});

test("no text ends an attribute or begins a tag", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(escapeText(text)).not.toMatch(/[<>]/);
      expect(escapeAttribute(text)).toMatch(/^(?:[A-Za-z0-9_.:#/-]+|"[^"<>]*")$/);
    }),
  );
});

test("elements have an end tag if HTML requires it", () => {
  expect(element("p", { class: "note" }, escapeText("a"))).toBe("<p class=note>a</p>");
  expect(element("td", {}, escapeText("a"))).toBe("<td>a");
  expect(element("br", {})).toBe("<br>");
  expect(element("path", { d: "M0 0H9" })).toBe('<path d="M0 0H9"></path>');
  expect(element("p", { id: undefined, tabindex: 0, class: "" })).toBe("<p tabindex=0 class></p>");
});
