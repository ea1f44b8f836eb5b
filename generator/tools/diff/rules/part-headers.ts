import { describePartHeader, keptFields } from "../contract/form-fields.js";
import { objectAnchors, type OperationPair } from "../contract/operations.js";
import { added, kept, removed } from "../contract/pairs.js";
import { inContract } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** A removed header of a part of a multipart form. */
export const partHeaderRemoved: PairRule<OperationPair> = {
  id: "part-header-removed",
  breaks: "client",
  why: "Servers ignore or reject the header.",
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
        report(`${describePartHeader(header, before, pair.after)} was removed`, anchors);
      }
    }
  },
};

/** A header that is now required in a part of a multipart form. */
export const partHeaderRequired: PairRule<OperationPair> = {
  id: "part-header-required",
  breaks: "client",
  why: "Clients that omit the header, as they could before, are rejected.",
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
        report(`${describePartHeader(header, after, pair.after)} is now required`, anchors);
      }
      for (const header of kept(headers)) {
        if (header.before.isRequired || !header.after.isRequired) continue;
        const anchors = objectAnchors({ before: header.before.object, after: header.after.object }, "required");
        report(`${describePartHeader(header.after, after, pair.after)} is now required`, anchors);
      }
    }
  },
};

/** A header that is now optional in a part of a multipart form. */
export const partHeaderOptional: PairRule<OperationPair> = {
  id: "part-header-optional",
  breaks: "server",
  why: "Servers that rely on the header may find it missing.",
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
        report(`${describePartHeader(header.after, after, pair.after)} is now optional`, anchors);
      }
    }
  },
};
