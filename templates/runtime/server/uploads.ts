import type { OperationTypes } from "./application.js";
import { explainForm, tooLarge } from "./body.js";
import { chunksOf } from "./body-chunks.js";
import type { Call, ContentRule, PartRule, ReadUpload } from "./contract.js";
import { BodyError, GeneralError, type Rejection, reject } from "./errors.js";
import { type PartEvent, type PartHead, PartReader } from "./form-parts.js";
import { headerOf } from "./http.js";
import { FormFields, checkSize, checkType } from "./multipart.js";
import { MalformedText } from "./text.js";

/** A file that arrives while it is read. It can be read once; iterating throws the error that the caller receives if it is invalid. */
export interface UploadedFile extends AsyncIterable<Uint8Array> {
  /** As the caller sent it: never use it as a path. */
  readonly name: string;
  /** The media type that the caller sent; empty: none. */
  readonly type: string;
}

/** An operation with bodies that arrive while they are read: by media type the part of a form, or `never` for all bytes. */
export interface WithUploads<Operation extends OperationTypes, Uploads> extends OperationTypes {
  readonly parameters: Operation["parameters"];
  readonly requestBody: StreamedBody<Operation["requestBody"], Uploads>;
  readonly responses: Operation["responses"];
}

type StreamedBody<Holder, Uploads> = Holder extends { content: infer Content }
  ? { content: { [Type in keyof Content]: Type extends keyof Uploads ? Streamed<Content[Type], Uploads[Type]> : Content[Type] } }
  : Holder;

type Streamed<Body, Part> = [Part] extends [never]
  ? AsyncIterable<Uint8Array>
  : { [Name in keyof Body]: Name extends Part ? UploadedFile : Body[Name] };

/** Reads a body that a handler receives while it arrives: all its bytes, or a form up to the file that is a stream. */
export const readUpload: ReadUpload = async (call, content) => {
  try {
    return await (content.as === "multipart" ? readForm(call, content) : readBytes(call, content));
  } catch (error) {
    if (error instanceof GeneralError) return error;
    if (error instanceof MalformedText) return explainForm(call, error);
    throw error;
  }
};

async function readBytes(
  call: Call,
  { mediaType, maxBytes = call.server.bodyBytes }: ContentRule,
): Promise<Rejection | undefined> {
  const chunks = chunksOf(call);
  let isDiscarded = false;
  call.closeBody = () => {
    isDiscarded = true;
    discard(chunks);
  };
  let first = await chunks.next();
  while (first.done !== true && first.value.byteLength === 0) first = await chunks.next();
  if (first.done === true && call.route.body!.required) return reject(400, "invalid_body", "A body is required.");
  const value = first.done === true ? undefined : limited(first.value, chunks, maxBytes, () => isDiscarded);
  call.content = { value, hasSchema: false, mediaType };
  return undefined;
}

async function* limited(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  limit: number,
  isDiscarded: () => boolean,
): AsyncGenerator<Uint8Array> {
  let size = first.byteLength;
  if (size > limit) throw toError(tooLarge(limit));
  yield first;
  for await (const chunk of rest) {
    size += chunk.byteLength;
    if (size > limit) throw toError(tooLarge(limit));
    yield chunk;
  }
  if (isDiscarded()) throw new TypeError(discarded);
}

/** What was not read when the call ended must not look like a whole body. */
const discarded = "The call has ended, and the rest of its body was discarded";

async function readForm(call: Call, { mediaType, parts = {} }: ContentRule): Promise<Rejection | undefined> {
  const { request, server } = call;
  const fields = new FormFields(parts, server.jsonDepth);
  let [received, hasFile] = [0, false];
  // What precedes the file is held.
  const onChunk = (size: number) => {
    if (!hasFile && received > server.bodyBytes) throw toError(tooLarge(server.bodyBytes));
    received += size;
  };
  const events = readParts(call, headerOf(request.headers, "content-type")!, onChunk);
  call.closeBody = () => discard(events);
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    const event = next.value;
    const rule = event === "end" || event instanceof Uint8Array ? undefined : fields.ruleOf(event.name);
    if (rule?.isStreamed === true) {
      checkType(event as PartHead, rule);
      hasFile = true;
      fields.add((event as PartHead).name, new StreamedFile(call, event as PartHead, rule, events));
      break;
    }
    fields.take(event);
  }
  call.content = { value: fields.read(), hasSchema: true, mediaType };
  return undefined;
}

async function* readParts(
  call: Call,
  contentType: string,
  onChunk: (size: number) => void,
): AsyncGenerator<PartEvent, undefined> {
  const reader = new PartReader(contentType);
  for await (const chunk of chunksOf(call)) {
    onChunk(chunk.byteLength);
    yield* reader.push(chunk);
  }
  yield* reader.end();
}

/** The last part of a form. */
class StreamedFile implements UploadedFile {
  readonly #call: Call;
  readonly #part: string;
  readonly #limit: number;
  readonly #rule: PartRule;
  readonly #events: AsyncGenerator<PartEvent>;
  #isRead = false;
  readonly name: string;
  readonly type: string;

  constructor(call: Call, { name, filename = "", type = "" }: PartHead, rule: PartRule, events: AsyncGenerator<PartEvent>) {
    this.#call = call;
    this.#part = name;
    this.#rule = rule;
    this.#limit = rule.maxBytes ?? call.server.bodyBytes;
    this.#events = events;
    this.name = filename;
    this.type = type;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.#isRead) throw new TypeError(`The file ${this.#part} was already read`);
    this.#isRead = true;
    let size = 0;
    try {
      for (let next = await this.#events.next(); next.value !== "end"; next = await this.#events.next()) {
        if (next.done === true) throw new TypeError(discarded);
        const chunk = next.value as Uint8Array; // headers follow the end of a part
        size += chunk.byteLength;
        checkSize(this.#part, size, this.#rule);
        if (size > this.#limit) throw toError(tooLarge(this.#limit));
        yield chunk;
      }
      if ((await this.#events.next()).done !== true)
        throw new MalformedText(`has parts behind ${this.#part}, which must be the last`);
    } catch (error) {
      throw error instanceof MalformedText ? toError(explainForm(this.#call, error)) : error;
    }
  }
}

function toError({ status, code, text, headers, details }: Rejection): BodyError {
  return new BodyError(status, code, text, headers, details);
}

/** Ends a body that may not have been read; the adapter receives the rest. */
function discard(source: AsyncGenerator<unknown>): void {
  source.return(undefined).catch(() => undefined);
}
