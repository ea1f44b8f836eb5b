import type { Style } from "../style.js";

export const searchIndexes: Style = {
  name: "search-indexes",
  noun: "index",
  template: "/indexes/{index}/_{action}",
  url: (action) => `/indexes/books/_${action}`,
  path: { index: "books" },
  scopes: ["indexes.admin"],
  services: { index: { name: "books", state: "open" } },
  successes: [
    {
      type: "index",
      action: "reindex",
      body: { source: "old" },
      returns: { result: { created: 5, status: "green" } },
      status: 200,
      sent: { created: 5, status: "green" },
      received: { result: { created: 5, status: "green" } },
    },
    {
      type: "index",
      action: "count",
      returns: { result: { count: 5 } },
      status: 200,
      sent: { count: 5 },
      received: { result: { count: 5 } },
    },
    {
      type: "index",
      action: "analyze",
      body: { text: "two words" },
      returns: { result: { tokens: ["two", "words"] } },
      status: 200,
      sent: { tokens: ["two", "words"] },
      received: { result: { tokens: ["two", "words"] } },
    },
  ],
  failing: {
    own: { code: "mapping_conflict", status: 409, text: "The fields do not match." },
    busy: { name: "books", state: "closed" },
    reason: "Not possible while the index is closed.",
    invalid: {
      body: { batch: 0 },
      details: [
        { pointer: "/source", rule: "required", message: "is required" },
        { pointer: "/batch", rule: "minimum", message: "must be >= 1" },
      ],
    },
    malformed: {
      url: "/indexes/a-name-that-is-longer-than-indexes-have/_reindex",
      detail: { pointer: "index", rule: "maxLength", message: "must NOT have more than 30 characters" },
    },
    wrong: { result: { count: 5 } },
  },
  statuses: { invalid_parameter: 422, invalid_action_body: 422 },
  mediaType: "application/json",
  error: ({ code, message }) => ({ errors: [{ code, message }] }),
  read: ({ code, message }) => ({ code, text: message }),
  mistakes: [
    "handle.reindex({});",
    'handlers.index.count = () => ({ result: { created: 1, status: "green" } });',
    "void (await handle.count()).status;",
  ],
  documented: ["200", "mapping_conflict", "422"],
};
