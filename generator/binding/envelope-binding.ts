import { type Envelope, defaultEnvelope } from "../../templates/runtime/facts.js";
import { formatPointer } from "../../templates/runtime/json.js";
import { quote } from "../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { resolveComponent } from "../document/reference.js";
import { createDisjointCheck } from "../json-schema/containment/disjoint-check.js";
import type { OneType } from "../json-schema/schema-questions.js";
import { schemasIn, type Member } from "../json-schema/schema.js";
import { placeSchemas } from "../json-schema/place-schemas.js";
import { overlapCode } from "./codes/overlaps.js";
import { pointerCode } from "./codes/pointers.js";
import { responseCode } from "./codes/responses.js";
import { asides, bindingKeys, textResponses, type BindingSource, type BoundResponse } from "./binding.js";
import { checkPointer, offer, pointersIn } from "./check-pointers.js";
import { readMembers } from "./read-binding.js";
import { checkResultType, otherBodies, sharedResult } from "./results.js";
import type { BindingKey, BindingProblem } from "./problem.js";

/** The facts of an action that a response may have. */
export const envelopeFacts = ["action", "status", "message", "result"] as const;

type Fact = (typeof envelopeFacts)[number];

/** The members of `response` in a binding. */
export const envelopeMembers = { action: "pointer", status: "pointer", message: "pointer", result: "pointer" } as const;

/** Members that contain the facts of an action if they are not at the root of the response. */
const wrappers = new Set(["action", "data", "job", "operation", "task"]);

/**
 * Determines the locations of an action's facts in the successes of its endpoint; `written` is `response` of the
 * binding.
 */
export function readEnvelope(
  { document, endpoint, serviceTypes, prefix }: BindingSource,
  successes: readonly BoundResponse[],
  written: JsonObject | null | undefined,
  problems: BindingProblem[],
  members: typeof envelopeMembers & { readonly list?: "pointer" } = envelopeMembers,
): { envelope: Envelope; isAssumed: boolean; withoutResult: readonly string[] } {
  checkMediaTypes(successes, problems);
  if (written === null) return { envelope: {}, isAssumed: false, withoutResult: [] };
  if (textResponses(successes).length > 0) {
    if (written) checkText(readMembers(written, envelopeMembers, problems), written, problems);
    return { envelope: { result: "" }, isAssumed: false, withoutResult: [] };
  }
  const schemas = successes.flatMap(({ json }) => json.map(({ schema }) => schema));
  const key = bindingKeys(prefix).action;
  const isBodiless = successes.length > 0 && successes.every(isWithoutContent) && (saysNone() || successes.every(hasNoBody));
  const isSilent = !isBodiless && schemas.every((schema) => schemasIn(document).of(schema).isFreeForm);
  const actions = [...serviceTypes.values()].flatMap((map) => Object.entries(map));
  const schema: JsonObject = { anyOf: schemas.filter((one) => one !== undefined) };
  const inferred = isSilent ? defaultEnvelope : inferEnvelope(schema, document, actions);
  if (!written) {
    const at = { holder: endpoint.operation, key: "responses" };
    if (!isSilent) checkMissing(inferred, { actions, schema, document }, at, key, problems);
    return finish(inferred, isSilent, at);
  }

  const read = readMembers(written, members, problems);
  const envelope: { [Name in Fact]?: string } = {};
  const denied = new Set<Fact>();
  for (const name of envelopeFacts) {
    // If the whole body is the result, it can't contain other facts.
    const isWanted = !isSilent && (name === "result" || read.result !== "");
    const pointer = read[name] === undefined ? (isWanted ? inferred[name] : undefined) : read[name];
    const isRight = read[name] === undefined || isPlace(name, read[name]);
    if (typeof pointer === "string" && isRight) envelope[name] = pointer;
    if (read[name] === null || !isRight) denied.add(name);
  }
  checkApart(envelope, written, problems);
  if (!isSilent)
    checkMissing(envelope, { actions, schema, document }, { holder: endpoint.operation, key }, key, problems, denied);
  const isResultWritten = Object.hasOwn(written, "result");
  return finish(envelope, false, isResultWritten ? { holder: written, key: "result" } : { holder: endpoint.operation, key });

  function finish(found: Envelope, isAssumed: boolean, at: BindingKey) {
    if (written && !isSilent) checkResultType({ schema, document }, found.result, actions, at, problems);
    const withoutResult = found.result === "" ? otherBodies(successes, actions, document) : [];
    return { envelope: found, isAssumed, withoutResult };
  }

  /**
   * Returns whether responses without content have no body, as OpenAPI defines it: if the contract declares headers, or
   * has a binding without `response`.
   */
  function saysNone(): boolean {
    const hasHeaders = ({ response }: BoundResponse) => Object.keys(ownObject(response, "headers") ?? {}).length > 0;
    return written === undefined && (own(endpoint.operation, key) !== undefined || successes.some(hasHeaders));
  }

  /** Returns whether a fact can be at a pointer of the binding, in each success that declares the pointer's target. */
  function isPlace(name: Fact, pointer: string | null): boolean {
    const at = { holder: written!, key: name };
    const isFact = name !== "result";
    if (isFact && pointer === "") {
      problems.push(pointerCode.problem("wholeBody", { fact: name }, at, offer(pointersIn(schema, document, ["string"]))));
      return false;
    }
    if (isSilent) return true;
    if (isBodiless && pointer !== null) {
      const hint = `Describe the content of a success, or write ${key}: { response: null }.`;
      problems.push(responseCode.problem("bodiless", { fact: name }, at, hint));
      return false;
    }
    const types: OneType[] | undefined = isFact ? ["string"] : undefined;
    const those = isFact ? schemas.filter((one) => pointer !== null && schemasIn(document).at(one, pointer)) : [];
    const targets = those.length > 0 ? those : [schema];
    const what = "no success of the endpoint has";
    return targets.every((one) =>
      checkPointer({ schema: one, document, what, isWritten: true, ...(types ? { types } : {}) }, pointer, at, problems),
    );
  }
}

/** Text has no members: all of it is the result. */
function checkText(read: { readonly [Name in Fact]?: string | null }, written: JsonObject, problems: BindingProblem[]): void {
  for (const name of envelopeFacts) {
    if (read[name] === undefined || read[name] === (name === "result" ? "" : null)) continue;
    const hint = 'Write response: { result: "" }, or omit it.';
    problems.push(responseCode.problem("text", {}, { holder: written, key: name }, hint));
  }
}

/**
 * Actions respond with JSON, text or nothing: a success with only other content would violate the contract. If one
 * success is JSON, the others must be, too.
 */
function checkMediaTypes(successes: readonly BoundResponse[], problems: BindingProblem[]): void {
  const texts = new Set(textResponses(successes));
  for (const one of successes) {
    const { status, response, json, hasOther } = one;
    if (texts.has(one) || json.length > 0 || !hasOther || status === "204" || status === "205") continue;
    problems.push({
      kind: "binding-missing",
      text: `${quote(status)} has neither JSON nor text, and actions respond with one of these or without a body`,
      hint: "Declare application/json, or omit the content.",
      holder: response,
      key: "content",
    });
  }
}

function isWithoutContent({ json, hasOther }: BoundResponse): boolean {
  return json.length === 0 && !hasOther;
}

/** Returns whether a response with this status never has a body. */
function hasNoBody({ status }: BoundResponse): boolean {
  return status === "204" || status === "205";
}

/** Facts of actions need a location, or a binding that declares them absent. */
function checkMissing(
  envelope: Envelope,
  {
    actions,
    schema,
    document,
  }: Pick<BindingSource, "document"> & { actions: readonly [string, JsonValue][]; schema: JsonObject },
  at: BindingKey,
  key: string,
  problems: BindingProblem[],
  denied: ReadonlySet<Fact> = new Set(),
): void {
  const taken = envelopeFacts.map((name) => envelope[name]);
  for (const [field, fact, types] of [
    ["result", "result", ["object", "array"]],
    ["statuses", "status", ["string"]],
  ] as const) {
    if (envelope[fact] !== undefined || denied.has(fact)) continue;
    const having = actions.find(([, action]) => isObject(action) && Object.hasOwn(action, field));
    if (!having) continue;
    const places = pointersThatFit(pointersIn(schema, document, types, taken), field, { actions, schema, document });
    const written = `${key}: { response: { ${fact}: ${places[0] ?? null} } }`;
    const has = places.length > 1 ? ` The response has ${places.slice(0, 8).map(quote).join(", ")}.` : "";
    problems.push({
      kind: "binding-missing",
      text: `cannot determine the location of the ${fact} of ${quote(having[0])} in the endpoint's response`,
      hint:
        places.length > 0
          ? `If it is at ${quote(places[0]!)}, write ${written} next to the operation's responses, or null if there is none.${has}`
          : `Describe it in the response's schema, or write ${written} next to the operation's responses if there is none.`,
      ...at,
    });
  }
}

/** Returns the locations where each action's declaration of a fact can be valid. */
function pointersThatFit(
  pointers: readonly string[],
  field: "result" | "statuses",
  { actions, schema, document }: { actions: readonly [string, JsonValue][]; schema: JsonObject; document: JsonObject },
): readonly string[] {
  if (pointers.length === 0) return pointers;
  const areDisjoint = createDisjointCheck(document, [undefined, "response"]);
  const declared = actions.flatMap(([, action]): JsonValue[] => {
    const value = own(action, field);
    return value === undefined ? [] : [field === "statuses" ? { enum: value } : value];
  });
  return pointers.filter((pointer) => declared.every((value) => !areDisjoint(schema, placeSchemas({ [pointer]: value }))));
}

/** Two facts can't share a location, and none can be inside another. */
function checkApart(envelope: Envelope, written: JsonObject, problems: BindingProblem[]): void {
  for (const name of envelopeFacts) {
    const pointer = envelope[name];
    if (pointer === undefined || !Object.hasOwn(written, name)) continue;
    const other = envelopeFacts.find((fact) => {
      const its = envelope[fact];
      return fact !== name && its !== undefined && `${its}/`.startsWith(`${pointer}/`);
    });
    // If two members of a binding have the same location, the later one is reported.
    const isSame = other !== undefined && envelope[other] === pointer && Object.hasOwn(written, other);
    if (other === undefined || (isSame && envelopeFacts.indexOf(other) > envelopeFacts.indexOf(name))) continue;
    const hint = `Write another pointer for ${name}, or ${other}: null if the response does not have it.`;
    const parameters = { fact: name, other, pointer: envelope[other]! };
    problems.push(overlapCode.problem("same", parameters, { holder: written, key: name }, hint));
  }
}

/**
 * Infers the envelope from its schemas. The result is the member that refers to the results of the actions, `result`,
 * or the only object that is not described further; the other facts are strings: `action`, `status` or `state`, and
 * `message`. They are at the root, or in the one object that contains them all: `{ data: { … } }`.
 */
function inferEnvelope(schema: JsonObject, document: JsonObject, actions: readonly [string, JsonValue][]): Envelope {
  const shared = sharedResult(schema, document, actions);
  if (shared === "") return { result: "" };
  const base = shared === undefined ? baseOf(schema, document) : "";
  const at = (name: string) => schemasIn(document).at(schema, formatPointer([...(base === "" ? [] : [base]), name]));
  const pointer = (name: string) => formatPointer([...(base === "" ? [] : [base]), name]);
  const textsAt = (name: string) => {
    const member = at(name);
    return member?.schema.isOnly("string") ? { texts: member.schema.texts } : undefined;
  };
  const names = new Set(actions.map(([name]) => name));
  const action = textsAt("action");
  const isAction = action && (action.texts === undefined || action.texts.some((text) => names.has(text)));
  const status = ["status", "state"].find(textsAt);
  const result = shared ?? resultIn(schema, base, document, actions);
  return {
    ...(isAction ? { action: pointer("action") } : {}),
    ...(status === undefined ? {} : { status: pointer(status) }),
    ...(textsAt("message") ? { message: pointer("message") } : {}),
    ...(result === undefined ? {} : { result }),
  };
}

/** Returns the pointer to the member with the facts, the only described object, if the root contains none of them. */
function baseOf(schema: JsonObject, document: JsonObject): string {
  const members = schemasIn(document).of(schema).members;
  const isFact = (name: string) => {
    const member = members.get(name);
    return member !== undefined && member.schema.isOnly("string");
  };
  if (["action", "status", "state"].some(isFact) || members.has("result")) return "";
  const described = [...members].filter(([name, { schema: inner }]) => !asides.has(name) && inner.members.size > 0);
  const [only] = described;
  if (!only || described.length > 1) return "";
  const [name, member] = only;
  const inner = member.schema.members;
  const isInner = (fact: string) => inner.has(fact) && inner.get(fact)!.schema.isOnly("string");
  const isEnvelope = isInner("action") || inner.has("result") || (wrappers.has(name) && ["status", "state"].some(isInner));
  return isEnvelope ? name : "";
}

function resultIn(
  schema: JsonObject,
  base: string,
  document: JsonObject,
  actions: readonly [string, JsonValue][],
): string | undefined {
  const at = base === "" ? [] : [base];
  const inner = schemasIn(document).at(schema, formatPointer(at));
  const members = inner?.schema.members ?? new Map<string, Member>();
  const named = members.get("result");
  const hasResults = actions.some(([, action]) => own(action, "result") !== undefined);
  // A string such as "ok" can't be a result, unless actions return strings.
  if (named && (hasResults || !named.schema.isOnly("string"))) return formatPointer([...at, "result"]);
  const isOpen = (one: JsonObject) => hasType(one) && schemasIn(document).of(one).isFreeForm;
  const open = [...members].filter(([name, member]) => !asides.has(name) && member.schema.descriptions.every(isOpen));
  return open.length === 1 ? formatPointer([...at, open[0]![0]]) : undefined;

  function hasType(one: JsonObject): boolean {
    return own(resolveComponent(one, document), "type") !== undefined;
  }
}
