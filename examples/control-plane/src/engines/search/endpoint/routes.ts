import { EndpointError } from "../../../http/endpoint-request.js";
import { actions as guards } from "../../../../../../generated/validators/index.js";
import { isObject } from "../attributes.js";
import { type StoredIndex, indexes } from "../indexes.js";
import type { KeyAction } from "../keys.js";
import { type Query, runQuery } from "../run-query.js";
import { changeSettings, defaultSettings } from "../settings.js";
import { showTask, tasks } from "../tasks.js";
import { type Call, type Reply, type Route, enqueue, indexOf, readKey } from "./call.js";
import { addDocuments, deleteDocuments, getDocument, listDocuments } from "./documents.js";
import { createKey, deleteKey, listKeys } from "./keys.js";
import { badRequest, numberIn, objectWith } from "./request.js";

const part = "([^/]+)";
const ofIndex = "^/indexes/([A-Za-z0-9_-]{1,400})";

function route(method: Route["method"], path: string, action: KeyAction, run: Route["run"]): Route {
  return { method, path: new RegExp(`${path}$`), action, isOfIndex: path.startsWith(ofIndex), run };
}

/** Everything that the endpoint takes. */
export const routes: readonly Route[] = [
  route("GET", "^/indexes", "indexes.get", listIndexes),
  route("POST", "^/indexes", "indexes.create", createIndex),
  route("GET", ofIndex, "indexes.get", async (call) => ({ status: 200, body: showIndex(await indexOf(call)) })),
  route("PATCH", ofIndex, "indexes.update", updateIndex),
  route("DELETE", ofIndex, "indexes.delete", (call) => enqueue(call, { type: "index_deletion" })),
  route("GET", `${ofIndex}/settings`, "settings.get", async (call) => ({ status: 200, body: (await indexOf(call)).settings })),
  route("PATCH", `${ofIndex}/settings`, "settings.update", updateSettings),
  route("POST", `${ofIndex}/search`, "search", search),
  route("GET", `${ofIndex}/documents`, "documents.get", listDocuments),
  route("GET", `${ofIndex}/documents/${part}`, "documents.get", getDocument),
  route("POST", `${ofIndex}/documents`, "documents.add", (call) => addDocuments(call, "document_addition")),
  route("PATCH", `${ofIndex}/documents`, "documents.add", (call) => addDocuments(call, "document_edition")),
  route("DELETE", `${ofIndex}/documents`, "documents.delete", (call) =>
    enqueue(call, { type: "document_deletion", filter: null }),
  ),
  route("DELETE", `${ofIndex}/documents/${part}`, "documents.delete", (call) =>
    enqueue(call, { type: "document_deletion", ids: [call.names[1]!] }),
  ),
  route("POST", `${ofIndex}/delete-documents`, "documents.delete", deleteDocuments),
  route("GET", "^/tasks", "tasks.get", listTasks),
  route("GET", "^/tasks/(\\d{1,10})", "tasks.get", getTask),
  route("GET", "^/keys", "*", listKeys),
  route("POST", "^/keys", "*", createKey),
  route("DELETE", `^/keys/${part}`, "*", deleteKey),
];

function showIndex({ name, primary_key, documents, created_at, updated_at }: StoredIndex): unknown {
  return { index: name, primary_key, documents, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}

async function listIndexes({ parts, service, access }: Call): Promise<Reply> {
  const all = (await indexes.list(parts.database, service.id)).filter(({ name }) => access.reaches(name));
  return { status: 200, body: { indexes: all.map(showIndex) } };
}

async function createIndex(call: Call): Promise<Reply> {
  const { index, primary_key } = objectWith(call.body, ["index", "primary_key"]);
  if (typeof index !== "string" || !/^[A-Za-z0-9_-]{1,400}$/.test(index)) throw badRequest('"index" must be a name of an index.');
  if (!call.access.reaches(index)) throw new EndpointError(403, "access_denied", "The key does not reach this index.");
  return enqueue(call, { type: "index_creation", primary_key: readKey(primary_key) }, index);
}

async function updateIndex(call: Call): Promise<Reply> {
  const { primary_key } = objectWith(call.body, ["primary_key"]);
  return enqueue(call, { type: "index_update", primary_key: readKey(primary_key) });
}

async function updateSettings(call: Call): Promise<Reply> {
  const problem = changeSettings(defaultSettings, call.body);
  if (typeof problem === "string") throw badRequest(problem);
  return enqueue(call, { type: "settings_update", settings: call.body as Readonly<Record<string, unknown>> });
}

async function search(call: Call): Promise<Reply> {
  const { parts, service, access, names } = call;
  if (call.body !== undefined && !isObject(call.body)) throw badRequest("The body must be an object.");
  const query: unknown = { ...call.body, index: names[0]! };
  if (isObject(call.body) && Object.hasOwn(call.body, "index")) throw badRequest('unknown property "index"');
  if (!guards.search.query.body(query)) {
    const [error] = guards.search.query.body.errors ?? [];
    throw badRequest(`${error?.instancePath || "The body"} ${error?.message ?? "is not a query"}`.slice(0, 300));
  }
  parts.meter.count(service.id);
  const found = await parts.data.read(service.id, async (client) => {
    const index = await indexes.find(client, service.id, names[0]!);
    return index && runQuery(client, index, query as Query, access.filtersFor(index.name));
  });
  if (!found) throw new EndpointError(404, "index_not_found", "No index has this name.");
  return { status: 200, body: found };
}

async function listTasks({ parts, service, query, access }: Call): Promise<Reply> {
  const limit = numberIn(query, "limit", 20, 100);
  const before = query.has("before") ? numberIn(query, "before", 0, 999_999_999) : null;
  const found = await tasks.list(parts.database, service.id, {}, before, limit);
  const own = found.filter(({ index_name }) => index_name !== null && access.reaches(index_name));
  return { status: 200, body: { tasks: own.map(showTask) } };
}

async function getTask({ parts, service, names, access }: Call): Promise<Reply> {
  const task = await tasks.find(parts.database, service.id, Number(names[0]));
  const isOwn = task?.index_name != null && access.reaches(task.index_name);
  if (!task || !isOwn) throw new EndpointError(404, "task_not_found", "No task has this number.");
  return { status: 200, body: showTask(task) };
}
