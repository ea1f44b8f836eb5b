import { failures } from "../../../binding/failures.js";
import { quote } from "../../../diagnostics/escape.js";
import { own } from "../../../document/json-value.js";
import { sayUses } from "../change.js";
import type { ContractPair } from "../contract/contract-pair.js";
import { errorPairs, replacedErrorType, type ErrorPair } from "../contract/errors.js";
import {
  changedFacts,
  describeGone,
  describeMoved,
  factAnchors,
  hasOneValue,
  pathOf,
  toldProperties,
  type FactChange,
} from "../contract/facts.js";
import { contentAnchors } from "../contract/media-types.js";
import { objectAnchors } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { ChangeAnchors, PairRule, Rule, ToldProperty } from "../rule.js";

/** A fact of an error that stands elsewhere. */
export const errorFactMoved = errorRule(
  {
    id: "error-fact-moved",
    breaks: "both",
    why: "Clients read it at its old place and can't tell what went wrong, and a server that still writes it there breaks the contract.",
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

/** A fact of an error that it no longer has. */
export const errorFactRemoved = errorRule(
  {
    id: "error-fact-removed",
    breaks: "both",
    why: "Clients that decide by it what to do can't any more, and a server that still sends it breaks the contract.",
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

/** Errors that are sent with another media type. */
export const errorMediaTypeChanged = errorRule(
  {
    id: "error-media-type-changed",
    breaks: "both",
    why: "Clients that know errors by their media type take them for something else, and a server that still sends the old one breaks the contract.",
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
    const text = replaced && `errors have the media type ${quote(replaced.after)} instead of ${quote(replaced.before)} in`;
    const anchors = contentAnchors({ before: error.before.response, after: error.after.response });
    return text === undefined ? undefined : { text, anchors };
  },
);

/** A code of the server's own failures that has another name. */
export const errorCodeRenamed = errorRule(
  {
    id: "error-code-renamed",
    breaks: "client",
    why: "Clients that decide by the code what to do don't know the new one.",
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
  ({ before, after }) => {
    const nameIn = ({ shape }: ErrorPair["before"], code: string) => {
      const { codes = {} } = shape ?? {};
      return Object.hasOwn(codes, code) ? codes[code]! : code;
    };
    const hasCode = before.shape?.code !== undefined && after.shape?.code !== undefined;
    const renamed = Object.keys(failures).filter((code) => hasCode && nameIn(before, code) !== nameIn(after, code));
    const texts = renamed.map((code) => `${quote(nameIn(before, code))} is called ${quote(nameIn(after, code))} now`);
    const anchors = objectAnchors({ before: before.binding ?? before.response, after: after.binding ?? after.response }, "codes");
    return texts.length === 0 ? undefined : { text: `${texts.join(" and ")} in`, anchors };
  },
);

/** A value that every error has because a binding says so. */
export const errorValueChanged = errorRule(
  {
    id: "error-value-changed",
    breaks: "client",
    why: "Clients that tell errors from other answers by the value take them for something else.",
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
    // What a schema lets have one value only, rules about schemas compare.
    const changed = Object.keys(was).filter(
      (pointer) => was[pointer] !== own(now, pointer) && !hasOneValue(before.facts, pointer),
    );
    const texts = changed.map((pointer) => {
      const place = `the value at ${quote(pointer)}`;
      if (!Object.hasOwn(now, pointer)) return `${place} is no longer always ${print(was[pointer])}`;
      return `${place} is ${print(now[pointer])} instead of ${print(was[pointer])}`;
    });
    const anchors = objectAnchors({ before: before.binding ?? before.response, after: after.binding ?? after.response }, "fixed");
    const told = changed.map((pointer) => ({ use, path: pathOf(pointer), isGone: true }));
    return texts.length === 0 ? undefined : { text: `${texts.join(" and ")} in`, anchors, told };
  },
);

/** A value as messages show it. */
function print(value: unknown): string {
  return typeof value === "string" ? quote(value) : JSON.stringify(value);
}

/** What a rule found in an error: the beginning of a sentence about the answers that have it. */
interface ErrorFinding {
  readonly text: string;
  readonly anchors: ChangeAnchors;
  readonly told?: readonly ToldProperty[];
}

/** A rule about errors. What changes in the same way in several answers, as errors do, is reported once. */
function errorRule(rule: Rule, find: (error: ErrorPair) => ErrorFinding | undefined): PairRule<ContractPair> {
  return {
    ...rule,
    check(pair, report) {
      const groups = new Map<string, { readonly first: ErrorFinding; readonly uses: string[]; readonly told: ToldProperty[] }>();
      for (const error of errorPairs(pair)) {
        const found = find(error);
        if (!found) continue;
        const group = groups.get(found.text) ?? { first: found, uses: [], told: [] };
        groups.set(found.text, group);
        group.uses.push(error.use);
        group.told.push(...(found.told ?? []));
      }
      for (const [text, { first, uses, told }] of groups) report(`${text} ${sayUses(uses)}`, first.anchors, told);
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
  return { text, anchors: factAnchors(facts, changes), told: toldProperties(facts, all, [use]) };
}

/** Facts of an error that a client can do without: where one may be missing, its schema says so. */
const asides: ReadonlySet<string> = new Set(["the status", "the title", "the request id"]);

/** Leaves out what goes without saying: that the members of details go where their list goes. */
function withoutElements(changes: readonly FactChange[], all: readonly FactChange[]): FactChange[] {
  return changes.filter(({ before }) => !all.some((other) => before.startsWith(`${other.before}/0/`)));
}
