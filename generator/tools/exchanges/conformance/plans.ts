import { isDeepStrictEqual } from "node:util";
import { parsePointer, valueAt } from "../../../../templates/runtime/json.js";
import type { JsonValue } from "../../../document/json-value.js";
import { createRandom } from "../../../json-schema/samples/random.js";
import { sampleValue, type Sampling } from "../../../json-schema/samples/sample-value.js";
import { isFactParameter, requestSchema } from "../../../model/action-requests.js";
import { ruleOf } from "../check-parameters.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { ExchangeRequest } from "../exchange.js";
import { type CallTarget, nameOf } from "../find-target.js";
import { planAction } from "../fixtures/sampling/plan-action.js";
import { checkPlanned } from "../fixtures/sampling/planned.js";
import { planParameter, withParameter } from "../fixtures/sampling/plan-parameters.js";
import { planOperation } from "../fixtures/sampling/plan-operation.js";
import type { ExpectedFinding } from "../fixtures/read-fixtures.js";
import { withoutCursors } from "./arguments.js";
import { boundaryValues } from "./boundaries.js";
import { textsIn } from "./distinct.js";
import { examplesOf } from "../fixtures/sampling/examples.js";
import { withPart } from "../fixtures/sampling/positions.js";

/** A request that the contract allows. */
export interface ValidRequest {
  readonly name: string;
  readonly request: ExchangeRequest;
  /** Whether it has a text of which the contract says no more, although it may be an expression, such as an order. */
  readonly mayHaveForm?: boolean;
}

/** A request that the contract forbids, and the rules that it breaks. */
export interface InvalidRequest extends ValidRequest {
  readonly broken: readonly ExpectedFinding[];
}

/** The requests that are sent to an operation or action. Path parameters have sampled values. */
export interface PlannedRequests {
  readonly valid: readonly ValidRequest[];
  readonly invalid: readonly InvalidRequest[];
}

/** A value at a JSON pointer. */
export type Fact = readonly [pointer: string, value: JsonValue];

/** Plans requests, those of each target once. */
export class Plans {
  readonly #contract: ExchangeContract;
  readonly #seed: number;
  readonly #known = new Map<object, PlannedRequests>();
  readonly #boundaries = new Map<object, readonly ValidRequest[]>();

  constructor(contract: ExchangeContract, seed: number) {
    this.#contract = contract;
    this.#seed = seed;
  }

  of(target: CallTarget): PlannedRequests {
    const key = target.node ?? target.endpoint;
    let planned = this.#known.get(key);
    if (!planned) this.#known.set(key, (planned = this.variation(target, 0)));
    return planned;
  }

  /** A valid value that is made up, always the same; `undefined` if none was found. */
  valueOf(endpoint: CallTarget["endpoint"], schema: JsonValue): JsonValue | undefined {
    return sampleValue(this.#sampling({ endpoint }, 0), schema);
  }

  /** The valid requests and their boundaries. */
  allValid(target: CallTarget): readonly ValidRequest[] {
    return [...this.of(target).valid, ...this.boundaries(target)];
  }

  /** Valid requests with optional parameters, and with values that are as far as their schema allows; those of each target once. */
  boundaries(target: CallTarget): readonly ValidRequest[] {
    const key = target.node ?? target.endpoint;
    let known = this.#boundaries.get(key);
    if (!known) this.#boundaries.set(key, (known = this.#findBoundaries(target)));
    return known;
  }

  #findBoundaries(target: CallTarget): readonly ValidRequest[] {
    const [first] = this.of(target).valid;
    if (!first) return [];
    const seen = new Set([JSON.stringify(first.request)]);
    const made = [...this.#parameterBoundaries(target, first.request), ...this.#bodyBoundaries(target)];
    return made.flatMap((one) => {
      const request = withoutCursors(this.#contract, target, one.request, []);
      return isNew(seen, request) ? [{ ...one, request }] : [];
    });
  }

  #bodyBoundaries(target: CallTarget): readonly ValidRequest[] {
    const { contract } = this.#contract;
    const { operation } = target.endpoint;
    const first = this.of(target).valid.find(({ request }) => request.body !== undefined)?.request;
    const content = operation.body?.content.find(({ kind }) => kind === "json" || kind === "form")?.schema;
    const schema = target.node ? requestSchema(operation, target.node.action, contract) : content;
    if (!first || schema === undefined) return [];
    const values = boundaryValues(this.#sampling(target, 0), schema, first.body!);
    return values.map(({ name, value }) => ({ name, request: { ...first, body: value } }));
  }

  /** In the path are things that must be there. */
  #parameterBoundaries(target: CallTarget, first: ExchangeRequest): readonly ValidRequest[] {
    const { operation, route } = target.endpoint;
    const sampling = this.#sampling(target, 0);
    return operation.parameters.flatMap((parameter): ValidRequest[] => {
      const { in: place, name, schema } = parameter;
      const isWritten = place !== "path" && ruleOf(route, parameter) !== undefined && !isFactParameter(operation, parameter);
      const usual = isWritten ? planParameter(this.#contract, sampling, parameter) : undefined;
      if (usual === undefined) return [];
      const isExample = examplesOf(parameter, this.#contract).some((one) => isDeepStrictEqual(one, usual));
      const values = [{ name: "", value: usual }, ...boundaryValues(sampling, schema, usual)];
      const requests = values.map((one) => ({
        name: one.name === "" ? `${name} in addition` : `${name} ${one.name}`,
        request: withParameter(first, parameter, one.value),
        mayHaveForm: !isExample && this.#hasFreeText(schema, one.value),
      }));
      return requests.filter(({ request }) => checkPlanned(this.#contract, target, { request }).length === 0);
    });
  }

  /** Whether another text in a value would be as valid. */
  #hasFreeText(schema: JsonValue, value: JsonValue): boolean {
    return textsIn(value).some(([pointer, text]) => {
      const other = withPart(value, pointer, `${text.slice(0, -1)}~`);
      return other !== undefined && this.#contract.evaluate(schema, other, "request").isValid === true;
    });
  }

  /** A valid request whose JSON has certain values; `undefined` if none was found. */
  withFacts(target: CallTarget, facts: readonly Fact[], variation: number): ExchangeRequest | undefined {
    const { valid } = variation === 0 ? this.of(target) : this.variation(target, variation);
    const hasFacts = ({ body }: ExchangeRequest) =>
      facts.every(([pointer, value]) => body !== undefined && valueAt(body, pointer) === value);
    const found = valid.find(({ request }) => hasFacts(request));
    const schema = target.endpoint.operation.body?.content.find(({ kind }) => kind === "json")?.schema;
    if (found || !valid[0] || schema === undefined) return found?.request;
    const sampling = this.#sampling(target, variation);
    const body = sampleValue(sampling, { allOf: [schema, ...facts.map(([pointer, value]) => constantAt(pointer, value))] });
    return body === undefined ? undefined : { ...valid[0].request, body };
  }

  /** Other requests of the same kinds. */
  variation(target: CallTarget, variation: number): PlannedRequests {
    const { endpoint, node } = target;
    const seed = this.#seed + variation;
    const { exchanges } = node
      ? planAction(this.#contract, node, seed, "part")
      : planOperation(this.#contract, endpoint, seed, "part");
    const valid: ValidRequest[] = [];
    const invalid: InvalidRequest[] = [];
    const seen = new Set<string>();
    for (const { name, request: sampled, invalid: broken } of exchanges) {
      // An empty parameter makes another path.
      const isOtherPath = Object.values(sampled?.params ?? {}).includes("");
      if (!sampled || isOtherPath) continue;
      const request = withoutCursors(this.#contract, target, sampled, broken);
      if (!isNew(seen, request)) continue;
      if (broken.length === 0) valid.push({ name, request });
      else invalid.push({ name, request, broken });
    }
    return { valid, invalid };
  }

  #sampling(target: CallTarget, variation: number): Sampling {
    const { contract, evaluate } = this.#contract;
    const random = createRandom(`${this.#seed} ${variation} ${nameOf(target)}`);
    return { schemas: contract.schemas, evaluate, random, direction: "request" };
  }
}

/** Whether a request is none of those before, to which it is added. */
function isNew(seen: Set<string>, request: ExchangeRequest): boolean {
  const text = JSON.stringify(request);
  if (seen.has(text)) return false;
  seen.add(text);
  return true;
}

/** A schema that a value has a constant at a pointer. */
function constantAt(pointer: string, value: JsonValue): JsonValue {
  return parsePointer(pointer).reduceRight<JsonValue>((inner, name) => ({ required: [name], properties: { [name]: inner } }), {
    const: value,
  });
}
