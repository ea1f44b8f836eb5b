import { EndpointError } from "../../../http/endpoint-request.js";
import { actions as guards } from "../../../../../../generated/validators/index.js";
import { type Document, isObject } from "../attributes.js";
import { type FilterInput, InvalidFilter, parseFilter } from "../filter.js";
import { tablesOf } from "../tables.js";
import { type Call, type Reply, enqueue, indexOf, readKey } from "./call.js";
import { badRequest, numberIn, objectWith } from "./request.js";

/** Lists documents in the order in which they were added. */
export async function listDocuments(call: Call): Promise<Reply> {
  const limit = numberIn(call.query, "limit", 20, 100);
  const offset = numberIn(call.query, "offset", 0, 100_000_000);
  const index = await indexOf(call);
  const rows = await call.parts.data.read(call.service.id, async (client) => {
    const text = `select document from ${tablesOf(index.table_name).documents} order by seq limit $1 offset $2`;
    return (await client.query<{ document: Document }>(text, [limit, offset])).rows;
  });
  return { status: 200, body: { documents: rows.map(({ document }) => document), limit, offset, total: index.documents } };
}

/** Shows one document. */
export async function getDocument(call: Call): Promise<Reply> {
  const index = await indexOf(call);
  const [document] = await call.parts.data.read(call.service.id, async (client) => {
    const text = `select document from ${tablesOf(index.table_name).documents} where id = $1`;
    return (await client.query<{ document: Document }>(text, [storable(call.names[1]!)])).rows;
  });
  if (!document) throw new EndpointError(404, "document_not_found", "No document has this id.");
  return { status: 200, body: document.document };
}

function storable(text: string): string {
  if (text.includes("\0")) throw badRequest("Texts must not contain NUL.");
  return text;
}

/** Accepts documents: whole ones, or changes of some. */
export async function addDocuments(call: Call, type: "document_addition" | "document_edition"): Promise<Reply> {
  const documents = Array.isArray(call.body) ? (call.body as readonly unknown[]) : [call.body];
  if (!documents.every(isObject)) throw badRequest("The body must be a document or a list of documents.");
  return enqueue(call, { type, documents, primary_key: readKey(call.query.get("primary_key")) });
}

/** Accepts that documents are deleted, by their ids or by a filter. */
export async function deleteDocuments(call: Call): Promise<Reply> {
  const { ids, filter } = objectWith(call.body, ["ids", "filter"]);
  if ((ids === undefined) === (filter === undefined)) throw badRequest('Send either "ids" or "filter".');
  if (ids === undefined) return enqueue(call, { type: "document_deletion", filter: readFilter(filter) });
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string" || Number.isSafeInteger(id)))
    throw badRequest('"ids" must be a list of texts and integers.');
  return enqueue(call, { type: "document_deletion", ids: ids.map(String) });
}

function readFilter(filter: unknown): FilterInput {
  if (!guards.search.query.body({ index: "x", filter })) throw badRequest('"filter" must be a filter.');
  try {
    parseFilter(filter as FilterInput);
  } catch (error) {
    if (error instanceof InvalidFilter) throw new EndpointError(400, "invalid_filter", error.message);
    throw error;
  }
  return filter as FilterInput;
}
