import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { printPretty } from "../../generator/diagnostics/print/pretty.js";
import { readTemplate } from "../../generator/templates.js";
import { temporaryFolder } from "../support/command-line.js";
import { everyConstruct } from "./every-construct.js";
import { runOutput } from "./run-output.js";
import { textPositions } from "./text-positions.js";

/** What each would do if it became code: set a global. Between them they end every kind of literal and comment. */
const payloads = {
  comment: "*/ globalThis.hostile = 1; /* **// globalThis.hostile = 2; //",
  line: "x\r\nglobalThis.hostile = 3;\u2028globalThis.hostile = 4;\u2029globalThis.hostile = 5;\n",
  quotes: "'\"`; globalThis.hostile = 6; ${globalThis.hostile = 7} \\'; globalThis.hostile = 8; //",
  member: 'a"]; globalThis.hostile = 9; x["',
  computed: "[globalThis.hostile=1]",
  prototype: "__proto__",
  constructor: "constructor",
  reserved: "default",
  path: "../../../hostile",
  device: "CON",
  markup: "</script><script>globalThis.hostile=1</script>",
  terminal: "\u001b[2J\u001b]0;hostile\u0007\u202e\u0000",
  directive: "@ts-nocheck",
  empty: "",
  reference: "#/components/schemas/Error",
};

const positions = textPositions(everyConstruct);
/** What a terminal obeys, or what turns text around. */
const controlCharacters = /[\p{Cc}\p{Bidi_Control}]/u;
const safePath = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.(?:ts|json)$/i;

const same = (text: string) => text;
const plain = { red: same, yellow: same, blue: same, bold: same, dim: same };
const folder = temporaryFolder();

test("the document itself compiles and its output behaves", async () => {
  const { diagnostics, files } = await compileText(JSON.stringify(everyConstruct, null, 2));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(runOutput(files!)).toEqual({ globals: [], pollution: [], outside: [] });
});

test("the check finds what runs, pollutes and reaches out", () => {
  const text = `globalThis.hostile = 1; Object.prototype.hostile = 1; import fs from "node:fs"; export const used = fs;`;
  expect(runOutput([{ path: "a.ts", text }])).toEqual({
    globals: ["hostile"],
    pollution: ["Object.hostile"],
    outside: ["a.ts: node:fs"],
  });
});

test.each(Object.entries(payloads))("%s becomes no code anywhere", async (_name, payload) => {
  const problems: string[] = [];
  for (const { name, put } of positions) {
    const text = JSON.stringify(put(payload), null, 2);
    for (const problem of await findProblems(text)) problems.push(`${name}: ${problem}`);
  }
  expect(problems).toEqual([]);
});

/** What is wrong with how a document is refused, or with the output of one that is accepted. */
async function findProblems(text: string): Promise<string[]> {
  const { diagnostics, files } = await compileText(text);
  const unplaced = diagnostics.filter(
    ({ location }) => location?.path !== "openapi.json" || location.line > text.split("\n").length,
  );
  const unsafe = diagnostics.filter((diagnostic) => controlCharacters.test(printPretty(diagnostic, plain).replaceAll("\n", "")));
  const problems = [
    ...unplaced.map(({ code }) => `${code} has no place`),
    ...unsafe.map(({ code }) => `${code} prints control characters`),
  ];
  if (!files)
    return diagnostics.some(({ severity }) => severity === "error") ? problems : [...problems, "refused without a word"];
  const { globals, pollution, outside } = runOutput(files);
  const oddPaths = files.filter((file) => !safePath.test(file.path)).map((file) => `writes ${file.path}`);
  return [...problems, ...oddPaths, ...globals, ...pollution, ...outside];
}

function compileText(text: string) {
  writeFileSync(path.join(folder, "openapi.json"), text);
  return compile("openapi.json", { workingFolder: folder, template: readTemplate });
}
