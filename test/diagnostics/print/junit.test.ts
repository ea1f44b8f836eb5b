import fc from "fast-check";
import { expect, it } from "vitest";
import { printJunit } from "../../../generator/diagnostics/print/junit.js";
import { anyDiagnostics, samples } from "./samples.js";

it("prints a suite for each file; errors fail, warnings pass", () => {
  expect(printJunit(samples)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="openapi-actions" tests="3" failures="2" errors="0">
  <testsuite name="spec/a b.yaml" tests="2" failures="1" errors="0">
    <testcase name="open-body at 6:1" classname="spec/a b.yaml">
      <system-out>spec/a b.yaml:6:1 warning open-body: 100% &lt;open&gt; &amp; loose, really: yes</system-out>
    </testcase>
    <testcase name="extension-near-miss at 6:1" classname="spec/a b.yaml">
      <failure message="the key &quot;x-plaform&quot; is ignored" type="extension-near-miss">spec/a b.yaml:6:1 error extension-near-miss: the key &quot;x-plaform&quot; is ignored
Did you mean &quot;x-platform&quot;?</failure>
    </testcase>
  </testsuite>
  <testsuite name="openapi-actions" tests="1" failures="1" errors="0">
    <testcase name="file-unreadable" classname="openapi-actions">
      <failure message="cannot read &quot;x&quot;" type="file-unreadable">error file-unreadable: cannot read &quot;x&quot;</failure>
    </testcase>
  </testsuite>
</testsuites>
`);
});

it("prints one passed test without problems", () => {
  expect(printJunit([])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="openapi-actions" tests="1" failures="0" errors="0">
  <testsuite name="openapi-actions" tests="1" failures="0" errors="0">
    <testcase name="no problems" classname="openapi-actions"/>
  </testsuite>
</testsuites>
`);
});

it("is well-formed XML, whatever text it contains", () => {
  fc.assert(
    fc.property(anyDiagnostics, (diagnostics) => {
      const names = readElements(printJunit(diagnostics));
      expect(names.filter((name) => name === "testcase")).toHaveLength(Math.max(1, diagnostics.length));
    }),
  );
});

/** The names of all elements; throws where XML 1.0 isn't followed. Knows what the printer uses: no comments, no CDATA. */
function readElements(xml: string): string[] {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  if (!xml.startsWith(declaration)) throw new Error("no declaration");
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)) throw new Error("a character that XML can't have");
  const open: string[] = [];
  const names: string[] = [];
  const text = '(?:[^<>&"]|&(?:amp|lt|gt|quot);)*';
  const token = new RegExp(`(${text})(?:<(/?)([a-z-]+)((?: [a-z]+="${text}")*)(/?)>|$)`, "y");
  token.lastIndex = declaration.length;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const [, , isEnd, name, , isEmpty] = token.exec(xml) ?? [];
    if (token.lastIndex <= at) throw new Error(`not XML from ${at}: ${xml.slice(at, at + 60)}`);
    if (name === undefined) break;
    if (isEnd) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
      continue;
    }
    names.push(name);
    if (!isEmpty) open.push(name);
  }
  if (open.length > 0) throw new Error(`${open.join(", ")} stay open`);
  return names;
}
