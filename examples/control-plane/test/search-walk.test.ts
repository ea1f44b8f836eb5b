import { beforeAll, expect, test } from "vitest";
import { usePlane } from "./support/control-plane.js";
import { type SearchService, addSearch } from "./support/search.js";

const plane = usePlane();

let movies: SearchService;

const documents = [
  { id: 1, title: "Star Wars: A New Hope", year: 1977, genre: ["adventure", "science fiction"] },
  { id: 2, title: "Star Wars: The Last Jedi", year: 2017, genre: ["adventure", "action"] },
  { id: 3, title: "Star Trek", year: 2009, genre: ["action"] },
  { id: 4, title: "A Star Is Born", year: 2018, genre: ["drama"], note: "not about wars" },
  { id: 5, title: "Amélie", year: 2001, genre: ["comedy"], director: { name: "Jean-Pierre Jeunet" } },
];

beforeAll(async () => {
  movies = await addSearch(plane.current, "movies");
});

test("an index is made, filled and searched at the endpoint", async () => {
  const { result } = await movies.act("create_index", { index: "movies", primary_key: "id" });
  expect(result.task).toMatchObject({ type: "index_creation", index: "movies", error: null });
  expect(await movies.ended(result.task.task_id)).toMatchObject({ status: "succeeded" });
  const settings = { filterable_attributes: ["genre", "year"], sortable_attributes: ["year"] };
  expect(await movies.task("PATCH", "/indexes/movies/settings", settings)).toMatchObject({ status: "succeeded" });
  const added = await movies.task("POST", "/indexes/movies/documents", documents);
  expect(added).toMatchObject({
    type: "document_addition",
    status: "succeeded",
    documents_received: 5,
    documents_indexed: 5,
  });
  const { search_key } = await movies.reveal();
  expect(await movies.find("movies", { q: "star wars" }, search_key)).toEqual([2, 1, 4, 3]);
});

test("the query of the contract", async () => {
  const { result } = await movies.act("query", {
    index: "movies",
    q: "star wars",
    limit: 1,
    filter: ["year > 1990", ["genre = adventure", "genre = action"]],
    sort: ["year:desc"],
    facets: ["genre"],
  });
  expect(result).toMatchObject({
    index: "movies",
    hits: [{ document: { id: 2, title: "Star Wars: The Last Jedi", year: 2017 }, formatted: null, ranking_score: null }],
    pagination: { limit: 1, offset: 0, estimated_total_hits: 2 },
    facet_distribution: { genre: { action: 2, adventure: 1 } },
  });
});
