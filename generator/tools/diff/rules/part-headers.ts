import { describePartHeader, keptFields } from "../contract/form-fields.js";
import { objectAnchors, type OperationPair } from "../contract/operations.js";
import { added, kept, removed } from "../contract/pairs.js";
import { inContract } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** A header that a part of a multipart form no longer has. */
export const partHeaderRemoved: PairRule<OperationPair> = {
  id: "part-header-removed",
  breaks: "client",
  why: "What clients say with the header is ignored or rejected.",
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
                  encoding:
    -               photo: { headers: { X-Width: { schema: { type: integer } }, X-Height: { schema: { type: integer } } } }
    +               photo: { headers: { X-Width: { schema: { type: integer } } } }
            responses: { "201": { description: Added. } }
  `),
  check(pair, report) {
    for (const { before, after } of keptFields(pair)) {
      for (const header of removed({ before: before.headers, after: after.headers })) {
        const anchors = { before: at(header.object), after: at(after.object), isGone: true };
        report(`${describePartHeader(header, before, pair.after)} is gone`, anchors);
      }
    }
  },
};

/** A header that a part of a multipart form must have now. */
export const partHeaderRequired: PairRule<OperationPair> = {
  id: "part-header-required",
  breaks: "client",
  why: "A client that leaves the header out, as it could before, is rejected.",
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
                  encoding:
    -               photo: { headers: { X-Width: { schema: { type: integer } } } }
    +               photo:
    +                 {
    +                   headers:
    +                     {
    +                       x-width: { required: true, schema: { type: integer } },
    +                       X-Height: { required: true, schema: { type: integer } },
    +                       X-Note: { schema: {} },
    +                     },
    +                 }
            responses: { "201": { description: Added. } }
  `),
  check(pair, report) {
    for (const { before, after } of keptFields(pair)) {
      const headers = { before: before.headers, after: after.headers };
      for (const header of added(headers).filter(({ isRequired }) => isRequired)) {
        const anchors = { before: at(before.object), after: at(header.object) };
        report(`${describePartHeader(header, after, pair.after)} must be sent now`, anchors);
      }
      for (const header of kept(headers)) {
        if (header.before.isRequired || !header.after.isRequired) continue;
        const anchors = objectAnchors({ before: header.before.object, after: header.after.object }, "required");
        report(`${describePartHeader(header.after, after, pair.after)} must be sent now`, anchors);
      }
    }
  },
};

/** A header that a part of a multipart form need no longer have. */
export const partHeaderOptional: PairRule<OperationPair> = {
  id: "part-header-optional",
  breaks: "server",
  why: "A server that relies on the header finds it missing.",
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
                  encoding:
    -               photo: { headers: { X-Width: { required: true, schema: { type: integer } } } }
    +               photo: { headers: { X-Width: { schema: { type: integer, maximum: 4000 } } } }
            responses: { "201": { description: Added. } }
  `),
  check(pair, report) {
    for (const { before, after } of keptFields(pair)) {
      for (const header of kept({ before: before.headers, after: after.headers })) {
        if (!header.before.isRequired || header.after.isRequired) continue;
        const anchors = objectAnchors({ before: header.before.object, after: header.after.object }, "required");
        report(`${describePartHeader(header.after, after, pair.after)} is optional now`, anchors);
      }
    }
  },
};
