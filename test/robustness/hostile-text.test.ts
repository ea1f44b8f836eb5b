import { writeFileSync } from "node:fs";
import path from "node:path";
import { createContext, Script } from "node:vm";
import { afterAll, expect, test } from "vitest";
import { compile, type Compilation } from "../../generator/compile.js";
import { printPretty } from "../../generator/diagnostics/print/pretty.js";
import { buildDocs } from "../../generator/tools/site/build-docs.js";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { checkSyntax } from "../../generator/typescript/check-syntax.js";
import { expand } from "../../generator/tools/expand/expand.js";
import { readTemplate } from "../../generator/package.js";
import { planScaffold } from "../../generator/typescript/scaffold/index.js";
import { temporaryFolder } from "../support/command-line.js";
import { partOf } from "./budget.js";
import { everyConstruct } from "./every-construct.js";
import { callOutput } from "./hostile-calls.js";
import { findUnsafeHtml, findUnsafeMarkdown } from "./hostile-html.js";
import { openOutput, runOutput } from "./run-output.js";
import { textPositions } from "./text-positions.js";

/** Each sets a global if it becomes code. Together they end every kind of literal and comment. */
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
  markdown: "[l](javascript:hit()) ![i](https://outside.example/i.png) <img src=x onerror=hit()> `",
  script: "javascript:globalThis.hostile=1",
  markup: "</script><script>globalThis.hostile=1</script>",
  terminal: "\u001b[2J\u001b]0;hostile\u0007\u202e\u0000",
  directive: "@ts-nocheck",
  empty: "",
  reference: "#/components/schemas/Error",
};

const positions = textPositions(everyConstruct);
let [accepted, refused] = [0, 0];
/** Characters that control a terminal or reverse text. */
const controlCharacters = /[\p{Cc}\p{Bidi_Control}]/u;
const safePath = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_.-]*\.(?:ts|json|html|md|txt|js|css|svg)$/i;

const same = (text: string) => text;
const plain = { red: same, yellow: same, blue: same, bold: same, dim: same };
const folder = temporaryFolder();

test("the document itself compiles and its output behaves", async () => {
  const { diagnostics, files } = await compileText(JSON.stringify(everyConstruct, null, 2));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const realm = openOutput(files!);
  expect(await callOutput(realm)).toEqual({ sent: 5, answered: 3, astray: [] });
  expect(realm.behaviour()).toEqual({ globals: [], pollution: [], outside: [] });
});

test("the check detects execution, pollution and access", () => {
  const text = `globalThis.hostile = 1; Object.prototype.hostile = 1; import fs from "node:fs"; export const used = fs;`;
  expect(runOutput([{ path: "a.ts", text }])).toEqual({
    globals: ["hostile"],
    pollution: ["Object.hostile"],
    outside: ["a.ts: node:fs"],
  });
});

test.each(Object.keys(payloads))("%s never becomes code", async (kind) => {
  const problems: string[] = [];
  const payload = payloads[kind as keyof typeof payloads];
  for (const { name, put } of partOf(positions, Object.keys(payloads).indexOf(kind))) {
    const text = JSON.stringify(put(payload), null, 2);
    for (const problem of await findProblems(text)) problems.push(`${name}: ${problem}`);
  }
  expect(problems).toEqual([]);
});

/** The problems of a rejection, or of the output of an accepted document. */
async function findProblems(text: string): Promise<string[]> {
  const compilation = await compileText(text);
  const { diagnostics, files } = compilation;
  const unplaced = diagnostics.filter(
    ({ location }) => location?.path !== "openapi.json" || location.line > text.split("\n").length,
  );
  const unsafe = diagnostics.filter((diagnostic) => controlCharacters.test(printPretty(diagnostic, plain).replaceAll("\n", "")));
  const problems = [
    ...unplaced.map(({ code }) => `${code} has no place`),
    ...unsafe.map(({ code }) => `${code} prints control characters`),
  ];
  if (!files) {
    refused++;
    return diagnostics.some(({ severity }) => severity === "error") ? problems : [...problems, "refused without a word"];
  }
  accepted++;
  const { site, expanded, handlers } = makeEverythingElse(compilation);
  const oddPaths = [...files, ...site, ...expanded, ...handlers].filter((file) => !safePath.test(file.path));
  problems.push(...oddPaths.map((file) => `writes ${file.path}`));
  for (const { path: name, text: page } of site) {
    const unsafe = name.endsWith(".html") ? findUnsafeHtml(page) : /\.(?:md|txt)$/.test(name) ? findUnsafeMarkdown(page) : [];
    problems.push(...unsafe.map((found) => `${name} has ${found}`));
  }
  for (const { text: document } of expanded) JSON.parse(document);
  for (const file of handlers) checkSyntax(file);
  const index = createContext({});
  new Script(site.find((file) => file.path === "search-index.js")!.text).runInContext(index);
  if (Object.keys(index).join() !== "docsEntries") problems.push(`search-index.js sets ${Object.keys(index).join()}`);
  const realm = openOutput([...files, ...handlers]);
  const { astray } = await callOutput(realm);
  const { globals, pollution, outside } = realm.behaviour();
  return [...problems, ...astray, ...globals, ...pollution, ...outside];
}

/** The output of the other commands: the site, plain documents, handler files. */
function makeEverythingElse({ contract, loaded }: Compilation): Record<"site" | "expanded" | "handlers", readonly OutputFile[]> {
  const { files } = planScaffold({ contract: contract!, folder: "handlers", outFolder: ".", readFile: () => undefined });
  return {
    site: buildDocs(contract!, loaded!, {}, { template: readTemplate }),
    expanded: expand(contract!, loaded!).files,
    handlers: files.map(({ path: name, after }) => ({ path: name, text: after })),
  };
}

function compileText(text: string) {
  writeFileSync(path.join(folder, "openapi.json"), text);
  return compile("openapi.json", { workingFolder: folder, template: readTemplate });
}

afterAll(() => {
  const tried = `${Object.keys(payloads).length} texts at ${positions.length} positions`;
  process.stdout.write(`${tried}: ${accepted} documents accepted, ${refused} refused\n`);
});
