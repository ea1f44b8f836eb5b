import pg, { type PoolClient } from "pg";
import { type PreparedDocument, wordsOf } from "./prepare-document.js";
import { shadowOf } from "./text.js";

/**
 * The tables of an index: its documents, and the words in them. Words that no document has any more stay there: they cost a
 * query a look into an index, and nothing is found by them.
 */
export interface Tables {
  readonly documents: string;
  readonly words: string;
}

/** The tables with this name, quoted. */
export function tablesOf(name: string): Tables {
  const quoted = (table: string) => `search_documents.${pg.escapeIdentifier(table)}`;
  return { documents: quoted(name), words: quoted(`${name}_words`) };
}

/** Makes empty tables. */
export async function createTables(client: PoolClient, name: string): Promise<Tables> {
  const { documents, words } = tablesOf(name);
  await client.query(
    `create table ${documents} (
       seq bigint generated always as identity primary key, id text not null collate "C" unique, document jsonb not null,
       words tsvector not null, facets text[] not null, bytes integer not null)`,
  );
  await client.query(`create table ${words} (word text collate "C" primary key, shadow text not null)`);
  await indexTables(client, { documents, words });
  return { documents, words };
}

async function indexTables(client: PoolClient, { documents, words }: Tables): Promise<void> {
  await client.query(`create index on ${documents} using gin (words)`);
  await client.query(`create index on ${documents} using gin (facets)`);
  await client.query(`create index on ${words} using gin (shadow gin_trgm_ops)`);
}

/**
 * Sorts what was written into the indexes. PostgreSQL puts it off until it vacuums, and meanwhile every query reads all of it.
 */
export async function settleTables(client: PoolClient, { documents, words }: Tables): Promise<void> {
  await client.query(
    `select gin_clean_pending_list(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
     where indrelid = any($1::regclass[]) and relam = (select oid from pg_am where amname = 'gin')`,
    [[documents, words]],
  );
}

/** Drops tables; fine if there are none. */
export async function dropTables(client: PoolClient, name: string): Promise<void> {
  const { documents, words } = tablesOf(name);
  await client.query(`drop table if exists ${documents}, ${words}`);
}

/** Copies tables as they are now, without what makes them fast. Returns the size of the copy. */
export async function copyTables(client: PoolClient, from: string, to: string): Promise<number> {
  const [source, target] = [tablesOf(from), tablesOf(to)];
  await client.query(
    `create table ${target.documents} as select seq, id, document, words, facets, bytes from ${source.documents}`,
  );
  await client.query(`create table ${target.words} as select word, shadow from ${source.words}`);
  return sizeOf(client, [to]);
}

/** Makes tables that can be searched of such a copy. */
export async function restoreTables(client: PoolClient, from: string, to: string): Promise<void> {
  const source = tablesOf(from);
  const target = await createTables(client, to);
  await client.query(
    `insert into ${target.documents} (id, document, words, facets, bytes)
     select id, document, words, facets, bytes from ${source.documents} order by seq`,
  );
  await client.query(`insert into ${target.words} select word, shadow from ${source.words}`);
  await settleTables(client, target);
}

/** How many bytes tables of these names and their indexes take together. */
export async function sizeOf(client: Pick<PoolClient, "query">, names: readonly string[]): Promise<number> {
  return (await sizesOf(client, names)).reduce((sum, size) => sum + size, 0);
}

/** The same for each of the names, in their order. */
export async function sizesOf(client: Pick<PoolClient, "query">, names: readonly string[]): Promise<readonly number[]> {
  const tables = names.map(tablesOf);
  const { rows } = await client.query<{ size: number }>(
    `select coalesce(pg_total_relation_size(to_regclass(documents)), 0) + coalesce(pg_total_relation_size(to_regclass(words)), 0) as size
     from unnest($1::text[], $2::text[]) with ordinality as named(documents, words, position) order by position`,
    [tables.map(({ documents }) => documents), tables.map(({ words }) => words)],
  );
  return rows.map(({ size }) => size);
}

/** Writes documents; existing ones are replaced. Returns how many are new. Their ids must differ. */
export async function writeDocuments(
  client: PoolClient,
  { documents, words }: Tables,
  prepared: readonly PreparedDocument[],
): Promise<number> {
  const { rows } = await client.query<{ added: number }>(
    `with written as (
       insert into ${documents} (id, document, words, facets, bytes)
       select id, document, words::tsvector, facets, bytes
       from jsonb_to_recordset($1::jsonb) as d(id text, document jsonb, words text, facets text[], bytes integer)
       on conflict (id) do update
         set document = excluded.document, words = excluded.words, facets = excluded.facets, bytes = excluded.bytes
       returning xmax = 0 as is_new)
     select count(*) filter (where is_new) as added from written`,
    [JSON.stringify(prepared)],
  );
  const found = [...new Set(prepared.flatMap(wordsOf))];
  await client.query(`insert into ${words} select * from unnest($1::text[], $2::text[]) on conflict do nothing`, [
    found,
    found.map(shadowOf),
  ]);
  return rows[0]!.added;
}
