import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { testContract, type TestReport } from "../../../../generator/tools/exchanges/conformance/test-contract.js";

const name = { type: "string", minLength: 1, maxLength: 40 };
const members = { name, colour: { type: "string", enum: ["red", "blue", "green"] }, size: { type: "integer", minimum: 0 } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const item = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer", readOnly: true }, ...members },
};
const sent = {
  type: "object",
  required: ["name", "colour"],
  additionalProperties: false,
  properties: { ...members, pin: { type: "string", format: "password", writeOnly: true, minLength: 8, maxLength: 40 } },
};
const change = { type: "object", minProperties: 1, additionalProperties: false, properties: members };
const failure = {
  description: "An error.",
  ...json({ type: "object", required: ["error"], properties: { error: { type: "string" } } }),
};
const failures = { "400": failure, "404": failure, "413": failure, "415": failure };

const shown = { "200": { description: "The part.", ...json(item) }, ...failures };

/** A collection of parts. */
const document = {
  openapi: "3.1.0",
  info: { title: "Parts", version: "1" },
  servers: [{ url: "/" }],
  security: [],
  paths: {
    "/parts": {
      get: {
        operationId: "listParts",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100, default: 50 } },
          { name: "cursor", in: "query", schema: { type: "string" } },
        ],
        responses: {
          "200": {
            description: "A page.",
            ...json({
              type: "object",
              required: ["parts", "next_cursor"],
              properties: { parts: { type: "array", items: item }, next_cursor: { type: ["string", "null"] } },
            }),
          },
          ...failures,
        },
      },
      post: {
        operationId: "createPart",
        requestBody: { required: true, ...json(sent) },
        responses: { "201": { description: "Created.", ...json(item) }, ...failures },
      },
    },
    "/parts/{part_id}": {
      parameters: [{ name: "part_id", in: "path", required: true, schema: { type: "integer" } }],
      get: { operationId: "getPart", responses: shown },
      put: { operationId: "replacePart", requestBody: { required: true, ...json(sent) }, responses: shown },
      patch: { operationId: "changePart", requestBody: { required: true, ...json(change) }, responses: shown },
      delete: { operationId: "deletePart", responses: { "204": { description: "Gone." }, ...failures } },
    },
  },
};

/** The document in a file. */
export function partsContract(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "parts-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** A part. */
export type Part = { id: number } & Record<string, unknown>;

/** What a faulty server does otherwise. Each gets the state, and returns a response, or nothing to go on as usual. */
export interface PartsCall {
  readonly method: string;
  readonly id: number | undefined;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown> | undefined;
  readonly headers: Headers;
  readonly text: string;
  readonly parts: Map<number, Part>;
}

export type Fault = (call: PartsCall, usual: () => Response) => Response;

/** Responds with JSON. */
export function reply(status: number, body?: unknown, headers: Record<string, string> = {}): Response {
  if (body === undefined) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

/** A server of parts that does what its contract says, except for its fault. */
export function partsServer(fault: Fault = (_, usual) => usual()): (url: string, init: RequestInit) => Promise<Response> {
  const parts = new Map<number, Part>();
  let last = 0;
  return async (url, init) => {
    const request = new Request(url, init);
    const { pathname, searchParams: query } = new URL(url);
    const match = /^\/parts(?:\/(-?\d+))?$/.exec(pathname);
    if (!match) return reply(404, { error: "no such path" });
    const id = match[1] === undefined ? undefined : Number(match[1]);
    const { method, headers } = request;
    const bytes = new Uint8Array(await request.arrayBuffer());
    let body: PartsCall["body"];
    let text = "";
    if (["POST", "PUT", "PATCH"].includes(method)) {
      if (!/^application\/json\b/.test(headers.get("content-type") ?? "") || headers.has("content-encoding"))
        return reply(415, { error: "unsupported" });
      try {
        text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        body = JSON.parse(text) as Record<string, unknown>;
      } catch {
        return reply(400, { error: "malformed" });
      }
    }
    const call: PartsCall = { method, id, query, body, headers, text, parts };
    return fault(call, () => usual(call, () => ++last));
  };
}

/** What a faultless server does. */
function usual({ method, id, query, body, parts }: PartsCall, nextId: () => number): Response {
  if (id === undefined) {
    if (method === "GET" || method === "HEAD") return list(query, [...parts.values()]);
    if (method !== "POST") return reply(405, undefined, { allow: "GET, HEAD, POST" });
    if (!isValid(body, ["name", "colour"], ["pin"])) return reply(400, { error: "invalid" });
    const { pin: _, ...rest } = body!;
    const part = { ...rest, id: nextId() };
    parts.set(part.id, part);
    return reply(201, part, { location: `/parts/${part.id}` });
  }
  if (!["GET", "HEAD", "PUT", "PATCH", "DELETE"].includes(method))
    return reply(405, undefined, { allow: "GET, HEAD, PUT, PATCH, DELETE" });
  const part = parts.get(id);
  if (!part) return reply(404, { error: "no such part" });
  if (method === "DELETE") {
    parts.delete(id);
    return reply(204);
  }
  if (method === "PUT" || method === "PATCH") {
    if (!isValid(body, method === "PUT" ? ["name", "colour"] : [], method === "PUT" ? ["pin"] : []))
      return reply(400, { error: "invalid" });
    if (method === "PATCH" && Object.keys(body!).length === 0) return reply(400, { error: "invalid" });
    const { pin: _, ...rest } = body!;
    const changed = method === "PUT" ? { ...rest, id } : { ...part, ...rest };
    parts.set(id, changed);
    return reply(200, changed);
  }
  return reply(200, part);
}

function list(query: URLSearchParams, all: readonly Part[]): Response {
  const limit = query.has("limit") ? Number(query.get("limit")) : 50;
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return reply(400, { error: "invalid limit" });
  const from = Number(query.get("cursor") ?? 0) || 0;
  const next = from + limit < all.length ? `${from + limit}` : null;
  return reply(200, { parts: all.slice(from, from + limit), next_cursor: next });
}

function isValid(body: unknown, required: readonly string[], more: readonly string[]): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  const entries = Object.entries(body);
  if (required.some((one) => !Object.hasOwn(body, one))) return false;
  return entries.every(([key, value]) => {
    if (key === "name") return typeof value === "string" && value !== "" && [...value].length <= 40;
    if (key === "colour") return value === "red" || value === "blue" || value === "green";
    if (key === "size") return Number.isInteger(value) && (value as number) >= 0;
    return more.includes(key) && typeof value === "string" && [...value].length >= 8 && [...value].length <= 40;
  });
}

/** The findings of a run, those of a code and name: `resource: problem`. */
export async function findingsOf(fault?: Fault, only?: readonly string[]): Promise<{ texts: string[]; report: TestReport }> {
  const report = await testContract({
    contract: partsContract(),
    fetch: partsServer(fault),
    allow: "destructive",
    ...(only && { only }),
  });
  return { report, texts: report.diagnostics.map(({ code, message }) => `${code} ${message}`) };
}
