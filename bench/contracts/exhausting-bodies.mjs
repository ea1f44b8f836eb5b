/**
 * A body of at most 1 MiB that is meant to keep a server busy with the contract of `exhausting.mjs`.
 * @typedef {{ name: string, url: string, type: string, status: number, make: () => string }} ExhaustingBody
 */

const mebibyte = 1_048_576;
const deepest = 64;

/** As many of these as fit into a mebibyte, between an opening and a closing. */
function fill(
  /** @type {string} */ open,
  /** @type {(index: number) => string} */ one,
  /** @type {string} */ close,
  separator = ",",
) {
  const parts = [];
  let size = open.length + close.length;
  for (let index = 0; ; index++) {
    const part = one(index);
    size += part.length + separator.length;
    if (size > mebibyte) return open + parts.join(separator) + close;
    parts.push(part);
  }
}

const items = (/** @type {(index: number) => string} */ one) => fill('{"items":[', one, "]}");
const properties = (/** @type {(index: number) => string} */ one) => fill("{", one, "}");
const nest = (
  /** @type {number} */ depth,
  /** @type {string} */ open,
  /** @type {string} */ inner,
  /** @type {string} */ close,
) => open.repeat(depth) + inner + close.repeat(depth);
const ways = (/** @type {number} */ depth) => nest(depth, '{"way":1,"next":', '{"way":3}', "}");
const ones = (/** @type {number} */ count) => `[${"1,".repeat(count - 1)}1]`;
const named = (/** @type {string} */ name, /** @type {string} */ value) => `{${JSON.stringify(name)}:${value}}`;
const text = (/** @type {string} */ value) => JSON.stringify({ text: value.slice(0, mebibyte - 20) });
const part = '--b\r\ncontent-disposition: form-data; name="list"\r\n\r\nx\r\n';
const item = `--b\r\ncontent-type: application/json\r\n\r\n{"a":[${"{},".repeat(17)}{}]}\r\n`;
const file = '--b\r\ncontent-disposition: form-data; name="files"; filename=f\r\n\r\n\r\n';

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data; boundary=b";
const mixed = "multipart/mixed; boundary=b";

/**
 * @param {string} name
 * @param {string} action
 * @param {number} status
 * @param {() => string} make
 * @returns {ExhaustingBody}
 */
const action = (name, action, status, make) => ({ name, url: `/machines/1/do/${action}`, type: json, status, make });

/**
 * The first is an ordinary request; all others are compared with it.
 * @type {readonly ExhaustingBody[]}
 */
export const exhaustingBodies = [
  action("valid objects", "objects", 200, () => items((id) => `{"id":${id},"name":"item ${id}"}`)),
  action("a list of empty objects", "free", 200, () => fill('{"a":[', () => "{}", "]}")),
  action("objects of different shapes", "objects", 200, () => items((index) => `{"a${index}":1}`)),
  action("many names", "free", 200, () => properties((index) => `"k${index}":1`)),
  action("many numbers as names", "free", 200, () => properties((index) => `"${4_294_967_295 - index * 7}":1`)),
  action("the same name many times", "free", 200, () => properties(() => '"a":1')),
  action("unknown names", "closed", 400, () => properties((index) => `"k${index}":1`)),
  action("unevaluated names", "unevaluated", 400, () => properties((index) => `"k${index}":1`)),
  action("names and patterns", "names", 400, () => properties((index) => `"a${index.toString(36).replace(/\d/g, "z")}":1`)),
  action("__proto__ at the end", "free", 400, () => fill('{"a":[', () => '{"b":1}', ',{"__proto__":1}]}')),
  action("escapes", "free", 200, () => fill('{"a":[', () => '"\\u0061"', "]}")),
  action("brackets", "free", 400, () => "[".repeat(mebibyte)),
  action("as deep as allowed, throughout", "free", 200, () => fill('{"a":[', () => nest(deepest - 2, "[", "", "]"), "]}")),
  action("a number of a million digits", "number", 400, () => named("n", "1".repeat(1_000_000))),
  action("a million decimals", "number", 400, () => named("n", `0.${"1".repeat(1_000_000)}`)),
  action("numbers beyond the range", "number", 400, () => named("n", "1e999")),
  action("numbers that are hard to read", "words", 400, () => items(() => `2.225073858507201${"1".repeat(760)}e-308`)),
  action("invalid items", "words", 400, () => items(() => "1")),
  action("invalid items, few enough to list", "words", 400, () => named("items", ones(9_000)) + " ".repeat(1_000_000)),
  action("no item that contains matches", "contains", 400, () => items(() => '{"y":1}')),
  action("the last of ten choices", "choices", 200, () => items(() => '{"k":9}')),
  action("unique numbers", "unique", 200, () => items(String)),
  action("unique texts", "unique", 200, () => items((index) => `"${index}"`)),
  action("unique objects", "unique", 200, () => items((index) => `{"a":${index}}`)),
  action("unique objects of different shapes", "unique", 200, () => items((index) => `{"a${index}":1}`)),
  action("unique lists, deep", "unique", 200, () => items((index) => nest(50, "[", `${index}`, "]"))),
  action("a long name above invalid items", "map", 400, () => named("~/".repeat(300_000), ones(4_000))),
  action("a long name above references", "map-of-references", 200, () => named("n".repeat(600_000), ones(200_000))),
  action("a long name above choices", "map-of-choices", 200, () => named("~/".repeat(300_000), ones(200_000))),
  action("two long names above choices", "map-of-maps", 200, () =>
    named("~/".repeat(200_000), named("/~".repeat(100_000), ones(200_000))),
  ),
  action("hidden characters in a long name", "map", 400, () => named("\u202e".repeat(200_000), ones(4_000))),
  action("anyOf within anyOf", "any", 400, () => ways(deepest - 2)),
  action("oneOf within oneOf", "one", 400, () => ways(deepest - 2)),
  action("allOf within allOf", "each", 400, () => nest(deepest - 2, '{"next":', "1", "}")),
  action("if within if", "if", 400, () => nest(deepest - 2, '{"next":', "1", "}")),
  action("choices by name, throughout", "filter", 200, () => fill('{"all":[', () => '{"any":[{"none":[]}]}', "]}")),
  action("forty levels of choices", "ladder", 400, () => nest(40, '{"way":1,"next":', '"x"', "}")),
  action("levels of choices, throughout", "ladders", 200, () => items(() => ways(deepest - 4))),
  action("format email", "format-email", 400, () => text(`${"a.".repeat(500_000)}@b.c`)),
  action("format duration", "format-duration", 400, () => text(`PT${"1".repeat(mebibyte)}`)),
  action("format uri", "format-uri", 400, () => text(`a://${"a".repeat(1_000_000)}[`)),
  action("format uri-template", "format-uri-template", 400, () => text("}".repeat(mebibyte))),
  action("format url", "format-url", 400, () => text(`http://${"a@/".repeat(mebibyte / 3)}`)),
  action("format regex, open groups", "format-regex", 400, () => text("(?=".repeat(mebibyte / 3))),
  action("format regex, closed groups", "format-regex", 200, () => text("(?:)".repeat(mebibyte / 4))),
  { name: "form: a long list", url: "/form", type: form, status: 204, make: () => fill("", () => "list=", "", "&") },
  { name: "form: many names", url: "/form", type: form, status: 204, make: () => fill("", (index) => `k${index}=`, "", "&") },
  { name: "form: nothing", url: "/form", type: form, status: 204, make: () => "&".repeat(mebibyte) },
  { name: "form: escapes", url: "/form", type: form, status: 204, make: () => `a=${"%41".repeat(349_000)}` },
  { name: "form: broken escapes", url: "/form", type: form, status: 400, make: () => `a=${"%".repeat(1_000_000)}` },
  { name: "parts: a long list", url: "/parts", type: multipart, status: 204, make: () => `${part.repeat(18_000)}--b--\r\n` },
  { name: "parts: boundaries", url: "/parts", type: multipart, status: 400, make: () => `${"--b\r\n".repeat(200_000)}--b--\r\n` },
  {
    name: "parts: almost boundaries",
    url: "/parts",
    type: multipart,
    status: 204,
    make: () => `${part.replace("x", "\r\n--".repeat(250_000))}--b--\r\n`,
  },
  {
    name: "parts: a list of files",
    url: "/files",
    type: multipart,
    status: 204,
    make: () => fill("", () => file, "--b--\r\n", ""),
  },
  { name: "parts: a list by position", url: "/mixed", type: mixed, status: 204, make: () => `${item.repeat(9_900)}--b--\r\n` },
];
