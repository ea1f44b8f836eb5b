import { bodyPointer, type FactLocation, defaultSelector, isKey, listPointer } from "../../../../templates/runtime/selector.js";
import { quote } from "../../../diagnostics/escape.js";
import { describePlace } from "../../../document/fact-places.js";
import { own } from "../../../document/json-value.js";
import { type EndpointVersion, endpointPair, writtenBinding } from "../contract/endpoints.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { inContract, inEndpoint } from "../example.js";
import { at, type Anchor, type PairRule } from "../rule.js";

/** The locations in requests of the action's name, the service type and the action's body. */
export const actionPlaceChanged: PairRule<OperationPair> = {
  id: "action-place-changed",
  breaks: "both",
  why: "A client that names the action, or puts its body, in the old place is rejected, and a server that looks there finds nothing.",
  example: inEndpoint(`
      x-platform-action-binding:
    -   action: { in: path, name: action }
    +   action: { in: path, name: action, value: "do-{action}" }
  `),
  check(pair, report) {
    const endpoints = endpointPair(pair);
    if (!endpoints) return;
    const [before, after] = [placesOf(endpoints.before), placesOf(endpoints.after)];
    for (const [index, { what, place, key }] of after.entries()) {
      const was = before[index]!.place;
      if (was === place) continue;
      const anchors = { before: anchorOf(endpoints.before, key), after: anchorOf(endpoints.after, key) };
      report(`${what} of ${describeOperation(pair.after)} is now in ${place}, not in ${was}`, anchors);
    }
  },
};

/** A limit of the calls in a batch of JSON-RPC that is lower, or none where there were batches. */
export const batchLimitLowered: PairRule<OperationPair> = {
  id: "batch-limit-lowered",
  breaks: "client",
  why: "Clients that send as many calls as before in a batch are rejected.",
  example: inContract(`
      paths:
        /rpc:
          post:
            operationId: call
            x-platform-action-binding:
              action: { in: body-field, name: method }
              body: /params
              id: /id
    -         batch: 50
    +         batch: 20
              response: { result: /result }
            x-platform-ledger-actions: { balance: { label: Balance } }
            requestBody:
              content:
                application/json:
                  schema:
                    type: object
                    required: [jsonrpc, id, method]
                    properties: { jsonrpc: { const: "2.0" }, id: { type: integer }, method: { type: string }, params: { type: object } }
            responses:
              "200":
                description: Done.
                content:
                  application/json: { schema: { type: object, properties: { jsonrpc: { const: "2.0" }, id: { type: integer }, result: { type: object } } } }
  `),
  check(pair, report) {
    const endpoints = endpointPair(pair);
    const [before, after] = [endpoints?.before, endpoints?.after].map((one) => one?.binding.rpc?.batch ?? 0);
    if (!endpoints || after! >= before!) return;
    const anchors = { before: anchorOf(endpoints.before, "batch"), after: anchorOf(endpoints.after, "batch") };
    const now = after === 0 ? "no longer takes batches" : `now takes batches of up to ${after} calls instead of ${before}`;
    report(`${describeOperation(pair.after)} ${now}`, anchors);
  },
};

function placesOf({ binding: { selector = defaultSelector } }: EndpointVersion) {
  const { action, rest, type, item } = selector;
  const ofItem = item !== undefined && isKey(action) ? ` of each item of ${quote(listPointer(item))}` : "";
  const pointer = bodyPointer(selector, "{action}");
  return [
    {
      key: "action",
      what: "the name of the action",
      place: describe(action) + (rest ? `, ${quote(rest.separator)} and ${describe(rest)}` : "") + ofItem,
    },
    { key: "type", what: "the type of the service", place: type ? describe(type) : "no part of the request" },
    { key: "body", what: "the action's own body", place: pointer === "" ? "the whole body" : `${quote(pointer)} of the body` },
  ] as const;
}

/** Renaming a path parameter doesn't change requests. */
function describe(place: FactLocation): string {
  const text = describePlace(place);
  return place.in === "path" ? text.replace(`the path parameter ${quote(place.name)}`, "the path") : text;
}

function anchorOf({ operation }: EndpointVersion, key: string): Anchor {
  const binding = writtenBinding(operation);
  return binding && own(binding, key) !== undefined ? at(binding, key) : operation.anchor;
}
