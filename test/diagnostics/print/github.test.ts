import fc from "fast-check";
import { expect, it } from "vitest";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import { terminalText } from "../../../generator/diagnostics/escape.js";
import { printGithub } from "../../../generator/diagnostics/print/github.js";
import { anyDiagnostics, samples } from "./samples.js";

it("prints a command for each problem, errors first", () => {
  expect(printGithub(samples)).toBe(
    [
      '::error file=spec/a b.yaml,line=6,col=1,endColumn=27,title=extension-near-miss::the key "x-plaform" is ignored%0ADid you mean "x-platform"?',
      '::error title=file-unreadable::cannot read "x"',
      "::warning file=spec/a b.yaml,line=6,col=1,title=open-body::100%25 <open> & loose, really: yes",
      "",
    ].join("\n"),
  );
});

it("prints nothing without problems", () => {
  expect(printGithub([])).toBe("");
});

it("is parsed correctly by the runner, whatever text it contains", () => {
  fc.assert(
    fc.property(anyDiagnostics, (diagnostics) => {
      const ordered = diagnostics.toSorted((a, b) => rank(a) - rank(b));
      const lines = printGithub(diagnostics).split("\n");
      expect(lines.pop()).toBe("");
      expect(lines.map(readCommand)).toEqual(ordered.map(expectedCommand));
    }),
  );
});

function rank({ severity }: Diagnostic): number {
  return severity === "error" ? 0 : 1;
}

function expectedCommand({ severity, code, message, location, hint }: Diagnostic): object {
  return {
    name: severity,
    properties: {
      ...(location && { file: terminalText(location.path), line: `${location.line}`, col: `${location.column}` }),
      title: code,
    },
    message: [message, ...(hint === undefined ? [] : [hint])].map((line) => terminalText(line, 1000)).join("\n"),
  };
}

/** Reads a workflow command the way GitHub's runner does. */
function readCommand(line: string): object {
  const [, name, list, data] = /^::(\w+) (.*?)::(.*)$/.exec(line)!;
  const unescape = (text: string) =>
    text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%25", "%");
  const properties = list!
    .split(",")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), unescape(pair.slice(pair.indexOf("=") + 1))]);
  return { name, properties: Object.fromEntries(properties) as object, message: unescape(data!) };
}
