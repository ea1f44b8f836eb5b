import { quote } from "../../../diagnostics/escape.js";
import { addedMediaTypes, describeField, keptFields } from "../contract/form-fields.js";
import { objectAnchors, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A new media type of a form field. */
export const fieldMediaTypeAdded: PairRule<OperationPair> = {
  id: "field-media-type-added",
  breaks: "server",
  why: "Servers must be able to read it.",
  example: inContract(`
      paths:
        /orders:
          post:
            operationId: addOrder
            requestBody:
              content:
                multipart/form-data:
                  schema:
                    type: object
                    properties:
                      photo: { type: string, format: binary }
                      invoice: { type: string, format: binary }
                  encoding:
    -               photo: { contentType: image/png }
    -               invoice: { contentType: image/* }
    +               photo: { contentType: "image/png, image/jpeg" }
    +               invoice: { contentType: "image/*, image/png" }
            responses: { "201": { description: Added. } }
  `),
  check(pair, report) {
    for (const { before, after } of keptFields(pair)) {
      // A replaced media type is a change of the serialization.
      if (addedMediaTypes(after, before).length > 0) continue;
      const anchors = objectAnchors({ before: before.object, after: after.object }, "contentType");
      for (const name of addedMediaTypes(before, after))
        report(`${describeField(after, pair.after)} can now also be sent as ${quote(name)}`, anchors);
    }
  },
};

/** A removed media type of a form field. */
export const fieldMediaTypeRemoved: PairRule<OperationPair> = {
  id: "field-media-type-removed",
  breaks: "client",
  why: "Clients that send it are rejected.",
  example: inContract(`
      paths:
        /orders:
          post:
            operationId: addOrder
            requestBody:
              content:
                multipart/form-data:
                  schema:
                    type: object
                    properties:
                      photo: { type: string, format: binary }
                      invoice: { type: string, format: binary }
                  encoding:
    -               photo: { contentType: image/* }
    -               invoice: { contentType: "image/png; q=1" }
    +               photo: { contentType: image/png }
    +               invoice: { contentType: image/png }
            responses: { "201": { description: Added. } }
  `),
  check(pair, report) {
    for (const { before, after } of keptFields(pair)) {
      // A replaced media type is a change of the serialization.
      if (addedMediaTypes(before, after).length > 0) continue;
      const anchors = objectAnchors({ before: before.object, after: after.object }, "contentType");
      for (const name of addedMediaTypes(after, before))
        report(`${describeField(after, pair.after)} can no longer be sent as ${quote(name)}`, anchors);
    }
  },
};
