import type { Guard } from "../validators/guard.js";
import { type SequenceEvent, type SequenceRule, type SequenceRules, hasJsonData } from "../sequence.js";
import { preferredType } from "./accept.js";
import type { Call, CallResponse, SendItems } from "./contract.js";
import { explainFailure } from "./failures.js";
import { headerOf, parseMediaType, sendChunks } from "./http.js";
import type { BodyStream, StreamTarget } from "./http.js";
import { type Judge, InvalidResponse, sentText, toJson } from "./responses.js";

/** Creates the responses of handlers that return sequences of items. */
export function createItemSender(sequences: SequenceRules): SendItems {
  return (call, declared, { status, headers, contentType, body }) => {
    const rules = sequences[call.route.operation]?.[declared];
    if (!rules) return undefined;
    const essenceOf = (name: string) => parseMediaType(name)?.essence ?? "";
    const names = Object.keys(rules);
    const accept = names.length > 1 ? headerOf(call.request.headers, "accept") : undefined;
    const usual = preferredType(accept, names) ?? names[0];
    const isOnly = call.route.responses[declared]!.every((name) => Object.hasOwn(rules, essenceOf(name)));
    // Without a content type, the body decides.
    const type = contentType !== undefined ? essenceOf(contentType) : isOnly || isItems(body) ? usual! : "";
    if (!Object.hasOwn(rules, type)) return undefined;
    if (!isItems(body)) throw new InvalidResponse("The body is not a sequence of items");
    const guard = call.server.contract.validators.operations[call.route.operation]?.items?.[declared]?.[type];
    if (contentType === undefined && names.length > 1) call.isNegotiated = true;
    const stream = new ItemStream(body, rules[type]!, guard, call);
    return { status, headers, contentType: contentType ?? type, stream } satisfies CallResponse;
  };
}

function isItems(body: unknown): body is AsyncIterable<unknown> {
  return typeof (body as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator] === "function";
}

/**
 * Takes an item from the handler whenever the caller is ready for one. If the handler throws or returns an invalid item, the
 * connection is closed before the end of the body, so that the caller notices.
 */
class ItemStream implements BodyStream {
  readonly #items: AsyncIterator<unknown>;
  readonly #rule: SequenceRule;
  readonly #guard: Guard<unknown> | undefined;
  readonly #call: Call;
  readonly #judge: Judge;
  readonly #encoder = new TextEncoder();
  #isOver = false;

  constructor(items: AsyncIterable<unknown>, rule: SequenceRule, guard: Guard<unknown> | undefined, call: Call) {
    this.#items = items[Symbol.asyncIterator]();
    this.#rule = rule;
    this.#guard = guard;
    this.#call = call;
    this.#judge = call.server.judgeOf(call);
    const { signal } = call.request;
    if (signal?.aborted) this.cancel();
    else signal?.addEventListener("abort", () => this.cancel(), { once: true });
  }

  sendTo(target: StreamTarget): Promise<void> {
    return sendChunks(target, () => this.#next());
  }

  toWeb(): ReadableStream<Uint8Array> {
    return new ReadableStream(
      {
        pull: async (controller) => {
          try {
            const chunk = await this.#next();
            if (chunk) controller.enqueue(chunk);
            else controller.close();
          } catch {
            // The reason was logged, and callers must not see it.
            controller.error(new TypeError("The sequence ended early"));
          }
        },
        cancel: () => this.cancel(),
      },
      { highWaterMark: 0 },
    );
  }

  /** Lets the handler clean up: a generator continues with its `finally`. */
  cancel(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    void this.#finish();
  }

  async #finish(): Promise<void> {
    try {
      await this.#items.return?.();
    } catch (error) {
      this.#log(error);
    }
  }

  /** The next item as sent; `undefined` at the end. */
  async #next(): Promise<Uint8Array | undefined> {
    if (this.#isOver) return undefined;
    try {
      const { done, value } = await this.#items.next();
      if (done !== true && !this.#isOver) return this.#encoder.encode(this.#write(value));
    } catch (error) {
      this.#log(error);
      this.cancel();
      throw error;
    }
    this.#isOver = true;
    return undefined;
  }

  #write(item: unknown): string {
    const { text, value } = toJson(item);
    if (this.#guard) this.#judge.check(this.#guard, value, "item");
    switch (this.#rule.format) {
      case "events":
        return writeEvent(this.#judge.clean(value), this.#rule);
      case "lines":
        return `${sentText(this.#judge, text, value)}\n`;
      case "records":
        return `\u001e${sentText(this.#judge, text, value)}\n`;
    }
  }

  #log(error: unknown): void {
    const { server, requestId, record } = this.#call;
    explainFailure(error, { server, requestId, record, call: this.#call });
  }
}

/** An event as text. Rejects members that would not be sent. */
function writeEvent(value: unknown, rule: SequenceRule): string {
  if (typeof value !== "object" || value === null) throw new InvalidResponse("The item is not an event");
  const { data, event, id, retry, ...others } = value as SequenceEvent;
  const [unsent] = Object.keys(others);
  if (unsent !== undefined) throw new InvalidResponse("The event has members other than data, event, id and retry");
  let text = "";
  for (const [name, field] of Object.entries({ event, id })) {
    if (field === undefined) continue;
    if (typeof field !== "string" || /[\r\n\0]/.test(field)) throw new InvalidResponse(`The event has an invalid ${name}`);
    text += `${name}: ${field}\n`;
  }
  if (retry !== undefined) {
    if (!Number.isSafeInteger(retry) || retry < 0) throw new InvalidResponse("The event has an invalid retry");
    text += `retry: ${retry}\n`;
  }
  if (data !== undefined) {
    const written = hasJsonData(rule, event) ? JSON.stringify(data) : data;
    if (typeof written !== "string") throw new InvalidResponse("The event has data that is not text");
    for (const line of written.split(/\r\n|\r|\n/)) text += `data: ${line}\n`;
  }
  return `${text}\n`;
}
