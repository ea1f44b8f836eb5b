import { quote } from "../../../diagnostics/escape.js";
import { type JsonObject, type JsonValue, own, ownObject } from "../../../document/json-value.js";
import { mediaTypesOf } from "../contract/media-types.js";
import { describeOperation, type OperationPair, type OperationVersion } from "../contract/operations.js";
import { keptResponses } from "../contract/responses.js";
import { schemaParts } from "../contract/value-kinds.js";
import { inContract } from "../example.js";
import { at, type PairRule, type Anchor } from "../rule.js";

/** A new key of returned credentials. */
export const credentialKeyAdded: PairRule<OperationPair> = {
  id: "credential-key-added",
  breaks: "client",
  why: "Clients identify credentials by key and encounter an unknown one.",
  example: inContract(`
      paths:
        /credential:
          get:
            operationId: revealCredential
            x-platform-reveal: true
            responses:
              "200":
                description: The credential.
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      required: [key, value]
                      properties:
    -                   key: { enum: [S3_CREDENTIALS] }
    +                   key: { enum: [S3_CREDENTIALS, DATABASE_URL] }
                        value: { type: string, format: password }
  `),
  check(pair, report) {
    for (const { before, after } of keptResponses(pair)) {
      const keys = { before: credentialKeysOf(before, pair.before), after: credentialKeysOf(after, pair.after) };
      for (const [key, anchor] of keys.after) {
        if (keys.before.has(key)) continue;
        const anchors = { before: [...keys.before.values()][0] ?? pair.before.anchor, after: anchor };
        report(`${describeOperation(pair.after)} can now return a credential with the key ${quote(key)}`, anchors);
      }
    }
  },
};

/** A removed key of returned credentials. */
export const credentialKeyRemoved: PairRule<OperationPair> = {
  id: "credential-key-removed",
  breaks: "client",
  why: "Clients that look up the credential by its key no longer find it.",
  example: inContract(`
      paths:
        /credential:
          get:
            operationId: revealCredential
            x-platform-reveal: true
            responses:
              "200":
                description: The credential.
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      required: [key, value]
                      properties:
    -                   key: { enum: [S3_CREDENTIALS, DATABASE_URL] }
    +                   key: { enum: [S3_CREDENTIALS] }
                        value: { type: string, format: password }
  `),
  check(pair, report) {
    for (const { before, after } of keptResponses(pair)) {
      const keys = { before: credentialKeysOf(before, pair.before), after: credentialKeysOf(after, pair.after) };
      for (const [key, anchor] of keys.before) {
        if (keys.after.has(key)) continue;
        const anchors = { before: anchor, after: [...keys.after.values()][0] ?? pair.after.anchor, isGone: true };
        report(`${describeOperation(pair.after)} no longer returns a credential with the key ${quote(key)}`, anchors);
      }
    }
  },
};

/**
 * Returns the possible keys of the credentials that a revealing operation returns, each with its anchor: the values of the
 * property `key` in every alternative. Other operations have none.
 */
function credentialKeysOf(response: JsonObject, { model, version }: OperationVersion): ReadonlyMap<string, Anchor> {
  const keys = new Map<string, Anchor>();
  const schemas = model.reveals ? mediaTypesOf(response).map(({ schema }) => schema) : [];
  for (const part of schemas.flatMap((schema) => schemaParts(schema, version)))
    addKeys(keys, version.resolve(own(ownObject(part, "properties"), "key")));
  return keys;
}

function addKeys(keys: Map<string, Anchor>, schema: JsonValue | undefined): void {
  const [constant, list] = [own(schema, "const"), own(schema, "enum")];
  if (typeof constant === "string") keys.set(constant, at(schema as JsonObject, "const"));
  for (const value of Array.isArray(list) ? list : [])
    if (typeof value === "string") keys.set(value, at(schema as JsonObject, "enum"));
}
