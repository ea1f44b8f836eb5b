import { isJsonType } from "../../../../templates/runtime/server/http.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { resolveComponent } from "../../../document/resolve-component.js";
import { declaredStatus } from "../check-response.js";
import type { Endpoint, ExchangeContract } from "../exchange-contract.js";
import { sampleValue, type Sampling } from "../../../json-schema/samples/sample-value.js";
import { inWrittenOrder } from "./written-order.js";

/** What an error says: what an action declares, or what anybody may be told. */
export interface ErrorText {
  readonly code: string;
  readonly description: string | undefined;
}

/** The body of a failure: `{ error: "code: text" }` where that fits, else an example of the contract, else one made up. */
export function planErrorBody(
  contract: ExchangeContract,
  endpoint: Endpoint,
  sampling: Sampling,
  status: number,
  text?: ErrorText,
): JsonValue | undefined {
  const declared = declaredStatus(endpoint.operation.responses, status);
  const content = endpoint.operation.responses.find((response) => response.status === declared)?.content;
  const mediaType = content?.find(({ name }) => isJsonType(name));
  const usual: JsonObject | undefined = text && { error: `${text.code}: ${text.description ?? "It failed."}` };
  const schema = mediaType?.schema;
  if (schema === undefined) return usual;
  const direction = "response";
  const examples = [usual, ...responseExamples(contract, endpoint, declared!, mediaType!.name)];
  const fitting = examples.find((value) => value !== undefined && contract.judge(schema, value, direction).fits === true);
  return fitting ?? sampleValue({ ...sampling, direction }, schema);
}

/** The values that stand beside the schema of a response. */
export function responseExamples(
  contract: ExchangeContract,
  { document }: Endpoint,
  status: string,
  mediaType: string,
): JsonValue[] {
  const response = resolveComponent(own(own(document, "responses"), status), contract.contract.document);
  return examplesOf(ownObject(own(response, "content"), mediaType), contract);
}

/** The values of `example` and `examples` beside a schema. */
export function examplesOf(holder: JsonObject | undefined, { contract, places }: ExchangeContract): JsonValue[] {
  const examples = ownObject(holder, "examples") ?? {};
  // The first one is what its author thought of first.
  const names = Object.keys(examples).sort((a, b) => offset(places, examples, a) - offset(places, examples, b));
  const named = names.map((name) => examples[name]).map((example) => own(resolveComponent(example, contract.document), "value"));
  return [own(holder, "example"), ...named].filter((value) => value !== undefined).map((value) => inWrittenOrder(value, places));
}

function offset(places: ExchangeContract["places"], holder: JsonObject, key: string): number {
  return places.origin(holder)?.entries.get(key)?.key[0] ?? 0;
}
