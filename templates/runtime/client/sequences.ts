import type { ValidationError } from "../json.js";
import { type SequenceRule, type SequenceRules, hasJsonData } from "../sequence.js";
import {
  type Call,
  ClientError,
  type ClientErrorName,
  type Middleware,
  type ReadBody,
  type Reviver,
  type Route,
  type SendBody,
  type SentBody,
  type WriteBody,
  wait,
} from "./call.js";
import { essenceOf } from "./create-client.js";
import { type BodyRoute, readAnyBody, writeAnyBody, writeForm } from "./encoding.js";
import { type ItemParser, type WrittenItem, createParser } from "../item-parser.js";
import { type Check, type ClientValidators, type MoreChecks, type ValidateOptions, createValidate } from "./middleware.js";

/** The maximum length of an item in UTF-16 code units. */
const maxItemLength = 16_777_216;

/** An operation whose responses may be sequences of items. */
export interface SequenceRoute extends Route {
  /** By status and media type. */
  readonly sequences?: SequenceRules[string];
}

/** For responses that are sequences of items: reads these while they arrive. */
export const readSequences: ReadBody = (call, response, reviver) => {
  const { sequences: declared = {} }: SequenceRoute = call.route;
  const key = declaredStatus(declared, response.status);
  const rules = key === undefined ? {} : declared[key]!;
  const type = essenceOf(response.headers);
  const rule = response.ok && Object.hasOwn(rules, type) ? rules[type] : undefined;
  return rule ? Promise.resolve(new Sequence(call, response.body, rule, reviver)) : readAnyBody(call, response, reviver);
};

/** For bodies that are sequences of items: sends an item whenever the platform requests more. */
export const writeSequences: WriteBody = (call, headers) => streamOf(call, headers) ?? writeAnyBody(call, headers);

/** For bodies that are sequences of items or forms. */
export const writeSequencesOrForms: WriteBody = (call, headers) => streamOf(call, headers) ?? writeForm(call, headers);

function streamOf(call: Call, headers: Headers): SentStream | undefined {
  const { body } = call.args;
  const { items = {} }: BodyRoute = call.route;
  const [sequence] = Object.entries(items);
  if (!sequence || !isSequence(body)) return undefined;
  const [type, rule] = sequence;
  if (!headers.has("content-type")) headers.set("content-type", type);
  return toStream(body, rule, call);
}

/** A body that is written while it is sent. */
type SentStream = ReadableStream<Uint8Array> & {
  /** Ends its source, which platforms don't do once they have a response. */
  stop(): void;
};

/** For the same contracts: ends a sequence once the response needs no more of it, and rejects with the error of the sequence. */
export const sendSequence: SendBody = async (body, exchange) => {
  if (!isStream(body)) return exchange();
  let isOver = true;
  try {
    const response = await exchange(streaming);
    // Items of the response may depend on items that are still to be sent.
    isOver = !isSequence(response.body);
    return response;
  } catch (error) {
    const { cause } = Object(error) as { readonly cause?: unknown };
    throw cause instanceof ClientError ? cause : error;
  } finally {
    if (isOver) body.stop();
  }
};

/** Platforms send streams only if they may respond before the stream has ended. */
const streaming: object = { duplex: "half" };

const isStream = (body: SentBody | null): body is SentStream => typeof (body as Partial<SentStream> | null)?.stop === "function";

function isSequence(body: unknown): body is AsyncIterable<unknown> {
  return typeof (body as Partial<AsyncIterable<unknown>> | null)?.[Symbol.asyncIterator] === "function";
}

/** Generators that have been sent, which can't be restarted. */
const sent = /* @__PURE__ */ new WeakSet<object>();

/** The milliseconds after which a source that never waits is interrupted, so that timers and the response get a turn. */
const maxBusyTime = 20;

/** An error of the sequence fails the call; a response that needs no more of it ends it. */
function toStream(items: AsyncIterable<unknown>, { format }: Pick<SequenceRule, "format">, call: Call): SentStream {
  const encoder = new TextEncoder();
  let iterator: AsyncIterator<unknown> | undefined;
  let isOver = false;
  let rested = Date.now();
  const stop = () => {
    isOver = true;
    // An error of a generator's cleanup is ignored.
    void iterator?.return?.().catch(() => undefined);
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          iterator ??= begin(items, call);
          const { done, value } = await iterator.next();
          if (Date.now() - rested > maxBusyTime) {
            await wait(0, undefined);
            rested = Date.now();
          }
          if (done === true || isOver) return controller.close();
          const text = JSON.stringify(value);
          controller.enqueue(encoder.encode(format === "records" ? `\u001e${text}\n` : `${text}\n`));
        } catch (cause) {
          const error = new ClientError("InvalidCallError", call.name, "has a sequence of items that failed");
          controller.error(cause instanceof ClientError ? cause : Object.assign(error, { cause }));
        }
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
  return Object.assign(stream, { stop });
}

function begin(items: AsyncIterable<unknown>, call: Call): AsyncIterator<unknown> {
  const iterator = items[Symbol.asyncIterator]();
  if (sent.has(iterator))
    throw new ClientError("InvalidCallError", call.name, "has a sequence of items that can't be sent again");
  sent.add(iterator);
  return iterator;
}

/** The contract's key for the status of a success. */
function declaredStatus(declared: object, status: number): string | undefined {
  return [`${status}`, "2XX", "2xx"].find((key) => Object.hasOwn(declared, key));
}

/** The guards of items, by operation, status and media type, as `validators/index` exports them. */
type ItemValidators = Readonly<
  Record<
    string,
    | {
        readonly items?: Readonly<Record<string, Readonly<Record<string, Check>>>>;
        readonly bodyItems?: Readonly<Record<string, Check>>;
      }
    | undefined
  >
>;

/** The call with a body whose items are validated when they are sent. */
function withCheckedItems(call: Call, checks: Readonly<Record<string, Check>>): Call {
  const { body } = call.args;
  const check = Object.values(checks)[0];
  if (!check || !isSequence(body)) return call;
  const validated = async function* () {
    const iterator = begin(body, call);
    for await (const item of { [Symbol.asyncIterator]: () => iterator }) {
      if (!check(item)) throw invalidItem("InvalidCallError", call, check.errors ?? []);
      yield item;
    }
  };
  return { ...call, args: { ...call.args, body: { [Symbol.asyncIterator]: validated } } };
}

function invalidItem(name: ClientErrorName, call: Call, problems: readonly ValidationError[]): ClientError {
  const [first] = problems;
  const where = first?.instancePath ? `an item at ${first.instancePath}` : "an item";
  const error = new ClientError(name, call.name, `violates the contract: ${where} ${first?.message ?? "is invalid"}`);
  return Object.assign(error, { problems });
}

/** The same for contracts with sequences: validates each item when it arrives. */
export function createItemValidate(validators: ClientValidators, options: ValidateOptions = {}, more?: MoreChecks): Middleware {
  const { calls = true, responses = true } = options;
  const checkCall = createValidate(validators, { calls, responses: false }, more);
  const checkResponse = createValidate(validators, { calls: false, responses }, more);
  const operations = (validators.operations ?? {}) as ItemValidators;
  return (call, next) =>
    checkCall(call, async (given) => {
      const checked = calls ? withCheckedItems(given, operations[given.operation]?.bodyItems ?? {}) : given;
      const response = await next(checked);
      const { body, status } = response;
      if (!(body instanceof Sequence)) return checkResponse(checked, () => Promise.resolve(response));
      const items = operations[checked.operation]?.items ?? {};
      const key = declaredStatus(items, status);
      const guard = responses && key !== undefined ? items[key]![essenceOf(response.headers)] : undefined;
      if (guard)
        body.check = (item) => {
          if (!guard(item)) throw invalidItem("InvalidResponseError", checked, guard.errors ?? []);
        };
      return response;
    });
}

/** The items of a response, read on demand. Leaving the loop cancels the request, and so does the signal of the call. */
class Sequence implements AsyncIterableIterator<unknown> {
  readonly #call: Call;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #decoder = new TextDecoder();
  readonly #rule: SequenceRule;
  readonly #parser: ItemParser;
  readonly #reviver: Reviver | undefined;
  #waiting: WrittenItem[] = [];
  #position = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #isOver = false;
  #isAborted = false;
  /** Throws for an invalid item. */
  check: ((item: unknown) => void) | undefined;

  constructor(call: Call, body: Response["body"], rule: SequenceRule, reviver: Reviver | undefined) {
    this.#call = call;
    this.#reader = body?.getReader();
    this.#rule = rule;
    this.#reviver = reviver;
    this.#parser = createParser(rule);
    const { signal } = call.options;
    if (signal?.aborted) this.#abort();
    else signal?.addEventListener("abort", this.#abort);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Serialized, like the `next` of generators. */
  next(): Promise<IteratorResult<unknown, undefined>> {
    const take = () => this.#take();
    const taken = this.#turn.then(take, take);
    this.#turn = taken;
    return taken;
  }

  async #take(): Promise<IteratorResult<unknown, undefined>> {
    try {
      while (this.#position === this.#waiting.length && !this.#isOver) await this.#read();
      if (this.#isAborted) throw this.#error("AbortError", "was aborted by its caller");
      if (this.#position === this.#waiting.length) return { done: true, value: undefined };
      const value = this.#valueOf(this.#waiting[this.#position++]!);
      this.check?.(value);
      return { done: false, value };
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  return(): Promise<IteratorResult<unknown, undefined>> {
    this.#end();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Reads a chunk, which contains any number of items. */
  async #read(): Promise<void> {
    const chunk = await this.#reader?.read().catch(() => {
      // The platform's message may reveal headers or the response.
      if (!this.#isAborted) throw this.#error("NetworkError", "was cut off");
      return undefined;
    });
    if (this.#isOver) return;
    const isLast = chunk?.done !== false;
    const text = isLast ? this.#decoder.decode() : this.#decoder.decode(chunk.value, { stream: true });
    this.#position = 0;
    this.#waiting = this.#parser.push(text);
    if (isLast) this.#waiting.push(...this.#parser.end());
    if (isLast) this.#close();
    else if (this.#parser.length > maxItemLength) throw this.#error("InvalidResponseError", "returned an item that is too long");
  }

  readonly #abort = (): void => {
    this.#isAborted = true;
    this.#end();
  };

  /** Ends it early: drops the items that have arrived, and cancels the request. */
  #end(): void {
    this.#waiting = [];
    this.#position = 0;
    if (this.#isOver) return;
    this.#close();
    this.#reader?.cancel().catch(() => undefined);
  }

  #close(): void {
    this.#isOver = true;
    this.#call.options.signal?.removeEventListener("abort", this.#abort);
  }

  #valueOf(written: WrittenItem): unknown {
    if (typeof written === "string") return this.#parse(written);
    return hasJsonData(this.#rule, written.event) ? { ...written, data: this.#parse(written.data) } : written;
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text, this.#reviver);
    } catch {
      // The parser's message would reveal a part of the text.
      throw this.#error("InvalidResponseError", "returned an item that is not JSON");
    }
  }

  #error(name: ClientErrorName, text: string): ClientError {
    return new ClientError(name, this.#call.name, text);
  }
}
