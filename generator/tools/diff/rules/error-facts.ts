import { describeMark } from "../../../binding/describe-mark.js";
import { failures, writtenCode } from "../../../binding/failures.js";
import { quote } from "../../../diagnostics/escape.js";
import { ownObject } from "../../../document/json-value.js";
import { describeUses } from "../change.js";
import type { ContractPair } from "../contract/contract-pair.js";
import { errorPairs, replacedErrorType, type ErrorPair } from "../contract/errors.js";
import {
  changedFacts,
  describeGone,
  describeMoved,
  factAnchors,
  hasOneValue,
  pathOf,
  reportedProperties,
  type FactChange,
} from "../contract/facts.js";
import { contentAnchors } from "../contract/media-types.js";
import { objectAnchors } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { ChangeAnchors, PairRule, Rule, ReportedProperty } from "../rule.js";

/** A fact of an error that moved. */
export const errorFactMoved = errorRule(
  {
    id: "error-fact-moved",
    breaks: "both",
    why: "Clients that read it at its old location can't interpret the error, and servers that still write it there violate the contract.",
    example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200": { description: The order. }
              "404":
                description: Unknown.
                content:
                  application/json:
                    schema:
                      type: object
    -                 required: [error]
    +                 required: [code, message]
                      properties:
    -                   error: { type: string }
    +                   code: { type: string }
    +                   message: { type: string }
    `),
  },
  (error) => describeFacts(error, "moved"),
);

/** A fact of an error that was removed. */
export const errorFactRemoved = errorRule(
  {
    id: "error-fact-removed",
    breaks: "both",
    why: "Clients that rely on it can't interpret the error, and servers that still send it violate the contract.",
    example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200": { description: The order. }
              "404":
                description: Unknown.
                content:
                  application/json:
                    schema:
                      type: object
                      required: [message]
                      properties:
    -                   code: { type: string }
                        message: { type: string }
    `),
  },
  (error) => describeFacts(error, "gone"),
);

/** A changed media type of errors. */
export const errorMediaTypeChanged = errorRule(
  {
    id: "error-media-type-changed",
    breaks: "both",
    why: "Clients that recognize errors by their media type miss them, and servers that still send the old one violate the contract.",
    example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200": { description: The order. }
              "404":
                description: Unknown.
                content:
    -             application/json: { schema: { $ref: "#/components/schemas/Problem" } }
    +             application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } }
      components:
        schemas:
          Problem:
            type: object
            required: [detail]
            properties: { detail: { type: string } }
    `),
  },
  (error) => {
    const replaced = replacedErrorType(error);
    const text = replaced && `errors now have the media type ${quote(replaced.after)} instead of ${quote(replaced.before)} in`;
    const anchors = contentAnchors({ before: error.before.response, after: error.after.response });
    return text === undefined ? undefined : { text, anchors };
  },
);

/** A renamed code of an action's error, or of a failure that the server itself reports. */
export const errorCodeRenamed = errorRule(
  {
    id: "error-code-renamed",
    breaks: "client",
    why: "Clients that decide by the code don't recognize the new one.",
    example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200": { description: The order. }
              "404":
                description: Unknown.
    +           x-platform-error-binding: { codes: { resource_not_found: NotFound } }
                content:
                  application/json:
                    schema:
                      type: object
                      required: [code, message]
                      properties: { code: { type: string }, message: { type: string } }
    `),
  },
  ({ before, after, ownCodes }) => {
    const nameIn = ({ shape }: ErrorPair["before"], code: string) => writtenCode(shape ?? {}, code);
    const hasCode = before.shape?.code !== undefined && after.shape?.code !== undefined;
    const codes = hasCode ? [...Object.keys(failures), ...ownCodes] : [];
    const renamed = codes.filter((code) => nameIn(before, code) !== nameIn(after, code));
    const all = renamed.map((code) => `${quote(nameIn(before, code))} was renamed to ${quote(nameIn(after, code))}`);
    const texts = [...new Set(all)];
    const anchors = objectAnchors({ before: before.binding ?? before.response, after: after.binding ?? after.response }, "codes");
    return texts.length === 0 ? undefined : { text: `${texts.join(" and ")} in`, anchors };
  },
);

/** Errors whose HTTP status changed, or what distinguishes those with the status 200 from successes. */
export const errorMarkChanged = errorRule(
  {
    id: "error-mark-changed",
    breaks: "client",
    why: "Clients that expect errors with another status, or recognize them by something else, take them for successes.",
    example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200": { description: The order. }
              "404":
                description: Unknown.
    +           x-platform-error-binding: { when: { at: /ok, value: false } }
                content:
                  application/json:
                    schema:
                      type: object
                      required: [ok, code, message]
                      properties: { ok: { const: false }, code: { type: string }, message: { type: string } }
    `),
  },
  ({ before, after }) => {
    const [was, now] = [before.shape?.failureMark, after.shape?.failureMark];
    if (!after.shape || JSON.stringify(was) === JSON.stringify(now)) return undefined;
    const anchors = objectAnchors({ before: before.binding ?? before.response, after: after.binding ?? after.response }, "when");
    const text = now
      ? `errors now have the status 200, and ${describeMark(now)}${was ? ` where ${describeMark(was)} before` : ""}, in`
      : "errors no longer have the status 200 in";
    return { text, anchors };
  },
);

/** A fixed value that a binding defines for every error. */
export const errorValueChanged = errorRule(
  {
    id: "error-value-changed",
    breaks: "client",
    why: "Clients that recognize errors by the value no longer recognize them.",
    example: inContract(`
    - x-platform-error-binding: { fixed: { /success: false, /kind: error } }
    + x-platform-error-binding: { fixed: { /success: true } }
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200": { description: The order. }
              "404":
                description: Unknown.
                content:
                  application/json:
                    schema:
                      type: object
                      required: [code, message]
                      properties:
                        code: { type: string }
                        message: { type: string }
                        success: { type: boolean }
                        kind: { type: string }
    `),
  },
  ({ before, after, use }) => {
    const was = before.shape?.fixed ?? {};
    const now = after.shape?.fixed ?? {};
    const written = ownObject(before.binding, "fixed") ?? {};
    // Rules about schemas compare values that a schema restricts to one. Nobody promised an empty value that servers infer.
    const isPromised = (pointer: string) =>
      (Object.hasOwn(written, pointer) || !isEmpty(was[pointer])) && !hasOneValue(before.facts, pointer);
    const isSame = (pointer: string) =>
      Object.hasOwn(now, pointer) && JSON.stringify(was[pointer]) === JSON.stringify(now[pointer]);
    const changed = Object.keys(was).filter((pointer) => !isSame(pointer) && isPromised(pointer));
    const texts = changed.map((pointer) => {
      const value = `the value at ${quote(pointer)}`;
      if (!Object.hasOwn(now, pointer)) return `${value} is no longer always ${print(was[pointer])}`;
      return `${value} is now ${print(now[pointer])} instead of ${print(was[pointer])}`;
    });
    const anchors = objectAnchors({ before: before.binding ?? before.response, after: after.binding ?? after.response }, "fixed");
    const reported = changed.map((pointer) => ({ use, path: pathOf(pointer), isGone: true }));
    return texts.length === 0 ? undefined : { text: `${texts.join(" and ")} in`, anchors, reported };
  },
);

/** Returns whether a value is null, an empty list or an empty object. */
function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Returns a value as it appears in messages. */
function print(value: unknown): string {
  return typeof value === "string" ? quote(value) : JSON.stringify(value);
}

/** A finding in an error: the beginning of a sentence that ends with the responses. */
interface ErrorFinding {
  readonly text: string;
  readonly anchors: ChangeAnchors;
  readonly reported?: readonly ReportedProperty[];
}

/** Returns a rule about errors. The same change in several responses, which is typical for errors, is reported once. */
function errorRule(rule: Rule, find: (error: ErrorPair) => ErrorFinding | undefined): PairRule<ContractPair> {
  return {
    ...rule,
    check(pair, report) {
      const groups = new Map<
        string,
        { readonly first: ErrorFinding; readonly uses: string[]; readonly reported: ReportedProperty[] }
      >();
      for (const error of errorPairs(pair)) {
        const found = find(error);
        if (!found) continue;
        const group = groups.get(found.text) ?? { first: found, uses: [], reported: [] };
        groups.set(found.text, group);
        group.uses.push(error.use);
        group.reported.push(...(found.reported ?? []));
      }
      for (const [text, { first, uses, reported }] of groups) report(`${text} ${describeUses(uses)}`, first.anchors, reported);
    },
  };
}

function describeFacts({ before, after, use }: ErrorPair, kind: "moved" | "gone"): ErrorFinding | undefined {
  const facts = { before: before.facts, after: after.facts };
  const found = changedFacts(facts);
  const all = kind === "moved" ? found.moved : found.gone.filter(({ name }) => !asides.has(name));
  const changes = withoutElements(all, [...found.moved, ...found.gone]);
  if (changes.length === 0) return undefined;
  const text = kind === "moved" ? `${describeMoved(changes)} in` : `${describeGone(changes)} from`;
  return { text, anchors: factAnchors(facts, changes), reported: reportedProperties(facts, all, [use]) };
}

/** Facts of an error that are optional for clients; whether one may be missing is up to the schema. */
const asides: ReadonlySet<string> = new Set(["the status", "the title", "the request id"]);

/** Leaves out implied changes: the members of details move with their list. */
function withoutElements(changes: readonly FactChange[], all: readonly FactChange[]): FactChange[] {
  return changes.filter(({ before }) => !all.some((other) => before.startsWith(`${other.before}/0/`)));
}
