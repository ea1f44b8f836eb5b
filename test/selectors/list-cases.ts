import type { SelectorCase } from "./selector-case.js";

const updates = "/documents/d/updates";

/** Requests that are lists of actions, with one each. */
export const listCases: readonly SelectorCase[] = [
  {
    name: "lists",
    template: "/documents/{document_id}/updates",
    method: "post",
    service: { id: "d", status: "open" },
    calls: [
      {
        type: "document",
        action: "insertText",
        target: { document_id: "d" },
        body: { text: "a" },
        options: { envelope: { dryRun: true } },
        sent: { url: updates, body: { dryRun: true, requests: [{ insertText: { text: "a" } }] } },
        envelope: { dryRun: true },
        returns: { result: { length: 1 } },
        status: 200,
        received: { replies: [{ length: 1 }] },
        resolved: { result: { length: 1 } },
      },
      {
        type: "document",
        action: "clear",
        target: { document_id: "d" },
        sent: { url: updates, body: { requests: [{ clear: {} }] } },
        envelope: {},
        returns: { result: { length: 0 } },
        status: 200,
        received: { replies: [{ length: 0 }] },
        resolved: { result: { length: 0 } },
      },
    ],
    unknown: [
      { url: updates, body: { requests: [] }, status: 404 },
      { url: updates, body: { requests: {} }, status: 404 },
      { url: updates, body: {}, status: 404 },
      { url: updates, body: [{ clear: {} }], status: 404 },
      { url: updates, body: { requests: [{ insertText: { text: "a" } }, { explode: {} }] }, status: 404 },
      { url: updates, body: { requests: [{ clear: {} }, { clear: {}, insertText: { text: "a" } }] }, status: 404 },
      { url: updates, body: { requests: [{ clear: {} }, null] }, status: 404 },
    ],
    invalid: [
      { url: updates, body: { requests: [{ insertText: {} }] }, pointer: "/requests/0/insertText/text" },
      { url: updates, body: { requests: [{ clear: {} }, { insertText: { text: 5 } }] }, pointer: "/requests/1/insertText/text" },
      { url: updates, body: { requests: [{ clear: {} }], other: 1 }, pointer: "/other" },
      { url: updates, body: { requests: Array.from({ length: 5 }, () => ({ clear: {} })) }, pointer: "/requests" },
    ],
    documented: ['"requests": [', '"insertText": {', "with the only key `clear` in an item of `/requests` of the body"],
    expanded: ["/documents/{document_id}/updates#insertText", "/documents/{document_id}/updates#clear"],
    mistakes: [
      'client.document({ document_id: "d" }).insertText({})',
      'runAll(client.document({ document_id: "d" }), [{ action: "insertText" }])',
      'runAll(client.document({ document_id: "d" }), [{ action: "clear" }, { action: "explode" }])',
      '(await runAll(client.document({ document_id: "d" }), [{ action: "clear" }]))[1]',
    ],
  },
  {
    name: "lists",
    template: "/aliases",
    method: "post",
    calls: [
      {
        type: "alias",
        action: "add",
        body: { alias: "a" },
        sent: { url: "/aliases", body: { version: 2, batch: { actions: [{ alias: "a", do: "add" }] } } },
        returns: undefined,
        status: 204,
        received: undefined,
        resolved: undefined,
      },
      {
        type: "alias",
        action: "flush",
        sent: { url: "/aliases", body: { version: 2, batch: { actions: [{ do: "flush" }] } } },
        returns: undefined,
        status: 204,
        received: undefined,
        resolved: undefined,
      },
    ],
    unknown: [
      { url: "/aliases", body: { version: 2, batch: { actions: [{ do: "flush" }, { do: "drop" }] } }, status: 400 },
      { url: "/aliases", body: { version: 2, batch: {} }, status: 400 },
    ],
    invalid: [
      {
        url: "/aliases",
        body: { version: 2, batch: { actions: [{ do: "flush" }, { do: "add", alias: 5 }] } },
        pointer: "/batch/actions/1/alias",
      },
      {
        url: "/aliases",
        body: { version: 2, batch: { actions: [{ do: "flush", now: true }] } },
        pointer: "/batch/actions/0/now",
      },
      { url: "/aliases", body: { batch: { actions: [{ do: "flush" }] } }, pointer: "/version" },
    ],
    documented: ["`flush` at `/do` in an item of `/batch/actions` of the body", '"do": "flush"'],
    expanded: ["/aliases#batch/actions/0/do=add", "/aliases#batch/actions/0/do=flush"],
    mistakes: ['client.alias().add({ alias: "a", do: "add" })'],
  },
];
