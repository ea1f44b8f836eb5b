import { describe, expect, it, test } from "vitest";
import type { JsonValue } from "../../../generator/document/json-value.js";
import { parseQuery } from "../../../generator/document/overlay/jsonpath/parse-query.js";
import { runQuery, TooCostly } from "../../../generator/document/overlay/jsonpath/run-query.js";

/** The values that a query selects. */
function select(text: string, document: JsonValue, steps = 1e6): readonly JsonValue[] {
  const query = parseQuery(text);
  if ("problem" in query) throw new Error(`${query.problem} at ${query.at}`);
  return runQuery(query, document, { steps }).map(({ value }) => value);
}

const shop = {
  store: {
    books: [
      { kind: "essay", author: "Woolf", price: 9 },
      { kind: "novel", author: "Eliot", price: 13 },
      { kind: "novel", author: "Melville", isbn: "0-553", price: 9 },
      { kind: "novel", author: "Tolkien", isbn: "0-395", price: 23 },
    ],
    bicycle: { colour: "red", price: 399 },
  },
};

const [essay, first, second, third] = shop.store.books;

test.each<[string, readonly JsonValue[]]>([
  ["$", [shop]],
  ["$.store.books[*].author", ["Woolf", "Eliot", "Melville", "Tolkien"]],
  ["$..author", ["Woolf", "Eliot", "Melville", "Tolkien"]],
  ["$.store.*", [shop.store.books, shop.store.bicycle]],
  ["$.store..price", [9, 13, 9, 23, 399]],
  ["$..books[2].author", ["Melville"]],
  ["$..books[2].publisher", []],
  ["$..books[-1]", [third!]],
  ["$..books[0,1]", [essay!, first!]],
  ["$..books[:2]", [essay!, first!]],
  ["$..books[?@.isbn]", [second!, third!]],
  ["$..books[?@.price<10]", [essay!, second!]],
])("the examples of the RFC's introduction: %s", (query, selected) => {
  expect(select(query, shop)).toEqual(selected);
});

test("`..*` selects every nested value", () => {
  expect(select("$..*", shop)).toHaveLength(23);
});

describe("names", () => {
  const document = { o: { "j j": { "k.k": 3 } }, "'": { "@": 2 }, "\u263a": 4, _a1: 5 };

  it.each<[string, JsonValue]>([
    ["$.o['j j']", { "k.k": 3 }],
    ["$.o['j j']['k.k']", 3],
    ['$.o["j j"]["k.k"]', 3],
    [`$["'"]["@"]`, 2],
    [`$['\\'']['@']`, 2],
    ["$['\\u263A']", 4],
    ["$.☺", 4],
    ["$._a1", 5],
    ["$ \n.o [ 'j j' ]\t['k.k']", 3],
  ])("%s", (query, value) => expect(select(query, document)).toEqual([value]));

  it("are own properties of maps", () => {
    expect(select("$.constructor", {})).toEqual([]);
    expect(select("$.length", ["a"])).toEqual([]);
    expect(select("$['0']", ["a"])).toEqual([]);
  });

  it("count escapes of two halves as one character", () => {
    expect(select('$["\\uD83D\\uDE00"]', { "😀": 1 })).toEqual([1]);
  });
});

test.each<[string, readonly JsonValue[]]>([
  ["$[1]", ["b"]],
  ["$[-2]", ["f"]],
  ["$[9]", []],
  ["$[-9]", []],
  ["$[1:3]", ["b", "c"]],
  ["$[5:]", ["f", "g"]],
  ["$[1:5:2]", ["b", "d"]],
  ["$[5:1:-2]", ["f", "d"]],
  ["$[::-1]", ["g", "f", "e", "d", "c", "b", "a"]],
  ["$[::0]", []],
  ["$[-3:]", ["e", "f", "g"]],
  ["$[:-5]", ["a", "b"]],
  ["$[ 1 : 3 : 1 ]", ["b", "c"]],
  ["$[0, 0, -1]", ["a", "a", "g"]],
  ["$[0:2, 5]", ["a", "b", "f"]],
])("indexes and slices: %s", (query, selected) => {
  expect(select(query, ["a", "b", "c", "d", "e", "f", "g"])).toEqual(selected);
});

test.each<[string, readonly JsonValue[]]>([
  ["$..j", [1, 4]],
  ["$..[0]", [5, { j: 4 }]],
  ["$..o", [{ j: 1, k: 2 }]],
  ["$.a..[0, 1]", [5, 3, { j: 4 }, { k: 6 }]],
])("descendants come after their containers: %s", (query, selected) => {
  expect(select(query, { o: { j: 1, k: 2 }, a: [5, 3, [{ j: 4 }, { k: 6 }]] })).toEqual(selected);
});

describe("filters", () => {
  const document = {
    a: [3, 5, 1, 2, 4, 6, { b: "j" }, { b: "k" }, { b: {} }, { b: "kilo" }],
    o: { p: 1, q: 2, r: 3, s: 5, t: { u: 6 } },
    e: "f",
  };

  it.each<[string, readonly JsonValue[]]>([
    ["$.a[?@.b == 'kilo']", [{ b: "kilo" }]],
    ["$.a[?(@.b == 'kilo')]", [{ b: "kilo" }]],
    ["$.a[?@>3.5]", [5, 4, 6]],
    ["$.a[?@.b]", [{ b: "j" }, { b: "k" }, { b: {} }, { b: "kilo" }]],
    ["$[?@.*]", [document.a, document.o]],
    ["$[?@[?@.b]]", [document.a]],
    ["$.o[?@<3, ?@<3]", [1, 2, 1, 2]],
    ["$.a[?@<2 || @.b == 'k']", [1, { b: "k" }]],
    ["$.o[?@>1 && @<4]", [2, 3]],
    ["$.o[?@.u || @.x]", [{ u: 6 }]],
    ["$.a[?@.b == $.x]", [3, 5, 1, 2, 4, 6]],
    ["$.a[?@ == @]", document.a],
    ["$.a[?!@.b && !(@ < 5)]", [5, 6]],
    ["$.a[?@.b == 'j' || @ == 1 && @ == 2]", [{ b: "j" }]],
  ])("%s", (query, selected) => expect(select(query, document)).toEqual(selected));
});

describe("comparisons", () => {
  const document = { o: { x: "x", n: null, t: true }, same: { x: "x", n: null, t: true }, a: [2, 3] };
  const holds = (condition: string) => select(`$[?${condition}]`, document).length > 0;

  it.each([
    ["$.absent1 == $.absent2", true],
    ["$.absent1 <= $.absent2", true],
    ["$.absent == 'g'", false],
    ["$.absent1 != $.absent2", false],
    ["$.absent != 'g'", true],
    ["1 <= 2", true],
    ["1 > 2", false],
    ["13 == '13'", false],
    ["'a' <= 'b'", true],
    ["'a' > 'b'", false],
    ["$.o == $.same", true],
    ["$.o == $.a", false],
    ["$.o < $.same", false],
    ["$.o <= $.same", true],
    ["1 <= $.a", false],
    ["1 != $.a", true],
    ["true <= true", true],
    ["true > true", false],
    ["$.o.n == null", true],
    ["$.o.absent == null", false],
    ["1 == 1.0", true],
    ["100 == 1e2", true],
    ["-0 == 0", true],
    ["'\\uD83D\\uDE00' > '\\uFFFF'", true],
  ])("%s is %s", (condition, expected) => expect(holds(condition)).toBe(expected));
});

describe("functions", () => {
  const document = { text: "timely", emoji: "😀!", list: [1, 2, 3], map: { a: 1, b: 2 }, number: 7, lines: "a\nb" };

  it.each<[string, readonly string[]]>([
    ["length(@) == 6", ["text"]],
    ["length(@) == 2", ["emoji", "map"]],
    ["length(@) == 3", ["list", "lines"]],
    ["length(@) == $.absent", ["number"]],
    ["length('abc') == 3 && @ == 7", ["number"]],
    ["count(@.*) == 2", ["map"]],
    ["count(@..*) >= 3", ["list"]],
    ["value(@.a) == 1", ["map"]],
    ["value(@.*) == $.absent", ["text", "emoji", "list", "map", "number", "lines"]],
    ["length(value(@..a)) == $.absent && @.a", ["map"]],
    ["match(@, 'time.*')", ["text"]],
    ["match(@, 'time')", []],
    ["match(@, 'a.b')", []],
    ["match(@, $.text)", ["text"]],
    ["match(@, '.!')", ["emoji"]],
    ["search(@, '^ti|ly$')", ["text"]],
    ["search(@, '[b-d]$')", ["lines"]],
    ["search(@, 'imel')", ["text"]],
    ["search(@, '(e|i){2}')", []],
    ["search(@, '(im|el)+y')", ["text"]],
    ["search(@, '\\\\p{L}{6}')", ["text"]],
    ["search(@, '[')", []],
    ["search(@, '\\\\d')", []],
    ["match(@, 7)", []],
  ])("%s", (condition, names) => {
    const found = select(`$[?${condition}]`, document);
    expect(Object.entries(document).flatMap(([name, value]) => (found.includes(value as JsonValue) ? name : []))).toEqual(names);
  });
});

test.each<[string, string, number]>([
  ["", 'must start with "$"', 0],
  [" $", 'must start with "$"', 0],
  ["$ ", "expects a segment: .name, ['name'], [index] or ..", 2],
  ["$.", 'expects a name or "*" after "."', 2],
  ["$. a", 'expects a name or "*" after "."', 2],
  ["$..", 'expects a name or "*" after ".."', 3],
  ["$.1a", 'expects a name or "*" after "."', 2],
  ["$.paths./pets", 'expects a name or "*" after "."', 8],
  ["$.x-name", "expects a segment: .name, ['name'], [index] or ..", 3],
  ["$[a]", 'expects a name in quotes, an index, a slice, "*" or a filter ("?")', 2],
  ["$[]", 'expects a name in quotes, an index, a slice, "*" or a filter ("?")', 2],
  ["$['a", "has a name or text without its closing quote", 2],
  ["$['\\x']", "has an unknown escape in a text", 3],
  ["$['\\uD800']", "has half of a surrogate pair in a text", 2],
  ["$[01]", 'expects "," or "]"', 3],
  ["$[-0]", 'expects a name in quotes, an index, a slice, "*" or a filter ("?")', 2],
  ["$[9007199254740992]", "has an index beyond 2^53", 2],
  ["$[?@.a = 1]", 'expects "," or "]"', 7],
  ["$[?@.a == b]", 'expects a query ("@" or "$"), a literal or a function', 10],
  ["$[?@.* == 1]", "uses a query that may select several values as one value", 3],
  ["$[?@..a == 1]", "uses a query that may select several values as one value", 3],
  ["$[?1]", "has a literal as a condition; compare it with something", 3],
  ["$[?length(@)]", "has length() as a condition; compare it with something", 3],
  ["$[?match(@, 'a') == true]", "uses match() as a value; it is a condition", 3],
  ["$[?count(1) == 1]", "passes something other than a query to count()", 9],
  ["$[?length(@.*) == 1]", "uses a query that may select several values as one value", 10],
  ["$[?length(@, @) == 1]", "passes 2 arguments to length(), which takes 1", 3],
  ["$[?size(@) == 1]", "has no function size()", 3],
  ["$[?!@.a == 1]", "negates an operand; only conditions can be negated", 8],
  ["$[?(@.a]", 'expects ")"', 7],
  [`$[?${"(".repeat(51)}@.a${")".repeat(51)}]`, "has filters or parentheses nested more than 50 deep", 53],
])("%s is not a query", (text, problem, at) => {
  expect(parseQuery(text)).toMatchObject({ problem, at });
});

describe("the work is limited", () => {
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, { name: "a".repeat(30) }]));
  const deep = Array.from({ length: 100 }).reduce<JsonValue>((inner) => [inner], {});

  it.each<[string, string, JsonValue]>([
    ["filters that search the whole document for each of its values", "$..*[?$..*[?$..*[?@.none]]]", wide],
    ["descendants of descendants", "$..*..*..*..*", deep],
    ["long patterns", "$..[?match(@, '(((a?){999}){999}){999}')]", wide],
  ])("of %s", (_, query, document) => {
    expect(() => select(query, document, 1e5)).toThrow(TooCostly);
  });

  it("for a pattern on which a backtracking matcher would not end, it is small", () => {
    expect(select("$..[?match(@, '(a+)+b')]", wide, 5e6)).toEqual([]);
  });
});
