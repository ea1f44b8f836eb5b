import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { usePlane } from "./support/control-plane.js";
import { rules } from "./support/rules.mjs";
import { type Found, type SearchService, addSearch } from "./support/search.js";

const plane = usePlane();

let service: SearchService;

const books = [
  { id: 1, title: "Dune", year: 1965, price: 9.5, tags: ["desert", "space"], author: { name: "Frank Herbert" }, note: null },
  { id: 2, title: "Dune Messiah", year: 1969, price: 8, tags: ["space"], author: { name: "Frank Herbert" }, note: "" },
  { id: 3, title: "Emma", year: 1815, tags: [], author: { name: "Jane Austen" }, code: "007" },
  { id: 4, title: "Persuasion", year: "unknown", price: 7, author: { name: "Jane Austen" }, code: 7, on: true },
  { id: 5, title: "The Left Hand of Darkness", year: 1969, price: 8, tags: ["winter", "space"], secret: "hidden text" },
];

beforeAll(async () => {
  service = await addSearch(plane.current, "rules");
  await service.task("PATCH", "/indexes/rules/settings", {
    searchable_attributes: ["rule", "help", "description"],
    filterable_attributes: ["lang"],
  });
  for (let start = 0; start < rules.length; start += 400)
    await service.task("POST", "/indexes/rules/documents", rules.slice(start, start + 400));
  await service.task("PATCH", "/indexes/books/settings", {
    filterable_attributes: ["year", "tags", "author.name", "note", "code", "price", "on", "odd \"name'"],
    sortable_attributes: ["year", "price", "title"],
    displayed_attributes: ["id", "title", "year", "price", "tags", "author", "note", "code", "on"],
  });
  await service.task("POST", "/indexes/books/documents", books);
});

const find = (q: string, more: object = {}) => service.find("rules", { q, ...more });
const english = { filter: "lang = en" };

async function search(index: string, query: object): Promise<Found> {
  return (await service.send<Found>("POST", `/indexes/${index}/search`, query)).body;
}

describe("relevance", () => {
  test("every rule is the first to be found by its whole help text in its language", async () => {
    const lost: string[] = [];
    for (const { id, help, lang } of rules.filter((_, index) => index % 12 === 0)) {
      const [first] = await service.find("rules", { q: help, filter: `lang = ${lang}`, limit: 1 });
      // Some share their help text.
      const isTwin = rules.some((other) => other.id === first && other.help === help && other.lang === lang);
      if (!isTwin) lost.push(`${id}: ${String(first)}`);
    }
    expect(lost.length).toBeLessThanOrEqual(2);
  });

  test.each([
    ["accesskey", "en/accesskeys"],
    ["frame title unique", "en/frame-title-unique"],
    ["image alternative text", "en/image-alt"],
    ["color contrast", "en/color-contrast"],
  ])("%s", async (q, id) => {
    expect((await find(q, { ...english, limit: 5 })).slice(0, 3)).toContain(id);
  });

  test("an attribute that is listed first weighs more", async () => {
    const [first] = await find("marquee", english);
    expect(first).toBe("en/marquee");
  });

  test.each([
    ["acceskey", "en/accesskeys"],
    ["contarst", "en/color-contrast"],
    ["marqee", "en/marquee"],
    ["blikn", "en/blink"],
    ["uniqeu accesskey", "en/accesskeys"],
    ["landmrak unique", "en/landmark-unique"],
    ["elemnets", undefined],
  ])("%s, with a typo", async (q, id) => {
    const found = await find(q, { ...english, limit: 5 });
    expect(found.length).toBeGreaterThan(0);
    if (id !== undefined) expect(found).toContain(id);
  });

  test("one letter of any longer word may be wrong, in any script", async () => {
    const words = new Map<string, string>();
    for (const { help, lang } of rules)
      for (const [word] of help.matchAll(/[\p{L}]{6,12}/gu))
        if (!/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(word)) words.set(word.normalize("NFC"), lang);
    const sample = [...words].filter((_, index) => index % 40 === 0);
    const lost: string[] = [];
    for (const [word, lang] of sample) {
      const letters = [...word];
      const middle = Math.floor(letters.length / 2);
      const swapped = [
        ...letters.slice(0, middle - 1),
        letters[middle]!,
        letters[middle - 1]!,
        ...letters.slice(middle + 1),
      ].join("");
      for (const typo of [letters.toSpliced(middle, 1).join(""), swapped, letters.toSpliced(middle, 0, letters[0]!).join("")]) {
        const { hits } = await search("rules", {
          q: `${typo} `,
          filter: `lang = "${lang}"`,
          limit: 1000,
          attributes_to_retrieve: ["help", "description"],
        });
        if (!hits.some(({ document }) => JSON.stringify(document).normalize("NFC").includes(word)))
          lost.push(`${typo} for ${word}`);
      }
    }
    expect(sample.length).toBeGreaterThan(20);
    expect(lost).toEqual([]);
  });

  test("the last word may be unfinished, the others not", async () => {
    expect(await find("accesske", english)).toContain("en/accesskeys");
    expect(await find("acc ", english)).toEqual([]);
    expect(await find("uniq accesskey", { ...english, matching_strategy: "all" })).toEqual([]);
    expect(await find("accesskey uniq", { ...english, matching_strategy: "all" })).toContain("en/accesskeys");
  });

  test("accents, case and scripts without spaces", async () => {
    const ids = async (q: string) => (await service.find("rules", { q, limit: 1000 })).length;
    expect(await ids("ATTRIBUTE")).toBe(await ids("attribute"));
    expect(await ids("éléments")).toBe(await ids("elements"));
    expect(await find("属性", { filter: "lang = ja", limit: 3 })).toHaveLength(3);
    expect(await find("атрибут", { filter: "lang = ru", limit: 3 })).toHaveLength(3);
  });

  test("which words may be missing", async () => {
    const count = async (matching_strategy?: string) =>
      (await search("rules", { q: "accesskey elements", ...english, matching_strategy })).pagination;
    const all = await count("all");
    const last = await count("last");
    const frequency = await count("frequency");
    expect(all).not.toEqual(last);
    // The rare word is kept: it comes first here, so both leave out the other.
    expect(frequency).toEqual(last);
    const turned = (strategy: string) =>
      service.find("rules", { q: "elements accesskey", ...english, matching_strategy: strategy, limit: 100 });
    expect((await turned("last")).length).toBeGreaterThan((await turned("frequency")).length);
  });

  test("scores go from 1 down, and a threshold leaves out what is below", async () => {
    const { hits } = await search("rules", { q: "unique accesskey", ...english, show_ranking_score: true, limit: 100 });
    const scores = hits.map(({ ranking_score }) => ranking_score!);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(Math.min(...scores)).toBeGreaterThan(0);
    const threshold = scores[Math.floor(scores.length / 2)]!;
    const { hits: kept, pagination } = await search("rules", {
      q: "unique accesskey",
      ...english,
      ranking_score_threshold: threshold,
      limit: 100,
    });
    expect(kept).toHaveLength(scores.filter((score) => score >= threshold).length);
    expect(pagination).toMatchObject({ estimated_total_hits: kept.length });
    expect(hits.every(({ formatted }) => formatted === null)).toBe(true);
  });
});

describe("filters", () => {
  test.each([
    ["year = 1969", [2, 5]],
    ["year = unknown", [4]],
    ["year != 1969", [1, 3, 4]],
    ["year > 1900 AND year < 1969", [1]],
    ["year 1815 TO 1965", [1, 3]],
    ["year >= 1965 and year <= 1969", [1, 2, 5]],
    ["tags = space", [1, 2, 5]],
    ["tags IN [desert, winter]", [1, 5]],
    ["tags NOT IN [desert, winter]", [2, 3, 4]],
    ["tags IN []", []],
    ["author.name = 'Jane Austen'", [3, 4]],
    ['author.name = "Jane Austen" AND NOT year = 1815', [4]],
    ["NOT (tags = space OR year = 1815)", [4]],
    ["year = 1815 OR tags = space AND price = 8", [2, 3, 5]],
    ["(year = 1815 OR tags = space) AND price = 8", [2, 5]],
    ["note EXISTS", [1, 2]],
    ["note NOT EXISTS", [3, 4, 5]],
    ["note IS NULL", [1]],
    ["note IS NOT NULL", [2, 3, 4, 5]],
    ["note IS EMPTY", [2]],
    ["tags IS EMPTY", [3]],
    ["code = 007", [3, 4]],
    ["code = 7", [4]],
    ["author.name = 'jane austen'", []],
    ["on = true", [4]],
    [["year = 1969", ["tags = winter", "title2 = x"]], "invalid"],
    [["year = 1969", ["tags = winter", "tags = nothing"]], [5]],
    [["price = 8", "tags = winter"], [5]],
    [`"odd \\"name'" = 1`, []],
    ["title = Dune", "invalid"],
    ["year", "invalid"],
    ["year =", "invalid"],
    ["year = 1 OR", "invalid"],
    ["year = 1)", "invalid"],
    ["(year = 1", "invalid"],
    ["year > many", "invalid"],
    ["tags IN desert", "invalid"],
    ["tags IN [a, b", "invalid"],
    ["year = 'open", "invalid"],
    ["AND", "invalid"],
    ["year = 1; drop table services", "invalid"],
    [`${"(".repeat(60)}year = 1${")".repeat(60)}`, "invalid"],
    ["NOT ".repeat(100) + "year = 1", "invalid"],
    [`year IN [${Array.from({ length: 1300 }, (_, index) => index % 10).join(",")}]`, "invalid"],
  ])("%s", async (filter, expected) => {
    const { status, body } = await service.send<Found & { error: string }>("POST", "/indexes/books/search", { filter });
    if (expected === "invalid") expect([status, body.error.split(":")[0]]).toEqual([400, "invalid_query"]);
    else expect([status, body.hits?.map(({ document }) => document["id"])]).toEqual([200, expected]);
  });
});

describe("order, pages, facets and shape", () => {
  test.each([
    [["year:asc"], [3, 1, 2, 5, 4]],
    [["year:desc"], [2, 5, 1, 3, 4]],
    [
      ["year:desc", "title:desc"],
      [5, 2, 1, 3, 4],
    ],
    [
      ["price:asc", "title:asc"],
      [4, 2, 5, 1, 3],
    ],
  ])("sorted by %s", async (sort, expected) => {
    expect(await service.find("books", { sort })).toEqual(expected);
  });

  test("words come before the order that is asked for", async () => {
    expect(await service.find("books", { q: "dune", sort: ["year:desc"] })).toEqual([2, 1]);
  });

  test("windows and pages", async () => {
    const window = await search("books", { limit: 2, offset: 3 });
    expect([window.hits.length, window.pagination]).toEqual([2, { limit: 2, offset: 3, estimated_total_hits: 5 }]);
    const page = await search("books", { page: 2, hits_per_page: 3 });
    expect([page.hits.length, page.pagination]).toEqual([2, { page: 2, hits_per_page: 3, total_pages: 2, total_hits: 5 }]);
    expect((await search("books", { page: 9 })).pagination).toEqual({
      page: 9,
      hits_per_page: 20,
      total_pages: 1,
      total_hits: 5,
    });
    expect((await search("books", { limit: 0 })).hits).toEqual([]);
    const pages = [1, 2, 3, 4, 5].map((number) => service.find("rules", { q: "elements", page: number, hits_per_page: 7 }));
    const ids = (await Promise.all(pages)).flat();
    expect(new Set(ids).size).toBe(35);
  });

  test("any window is a part of the whole, whatever is asked for", async () => {
    const words = fc.constantFrom(
      "elements",
      "accesskey",
      "unique",
      "color",
      "contrast",
      "landmark",
      "have",
      "elemens",
      "frame",
      "att",
    );
    const query = fc.record({
      q: fc.array(words, { maxLength: 4 }).map((list) => list.join(" ")),
      matching_strategy: fc.constantFrom("last", "all", "frequency"),
      ranking_score_threshold: fc.constantFrom(undefined, 0.5, 0.8),
      filter: fc.constantFrom(undefined, "lang = en", "lang IN [en, de, fr]"),
    });
    const window = fc.record({ offset: fc.nat(60), limit: fc.nat(30) });
    await fc.assert(
      fc.asyncProperty(query, fc.array(window, { minLength: 2, maxLength: 4 }), async (asked, windows) => {
        const whole = await search("rules", { ...asked, show_ranking_score: true, limit: 1000 });
        for (const { offset, limit } of windows) {
          const part = await search("rules", { ...asked, show_ranking_score: true, offset, limit });
          expect(part.pagination).toEqual({ ...whole.pagination, offset, limit });
          expect(part.hits).toEqual(whole.hits.slice(offset, offset + limit));
        }
      }),
      { numRuns: 15 },
    );
  });

  test("facets count documents that pass, the commonest first", async () => {
    const { facet_distribution: found } = await search("books", {
      facets: ["tags", "author.name", "year"],
      filter: "year != 1815",
    });
    expect(found).toEqual({
      tags: { space: 3, desert: 1, winter: 1 },
      "author.name": { "Frank Herbert": 2, "Jane Austen": 1 },
      year: { "1969": 2, "1965": 1, unknown: 1 },
    });
    expect(Object.keys(found!["tags"] as object)[0]).toBe("space");
    const all = await search("books", { facets: ["*"], limit: 0 });
    expect(Object.keys(all.facet_distribution!)).toContain("price");
    expect((await search("books", {})).facet_distribution).toBeNull();
  });

  test("only displayed attributes are shown, cut to those that are asked for", async () => {
    const one = async (query: object) => (await search("books", { filter: "tags = winter", ...query })).hits[0]!;
    expect((await one({})).document).not.toHaveProperty("secret");
    expect((await one({ attributes_to_retrieve: ["secret", "title"] })).document).toEqual({ title: books[4]!.title });
    expect((await one({ attributes_to_retrieve: ["*"] })).document).not.toHaveProperty("secret");
    expect((await one({ attributes_to_highlight: ["*"] })).formatted).not.toHaveProperty("secret");
    const herbert = (await search("books", { filter: "tags = desert", attributes_to_retrieve: ["author.name"] })).hits[0]!;
    expect(herbert.document).toEqual({ author: { name: "Frank Herbert" } });
  });

  test("matches are highlighted and texts cropped around them", async () => {
    const { hits } = await search("books", {
      q: "darknes hand",
      attributes_to_highlight: ["title"],
      attributes_to_crop: ["title"],
      crop_length: 2,
    });
    expect(hits[0]!.formatted).toEqual({ title: "…Left <em>Hand</em>…" });
    const whole = await search("books", { q: "herbrt", attributes_to_highlight: ["author.name", "title", "year"] });
    expect(whole.hits.map(({ formatted }) => formatted)).toEqual(
      expect.arrayContaining([{ author: { name: "Frank <em>Herbert</em>" }, title: "Dune", year: 1965 }]),
    );
    const number = await search("books", { q: "1815", attributes_to_highlight: ["year"] });
    expect(number.hits[0]!.formatted).toEqual({ year: "<em>1815</em>" });
    const long = rules.find(({ id }) => id === "en/color-contrast")!;
    const cropped = await search("rules", {
      q: "contrast minimum",
      ...english,
      attributes_to_crop: ["description"],
      crop_length: 4,
    });
    const text = (cropped.hits[0]!.formatted as { description: string }).description;
    expect(text).toContain("contrast");
    expect(text.length).toBeLessThan(long.description.length);
    expect(text).not.toContain("<em>");
  });

  test.each([
    [{ sort: ["tags:asc"] }, "invalid_query"],
    [{ facets: ["title"] }, "invalid_query"],
    [{ q: 1 }, "invalid_request"],
    [{ limit: 1001 }, "invalid_request"],
    [{ page: 1, limit: 1 }, "invalid_request"],
    [{ nothing: 1 }, "invalid_request"],
    [{ crop_length: 4 }, "invalid_request"],
    [[], "invalid_request"],
  ])("%j is rejected", async (query, code) => {
    const { status, body } = await service.send("POST", "/indexes/books/search", query);
    expect([status, body.error.split(":")[0]]).toEqual([400, code]);
  });

  test("the action does the same as the endpoint, with the errors of the contract", async () => {
    const { result } = await service.act("query", { index: "books", q: "dune", page: 1, show_ranking_score: true });
    expect(result.hits.map(({ document }) => document["id"])).toEqual(await service.find("books", { q: "dune" }));
    expect(result.hits).toHaveLength(2);
    expect(await service.rejected("query", { index: "none" })).toEqual([404, "index_not_found"]);
    expect(await service.rejected("query", { index: "books", filter: "title = x" })).toEqual([400, "invalid_query"]);
    expect(await service.rejected("query", { index: "books", sort: ["tags:asc"] })).toEqual([400, "invalid_query"]);
  });
});
