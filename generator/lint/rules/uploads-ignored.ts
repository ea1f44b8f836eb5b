import { quote } from "../../diagnostics/escape.js";
import { itemSchemaOf } from "../../document/item-schemas.js";
import { own, ownObject, ownString } from "../../document/json-value.js";
import { contentOf, encodesFile, isFile } from "../../document/media-kind.js";
import { uploadsKey } from "../../document/uploads.js";
import { actionEndpoints, describeOperation } from "../operations.js";
import { defineRule, type OperationNode, type RuleContext } from "../rule.js";

/** An operation that asks for streamed uploads, of which it has none. */
export const uploadsIgnored = defineRule({
  code: "uploads-ignored",
  severity: "warning",
  message: ({ operation, problem }: { operation: string; problem: string }) => `${quote(operation)} ${problem}`,
  hint: "Write `stream` for operations with a file in a form or a body of bytes; remove it from others.",
  cause:
    "`x-platform-uploads: stream` passes a file of a form, or a body of bytes, to handlers while it arrives. JSON, lists of files and bodies of actions arrive whole, so it has no effect there.",
  bad: `
      /notes:
        post:
          operationId: addNote
          x-platform-uploads: stream
          requestBody: { content: { application/json: { schema: { type: object } } } }
          responses: { "204": { description: Added. } }`,
  good: `
      /notes:
        post:
          operationId: addNote
          x-platform-uploads: stream
          requestBody: { content: { application/octet-stream: {} } }
          responses: { "204": { description: Added. } }`,
  at: "paths",

  check(context, report) {
    const key = uploadsKey(context.extensionPrefix);
    const endpoints = new Set(actionEndpoints(context));
    for (const node of context.operations) {
      const uploads = own(node.operation, key);
      if (uploads === undefined) continue;
      const problem =
        uploads !== "stream" && uploads !== "buffer"
          ? "has uploads that are neither stream nor buffer"
          : uploads === "stream" && (endpoints.has(node) || !hasUpload(context, node))
            ? "has no upload that can be a stream"
            : undefined;
      if (problem) report({ operation: describeOperation(node), problem }, context.locations.key(node.operation, key));
    }
  },
});

function hasUpload({ upgraded, resolve, schemaOf }: RuleContext, { operation }: OperationNode): boolean {
  return contentOf(resolve(own(operation, "requestBody")), upgraded).some(({ kind, schema, object }) => {
    if (kind === "bytes" || kind === "any") return itemSchemaOf(object) === undefined;
    if (kind !== "multipart") return false;
    const encoding = ownObject(object, "encoding");
    return [...schemaOf(schema).members].some(([name, member]) => {
      return member.schema.pieces.some(isFile) || encodesFile(ownString(own(encoding, name), "contentType"));
    });
  });
}
