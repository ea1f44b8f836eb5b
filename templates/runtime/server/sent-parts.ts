import { type PartResponses, type PartRules, fileType, ruleAt, writeParts } from "../write-parts.js";
import type { PartRule, SendItems } from "./contract.js";
import { type BodyStream, type StreamTarget, sendChunks } from "./http.js";
import { checkSize, checkType } from "./multipart.js";
import { essenceOf } from "./part-lists.js";
import { InvalidResponse, type Judge, toJson } from "./responses.js";
import { usualType } from "./run-handler.js";

/** Creates the responses of handlers that return lists of parts; `others` those that return sequences of items. */
export function createPartSender(responses: Readonly<Record<string, PartResponses>>, others?: SendItems): SendItems {
  return (call, declared, given) => {
    const types = responses[call.route.operation]?.[declared] ?? {};
    const type = given.contentType ?? usualType(call.route.responses[declared]!, given.body) ?? "";
    const essence = essenceOf(type);
    if (!Object.hasOwn(types, essence)) return others?.(call, declared, given);
    if (!Array.isArray(given.body)) throw new InvalidResponse("The body is not a list of parts");
    const rules = types[essence]!;
    const judge = call.server.judgeOf(call);
    const checks = call.server.contract.validators.operations[call.route.operation];
    const guard = checks?.responseBodies?.[declared]?.[essence] ?? checks?.responses[declared];
    const body = mapValues(given.body, rules, (value) => (typeof value === "string" ? value : toJson(value).value));
    if (guard) judge.check(guard, body, "body");
    checkFiles(body, rules, judge);
    const { content, type: contentType } = written(
      mapValues(body, rules, (value) => judge.clean(value)),
      type,
      rules,
    );
    return { status: given.status, headers: given.headers, contentType, stream: new PartStream(content) };
  };
}

/** The parts of a list with what a function makes of those that are not bytes. */
function mapValues(list: readonly unknown[], rules: PartRules, map: (value: unknown) => unknown): unknown[] {
  // Unlike `map`, this has holes as `undefined`.
  return Array.from(list, (value, index) => {
    if (value instanceof Blob || value instanceof Uint8Array) return value;
    const nested = ruleAt(rules, index)?.nested;
    return nested && Array.isArray(value) ? mapValues(value, nested, map) : map(value);
  });
}

/** Fails for files of which the validators know nothing: where there is none, of other media types, and too large ones. */
function checkFiles(list: readonly unknown[], rules: PartRules, judge: Judge, at = ""): void {
  for (const [index, value] of list.entries()) {
    const [rule, name] = [ruleAt(rules, index), `${at}${index}`];
    if (rule?.nested && Array.isArray(value)) checkFiles(value, rule.nested, judge, `${name}/`);
    else if (rule && (value instanceof Blob || value instanceof Uint8Array)) checkFile(value, name, rule, judge);
  }
}

function checkFile(value: Blob | Uint8Array, name: string, rule: PartRule, judge: Judge): void {
  if (rule.as !== "file" || rule.nested) return judge.fail(`The body has a part ${name}, which must not be a file`);
  const type = fileType(value instanceof Blob ? value : {}, rule);
  try {
    checkType({ name, type, filename: undefined }, rule);
    checkSize(name, value instanceof Blob ? value.size : value.byteLength, rule);
  } catch (error) {
    judge.fail(`The body ${(error as Error).message}`);
  }
}

function written(list: readonly unknown[], type: string, rules: PartRules): ReturnType<typeof writeParts> {
  try {
    return writeParts(list, type, rules);
  } catch (error) {
    throw new InvalidResponse(`The body ${(error as TypeError).message}`);
  }
}

/** Sends parts that are written already. */
class PartStream implements BodyStream {
  readonly whole: Blob;

  constructor(content: Blob) {
    this.whole = content;
  }

  async sendTo(target: StreamTarget): Promise<void> {
    const reader = this.whole.stream().getReader();
    await sendChunks(target, async () => (await reader.read()).value);
    reader.cancel().catch(() => undefined);
  }

  toWeb(): ReadableStream<Uint8Array> {
    return this.whole.stream();
  }

  cancel(): void {
    // Nothing has begun.
  }
}
