import { formatPointer } from "../../templates/runtime/json.js";
import { quote } from "../diagnostics/escape.js";
import { isActionEndpoint } from "../document/action-endpoint.js";
import { ownString, type JsonObject } from "../document/json-value.js";
import { schemasIn } from "../json-schema/schema.js";
import { operationCode } from "./codes/operations.js";
import { pointerCode } from "./codes/pointers.js";
import {
  asides,
  bindingKeys,
  findOperation,
  samePath,
  servicePathOf,
  successSchema,
  type BindingSource,
  type ServiceBinding,
} from "./binding.js";
import { checkPointer, offer, pointersIn } from "./check-pointers.js";
import { readMembers } from "./read-binding.js";
import type { ReadSelector } from "./selector.js";
import type { BindingProblem } from "./problem.js";

/** The members of `service` in a binding. */
export const serviceMembers = {
  operation: "name",
  type: "pointer",
  status: "pointer",
  plan: "pointer",
  actions: "pointer",
} as const;

/** Members that contain the facts of a service if they are not at its root. */
const holders = ["attributes", "properties", "spec", "status"];

/**
 * Determines the locations of a service's facts in its representation: the response of the operation that a binding
 * names, or of the GET on its path.
 */
export function readService(
  source: BindingSource,
  written: JsonObject | null | undefined,
  { selector, isTypeKnown, typeAt }: ReadSelector,
  problems: BindingProblem[],
): ServiceBinding {
  const { document, endpoint, operations, prefix, serviceTypes } = source;
  if (written === null) return { representation: undefined };
  const read = written ? readMembers(written, serviceMembers, problems) : {};
  const named = read.operation === undefined ? undefined : findOperation(source, read.operation, written!, problems);
  const path = servicePathOf(endpoint.path, selector);
  if (named && isActionEndpoint(named, prefix)) {
    const ids = operations.flatMap(({ method, operation }) =>
      method === "get" ? (ownString(operation, "operationId") ?? []) : [],
    );
    const hint =
      ids.length === 0
        ? "Declare a GET for the service, with an operationId."
        : `Write one of ${ids.slice(0, 8).map(quote).join(", ")}.`;
    const at = { holder: written!, key: "operation" };
    problems.push(operationCode.problem("endpoint", { id: read.operation! }, at, hint));
  }
  const shown =
    named ?? operations.find((one) => one.method === "get" && one.operation !== endpoint.operation && samePath(one.path, path));
  const schema = successSchema(shown, document);
  const isKnown = schemasIn(document).of(schema).members.size > 0;
  const inferred = isKnown ? inferService(schema, document, serviceTypes) : assumedService;
  const facts: Record<string, string> = {};
  for (const name of ["type", "status", "plan", "actions"] as const) {
    if (name === "type" && isTypeKnown) continue;
    const said = name === "type" && typeAt ? typeAt.pointer : read[name];
    const pointer = said === undefined ? inferred[name] : said;
    const at = name === "type" && typeAt ? { holder: typeAt.holder, key: "service" } : { holder: written!, key: name };
    const types = name === "actions" ? (["array"] as const) : (["string"] as const);
    if (said === "" && name !== "actions") {
      const hint = offer(pointersIn(schema, document, types));
      problems.push(pointerCode.problem("wholeService", { fact: name }, at, hint));
      continue;
    }
    if (typeof pointer === "string") facts[name] = pointer;
    if (isKnown) checkPointer({ schema, document, what: "the schema of a service has", types }, said, at, problems);
  }
  const isSaid = isTypeKnown || read.type !== undefined;
  if (isKnown && facts["type"] === undefined && !isSaid && serviceTypes.size > 1)
    problems.push({
      kind: "binding-missing",
      text: "cannot determine the type of a service: the endpoint has actions of several types",
      hint: missingType(pointersIn(schema, document, ["string"]), bindingKeys(prefix).action),
      holder: endpoint.operation,
      key: written ? bindingKeys(prefix).action : "responses",
    });
  return { representation: shown && { path: shown.path, method: shown.method }, ...facts };
}

/** Returns a hint for a service without a type, although there are several types. */
function missingType(places: readonly string[], key: string): string {
  const has = places.length > 0 ? ` The service has ${places.slice(0, 8).map(quote).join(", ")}.` : "";
  return `Describe it in the schema of a service, as type or kind, or write ${key}: { service: { type: /… } } next to the operation's responses.${has}`;
}

/** The locations of facts in services if the contract doesn't describe their representation. */
const assumedService = { type: "/type", status: "/status", plan: "/plan", actions: "/capabilities/actions" };

function inferService(
  schema: JsonObject,
  document: JsonObject,
  serviceTypes: ReadonlyMap<string, JsonObject>,
): Omit<ServiceBinding, "representation"> {
  const places = placesOf(schema, document);
  const textAt = (pointer: string) => {
    const member = schemasIn(document).at(schema, pointer);
    return member?.schema.isOnly("string") ? member : undefined;
  };
  const pointersTo = (...names: readonly string[]) =>
    places.flatMap((place) => names.map((name) => formatPointer([...place, name])));
  const isActionList = (pointer: string) => {
    const member = schemasIn(document).at(schema, pointer);
    return member !== undefined && member.schema.isOnly("array");
  };
  const lists = places.flatMap((place) => [
    formatPointer([...place, "capabilities", "actions"]),
    formatPointer([...place, "actions"]),
  ]);
  const status = pointersTo("status", "state").find(textAt);
  const plan = pointersTo("plan").find(textAt);
  const actions = lists.find(isActionList);
  const type = inferType();
  return {
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    ...(plan === undefined ? {} : { plan }),
    ...(actions === undefined ? {} : { actions }),
  };

  /**
   * Returns the pointer to a string that may be one of the endpoint's types, else to one with any value; not needed for
   * a single type.
   */
  function inferType(): string | undefined {
    const textsAt = (pointer: string) => {
      const member = textAt(pointer);
      return member?.schema.texts;
    };
    const usual = pointersTo("type", "kind").filter(textAt);
    const others = places.flatMap((place) => {
      const inner = schemasIn(document).at(schema, formatPointer(place));
      return [...(inner?.schema.members.keys() ?? [])].map((name) => formatPointer([...place, name]));
    });
    const listed = [...usual, ...others].find((pointer) => textsAt(pointer)?.some((text) => serviceTypes.has(text)));
    if (listed !== undefined) return listed;
    const open = usual.find((pointer) => textsAt(pointer) === undefined);
    return open ?? (serviceTypes.size === 1 ? undefined : usual[0]);
  }
}

/**
 * Returns where to look for facts: at the root or in the only object in it, then in members that conventionally contain
 * facts.
 */
function placesOf(schema: JsonObject, document: JsonObject): readonly (readonly string[])[] {
  const members = schemasIn(document).of(schema).members;
  const described = [...members].filter(([name, { schema: inner }]) => !asides.has(name) && inner.members.size > 0);
  const hasFacts = ["id", "kind", "state", "status", "type"].some((name) => members.has(name));
  const wrapper = !hasFacts && described.length === 1 ? [described[0]![0]] : [];
  const roots = wrapper.length > 0 ? [[], wrapper] : [[]];
  return [...roots, ...roots.flatMap((root) => holders.map((name) => [...root, name]))];
}
