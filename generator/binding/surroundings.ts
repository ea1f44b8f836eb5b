import { bodyPointer, isKey, isNamedInBody, type Selector } from "../../templates/runtime/selector.js";
import { formatPointer, parsePointer } from "../../templates/runtime/json.js";
import { contentOf } from "../document/media-kind.js";
import { quote } from "../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { factFields } from "../document/fact-places.js";
import { resolveComponent } from "../document/reference.js";
import { schemasIn, type Schema } from "../json-schema/schema.js";
import { constantsOf } from "../json-schema/required-constants.js";
import type { BindingSource } from "./binding.js";
import type { BindingProblem } from "./problem.js";
import { bodyCode } from "./codes/request-bodies.js";
import { requestBody, requestSchema } from "./request-schema.js";

/** Returns the rest of a request's body: members with only one valid value, those in common, and keys without a value. */
export function surroundings(
  source: BindingSource,
  selector: Selector,
  holder: JsonObject,
  problems: BindingProblem[],
): Pick<Selector, "fixed" | "empty" | "others"> {
  const { document, endpoint, serviceTypes } = source;
  const actions = [...serviceTypes.values()].flatMap((map) => Object.entries(map));
  const isTaking = ([, action]: readonly [string, JsonValue]) => own(action, "body") !== undefined;
  const isNaming = isNamedInBody({ ...selector, type: undefined }) || selector.action.in === "media-type";
  const usesBody = selector.body !== undefined || isNaming;
  const input = actions.find(isTaking);
  for (const [action, object] of isNaming ? actions : []) {
    const own = resolveComponent(ownObject(object, "requestBody"), document);
    const content = ownObject(own, "content");
    if (!content || Object.keys(content).length > 0) continue;
    const at = { holder: own as JsonObject, key: "content" };
    problems.push(bodyCode.problem("ignored", { action }, at, "Remove content: an action without body takes no input."));
  }
  if (!isObject(requestBody(endpoint, document)) && (usesBody || input)) {
    const what = usesBody ? "the binding names a part of the body" : `${quote(input![0])} has a body`;
    const text = `${what}, but ${endpoint.method.toUpperCase()} ${endpoint.path} declares no requestBody`;
    problems.push({
      kind: "binding-missing",
      text,
      hint: "Describe requestBody with its content.",
      holder,
      key: usesBody && selector.body !== undefined ? "body" : "action",
    });
    return {};
  }
  const content = contentOf(requestBody(endpoint, document), document);
  const isFlat = !isKey(selector.action) && selector.body === undefined && (selector.type?.name.lastIndexOf("/") ?? 0) <= 0;
  if (usesBody && !content.some(({ kind }) => kind === "json" || (isFlat && kind === "form"))) {
    const text = `the binding names a part of the body, but ${endpoint.method.toUpperCase()} ${endpoint.path} takes no JSON`;
    const hint = "Declare application/json among the content of requestBody.";
    problems.push({ kind: "binding-missing", text, hint, holder, key: selector.body === undefined ? "action" : "body" });
    return {};
  }
  if (selector.action.in === "key" && selector.item === undefined) {
    const empty = actions.filter((action) => !isTaking(action)).map(([name]) => name);
    return empty.length > 0 ? { empty } : {};
  }
  if (selector.body === undefined && !isKey(selector.action)) return {};
  const names = actions.map(([name]) => name);
  const whole = schemasIn(document).of(requestSchema(source));
  const empty = names.filter((name) => {
    const value = isKey(selector.action) ? whole.at(bodyPointer(selector, name))?.schema : undefined;
    return value?.isNullable === true && !value.accepts({});
  });
  const fixed: Record<string, JsonValue> = {};
  const bodies = [...new Set((isKey(selector.action) ? names : [""]).map((name) => bodyPointer(selector, name)))];
  const facts = [...factFields(selector), ...bodies, ...(selector.id ? [selector.id.at] : [])];
  collectConstants(whole, "");
  const taken = [...facts, ...Object.keys(fixed)].map((pointer) => parsePointer(pointer)[0]);
  const others = [...whole.members].flatMap(([name, { isRequired }]) => (isRequired || taken.includes(name) ? [] : [name]));
  return {
    ...(Object.keys(fixed).length > 0 && { fixed }),
    ...(empty.length > 0 && { empty }),
    ...(others.length > 0 && { others }),
  };

  /** Collects the members beside the facts, in all objects that contain one. */
  function collectConstants({ members, items }: Schema, at: string): void {
    const item = `${at}/0`;
    if (items && facts.some((fact) => fact.startsWith(`${item}/`))) collectConstants(items.schema, item);
    for (const [name, member] of members) {
      const pointer = `${at}${formatPointer([name])}`;
      if (facts.includes(pointer)) continue;
      if (facts.some((fact) => fact.startsWith(`${pointer}/`))) collectConstants(member.schema, pointer);
      else if (member.isRequired) {
        const constants = constantsOf(member.schema);
        if (constants) for (const [inner, value] of Object.entries(constants.values)) fixed[`${pointer}${inner}`] = value;
        else reportOpen(name, pointer);
      }
    }
  }

  function reportOpen(name: string, pointer: string): void {
    const others = "give it a const, or make it a part of the action's own body";
    problems.push({
      kind: "binding-missing",
      text: `requests must contain ${quote(pointer)}, which no action describes and which has no constant value`,
      hint: /id$/i.test(name)
        ? `If it is the id of the request, write id: ${pointer}. Otherwise, make it optional, ${others}.`
        : `Make it optional, ${others}.`,
      holder,
      key: "body",
    });
  }
}
