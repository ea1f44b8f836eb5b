import { readId, type Selector } from "../../../../templates/runtime/selector.js";
import { valueAt } from "../../../../templates/runtime/json.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { Finding } from "../finding.js";
import type { BatchPart, CallEntry } from "./read-recording.js";

/**
 * Returns the calls of a recorded call: those of a batch, if its contract has batches, each with the response of its id. A response
 * with the id of no request is that of the first call that has none.
 */
export function callsOf(entry: CallEntry): readonly CallEntry[] {
  const { endpoint, recorded } = entry;
  const { rpc, selector } = endpoint.operation.binding ?? {};
  const requests = rpc?.batch === undefined ? undefined : listIn(recorded.requestBytes);
  if (!requests || !selector || requests.length === 0 || requests.length > rpc!.batch!) return [entry];
  const responses = listIn(recorded.responseBytes);
  const left = new Set(responses?.keys());
  const found = requests.map((request) => takeResponse(request, responses ?? [], left, selector));
  // A batch of notifications has no response; a failure of the whole batch is that of each call.
  const isWhole = !responses && recorded.responseBytes.byteLength > 0;
  return requests.map((request, index): CallEntry => {
    const [rest] = found[index] === undefined ? left : [];
    const response = found[index] ?? rest;
    if (rest !== undefined) left.delete(rest);
    const isNone = response === undefined && !isWhole;
    const status = isNone && !recorded.lacksBody && recorded.status === 200 ? 204 : recorded.status;
    const { method, url, requestHeaders, responseHeaders, lacksBody } = recorded;
    return {
      ...entry,
      part: { request: index, response },
      recorded: {
        method,
        url,
        requestHeaders,
        responseHeaders,
        lacksBody,
        status,
        requestBytes: bytesOf(request),
        responseBytes: isWhole
          ? recorded.responseBytes
          : response === undefined
            ? bytesOf(undefined)
            : bytesOf(responses![response]),
        countHeaders: (name) => recorded.countHeaders(name),
      },
    };
  });
}

/** Moves the findings of a part of a batch to its location in the whole. */
export function inBatch(findings: readonly Finding[], part: BatchPart | undefined): readonly Finding[] {
  if (!part) return findings;
  const move = (pointer: string, side: string, index: number | undefined) => {
    const at = `/${side}/body`;
    return index !== undefined && `${pointer}/`.startsWith(`${at}/`) ? `${at}/${index}${pointer.slice(at.length)}` : pointer;
  };
  return findings.map((finding) => ({
    ...finding,
    pointer: move(move(finding.pointer, "request", part.request), "response", part.response),
  }));
}

/** Takes the number of the response with the id of a request. */
function takeResponse(
  request: JsonValue,
  responses: readonly JsonValue[],
  left: Set<number>,
  selector: Selector,
): number | undefined {
  const id = readId(selector, request);
  const index = id === null ? undefined : [...left].find((one) => valueAt(responses[one], selector.id!.at) === id);
  if (index !== undefined) left.delete(index);
  return index;
}

function listIn(bytes: Uint8Array): readonly JsonValue[] | undefined {
  try {
    const value = JSON.parse(Buffer.from(bytes).toString()) as JsonValue;
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function bytesOf(value: JsonValue | undefined): Uint8Array {
  return value === undefined ? new Uint8Array(0) : Buffer.from(JSON.stringify(value));
}
