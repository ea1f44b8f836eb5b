import { expect, test } from "vitest";
import { fragmentAddress, relativeAddress, safeAddress } from "../../../../generator/tools/site/blocks/inline.js";

test.each(["https://example.com/a?b=c#d", "HTTP://example.com", "mailto:a@example.com", "#errors"])(
  "%s may be linked",
  (address) => {
    expect(safeAddress(address)).toBe(address);
  },
);

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "file:///home",
  "vbscript:x",
  "//example.com/x",
  "/absolute",
  "relative.html",
  "https:/\\example.com",
  "https://",
  "https://exa mple.com",
  "https://example.com/\u202e",
  "",
])("%j may not", (address) => {
  expect(safeAddress(address)).toBeUndefined();
});

test.each([
  ["index", "style.css", undefined, "style.css"],
  ["actions/postgres/add_ip", "index.html", "errors", "../../index.html#errors"],
  ["actions/postgres/add_ip", "actions/postgres/index.html", undefined, "index.html"],
  ["actions/postgres/add_ip", "actions/search/query.md", "body.q", "../search/query.md#body.q"],
  ["operations/getService", "operations/a b.html", "x/y", "a%20b.html#x%2Fy"],
])("from %s to %s", (page, file, fragment, address) => {
  expect(relativeAddress(page, file, fragment)).toBe(address);
});

test("places in the same page are encoded", () => {
  expect(fragmentAddress('body."x')).toBe("#body.%22x");
});
