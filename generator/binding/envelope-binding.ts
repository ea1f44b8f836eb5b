import { type Envelope, defaultEnvelope } from "../../templates/runtime/envelope.js";
import { formatPointer } from "../../templates/runtime/json-pointer.js";
import { quote } from "../diagnostics/escape.js";
import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { resolveComponent } from "../document/reference.js";
import { isFreeForm, isText, memberAt, membersOf, textsOf } from "../json-schema/members.js";
import { asides, bindingKeys, type BindingProblem, type BindingSource, type BoundResponse } from "./binding.js";
import { checkPointer, readMembers, type BindingKey } from "./read-binding.js";

/** The facts of an action that a response may have. */
export const envelopeFacts = ["action", "status", "message", "result"] as const;

type Fact = (typeof envelopeFacts)[number];

/** What `response` of a binding may have. */
export const envelopeMembers = { action: "pointer", status: "pointer", message: "pointer", result: "pointer" } as const;

/** Members that hold what is known of an action where the root of the response doesn't. */
const wrappers = new Set(["action", "data", "job", "operation", "task"]);

/** Where the facts of an action stand in the successes of its endpoint; `written` is `response` of the binding. */
export function readEnvelope(
  { document, endpoint, serviceTypes, prefix }: BindingSource,
  successes: readonly BoundResponse[],
  written: JsonObject | null | undefined,
  problems: BindingProblem[],
): { envelope: Envelope; isAssumed: boolean } {
  if (written === null) return { envelope: {}, isAssumed: false };
  const schemas = successes.flatMap(({ json }) => json.map(({ schema }) => schema));
  const isBodiless = schemas.length === 0 && successes.length > 0 && successes.every(isWithoutBody);
  const isSilent = !isBodiless && schemas.every((schema) => isFreeForm(schema, document));
  const key = bindingKeys(prefix).action;
  const actions = [...serviceTypes.values()].flatMap((map) => Object.entries(map));
  const schema: JsonObject = { anyOf: schemas.filter((one) => one !== undefined) };
  const inferred = isSilent ? defaultEnvelope : inferEnvelope(schema, document, actions);
  if (!written) {
    if (!isSilent) checkMissing(inferred, actions, { holder: endpoint.operation, key: "responses" }, key, problems);
    return { envelope: inferred, isAssumed: isSilent };
  }

  const read = readMembers(written, envelopeMembers, problems);
  const envelope: { [Name in Fact]?: string } = {};
  for (const name of envelopeFacts) {
    // Where the whole body is the result, it has no room for other facts.
    const isWanted = !isSilent && (name === "result" || read.result !== "");
    const pointer = read[name] === undefined ? (isWanted ? inferred[name] : undefined) : read[name];
    if (typeof pointer === "string") envelope[name] = pointer;
    if (isSilent) continue;
    checkPointer(
      schema,
      read[name],
      document,
      { holder: written, key: name },
      "no success of the endpoint has anything",
      problems,
    );
  }
  checkApart(envelope, written, problems);
  const isDenied = (name: Fact) => read[name] === null;
  if (!isSilent) checkMissing(envelope, actions, { holder: endpoint.operation, key }, key, problems, isDenied);
  return { envelope, isAssumed: false };
}

function isWithoutBody({ status, hasOther }: BoundResponse): boolean {
  return (status === "204" || status === "205") && !hasOther;
}

/** Facts that actions have need a place, or a binding that says that they have none. */
function checkMissing(
  envelope: Envelope,
  actions: readonly [string, JsonValue][],
  at: BindingKey,
  key: string,
  problems: BindingProblem[],
  isDenied: (name: Fact) => boolean = () => false,
): void {
  for (const [field, fact] of [
    ["result", "result"],
    ["statuses", "status"],
  ] as const) {
    if (envelope[fact] !== undefined || isDenied(fact)) continue;
    const having = actions.find(([, action]) => isObject(action) && Object.hasOwn(action, field));
    if (!having) continue;
    problems.push({
      kind: "binding-missing",
      text: `nothing says where the ${fact} of ${quote(having[0])} stands in the endpoint's response`,
      hint: `Add ${key}: { response: { ${fact}: /… } } to the operation: a JSON pointer into the response, or null if it is not there.`,
      ...at,
    });
  }
}

/** Two facts can't stand in the same place, nor one inside the other. */
function checkApart(envelope: Envelope, written: JsonObject, problems: BindingProblem[]): void {
  for (const name of envelopeFacts) {
    const pointer = envelope[name];
    if (pointer === undefined || !Object.hasOwn(written, name)) continue;
    const other = envelopeFacts.find((fact) => {
      const its = envelope[fact];
      return fact !== name && its !== undefined && `${its}/`.startsWith(`${pointer}/`);
    });
    if (other === undefined) continue;
    problems.push({
      kind: "binding-invalid",
      text: `${quote(name)} takes the place of ${quote(other)}, which stands at ${quote(envelope[other]!)}`,
      hint: `Name another place, or say ${other}: null.`,
      holder: written,
      key: name,
    });
  }
}

/**
 * The envelope by its schemas. The result is what actions refer to as theirs, `result`, or the only object of which nothing is
 * said; the other facts are texts: `action`, `status` or `state`, and `message`. They stand at the root, or in the one object
 * that holds them all: `{ data: { … } }`.
 */
function inferEnvelope(schema: JsonObject, document: JsonObject, actions: readonly [string, JsonValue][]): Envelope {
  const shared = sharedResult(schema, document, actions);
  if (shared === "") return { result: "" };
  const base = shared === undefined ? baseOf(schema, document) : "";
  const at = (name: string) => memberAt(schema, formatPointer([...(base === "" ? [] : [base]), name]), document);
  const pointer = (name: string) => formatPointer([...(base === "" ? [] : [base]), name]);
  const textsAt = (name: string) => {
    const member = at(name);
    return member && isText(member, document) ? { texts: textsOf(member, document) } : undefined;
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

/** Where the response has what all actions with a result refer to as theirs: the whole body, or one of its members. */
function sharedResult(schema: JsonObject, document: JsonObject, actions: readonly [string, JsonValue][]): string | undefined {
  const results = actions.flatMap(([, action]) => {
    const result = own(action, "result");
    return result === undefined ? [] : [resolveComponent(result, document)];
  });
  if (results.length === 0) return undefined;
  const isAt = (alternatives: readonly JsonValue[]) => {
    const all = alternativesOf(alternatives, document);
    return results.every((result) => isObject(result) && all.has(result));
  };
  if (isAt([schema])) return "";
  const found = [...membersOf(schema, document)].find(([, { schemas }]) => isAt(schemas));
  return found && formatPointer([found[0]]);
}

/** Schemas with their alternatives, references followed. */
function alternativesOf(schemas: readonly JsonValue[], document: JsonObject): Set<JsonValue> {
  const found = new Set<JsonValue>();
  const pending = [...schemas];
  while (pending.length > 0) {
    const schema = resolveComponent(pending.pop(), document);
    if (!isObject(schema) || found.has(schema)) continue;
    found.add(schema);
    for (const keyword of ["anyOf", "oneOf"]) {
      const list = own(schema, keyword);
      if (Array.isArray(list)) pending.push(...list);
    }
  }
  return found;
}

/** The member that holds the facts, if the root has none of them: the only object that is described. */
function baseOf(schema: JsonObject, document: JsonObject): string {
  const members = membersOf(schema, document);
  const isFact = (name: string) => {
    const member = members.get(name);
    return member !== undefined && isText(member, document);
  };
  if (["action", "status", "state"].some(isFact) || members.has("result")) return "";
  const described = [...members].filter(
    ([name, { schemas }]) => !asides.has(name) && membersOf({ anyOf: [...schemas] }, document).size > 0,
  );
  const [only] = described;
  if (!only || described.length > 1) return "";
  const [name, { schemas }] = only;
  const inner = membersOf({ anyOf: [...schemas] }, document);
  const isInner = (fact: string) => inner.has(fact) && isText(inner.get(fact)!, document);
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
  const inner = memberAt(schema, formatPointer(at), document);
  const members = membersOf(inner && { anyOf: [...inner.schemas] }, document);
  const named = members.get("result");
  const hasResults = actions.some(([, action]) => own(action, "result") !== undefined);
  // A text such as "ok" is no place for what actions return, unless they return texts.
  if (named && (hasResults || !isText(named, document))) return formatPointer([...at, "result"]);
  const isOpen = (one: JsonObject) => hasType(one) && isFreeForm(one, document);
  const open = [...members].filter(([name, { schemas }]) => !asides.has(name) && schemas.every(isOpen));
  return open.length === 1 ? formatPointer([...at, open[0]![0]]) : undefined;

  function hasType(one: JsonObject): boolean {
    return own(resolveComponent(one, document), "type") !== undefined;
  }
}
