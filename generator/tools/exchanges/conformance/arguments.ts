import { isDeepStrictEqual } from "node:util";
import { formatPointer, valueAt } from "../../../../templates/runtime/json.js";
import { own } from "../../../document/json-value.js";
import { type Schema, schemasIn } from "../../../json-schema/schema.js";
import { actionBodyPointer } from "../../../model/action-requests.js";
import type { Contract } from "../../../model/contract.js";
import { cursorNames, plain } from "../../../resources/pages.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import type { ExpectedFinding } from "../fixtures/read-fixtures.js";
import { checkPlanned } from "../fixtures/sampling/planned.js";
import { withPart } from "../fixtures/sampling/positions.js";

/** A query parameter, or for actions a member of the body. */
export interface Argument {
  readonly name: string;
  readonly schema: Schema;
}

/** What a call can be given. */
export function argumentsOf(contract: Contract, { endpoint, node }: CallTarget): readonly Argument[] {
  const schemas = schemasIn(contract.schemas);
  if (node)
    return [...schemas.of(contract.schemas.get(node.action.body)).members].map(([name, { schema }]) => ({ name, schema }));
  const parameters = endpoint.operation.parameters.filter((one) => one.in === "query");
  return parameters.map(({ name, schema }) => ({ name, schema: schemas.of(schema) }));
}

/**
 * A request without cursors, as only the server knows which ones it has given; the same request if it has none, or if its findings
 * would be others without them.
 */
export function withoutCursors(
  contract: ExchangeContract,
  target: CallTarget,
  request: ExchangeRequest,
  findings: readonly ExpectedFinding[],
): ExchangeRequest {
  const { endpoint, node } = target;
  const at = node && actionBodyPointer(endpoint.operation, node.action);
  let { query, body } = request;
  for (const { name, schema } of argumentsOf(contract.contract, target)) {
    if (!cursorNames.has(plain(name)) || !isOpaque(schema)) continue;
    const pointer = `${at}${formatPointer([name])}`;
    if (!node) query = query && Object.fromEntries(Object.entries(query).filter(([key]) => key !== name));
    else if (body !== undefined && valueAt(body, pointer) !== undefined) body = withPart(body, pointer, undefined);
  }
  const smaller = { ...request, ...(query && { query }), ...(body !== undefined && { body }) };
  if (isDeepStrictEqual(smaller, request)) return request;
  const found = checkPlanned(contract, target, { request: smaller });
  const isSame = isDeepStrictEqual(placesOf(found), placesOf(findings));
  return isSame ? smaller : request;
}

function placesOf(findings: readonly ExpectedFinding[]): readonly string[] {
  return findings.map(({ pointer, rule }) => `${pointer} ${rule}`).sort();
}

/** Whether a schema doesn't tell which texts are meant. */
function isOpaque({ types, pieces }: Schema): boolean {
  return types.has("string") && !pieces.some((piece) => ["enum", "const", "format"].some((key) => own(piece, key) !== undefined));
}
