import type { SequenceRules } from "../../templates/runtime/sequence.js";
import { printLiteral, type Data } from "../typescript/encode.js";
import { constant, type SourceFile, type StatementStructures } from "../typescript/source-file.js";

/** `sequences` in the `routes.ts` of server and client: the responses that are sequences of items. */
export function sequenceConstant(file: SourceFile, sequences: SequenceRules): StatementStructures {
  return constant("sequences", printLiteral(sequences as unknown as Data), {
    isExported: true,
    docs: ["The responses that are sequences of items, by operation, status and media type."],
    type: file.type("SequenceRules", "../runtime/sequence.js"),
  });
}
