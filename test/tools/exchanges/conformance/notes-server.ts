import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { testContract, type TestReport } from "../../../../generator/tools/exchanges/conformance/test-contract.js";

const json = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });
const text = { type: "string", minLength: 1, maxLength: 60 };
const input = {
  type: "object",
  required: ["title", "kind"],
  additionalProperties: false,
  properties: {
    title: text,
    kind: { enum: ["plain", "list"] },
    remark: { type: ["string", "null"], maxLength: 60 },
    size: { type: "integer", minimum: 0 },
  },
};
const note = {
  ...input,
  required: ["id", "title", "kind"],
  additionalProperties: true,
  properties: { id: { type: "integer" }, ...input.properties },
};
const changes = { ...input, required: [], minProperties: 1 };
const pageInput = {
  type: "object",
  required: ["label"],
  additionalProperties: false,
  properties: { label: { type: "string", pattern: "^[A-Z][0-9]{2}$" } },
};
const page = {
  ...pageInput,
  additionalProperties: true,
  required: ["id", "label"],
  properties: { id: { type: "integer" }, ...pageInput.properties },
};
const problem = {
  description: "A problem.",
  ...json({ type: "object", properties: { status: { type: "integer" } } }, "application/problem+json"),
};
const failures = Object.fromEntries(["400", "403", "404", "409", "412", "415", "428"].map((status) => [status, problem]));
const etag = { ETag: { required: true, schema: { type: "string" } } };
const shown = { description: "The note.", headers: etag, ...json(note) };
const gone = { "204": { description: "Gone." }, ...failures };
const id = (name: string) => ({ name, in: "path", required: true, schema: { type: "integer" } });
const header = (name: string, required = false) => ({ name, in: "header", required, schema: { type: "string" } });
const needs = (scope: string) => ({ security: [{ key: [scope] }] });
const listOf = (item: object) => ({
  description: "All.",
  ...json({ type: "object", required: ["items"], properties: { items: { type: "array", items: item } } }),
});

/** Notes with ETags, and pages in them whose labels are unique. */
const document = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/notes": {
      get: {
        operationId: "listNotes",
        ...needs("read"),
        parameters: [{ name: "kind", in: "query", schema: { enum: ["plain", "list"] } }],
        responses: { "200": listOf(note), ...failures },
      },
      post: {
        operationId: "createNote",
        ...needs("write"),
        requestBody: { required: true, ...json(input) },
        responses: { "201": { ...shown, description: "Created." }, ...failures },
      },
    },
    "/notes/{note_id}": {
      parameters: [id("note_id")],
      get: {
        operationId: "getNote",
        ...needs("read"),
        parameters: [header("If-None-Match")],
        responses: { "200": shown, "304": { description: "As before.", headers: etag }, ...failures },
      },
      patch: {
        operationId: "changeNote",
        ...needs("write"),
        parameters: [header("If-Match", true)],
        requestBody: { required: true, ...json(changes, "application/merge-patch+json") },
        responses: { "200": shown, ...failures },
      },
      delete: { operationId: "deleteNote", ...needs("write"), responses: gone },
    },
    "/notes/{note_id}:lock": {
      parameters: [id("note_id")],
      post: { operationId: "lockNote", ...needs("lock"), responses: { "200": shown, ...failures } },
    },
    "/notes/{note_id}/pages": {
      parameters: [id("note_id")],
      get: { operationId: "listPages", ...needs("read"), responses: { "200": listOf(page), ...failures } },
      post: {
        operationId: "createPage",
        ...needs("write"),
        requestBody: { required: true, ...json(pageInput) },
        responses: { "201": { description: "Created.", ...json(page) }, ...failures },
      },
    },
    "/notes/{note_id}/pages/{page_id}": {
      parameters: [id("note_id"), id("page_id")],
      get: {
        operationId: "getPage",
        ...needs("read"),
        responses: { "200": { description: "The page.", ...json(page) }, ...failures },
      },
      put: {
        operationId: "replacePage",
        ...needs("write"),
        requestBody: { required: true, ...json(pageInput) },
        responses: { "200": { description: "The page.", ...json(page) }, ...failures },
      },
      delete: { operationId: "deletePage", ...needs("write"), responses: gone },
    },
  },
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
};

const callers = {
  owner: { token: "owner-token" },
  reader: { token: "reader-token", scopes: ["read"] },
  writer: { token: "writer-token", scopes: ["read", "write"] },
};
const scopes: Readonly<Record<string, readonly string[]>> = {
  "Bearer owner-token": ["read", "write", "lock"],
  "Bearer reader-token": ["read"],
  "Bearer writer-token": ["read", "write"],
};

type Item = Record<string, unknown>;
interface Note {
  readonly item: Item;
  readonly pages: Map<number, Item>;
  readonly owner: "us" | "others";
  version: number;
  isLocked: boolean;
}

/** The only note of others. */
export const foreignNote = 7;

/** The page in it. */
export const foreignPage = 8;

/** What a server may do wrong. */
export type NotesFault =
  | "takes any ETag"
  | "takes an older ETag"
  | "keeps the ETag"
  | "sends what the caller has"
  | "says that all is as before"
  | "forgets what a patch doesn't name"
  | "keeps what is set to null"
  | "lists notes of others"
  | "ignores the filter"
  | "tells another status in the problem"
  | "fails at U+0000"
  | "finds no note to remove"
  | "finds no note to lock"
  | "lets writers lock"
  | "removes what belongs to others"
  | "is at another path"
  | "keeps a page twice"
  | "takes any member of a page"
  | "shows a page of others"
  | "lists others where it filters"
  | "changes what it rejects"
  | "removes whatever it is told";

/** A server of notes that does what its contract says, except for its fault. */
export function notesServer(fault?: NotesFault): (url: string, init: RequestInit) => Promise<Response> {
  const notes = new Map<number, Note>();
  let last = 100;
  const add = (number: number, item: Item, owner: Note["owner"]) => {
    const made: Note = { item: { ...item, id: number }, pages: new Map(), owner, version: 1, isLocked: false };
    notes.set(number, made);
    return made;
  };
  add(foreignNote, { title: "Theirs", kind: "plain", size: 1 }, "others").pages.set(foreignPage, {
    id: foreignPage,
    label: "T01",
  });
  const fail = (status: number, headers: Record<string, string> = {}) => {
    const told = fault === "tells another status in the problem" && status === 404 ? 400 : status;
    return new Response(JSON.stringify({ status: told }), {
      status,
      headers: { "content-type": "application/problem+json", ...headers },
    });
  };
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
  const etagOf = ({ version }: Note) => (fault === "keeps the ETag" ? '"v1"' : `"v${version}"`);
  const show = (one: Note, status = 200) => send(status, one.item, { etag: etagOf(one) });

  return async (url, init) => {
    const request = new Request(url, init);
    const { pathname, searchParams } = new URL(url);
    const [whole, noteId, verb, pages, pageId] = /^\/notes(?:\/(-?\d+)(?:(:lock)|(\/pages)(?:\/(-?\d+))?)?)?$/.exec(pathname) ?? [
      undefined,
    ];
    if (!whole || fault === "is at another path") return fail(404);
    const known = scopes[request.headers.get("authorization") ?? ""];
    if (!known) return fail(401, { "www-authenticate": "Bearer" });
    const method = request.method === "HEAD" ? "GET" : request.method;
    const allowed = verb
      ? ["POST"]
      : noteId === undefined || (pages && pageId === undefined)
        ? ["GET", "POST"]
        : pages
          ? ["GET", "PUT", "DELETE"]
          : ["GET", "PATCH", "DELETE"];
    if (!allowed.includes(method))
      return fail(405, { allow: [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : [])].join(", ") });
    const scope = verb ? (fault === "lets writers lock" ? "write" : "lock") : method === "GET" ? "read" : "write";
    if (!known.includes(scope)) return fail(403);
    const one = noteId === undefined ? undefined : notes.get(Number(noteId));
    const isTheirs = one?.owner === "others" && !(fault === "removes what belongs to others" && method === "DELETE");
    const isShown = fault === "shows a page of others" && method === "GET" && pageId !== undefined;
    if (fault === "removes whatever it is told" && method === "DELETE" && (!one || isTheirs))
      return new Response(null, { status: 204 });
    if (noteId !== undefined && (!one || (isTheirs && !isShown))) return fail(404);
    if (fault === "finds no note to lock" && verb) return fail(404);
    if (fault === "finds no note to remove" && method === "DELETE" && !pages) return fail(404);
    let body: Item = {};
    if (["POST", "PUT", "PATCH"].includes(method) && !verb) {
      const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
      if ((request.headers.get("content-type") ?? "").split(";")[0] !== type || request.headers.has("content-encoding"))
        return fail(415);
      try {
        body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await request.arrayBuffer())) as Item;
      } catch {
        return fail(400);
      }
      if (fault === "fails at U+0000" && JSON.stringify(body).includes("\\u0000")) return fail(500);
    }
    if (pages) return servePages(one!, pageId, method, body);
    if (!one) {
      if (method === "POST") return isNote(body, ["title", "kind"]) ? show(add(++last, body, "us"), 201) : fail(400);
      const kind = searchParams.get("kind");
      if (kind !== null && kind !== "plain" && kind !== "list") return fail(400);
      const mine = [...notes.values()].filter(
        ({ owner, item }) =>
          (owner === "us" || fault === "lists notes of others" || (fault === "lists others where it filters" && kind !== null)) &&
          (kind === null || fault === "ignores the filter" || item["kind"] === kind),
      );
      return send(200, { items: mine.map(({ item }) => item) });
    }
    if (verb) {
      one.isLocked = true;
      return show(one);
    }
    if (method === "DELETE") {
      notes.delete(Number(noteId));
      return new Response(null, { status: 204 });
    }
    if (method === "GET") {
      const had = request.headers.get("if-none-match");
      const isSame =
        fault === "says that all is as before" ? had !== null : fault !== "sends what the caller has" && had === etagOf(one);
      return isSame ? new Response(null, { status: 304, headers: { etag: etagOf(one) } }) : show(one);
    }
    const expected = request.headers.get("if-match");
    if (expected === null) return fail(428);
    const isOld =
      fault === "takes an older ETag" &&
      /^"v\d+"$/.test(expected) &&
      Number(expected.slice(2, -1)) < one.version &&
      expected !== '"v0"';
    if (expected !== etagOf(one) && !isOld && fault !== "takes any ETag") return fail(412);
    if (one.isLocked) return fail(409);
    if (!isNote(body, []) || Object.keys(body).length === 0) {
      if (fault === "changes what it rejects" && typeof body === "object" && body && Number.isInteger(body["size"]))
        one.item["size"] = body["size"];
      return fail(400);
    }
    for (const [name, value] of Object.entries(body)) {
      if (value !== null) one.item[name] = value;
      else if (fault !== "keeps what is set to null") delete one.item[name];
    }
    if (fault === "forgets what a patch doesn't name" && !("remark" in body)) delete one.item["remark"];
    one.version++;
    return show(one);
  };

  function servePages(one: Note, pageId: string | undefined, method: string, body: Item): Response {
    const number = Number(pageId);
    if (pageId !== undefined && !one.pages.has(number)) return fail(404);
    if (method === "GET")
      return pageId === undefined ? send(200, { items: [...one.pages.values()] }) : send(200, one.pages.get(number));
    if (method === "DELETE") {
      one.pages.delete(number);
      return new Response(null, { status: 204 });
    }
    if (one.isLocked) return fail(409);
    if (!isPage(fault === "takes any member of a page" ? { label: body["label"] } : body)) return fail(400);
    if ([...one.pages].some(([key, { label }]) => label === body["label"] && key !== number)) return fail(409);
    const key = pageId === undefined ? ++last : number;
    one.pages.set(key, { ...body, id: key });
    if (fault === "keeps a page twice" && method === "PUT") one.pages.set(++last, { id: last, label: `Z${last % 100}` });
    return send(method === "POST" ? 201 : 200, one.pages.get(key));
  }
}

function isNote(body: unknown, required: readonly string[]): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  const isShort = (value: unknown, least: number) =>
    typeof value === "string" && [...value].length >= least && [...value].length <= 60;
  return (
    required.every((name) => Object.hasOwn(body, name)) &&
    Object.entries(body).every(([name, value]) => {
      if (name === "title") return isShort(value, 1);
      if (name === "size") return Number.isInteger(value) && (value as number) >= 0;
      if (name === "kind") return value === "plain" || value === "list";
      return name === "remark" && (value === null || isShort(value, 0));
    })
  );
}

function isPage(body: unknown): boolean {
  if (typeof body !== "object" || body === null || Object.keys(body).join() !== "label") return false;
  const { label } = body as Item;
  return typeof label === "string" && /^[A-Z][0-9]{2}$/.test(label);
}

/** The document in a file. */
export function notesContract(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "notes-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** What a run on a server of notes finds: `code name: problem`. */
export async function notesFindings(
  fault?: NotesFault,
  only?: readonly string[],
): Promise<{ texts: string[]; report: TestReport }> {
  const report = await testContract({
    contract: notesContract(),
    fetch: notesServer(fault),
    callers,
    foreign: { note_id: `${foreignNote}`, page_id: `${foreignPage}` },
    allow: "destructive",
    ...(only && { only }),
  });
  return { report, texts: report.diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message}`) };
}
