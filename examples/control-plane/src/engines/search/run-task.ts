import type { PoolClient } from "pg";
import { inSlices } from "../../slices.js";
import { type Document, isObject, pathOf } from "./attributes.js";
import { attributesOf, parseFilter, InvalidFilter } from "./filter.js";
import { filterSql } from "./filter-sql.js";
import { type StoredIndex, indexes } from "./indexes.js";
import { limits } from "./parts.js";
import { bytesOf, maxDocumentBytes, prepareDocuments } from "./prepare-document.js";
import { type Settings, changeSettings, defaultSettings } from "./settings.js";
import { createTables, dropTables, settleTables, sizeOf, tablesOf, writeDocuments } from "./tables.js";
import type { BegunTask, TaskInput } from "./tasks.js";

/** A task that can't be done. Its message is for callers. */
export class TaskFailure extends Error {
  override readonly name = "TaskFailure";

  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** So many documents are prepared and written at once, of no more than so many bytes unless one alone is larger. */
const batchSize = 100;
const batchBytes = 64 * 1024;

/** Documents in batches. */
function* batchesOf(documents: readonly Document[]): Generator<readonly Document[]> {
  let batch: Document[] = [];
  let bytes = 0;
  for (const document of documents) {
    const size = bytesOf(document);
    if (batch.length === batchSize || (batch.length > 0 && bytes + size > batchBytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(document);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

type Documents = Extract<TaskInput, { readonly documents: unknown }>;
type Deletion = Extract<TaskInput, { readonly type: "document_deletion" }>;

/** Runs a task within the transaction of `client`. Returns how many documents were indexed, if it indexes any. */
export async function runTask(
  client: PoolClient,
  { service_id: serviceId, index_name, input }: BegunTask,
): Promise<number | null> {
  if (index_name === null || input === null) throw new TaskFailure("internal_error", "The task has no input.");
  switch (input.type) {
    case "document_addition":
    case "document_edition":
      return addDocuments(client, serviceId, index_name, input);
    case "index_creation":
      await createIndex(client, serviceId, index_name, input.primary_key);
      break;
    case "index_update":
      await changeKey(client, await indexOf(client, serviceId, index_name), input.primary_key);
      break;
    case "index_deletion":
      await deleteIndex(client, await indexOf(client, serviceId, index_name));
      break;
    case "document_deletion":
      await deleteDocuments(client, await indexOf(client, serviceId, index_name), input);
      break;
    case "settings_update":
      await updateSettings(client, serviceId, index_name, input.settings);
  }
  return null;
}

async function deleteIndex(client: PoolClient, index: StoredIndex): Promise<void> {
  await dropTables(client, index.table_name);
  await indexes.remove(client, index.id);
}

async function indexOf(client: PoolClient, serviceId: string, name: string): Promise<StoredIndex> {
  const index = await indexes.find(client, serviceId, name);
  if (!index) throw new TaskFailure("index_not_found", "No index has this name.");
  return index;
}

async function createIndex(
  client: PoolClient,
  service_id: string,
  name: string,
  primary_key: string | null,
): Promise<StoredIndex> {
  if ((await indexes.count(client, service_id)) >= limits.indexes)
    throw new TaskFailure("index_limit_reached", `The plan allows ${limits.indexes} indexes.`);
  const { rows } = await client.query<{ id: string }>("select gen_random_uuid() as id");
  const table_name = `d_${rows[0]!.id.replaceAll("-", "")}`;
  const index = await indexes.insert(client, { service_id, name, primary_key, settings: defaultSettings, table_name });
  if (!index) throw new TaskFailure("index_already_exists", "An index with this name exists.");
  await createTables(client, table_name);
  return index;
}

async function changeKey(client: PoolClient, index: StoredIndex, primary_key: string | null): Promise<void> {
  if (index.documents > 0)
    throw new TaskFailure("primary_key_in_use", "The primary key of an index with documents can't be changed.");
  await indexes.change(client, { ...index, primary_key }, 0);
}

async function addDocuments(
  client: PoolClient,
  serviceId: string,
  name: string,
  { type, documents, primary_key }: Documents,
): Promise<number> {
  let index = (await indexes.find(client, serviceId, name)) ?? (await createIndex(client, serviceId, name, primary_key));
  const key = index.primary_key ?? primary_key ?? inferKey(documents);
  if (primary_key !== null && key !== primary_key)
    throw new TaskFailure("primary_key_mismatch", `The primary key of the index is "${key}".`);
  const tables = tablesOf(index.table_name);
  let added = 0;
  for (const some of batchesOf(documents)) {
    const batch = some.map((document): [string, Document] => [idOf(document, key), document]);
    const present =
      type === "document_edition"
        ? await readDocuments(
            client,
            index,
            batch.map(([id]) => id),
          )
        : new Map<string, Document>();
    const written = new Map<string, Document>();
    for (const [id, document] of batch) {
      const before = type === "document_edition" ? (written.get(id) ?? present.get(id)) : undefined;
      written.set(id, before ? { ...before, ...document } : document);
    }
    const prepared = await inSlices(serviceId, prepareDocuments(written, index.settings));
    if (prepared.some(({ bytes }) => bytes > maxDocumentBytes))
      throw new TaskFailure("document_too_large", `A document is larger than ${maxDocumentBytes} bytes.`);
    added += await writeDocuments(client, tables, prepared);
  }
  await settleTables(client, tables);
  index = (await indexes.change(client, { ...index, primary_key: key }, added))!;
  await checkLimits(client, serviceId);
  return documents.length;
}

async function readDocuments(
  client: PoolClient,
  { table_name }: StoredIndex,
  ids: readonly string[],
): Promise<Map<string, Document>> {
  const { rows } = await client.query<{ id: string; document: Document }>(
    `select id, document from ${tablesOf(table_name).documents} where id = any($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, document }) => [id, document]));
}

async function checkLimits(client: PoolClient, serviceId: string): Promise<void> {
  const all = await indexes.list(client, serviceId);
  const documents = all.reduce((sum, index) => sum + index.documents, 0);
  if (documents > limits.documents)
    throw new TaskFailure("document_limit_reached", `The plan allows ${limits.documents} documents.`);
  const size = await sizeOf(
    client,
    all.map(({ table_name }) => table_name),
  );
  if (size > limits.storageBytes) throw new TaskFailure("storage_limit_reached", `The plan allows ${limits.storageBytes} bytes.`);
}

/** `id`, or the only attribute whose name ends with it. */
function inferKey(documents: readonly Document[]): string {
  const names = Object.keys(documents[0] ?? {});
  const candidates = names.includes("id") ? ["id"] : names.filter((name) => name.toLowerCase().endsWith("id"));
  if (candidates.length === 1) return candidates[0]!;
  throw new TaskFailure("primary_key_not_inferred", "The primary key can't be inferred from the first document: name it.");
}

function idOf(document: Document, key: string): string {
  let value: unknown = document;
  for (const name of pathOf(key)) {
    // One document has one id: a list is none, wherever it is on the way.
    if (Array.isArray(value)) break;
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  if (value === undefined || value === null)
    throw new TaskFailure("missing_document_id", `A document has no value for the primary key ${key.slice(0, 100)}.`);
  const id = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof id !== "string" || id.length === 0 || id.length > 255)
    throw new TaskFailure("invalid_document_id", "The id of a document must be an integer or a text of 1 to 255 characters.");
  return id;
}

async function deleteDocuments(client: PoolClient, index: StoredIndex, input: Deletion): Promise<void> {
  const { documents } = tablesOf(index.table_name);
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const condition =
    "ids" in input ? `id = any(${add(input.ids)})` : input.filter === null ? "true" : filterOf(input.filter, index, add);
  const { rowCount } = await client.query(`delete from ${documents} where ${condition}`, values);
  await indexes.change(client, index, -(rowCount ?? 0));
}

function filterOf(text: Parameters<typeof parseFilter>[0], { settings }: StoredIndex, add: (value: unknown) => string): string {
  try {
    const filter = parseFilter(text);
    const unknown = attributesOf(filter).find((attribute) => !settings.filterable_attributes.includes(attribute));
    if (unknown !== undefined) throw new InvalidFilter(`The attribute "${unknown.slice(0, 100)}" is not filterable.`);
    return filterSql(filter, add);
  } catch (error) {
    if (error instanceof InvalidFilter) throw new TaskFailure("invalid_filter", error.message);
    throw error;
  }
}

async function updateSettings(
  client: PoolClient,
  serviceId: string,
  name: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  const index = (await indexes.find(client, serviceId, name)) ?? (await createIndex(client, serviceId, name, null));
  const settings = changeSettings(index.settings, change);
  if (typeof settings === "string") throw new TaskFailure("invalid_settings", settings.slice(0, 500));
  await indexes.change(client, { ...index, settings }, 0);
  if (isSame(settings, index.settings, ["searchable_attributes", "filterable_attributes"])) return;
  const tables = tablesOf(index.table_name);
  for (let last = 0; ;) {
    const { rows } = await client.query<{ seq: number; id: string; document: Document }>(
      `select seq, id, document from ${tables.documents} where seq > $1 order by seq limit ${batchSize}`,
      [last],
    );
    if (rows.length === 0) return settleTables(client, tables);
    last = rows.at(-1)!.seq;
    const found = rows.map(({ id, document }) => [id, document] as const);
    await writeDocuments(client, tables, await inSlices(serviceId, prepareDocuments(found, settings)));
  }
}

function isSame(first: Settings, second: Settings, names: readonly (keyof Settings)[]): boolean {
  return names.every((name) => JSON.stringify(first[name]) === JSON.stringify(second[name]));
}
