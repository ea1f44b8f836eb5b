import express, { type NextFunction, type Request, type Response } from "express";
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { repositoryPath } from "../../../../support/repository.js";
import type { StartServer } from "./server.js";

type Book = Record<string, unknown> & { readonly id: string };

const foreign = "11111111-1111-4111-8111-111111111111";

const between = (value: number, least: number, most: number) => value >= least && value <= most;
const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
const list = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: (value) => typeof value === "string",
  pages: (value) => Number.isInteger(value),
  genre: (value) => typeof value === "string",
  shelf: (value) => typeof value === "string",
  price: (value) => typeof value === "number",
  tags: (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
  lent: (value) => typeof value === "boolean",
  notes: (value) => isObject(value) && Object.values(value).every((one) => typeof one === "string"),
};

/** What makes a body invalid, by the keyword of its schema. The fault `accepts <name>` forgets one. */
const rules: Readonly<Record<string, (body: Record<string, unknown>) => boolean>> = {
  required: ({ title, pages }) => title !== undefined && pages !== undefined,
  additionalProperties: (body) => Object.keys(body).every((name) => Object.hasOwn(types, name)),
  type: (body) => Object.entries(body).every(([name, value]) => !Object.hasOwn(types, name) || types[name]!(value)),
  minLength: ({ title }) => text(title) !== "",
  maxLength: ({ title }) => [...(text(title) ?? "")].length <= 60,
  items: ({ tags }) => (list(tags) ?? []).every((one) => [...(text(one) ?? "")].length <= 20),
  minimum: ({ pages }) => (number(pages) ?? 1) >= 1,
  maximum: ({ pages, price }) => (number(pages) ?? 1) <= 5_000 && (number(price) ?? 1) <= 1_000,
  exclusiveMinimum: ({ price }) => (number(price) ?? 1) > 0,
  multipleOf: ({ price }) => Number.isInteger((number(price) ?? 1) * 2),
  enum: ({ genre }) => genre === undefined || ["novel", "poetry", "essay"].includes(genre as string),
  pattern: ({ shelf }) => text(shelf) === undefined || /^[A-Z][0-9]{2}$/.test(text(shelf)!),
  minItems: ({ tags }) => list(tags)?.length !== 0,
  maxItems: ({ tags }) => (list(tags)?.length ?? 0) <= 3,
  uniqueItems: ({ tags }) => new Set(list(tags)).size === (list(tags)?.length ?? 0),
  maxProperties: ({ notes }) => !isObject(notes) || Object.keys(notes).length <= 2,
};

/** Books on Express, checked by hand: no actions, an API key, its own form of errors. */
export const startExpress: StartServer = async (fault) => {
  const books = new Map<string, Book>();
  const has = (name: string) => fault === name;
  const fail = (response: Response, status: number, code: string) => {
    if (has("error without a body")) return response.status(status).end();
    if (has("error without a code")) return response.status(status).json({ message: code });
    if (has("error as text")) return response.status(status).type("text/plain").send(code);
    if (has("unknown error code")) return response.status(status).json({ code: "oops", message: code });
    return response.status(status).json({ code, message: `The request has failed: ${code}.` });
  };
  const isValid = (body: unknown): body is Record<string, unknown> =>
    isObject(body) && Object.entries(rules).every(([name, holds]) => has(`accepts ${name}`) || holds(body));
  const reject = () => {
    throw new Error("The body is not UTF-8.");
  };
  const app = express();
  app.disable("x-powered-by");
  app.use((request, response, next) => {
    if (request.get("x-api-key") === "key-of-owner" || has("no credentials needed")) return next();
    if (has("any key will do") && request.get("x-api-key") !== undefined) return next();
    if (has("400 for 401")) return fail(response, 400, "invalid");
    // Without a challenge: there is none for a key in a header of its own.
    fail(response, 401, "unauthenticated");
  });
  const readBody = [
    (request: Request, response: Response, next: NextFunction) => {
      if (has("any media type") || request.is("application/json")) next();
      else fail(response, 415, "unsupported");
    },
    express.json({
      limit: "1mb",
      strict: false,
      verify: (_request, _response, bytes) => void (isUtf8(bytes) || has("bytes that are not UTF-8") || reject()),
      ...(has("any media type") && { type: () => true }),
    }),
    (request: Request, response: Response, next: NextFunction) => {
      if (isValid(request.body)) next();
      else fail(response, 400, "invalid");
    },
  ];
  const find = (request: Request, response: Response): Book | undefined => {
    const id = request.params["book_id"] as string;
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
      fail(response, 400, "invalid");
      return undefined;
    }
    if (id === foreign && has("foreign things served")) return { id, title: "Of others", pages: 1 };
    const book = books.get(id) ?? (has("missing things served") ? { id, title: "Nothing", pages: 1 } : undefined);
    if (!book) fail(response, has("400 for 404") ? 400 : 404, has("400 for 404") ? "invalid" : "not_found");
    return book;
  };
  const show = (book: Book): object => {
    if (has("a field too much")) return { ...book, internal: 1 };
    if (has("a member of another type")) return { ...book, pages: String(book["pages"]) };
    if (has("a required member missing")) return { ...book, title: undefined };
    if (has("a value out of range")) return { ...book, pages: 0 };
    return book;
  };
  const notAllowed =
    (...methods: string[]) =>
    (_: Request, response: Response) => {
      if (!has("405 without allow")) response.set("allow", has("allow lacks a method") ? methods[0]! : methods.join(", "));
      fail(response, 405, "method_not_allowed");
    };
  app
    .route("/books")
    .get((request, response) => {
      const { genre, limit = "100", ...others } = request.query;
      const isBad = genre !== undefined && !["novel", "poetry", "essay"].includes(genre as string);
      const isLimit = /^\d+$/.test(limit as string) && between(Number(limit), 1, 100);
      if (!has("any query") && (isBad || !isLimit || Object.keys(others).length > 0)) return fail(response, 400, "invalid");
      const found = [...books.values()].filter((book) => genre === undefined || book["genre"] === genre);
      const total = has("a header of another type") ? "many" : String(found.length);
      if (!has("a header missing")) response.set("x-total", total);
      response.json(has("list without what was created") ? [] : found.slice(0, Number(limit)).map(show));
    })
    .post(...readBody, (request, response) => {
      if (has("500 on valid bodies") && request.body.notes) return response.status(500).json({ code: "invalid", message: "" });
      if (has("rejects what is allowed") && request.body.tags) return fail(response, 400, "invalid");
      const book: Book = { ...request.body, id: randomUUID() };
      if (!has("nothing is created")) books.set(book.id, book);
      response.status(has("200 for 201") ? 200 : 201);
      if (!has("no location")) response.set("location", `/books/${book.id}`);
      response.json(show(book));
    })
    .all(notAllowed("GET", "HEAD", "POST"));
  app
    .route("/books/:book_id")
    .get((request, response) => {
      const book = find(request, response);
      if (book && has("HTML for JSON")) response.type("html").send(JSON.stringify(book));
      else if (book) response.json(show(book));
    })
    .put(...readBody, (request, response) => {
      const book = find(request, response);
      if (!book) return;
      const changed = { ...request.body, id: book.id };
      if (!has("lost update")) books.set(book.id, changed);
      response.json(show(has("answer of before") ? book : changed));
    })
    .delete((request, response) => {
      const book = find(request, response);
      if (!book) return;
      if (!has("delete doesn't delete")) books.delete(book.id);
      if (has("undeclared success")) response.status(200).json({ deleted: true });
      else if (has("202 for 204")) response.status(202).end();
      else response.status(204).end();
    })
    .all(notAllowed("GET", "HEAD", "PUT", "DELETE"));
  app.use((_: Request, response: Response) => void fail(response, 404, "not_found"));
  app.use((error: { status?: number }, _: Request, response: Response, next: NextFunction) => {
    void next;
    if (has("500 on malformed JSON")) response.status(500).json({ code: "invalid", message: "" });
    else fail(response, error.status === 415 ? 415 : 400, error.status === 415 ? "unsupported" : "invalid");
  });
  const server = http.createServer(app);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    options: {
      contract: repositoryPath("test/tools/exchanges/conformance/servers/books.yaml"),
      url: `http://127.0.0.1:${port}`,
      callers: { owner: { credentials: { key: "key-of-owner" } } },
      foreign: { book_id: foreign },
      allow: "destructive",
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
};
