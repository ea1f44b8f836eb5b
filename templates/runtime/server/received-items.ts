import { createParser } from "../item-parser.js";
import { chunksOf } from "./body-chunks.js";
import type { Call, ReadItems } from "./contract.js";
import { BodyError, explainErrors } from "./errors.js";
import { JsonProblem, parseJson } from "./text.js";

/**
 * Reads the body of a request as a sequence of items, while they arrive. Requesting an item throws if it is invalid or
 * exceeds the limit for bodies, or if the body ends early.
 */
export const readItems: ReadItems = async function* (call, { mediaType, sequence }) {
  const { bodyBytes, contract, jsonDepth } = call.server;
  const parser = createParser(sequence!);
  const guard = contract.validators.operations[call.route.operation]?.bodyItems?.[mediaType];
  let index = -1;
  for await (const text of decode(chunksOf(call))) {
    for (const item of text === undefined ? parser.end() : parser.push(text)) {
      const written = typeof item === "string" ? item : item.data;
      index++;
      if (written.length > bodyBytes) throw tooLong(index);
      const value = parse(written, index, jsonDepth);
      if (guard && !guard(value)) throw await invalidItem(call, mediaType, value, index);
      yield value;
    }
    if (parser.length > bodyBytes) throw tooLong(index + 1);
  }
};

/** The text of some bytes in UTF-8; `undefined` at the end. */
async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const read = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new BodyError(400, "invalid_body", "The body is not UTF-8.");
    }
  };
  for await (const chunk of chunks) yield read(chunk);
  yield read();
  yield undefined;
}

function parse(text: string, index: number, depth: number): unknown {
  try {
    return parseJson(text, depth);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const [pointer, message] = [`/${index}`, "is not acceptable JSON"];
    throw new BodyError(400, "invalid_body", `${pointer} ${message}.`, undefined, [{ pointer, rule: "json", message }]);
  }
}

async function invalidItem({ server, route }: Call, mediaType: string, value: unknown, index: number): Promise<BodyError> {
  const { operations } = await server.contract.loadAllErrors();
  const errors = operations[route.operation]!.bodyItems![mediaType]!(value) ?? [];
  const { text, details } = explainErrors(errors.map((error) => ({ ...error, instancePath: `/${index}${error.instancePath}` })));
  return new BodyError(400, "invalid_body", `${text}.`, undefined, details);
}

function tooLong(index: number): BodyError {
  return new BodyError(413, "payload_too_large", `The item /${index} is too long.`);
}
