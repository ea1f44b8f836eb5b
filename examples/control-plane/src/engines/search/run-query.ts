import type { PoolClient } from "pg";
import type { SearchActions } from "../../../../../generated/actions.js";
import { type Sliced, inSlices } from "../../slices.js";
import { type Document, intersect, isListed, pick } from "./attributes.js";
import { type Filter, type FilterInput, InvalidFilter, attributesOf, parseFilter } from "./filter.js";
import { type AddParameter, filterSql, jsonPathOf } from "./filter-sql.js";
import { formatDocument } from "./format.js";
import type { StoredIndex } from "./indexes.js";
import { hasTerm, matchTerms } from "./match-terms.js";
import { tablesOf } from "./tables.js";
import { type Term, findTerms } from "./terms.js";

/** A query as the contract has it. */
export type Query = SearchActions["query"]["body"];

/** The result of a query. */
export type Found = SearchActions["query"]["result"];

/** A query that the index does not take. Its message is for callers. */
export class InvalidQuery extends Error {
  override readonly name = "InvalidQuery";
}

/** Responses are no larger than this, in bytes of documents. */
const maxBytes = 16 * 1024 * 1024;

/** So many values of a facet are counted, the commonest. */
const maxFacetValues = 100;

interface Row {
  readonly seq: number;
  readonly score: number;
  readonly bytes: number;
}

/**
 * Runs a query. `imposed` are filters that its sender is bound to: a document must pass each of them, whatever the filter of
 * the query says.
 */
export async function runQuery(
  client: PoolClient,
  index: StoredIndex,
  query: Query,
  imposed: readonly FilterInput[] = [],
): Promise<Found> {
  const started = performance.now();
  const { settings } = index;
  const filters = [...imposed, ...(query.filter === undefined ? [] : [query.filter])].map((filter) => readFilter(filter, index));
  const facets = readFacets(query.facets, index);
  const tables = tablesOf(index.table_name);
  const terms = query.q === undefined ? [] : await findTerms(client, tables, query.q);
  const { limit, offset } = windowOf(query);

  const values: unknown[] = [];
  const add: AddParameter = (value) => `$${values.push(value)}`;
  const conditions = filters.map((filter) => filterSql(filter, add));
  const strategy = query.matching_strategy ?? "last";
  const ordered = strategy === "frequency" ? await byFrequency(client, tables.documents, terms, conditions, values) : terms;
  const match = matchTerms(ordered, strategy === "all", add);
  // Scores that nothing asks for are not computed.
  const threshold = query.ranking_score_threshold ? `where score >= ${add(query.ranking_score_threshold)}::float8` : "";
  const matchedBy = (condition: string) => `select * from (
      select seq, document, bytes, ${match.level} as level, (${match.score})::float8 as score from ${tables.documents}
      where ${[condition, ...conditions].join(" and ")}) as scored ${threshold}`;
  const matched = matchedBy(match.condition);
  const shared = values.length;
  const { total, lowest } = await countLevels(client, matched, [...values], offset + limit);
  const order = sortSql(query.sort ?? [], index, add);
  const { rows } = await client.query<Row>(
    `select seq, score, bytes from (${matchedBy(match.atLeast(lowest))}) as matched
     order by level desc, ${order.map((key) => `${key}, `).join("")}score desc, seq limit ${limit} offset ${offset}`,
    values,
  );
  if (rows.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes)
    throw new InvalidQuery("The hits are too large: ask for fewer.");
  const hits = await readHits(client, tables.documents, rows);
  const distribution: [string, Record<string, number>][] = [];
  for (const facet of facets) distribution.push([facet, await countFacet(client, matched, values.slice(0, shared), facet)]);

  const shown = query.attributes_to_retrieve
    ? intersect(settings.displayed_attributes, query.attributes_to_retrieve)
    : settings.displayed_attributes;
  return {
    index: index.name,
    hits: await inSlices(index.service_id, showHits()),
    processing_time_ms: Math.round(performance.now() - started),
    pagination:
      query.page === undefined
        ? { limit, offset, estimated_total_hits: total }
        : { page: query.page, hits_per_page: limit, total_pages: Math.ceil(total / limit), total_hits: total },
    facet_distribution: query.facets ? Object.fromEntries(distribution) : null,
  };

  function* showHits(): Sliced<Found["hits"]> {
    const all: Found["hits"] = [];
    for (const { seq, score } of rows) {
      const document = hits.get(seq)!;
      all.push({
        document: { ...pick(document, shown) },
        formatted: yield* formatDocument(pick(document, settings.displayed_attributes), query, terms),
        ranking_score: query.show_ranking_score ? Math.min(1, Math.max(0, score)) : null,
      });
      yield;
    }
    return all;
  }
}

/**
 * Counts what matches, and finds the lowest level of the first documents, so many of them. Others are not scored: a score only
 * orders documents of the same level.
 */
async function countLevels(
  client: PoolClient,
  matched: string,
  values: unknown[],
  wanted: number,
): Promise<{ readonly total: number; readonly lowest: number }> {
  const { rows } = await client.query<{ level: number; count: number }>(
    `select level, count(*) as count from (${matched}) as matched group by level order by level desc`,
    values,
  );
  let [total, lowest] = [0, 0];
  for (const { level, count } of rows) {
    if (total < wanted) lowest = level;
    total += count;
  }
  return { total, lowest };
}

function windowOf({ limit = 20, offset = 0, page, hits_per_page = 20 }: Query): {
  readonly limit: number;
  readonly offset: number;
} {
  return page === undefined ? { limit, offset } : { limit: hits_per_page, offset: (page - 1) * hits_per_page };
}

function readFilter(input: FilterInput, index: StoredIndex): Filter {
  try {
    const filter = parseFilter(input);
    for (const attribute of attributesOf(filter)) requireListed(attribute, index.settings.filterable_attributes, "filterable");
    return filter;
  } catch (error) {
    if (error instanceof InvalidFilter) throw new InvalidQuery(error.message);
    throw error;
  }
}

/** Filters ask by the names that the settings have, so nested attributes must be listed by themselves. */
function requireListed(attribute: string, list: readonly string[], what: string): void {
  if (!list.includes(attribute)) throw new InvalidQuery(`The attribute "${attribute.slice(0, 255)}" is not ${what}.`);
}

function readFacets(facets: readonly string[] = [], { settings }: StoredIndex): readonly string[] {
  const { filterable_attributes: all } = settings;
  if (facets.includes("*")) return all;
  for (const facet of facets) requireListed(facet, all, "filterable");
  return facets;
}

/** Numbers before texts, documents without a value last, in both directions. */
function sortSql(sort: readonly string[], { settings }: StoredIndex, add: AddParameter): readonly string[] {
  return sort.flatMap((criterion) => {
    const [, attribute = "", direction = "asc"] = /^(.*):(asc|desc)$/su.exec(criterion) ?? [];
    if (!isListed(attribute, settings.sortable_attributes))
      throw new InvalidQuery(`The attribute "${attribute.slice(0, 255)}" is not sortable.`);
    const value = `jsonb_path_query_first(document, ${add(jsonPathOf(attribute))}::jsonpath, '{}', true)`;
    const order = direction === "desc" ? "desc nulls last" : "asc nulls last";
    return [
      `case when jsonb_typeof(${value}) = 'number' then (${value})::numeric end ${order}`,
      `case when jsonb_typeof(${value}) in ('string', 'boolean') then lower(${value} #>> '{}') end collate "C" ${order}`,
    ];
  });
}

/** The rarest word first: the commonest are the first to be left out. */
async function byFrequency(
  client: PoolClient,
  documents: string,
  terms: readonly Term[],
  conditions: readonly string[],
  values: readonly unknown[],
): Promise<readonly Term[]> {
  const counted: { readonly term: Term; readonly count: number }[] = [];
  for (const term of terms) {
    const own = [...values];
    const condition = hasTerm(term, (value) => `$${own.push(value)}`);
    const query = `select count(*) from (select from ${documents} where ${[condition, ...conditions].join(" and ")} limit 10000) as found`;
    counted.push({ term, count: (await client.query<{ count: number }>(query, own)).rows[0]!.count });
  }
  return counted.sort((first, second) => first.count - second.count).map(({ term }) => term);
}

async function readHits(client: PoolClient, documents: string, rows: readonly Row[]): Promise<ReadonlyMap<number, Document>> {
  const { rows: found } = await client.query<{ seq: number; document: Document }>(
    `select seq, document from ${documents} where seq = any($1)`,
    [rows.map(({ seq }) => seq)],
  );
  return new Map(found.map(({ seq, document }) => [seq, document]));
}

async function countFacet(
  client: PoolClient,
  matched: string,
  values: readonly unknown[],
  facet: string,
): Promise<Record<string, number>> {
  const { rows } = await client.query<{ value: string; count: number }>(
    `select value #>> '{}' as value, count(distinct seq) as count
     from (${matched}) as matched, jsonb_path_query(document, $${values.length + 1}::jsonpath, '{}', true) as value
     where jsonb_typeof(value) in ('string', 'number', 'boolean') group by 1 order by 2 desc, (value #>> '{}') collate "C" limit ${maxFacetValues}`,
    [...values, jsonPathOf(facet)],
  );
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
}
