import { contractWith, document, documents, type HostileDocument } from "./document.js";

const plain = contractWith({});
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
/** Each anchor holds nine of the one before. */
const bomb = (levels: number) =>
  Array.from({ length: levels }, (_, level) => {
    const item = level === 0 ? "a" : `*a${level - 1}`;
    return `  a${level}: &a${level} [${Array(9).fill(item).join(", ")}]`;
  });
const nested = (open: string, inner: string, close: string, depth: number) => open.repeat(depth) + inner + close.repeat(depth);

/** Attacks on who reads YAML and JSON. */
export const parserDocuments: readonly HostileDocument[] = [
  documents(
    "an alias bomb",
    { "openapi.yaml": [plain, "x-bomb:", ...bomb(9)].join("\n") },
    { errors: ["openapi.yaml:31 yaml-alias-limit"] },
  ),
  documents(
    "an alias bomb of merge keys",
    {
      "openapi.yaml": [
        plain,
        "x-bomb:",
        "  a0: &a0 { k: v }",
        ...Array.from({ length: 30 }, (_, n) => `  a${n + 1}: &a${n + 1} { b: *a${n}, <<: *a${n}, c: *a${n} }`),
      ].join("\n"),
    },
    { errors: ["openapi.yaml:34 yaml-alias-limit"] },
  ),
  document("a long text, copied often", {
    root:
      ["x-text: &text " + "t".repeat(200_000), "x-copies:", ...Array(7).fill("  - *text")].join("\n") + " #! yaml-alias-limit",
  }),
  document("an alias inside its own anchor", { root: "x-cycle: &cycle\n  inner: *cycle #! yaml-alias-cycle" }),
  document("an alias of nothing", { root: "x-a: *nothing #! yaml-alias-unknown" }),
  document("anchors and merge keys that are no attack", {
    schemas: "One: &one { type: string, maxLength: 5 }\nTwo: { <<: *one, description: Merged. }",
  }),
  document("a merge key with a list in a text", { root: "x-a:\n  <<: text #! yaml-merge-key" }),
  document("two merge keys", { root: "x-a: &a { k: v }\nx-b:\n  <<: *a\n  <<: *a #! duplicate-key" }),
  document("lists in lists", { root: `x-deep: ${nested("[", "", "]", 20_000)} #! nesting-limit` }),
  document("maps in maps", { root: `x-deep: ${nested("{a: ", "1", "}", 20_000)} #! nesting-limit` }),
  document("lists in lists by indentation", {
    root: [
      "x-deep:",
      ...Array.from({ length: 400 }, (_, depth) => `${" ".repeat(depth + 1)}-${depth === 250 ? " #! nesting-limit" : ""}`),
    ].join("\n"),
  }),
  documents(
    "lists in lists, in JSON",
    { "openapi.json": nested("[", "", "]", 100_000) },
    { errors: ["openapi.json:1 nesting-limit"] },
  ),
  documents(
    "maps in maps, in JSON",
    { "openapi.json": nested('{"a":', "1", "}", 100_000) },
    { errors: ["openapi.json:1 nesting-limit"] },
  ),
  document("a key twice", { schemas: "Twice: { type: string, maxLength: 5 }\nTwice: { type: integer } #! duplicate-key" }),
  document("a key twice, spelt in two ways", {
    schemas: 'Twice: { type: integer }\n"\\u0054wice": { type: integer } #! duplicate-key',
  }),
  documents(
    "a key twice, in JSON",
    { "openapi.json": '{\n"openapi": "3.1.0",\n"paths": {},\n"p\\u0061ths": {}\n}' },
    { errors: ["openapi.json:4 duplicate-key"] },
  ),
  document("a key that is a map", { root: "x-a:\n  ? { a: b } #! yaml-key-type\n  : c" }),
  document("a key that is a list", { root: "x-a:\n  ? [a] #! yaml-key-type\n  : c" }),
  document("a key that is nothing", { root: "x-a:\n  ~: c #! yaml-key-type" }),
  document("a key that is true", { root: "x-a:\n  true: c #! yaml-key-type" }),
  document("a tag that makes a function", { root: 'x-a: !!js/function "function () { hit() }" #! yaml-tag' }),
  document("a tag of somebody's own", { root: "x-a: !include ../secret.yaml #! yaml-tag" }),
  document("a tag of a set", { root: "x-a: !!set { a } #! yaml-tag" }),
  document("bytes in Base64", { root: "x-a: !!binary aGl0 #! yaml-tag" }),
  document("a date by its tag", { root: "x-a: !!timestamp 2020-01-01 #! yaml-tag" }),
  documents("a tag behind a %TAG directive", {
    "openapi.yaml": `%TAG ! tag:yaml.org,2002:js/\n---\n${plain}x-a: !function f #! yaml-tag`,
  }),
  documents("YAML 1.1 by directive", { "openapi.yaml": `%YAML 1.1\n---\n${plain}x-a: { no: yes, on: 0o17, at: 2020-01-01 }\n` }),
  documents("two documents", { "openapi.yaml": `${plain}--- #! syntax\nopenapi: 3.1.0\n` }),
  documents("an end of the document and something behind it", { "openapi.yaml": `${plain}...\nmore: text #! syntax\n` }),
  document("a tab as indentation", { root: "x-a:\n\tb: c #! syntax" }),
  documents("a quote without its end", { "openapi.yaml": `${plain}x-a: "text` }, { errors: ["openapi.yaml:25 syntax"] }),
  documents("a bracket without its end", { "openapi.yaml": `${plain}x-a: [1, 2` }, { errors: ["openapi.yaml:25 syntax"] }),
  documents("UTF-8 with a byte order mark", { "openapi.yaml": bytes([0xef, 0xbb, 0xbf], plain) }),
  documents("CRLF", { "openapi.yaml": plain.replaceAll("\n", "\r\n") }),
  documents("carriage returns alone", { "openapi.yaml": plain.replaceAll("\n", "\r") }, { errors: ["openapi.yaml:1 syntax"] }),
  documents("UTF-16", { "openapi.yaml": Buffer.from(`\ufeff${plain}`, "utf16le") }, { errors: ["openapi.yaml:1 encoding"] }),
  documents(
    "a byte that is not UTF-8",
    { "openapi.yaml": bytes("openapi: 3.1.0\nx-a: ", [0xff], "\n") },
    { errors: ["openapi.yaml:2 encoding"] },
  ),
  documents(
    "a path in overlong UTF-8",
    { "openapi.yaml": bytes("# ", [0xc0, 0xaf], "\n", plain) },
    { errors: ["openapi.yaml:1 encoding"] },
  ),
  documents(
    "half a surrogate pair in UTF-8",
    { "openapi.yaml": bytes("# ", [0xed, 0xa0, 0x80], "\n", plain) },
    { errors: ["openapi.yaml:1 encoding"] },
  ),
  documents("NUL", { "openapi.yaml": `${plain}x-a: b\u0000c\n` }, { errors: ["openapi.yaml:25 encoding"] }),
  documents(
    "an escape sequence of terminals",
    { "openapi.yaml": `${plain}# \u001b[2J\u001b]0;hit\u0007\n` },
    { errors: ["openapi.yaml:25 encoding"] },
  ),
  document("half a surrogate pair by escape", { root: 'x-a: "\\ud800" #! unpaired-surrogate' }),
  document("NUL by escape, in an extension", { root: 'x-a: "a\\0b\\eb"' }),
  documents("a text of a megabyte", { "openapi.yaml": plain.replace("title: Machines", `title: ${"M".repeat(1 << 20)}`) }),
  documents("a line of a megabyte and a mistake at its end", {
    "openapi.yaml": `${plain}x-a: [${"1, ".repeat(350_000)}*nothing] #! yaml-alias-unknown\n`,
  }),
  documents("a number of a megabyte", { "openapi.yaml": `${plain}x-a: ${"9".repeat(1 << 20)} #! unsafe-number\n` }),
  documents("an empty file", { "openapi.yaml": "" }, { errors: ["openapi.yaml:1 empty-document"] }),
  documents("nothing but a comment", { "openapi.yaml": "# nothing\n" }, { errors: ["openapi.yaml:1 empty-document"] }),
  documents("a text in place of a document", { "openapi.yaml": "just text\n" }, { errors: ["openapi.yaml:1 root-not-object"] }),
  documents("a list in place of a document", { "openapi.json": "[]" }, { errors: ["openapi.json:1 root-not-object"] }),
  documents("JSON with a comma too many", { "openapi.json": '{\n"openapi": "3.1.0",\n}' }, { errors: ["openapi.json:3 syntax"] }),
  documents("JSON with a comment", { "openapi.json": '{\n// hit\n"openapi": "3.1.0" }' }, { errors: ["openapi.json:2 syntax"] }),
  documents("JSON behind JSON", { "openapi.json": '{ "openapi": "3.1.0" }\n{}' }, { errors: ["openapi.json:2 syntax"] }),
  documents("Swagger 1.2", { "openapi.yaml": 'swaggerVersion: "1.2" #! openapi-version\n' }),
  documents("a version that does not exist yet", { "openapi.yaml": plain.replace("3.1.0", "4.0.0 #! openapi-version") }),
  documents("a version that is a number", { "openapi.yaml": plain.replace("3.1.0", "3.1 #! openapi-version") }),
];
